%% What does a ball do at the edge of a table?
% A fast ball flies off where the table ends. A slow one goes around the corner first: its path
% there is a circle about the edge, until its weight no longer holds it on that circle. The gap is
% the true distance from the corner, which has no jump (doc/user/edges.md).

r = 0.1;                                        % radius of the ball; the table ends at x = 2
corner = @(q) hypot(max(q(1) - 2, 0), max(q(2) - 1, 0)) + min(max(q(1) - 2, q(2) - 1), 0) - r;
ball = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
ball = ball.contact(@(q) [corner(q); q(2) - r]);         % the table, the floor
speeds = [0.25 0.5 1 1.5];

figure('Position', [100 100 640 480]);
hold on
handles = zeros(1, numel(speeds));
for k = 1:numel(speeds)
  sol = nsd_simulate(ball, [0 1 + 0.4/speeds(k)], [2 - 0.3; 1 + r], [speeds(k); 0]);
  leaves = sol.events.t(1);                     % the first event: the ball detaches from the table
  q = sol.at(leaves);
  handles(k) = plot(sol.q(:, 1), sol.q(:, 2), 'LineWidth', 1.2);
  plot(q(1), q(2), 'ko', 'MarkerSize', 4)
  fprintf('%.2f m/s: leaves %.1f mm behind the edge\n', speeds(k), 1e3*(q(1) - 2));
end
plot([1.5 2 2 3.4], [1 1 0 0], 'k', 'LineWidth', 2)
axis equal
axis([1.5 3.4 -0.05 1.3])
xlabel('x (m)')
ylabel('height of the centre (m)')
legend(handles, arrayfun(@(v) sprintf('%g m/s', v), speeds, 'UniformOutput', false))
title('A ball of radius 0.1 m leaves a table')
nsd_style
