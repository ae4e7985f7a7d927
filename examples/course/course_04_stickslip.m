%% Course 4: where does dry friction stop an oscillator?
% A mass on a spring slides on a rough floor: x'' + x = -sgn(x'), from x = 12 with x' = 6. The
% amplitude falls along straight lines, not along an exponential, and the mass stops away from
% the middle. Where?
%
% Draw the half cycles as half circles about +1 and -1 in the phase plane.

answer = [];                                    % position at rest

[x, v, limit] = deal(12, 6, 1);                 % start; friction of at most 1 N
mass = NsdSystem.linear(1, 0, 1).friction(1, limit);    % 1 kg, 1 N/m
sol  = nsd_simulate(mass, [0 25], x, v);

figure('Position', [100 100 900 400]);
subplot(1, 2, 1)
plot(sol.t, sol.q)
xlabel('time (s)')
ylabel('x (m)')
grid on
subplot(1, 2, 2)
plot([-1 1]*limit, [0 0], 'r', 'LineWidth', 5)
hold on
plot(sol.q, sol.v, 'b')
hold off
axis equal
grid on
xlabel('x (m)')
ylabel('velocity (m/s)')
title('thick: friction can hold it')
nsd_style

nsd_check('stickslip', answer, 'x', x, 'v', v, 'limit', limit);
