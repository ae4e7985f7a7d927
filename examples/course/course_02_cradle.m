%% Course 2: what does Newton's cradle do when the balls touch?
% Three equal balls in a row; the first comes with speed 1, nothing is lost (e = 1). Once the
% second and third touch, once there is a tiny gap between them.
%
% Which velocities do you expect, and which law do real balls obey? answer = [v1 v2 v3].

answer = [];                                    % for touching balls

e = 1;
H = [-1 0; 1 -1; 0 1];                          % gaps q2 - q1 - 2R and q3 - q2 - 2R
balls = NsdSystem.linear(eye(3), 0, 0);
balls = balls.contact(H, [-2; -2], 'Restitution', e);

figure('Position', [100 100 900 560]);
hair = [0 0.05];
for k = 1:2
  sol = nsd_simulate(balls, [0 2], [-0.9; 2; 4 + hair(k)], [1; 0; 0]);
  subplot(2, 1, k)
  moved = sol.q - repmat(sol.q(1, :), numel(sol.t), 1);
  plot(sol.t, moved(:, 1:2), sol.t, moved(:, 3), '--')
  ylabel('displacement (m)')
  title(sprintf('gap %.2f between the last two', hair(k)))
  if ~isempty(answer), fprintf('velocities %7.4f %7.4f %7.4f\n', sol.v(end, :)); end
end
legend('ball 1', 'ball 2', 'ball 3', 'Location', 'northwest')
xlabel('time (s)')
nsd_style

nsd_check('cradle', answer, 'e', e);
