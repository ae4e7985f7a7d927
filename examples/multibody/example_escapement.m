%% Why does a clock tick, and what sets its rate?
% nsd_clock has an escape wheel of 15 teeth under a constant torque, and an anchor with two pallets
% on a pendulum. A tooth rests on the round face of a pallet while the pendulum swings out; when
% the pendulum swings back the tooth slides over the slanted end of the pallet and gives a push,
% then the wheel falls half a tooth forward onto the other pallet: a tick. The swing settles where
% the pushes make up for the losses, and the period stays nearly that of the free pendulum.

[m, L, g] = deal(0.3, 0.248, 9.81);
sol = nsd_simulate(nsd_clock('Mass', m, 'Length', L, 'Gravity', g), [0 12], 'Step', 5e-4);

passed = (sol.q(1, 3) - sol.q(:, 3))*15/(2*pi);   % teeth
angle = sol.q(:, 6)*180/pi;                       % of the anchor
k = find(angle(1:end-1) < 0 & angle(2:end) >= 0);
rise = sol.t(k) - angle(k)*5e-4./(angle(k + 1) - angle(k));
J = m*(L^2 + (L/16)^2/2) + m/300*L^2/3;           % of bob and rod; the anchor is light
free = 2*pi*sqrt(J/(g*L*(m + m/600)));            % period of small swings

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 460]); end
subplot(1, 2, 1);
animate(sol, 'At', 11.2, 'Axes', 'off');
axis([-0.06 0.06 -0.04 0.06]);
title('anchor and escape wheel');
subplot(2, 2, 2);
plot(sol.t, angle);
ylabel('angle (degrees)');
title('the pendulum keeps its swing');
xlim(sol.t([1 end]));
subplot(2, 2, 4);
plot(sol.t, passed);
xlabel('time (s)');
ylabel('teeth passed');
title('two ticks for each tooth');
axis([sol.t([1 end])' 0 12]);
fprintf('%.2f teeth in %g s; period %.4f s, of the free pendulum %.4f s; swing %.2f degrees\n', ...
        passed(end), sol.t(end), mean(diff(rise)), free, max(angle(sol.t > 10)));
