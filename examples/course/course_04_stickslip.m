%% Course 4: where does dry friction stop an oscillator?
% A mass on a spring slides on a rough floor: x'' + x = -sgn(x'), from x = 12 with x' = 6. The
% amplitude falls along straight lines, not along an exponential, and the mass stops away from
% the middle. Where?
%
% Draw the half cycles as half circles about +1 and -1 in the phase plane.

answer = [];                                    % position at rest

K = diag([1 0]);                                % spring along x; y is the height
mass = NsdSystem.linear(eye(2), 0, K, [0; -10]);
mass = mass.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]);
sol  = nsd_simulate(mass, [0 25], [12; 0], [6; 0], 'Step', 1e-3);

figure('Position', [100 100 900 400]);
subplot(1, 2, 1)
plot(sol.t, sol.q(:, 1))
xlabel('time')
ylabel('x')
grid on
subplot(1, 2, 2)
plot(sol.q(:, 1), sol.v(:, 1), [-1 1], [0 0], 'k', 'LineWidth', 1.2)
axis equal
grid on
xlabel('x')
ylabel('x''')
title('thick: where friction can hold the mass')

nsd_check('stickslip', answer);
