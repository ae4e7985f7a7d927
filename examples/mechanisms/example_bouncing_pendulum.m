%% What holds the rod of a bouncing pendulum?
% A mass on a rod falls against a wall and bounces to rest. Schemes that hold the rod by velocity
% let its length drift, and impacts end behind the wall. With GGL rod and wall hold by position and
% by velocity, to rounding; the times of impacts are still those of the steps, so the bounces end
% before or after those of 'event', which locates them (black).

pendulum = nsd_bouncing_pendulum();
wall = 1/sqrt(2);
figure('Position', [100 100 900 600]);
h = {'Step', 0.005};
runs = {{'event'}, {'moreau', 'Project', 'off', h{:}}, {'genalpha', h{:}}, ...
        {'genalpha', 'GGL', 'on', h{:}}};
colour = [0 0 0; 0.6 0.6 0.6; 0.85 0.33 0.1; 0 0.45 0.74];
for k = 1:4
  sol = nsd_simulate(pendulum, [0 5], 'Method', runs{k}{:});
  rod = sqrt(sum(sol.q.^2, 2)) - 1;
  subplot(2, 2, 2); hold on
  semilogy(sol.t, max(abs(rod), 1e-17), 'Color', colour(k, :), 'LineWidth', 1);
  subplot(2, 2, 4); hold on
  plot(sol.t, 1e3*sol.gap, 'Color', colour(k, :), 'LineWidth', 1);
  fprintf('%-10s rod off by %.1e m, gap at least %.1e m\n', runs{k}{1}, ...
          max(abs(rod)), min(sol.gap));
end
subplot(2, 2, 2); set(gca, 'YScale', 'log'); ylim([1e-17 1e-1]);
set(gca, 'YTick', [1e-16 1e-12 1e-8 1e-4 1]);
title('Error of the rod''s length (m)');
subplot(2, 2, 4); ylim([-10 8]);
title('Gap to the wall, near zero (mm)'); xlabel('time (s)');
legend({'event', 'moreau', 'genalpha', 'genalpha, GGL'}, 'Location', 'southwest');

subplot(2, 2, [1 3]);
for k = 1:30:numel(sol.t)
  shade = 0.85*(1 - k/numel(sol.t))*[1 1 1];
  plot([0 sol.q(k, 1)], [0 sol.q(k, 2)], '-', 'Color', shade); hold on
end
plot(sol.q(:, 1), sol.q(:, 2), 'b', 'LineWidth', 1);
plot([wall wall], [-1.1 0.3], 'r', 'LineWidth', 3); hold off
axis equal; axis([-0.2 1.2 -1.1 0.3]); xlabel('x (m)'); ylabel('y (m)');
title('Rod and mass (later is darker)');
nsd_style
