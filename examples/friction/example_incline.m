%% When does a block on an incline stick, and when does it slide?
% Left: released at rest on slopes of 0 to 45 degrees, the block has moved after one second only
% where tan(slope) > mu. Right: thrown up a slope of 30 degrees it stops; with mu = 0.7 it sticks
% for ever (tan 30 = 0.577), with mu = 0.4 it slides back.

g = 9.81; mu = 0.5;
slide = @(slope, mu) NsdSystem.linear(eye(2), 0, 0, g*[-sin(slope); -cos(slope)]) ...
        .contact([0; 1], 0, 'Friction', mu, 'Tangent', [1; 0]);
slopes = (0:0.5:45)*pi/180;
speed = zeros(size(slopes));
for k = 1:numel(slopes)
  sol = nsd_simulate(slide(slopes(k), mu), [0 1], [0; 0], [0; 0], 'Step', 0.01);
  speed(k) = -sol.v(end, 1);
end
sticks = nsd_simulate(slide(pi/6, 0.7), [0 2], [0; 0], [5; 0], 'Step', 1e-3);
returns = nsd_simulate(slide(pi/6, 0.4), [0 2], [0; 0], [5; 0], 'Step', 1e-3);
a = g*(sin(pi/6) + 0.7*cos(pi/6));
fprintf('mu = 0.7 stops at t = %.4f s, s = %.4f m (exact %.4f, %.4f)\n', ...
        sticks.events.t(strcmp(sticks.events.kind, 'stick')), sticks.q(end, 1), 5/a, 12.5/a);

figure('Position', [100 100 900 460]);
subplot(1, 2, 1);
plot(slopes*180/pi, max(0, g*(sin(slopes) - mu*cos(slopes))), 'Color', [0.7 0.7 0.7], ...
     'LineWidth', 4); hold on
plot(slopes*180/pi, speed, 'b.'); plot(atan(mu)*180/pi*[1 1], [0 3.5], 'r--'); hold off
xlabel('slope (degrees)'); ylabel('speed after 1 s (m/s)'); ylim([0 3.5]);
title('Sticks up to atan(mu), mu = 0.5');
legend('exact', 'computed', 'atan(mu)', 'Location', 'northwest');
subplot(1, 2, 2);
plot(sticks.t, sticks.q(:, 1), 'b', returns.t, returns.q(:, 1), 'r');
xlabel('time (s)'); ylabel('distance up the slope (m)'); title('Thrown up a slope of 30 degrees');
legend('mu = 0.7 sticks', 'mu = 0.4 comes back', 'Location', 'south');
nsd_style
