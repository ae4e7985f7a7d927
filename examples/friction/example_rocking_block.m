%% How does a block rock itself to rest?
% A slender block, tilted by 8 degrees and released, rocks from corner to corner. With e = 0 each
% impact leaves 31/34 of the angular velocity, by conservation of angular momentum about the new
% corner; the swings get shorter and shorter, and friction keeps the corners in place.

a = 0.0125; b = 0.05; m = 1; g = 9.81; J = m*(a^2 + b^2)/3; phi = 8*pi/180;  % a, b: half sides
corner = @(q, s) q(2) + s*a*sin(q(3)) - b*cos(q(3));               % heights, s = -1 left, 1 right
block = NsdSystem.lagrangian(diag([m m J]), @(t,q,v) [0; -m*g; 0]).potential(@(q) m*g*q(2));
block = block.contact(@(q) [corner(q, -1); corner(q, 1)], 'Friction', 0.3, 'Tangent', ...
  @(q) [1 1; 0 0; b*cos(q(3)) + a*sin(q(3)), b*cos(q(3)) - a*sin(q(3))]);
q0 = [a*cos(phi) - b*sin(phi); a*sin(phi) + b*cos(phi); phi];      % on its left corner at x = 0
sol = nsd_simulate(block, [0 1.5], q0, zeros(3, 1));
hit = find(diff(sol.t) == 0, 1);                                   % rows before and after an impact
fprintf('first impact at %.4f s (exact 0.1247), leaves %.4f of the rate (31/34 = %.4f)\n', ...
        sol.t(hit), sol.v(hit+1, 3)/sol.v(hit, 3), 31/34);

tilt = abs(sol.q(:, 3))*180/pi;
top = find(tilt(2:end-1) >= tilt(1:end-2) & tilt(2:end-1) > tilt(3:end)) + 1;
p = atan(a/b); exact = phi;                                        % energy falls by (31/34)^2
for k = 1:numel(top), exact(k+1) = p - acos(cos(p) + (31/34)^2*(cos(p - exact(k)) - cos(p))); end
fprintf('largest tilts: off by at most %.4f degrees\n', max(abs(tilt(top)' - exact(2:end)*180/pi)));
figure('Position', [100 100 900 460]);
subplot(2, 2, [1 3]);
outline = [-a a a -a -a; -b -b b b -b];
for k = [1, hit, top(1)]
  turn = [cos(sol.q(k, 3)), -sin(sol.q(k, 3)); sin(sol.q(k, 3)), cos(sol.q(k, 3))];
  c = turn*outline + repmat(sol.q(k, 1:2)', 1, 5);
  plot(1000*c(1, :), 1000*c(2, :), 'Color', [0.8 0.8 0.8]*(1 - k/top(1))); hold on
end
plot([-40 60], [0 0], 'k'); hold off; axis equal
xlabel('x (mm)'); ylabel('y (mm)'); title('Start, impact, other side');
subplot(2, 2, 2);
plot(sol.t, tilt, 'b', sol.t(top), exact(2:end)*180/pi, 'ko', 'MarkerSize', 4);
ylabel('|tilt| (degrees)'); title('Swings grow shorter (circles: exact)'); xlim([0 1.5]);
subplot(2, 2, 4);
E = sol.energy;
plot(sol.t, 1000*(E.total - m*g*b), 'k', sol.t, 1000*E.impact, 'r', sol.t, 1000*E.friction, 'b');
xlabel('time (s)'); ylabel('energy (mJ)'); axis([0 1.5 -15 25])
legend('total', 'impacts', 'friction')
nsd_style
