%% Do the joints of a double pendulum drift when it hits a wall?
% Two unit masses on unit rods swing against a wall. Once in angles, with a mass matrix M(q), and
% once in Cartesian coordinates with two rods as joints: these are held on velocities, so their
% lengths drift by O(h) unless 'Project' brings positions back after each step.

g = 9.81;
M = @(q) [2, cos(q(1)-q(2)); cos(q(1)-q(2)), 1];
F = @(t,q,v) [-sin(q(1)-q(2))*v(2)^2 - 2*g*sin(q(1)); sin(q(1)-q(2))*v(1)^2 - g*sin(q(2))];
tip = @(q) [sin(q(1)); sin(q(1)) + sin(q(2))];            % x of both masses
angles = NsdSystem.lagrangian(M, F).potential(@(q) -g*(2*cos(q(1)) + cos(q(2))));
angles = angles.contact(@(q) tip(q) + 0.4, 'Restitution', 0.7);
sol = nsd_simulate(angles, [0 2.5], [1.2; 0.6], [0; 0], 'Step', 2.5e-3);

rods = @(q) [q(1)^2 + q(2)^2 - 1; (q(3)-q(1))^2 + (q(4)-q(2))^2 - 1];
slope = @(q) 2*[q(1) q(2) 0 0; q(1)-q(3) q(2)-q(4) q(3)-q(1) q(4)-q(2)];
xy = NsdSystem.lagrangian(eye(4), @(t,q,v) [0; -g; 0; -g]);
xy = xy.joint(rods, 'Jacobian', slope).contact([1 0; 0 0; 0 1; 0 0], 0.4, 'Restitution', 0.7);
q0 = [sin(1.2); -cos(1.2); sin(1.2) + sin(0.6); -cos(1.2) - cos(0.6)];
off = nsd_simulate(xy, [0 2.5], q0, zeros(4, 1), 'Step', 2.5e-3, 'Project', 'off');
on  = nsd_simulate(xy, [0 2.5], q0, zeros(4, 1), 'Step', 2.5e-3, 'Project', 'on');
drift = @(s) arrayfun(@(k) max(abs(rods(s.q(k, :)'))), 1:numel(s.t));

figure('Position', [100 100 900 420]);
subplot(1, 2, 1);
x = [0*sol.t, sin(sol.q(:, 1)), sin(sol.q(:, 1)) + sin(sol.q(:, 2))];
y = [0*sol.t, -cos(sol.q(:, 1)), -cos(sol.q(:, 1)) - cos(sol.q(:, 2))];
k = 1:25:numel(sol.t);
plot(x(k, :)', y(k, :)', 'Color', 0.75*[1 1 1]); hold on
plot(x(:, 3), y(:, 3), 'b', 'LineWidth', 1.2);
plot(x(1, :), y(1, :), 'ko-', 'LineWidth', 1.5, 'MarkerFaceColor', 'k');
plot([-0.4 -0.4], [-2.2 0.4], 'r', 'LineWidth', 3); hold off
axis equal; axis([-0.6 1.7 -2.2 0.4]); xlabel('x (m)'); ylabel('y (m)');
title('Path of the lower mass, wall at x = -0.4');
subplot(1, 2, 2);
semilogy(off.t, max(drift(off), 1e-17), 'r', on.t, max(drift(on), 1e-17), 'b', ...
         off.t([1 end]), [1e-10 1e-10], 'k:');
legend('joints held on velocities', 'and projected', '10^{-10}', 'Location', 'northeast');
xlabel('time (s)'); ylabel('error of the rods (m^2)'); ylim([1e-17 1e6]);
title('Drift of the joints');
nsd_style
