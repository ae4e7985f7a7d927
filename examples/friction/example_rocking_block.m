%% How does a block rock itself to rest?
% A slender block, tilted by 8 degrees and released, rocks from corner to corner. With e = 0 each
% impact leaves 31/34 of the angular velocity, by conservation of angular momentum about the new
% corner; the swings get shorter and shorter, and friction keeps the corners in place.

a = 0.0125; b = 0.05; m = 1; g = 9.81; J = m*(a^2 + b^2)/3;        % half width, half height
corner = @(q, s) q(2) + s*a*sin(q(3)) - b*cos(q(3));               % heights, s = -1 left, 1 right
block = NsdSystem.lagrangian(diag([m m J]), @(t,q,v) [0; -m*g; 0]);
block = block.contact(@(q) [corner(q, -1); corner(q, 1)], 'Friction', 0.3, ...
  'Jacobian', @(q) [0, 1, b*sin(q(3)) - a*cos(q(3)); 0, 1, b*sin(q(3)) + a*cos(q(3))], ...
  'Tangent', @(q) [1 1; 0 0; b*cos(q(3)) + a*sin(q(3)), b*cos(q(3)) - a*sin(q(3))]);
block = block.potential(@(q) m*g*q(2));
phi = 8*pi/180;
q0 = [a*cos(phi) - b*sin(phi); a*sin(phi) + b*cos(phi); phi];      % on its left corner at x = 0
sol = nsd_simulate(block, [0 1.5], q0, zeros(3, 1), 'Step', 5e-4);
hit = find(sol.impulse(:, 2) > 0, 1);
fprintf('first impact at %.4f s (exact 0.1247), leaves %.4f of the rate (31/34 = %.4f)\n', ...
        sol.t(hit), sol.v(hit, 3)/sol.v(hit-1, 3), 31/34);

figure('Position', [100 100 900 460]);
subplot(2, 2, [1 3]);
outline = [-a a a -a -a; -b -b b b -b];
for k = [1, hit, hit + 220]
  turn = [cos(sol.q(k, 3)), -sin(sol.q(k, 3)); sin(sol.q(k, 3)), cos(sol.q(k, 3))];
  c = turn*outline + repmat(sol.q(k, 1:2)', 1, 5);
  plot(1000*c(1, :), 1000*c(2, :), 'Color', [0.8 0.8 0.8]*(1 - k/800)); hold on
end
plot([-40 60], [0 0], 'k'); hold off
axis equal; xlabel('x (mm)'); ylabel('y (mm)'); title('Start, first impact, other side');
subplot(2, 2, 2);
plot(sol.t, sol.q(:, 3)*180/pi, 'b'); ylabel('tilt (degrees)'); title('Swings grow shorter');
xlim([0 1.5]);
subplot(2, 2, 4);
E = sol.energy;
plot(sol.t, 1000*(E.total - m*g*b), 'k', sol.t, 1000*E.impact, 'r', sol.t, 1000*E.friction, 'b');
xlabel('time (s)'); ylabel('energy (mJ)'); xlim([0 1.5]);
legend('total', 'impacts', 'friction', 'Location', 'northeast');
ylim([-15 25])
nsd_style
