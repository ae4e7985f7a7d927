%% What happens when contact forces go into a smooth scheme?
% The lecture's ball: Newmark's scheme with the contact force as one more force. The force of a step
% acts on the mean of two accelerations, so that with gamma = 1/2 the ball leaves each impact with
% (1 + 2e) times its speed; gamma = 1 hides this. The nonsmooth scheme treats impulses apart.

ball = nsd_ball();
exact = nsd_exact('ball');
runs = {'naive, gamma = 1/2', {'Method', 'naive', 'Gamma', 0.5, 'Beta', 0.25}; ...
        'naive, gamma = 1', {'Method', 'naive', 'Gamma', 1, 'Beta', 0.5}; ...
        'nonsmooth Newmark', {'Method', 'newmark'}};

styles = {'-', '-', 'k--'};                       % the last two lie on each other
figure('Position', [100 100 900 640]);
for k = 1:3
  state = warning('off', 'all');                  % the first run gains energy, as it should here
  sol = nsd_simulate(exact.system, [0 1.4], exact.system.InitialPosition, ...
                     exact.system.InitialVelocity, 'Step', 5e-3, runs{k, 2}{:});
  warning(state);
  fprintf('%-20s largest height %8.3f, energy %8.2f to %8.2f J\n', runs{k, 1}, max(sol.q(:, 1)), ...
          sol.energy.total(1), sol.energy.total(end));
  subplot(2, 1, 1); plot(sol.t, sol.q(:, 1), styles{k}); hold on
  subplot(2, 1, 2); plot(sol.t, sol.v(:, 1), styles{k}); hold on
end
subplot(2, 1, 1); ylabel('height (m)'); ylim([-0.2 3]);
legend(runs(:, 1)', 'Location', 'northwest'); title('The ball of the lecture'); hold off
subplot(2, 1, 2); ylabel('velocity (m/s)'); xlabel('time (s)'); ylim([-6 14]); hold off
nsd_style
