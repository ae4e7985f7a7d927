%% How exactly is a switch found that the trajectory itself decides?
% x' = A x turns one way inside the unit circle and the other way outside. The crossing at t = 1 is
% located by the event-driven method, so that the error at the end follows the tolerance of the
% steps, as if there were no switch.

inside  = [1 -2*pi; 2*pi 1];
outside = [1 2*pi; -2*pi 1];
field   = @(t, x, side) ((side < 0)*inside + (side > 0)*outside)*x;
sys     = NsdSystem.filippov(field, @(x) x'*x - 1);
exact   = [-1.597460377451, 0.761493620606];

tolerance = 10.^(-4:-1:-11);
miss  = zeros(size(tolerance));
calls = miss;
for k = 1:numel(tolerance)
  sol = nsd_simulate(sys, [0 pi/2], [exp(-1); 0], 'RelTol', tolerance(k), ...
                     'AbsTol', tolerance(k)/10);
  miss(k)  = norm(sol.x(end, :) - exact);
  calls(k) = numel(sol.t);
end

figure('Position', [100 100 900 440]);
subplot(1, 2, 1);
circle = linspace(0, 2*pi, 200);
plot(cos(circle), sin(circle), 'k--', sol.x(:, 1), sol.x(:, 2), 'LineWidth', 1.3);
hold('on');
plot(sol.events.q(1), sol.events.q(2), 'o', 'MarkerFaceColor', [0.85 0.2 0.1]);
axis([-2 2 -2 2]);
axis('square');
xlabel('x_1'); ylabel('x_2');
title('It turns back where it crosses the circle');
subplot(1, 2, 2);
loglog(tolerance, miss, 'o-', tolerance, tolerance, 'k:', 'LineWidth', 1.3);
legend('error at the end', 'tolerance', 'Location', 'northwest');
xlabel('RelTol');
title(sprintf('%d to %d steps', calls([1 end])));
nsd_style
fprintf('crosses at t = %.12f, error %.1e\n', sol.events.t, miss(end));
