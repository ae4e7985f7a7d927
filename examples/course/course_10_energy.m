%% Course 10: who takes the energy?
% Two balls on a spring fall on the floor, e = 0.8. The energy balance of each scheme says what
% gravity did, what impacts took, and what the scheme itself made or lost. All of it must add up.
%
% A single ball with e = 0.8: which part of its energy goes in one impact?

answer = [];                                    % between 0 and 1

e = 0.8;
balls = nsd_two_balls('Restitution', e);

figure('Position', [100 100 1000 380]);
runs = {{'moreau'}, {'moreau-dissipative', 'Theta', 1}, {'genalpha', 'SpectralRadius', 0.5}};
for k = 1:3
  sol = nsd_simulate(balls, [0 4], 'Step', 4e-3, 'Method', runs{k}{:});
  E = sol.energy;
  subplot(1, 3, k)
  plot(sol.t, [E.total, E.external, E.impact, E.numerical], ...
       sol.t, E.total - E.total(1) - E.external - E.impact - E.numerical, 'k--');
  axis([0 4 -25 25])
  grid on
  xlabel('time (s)')
  if k == 1, ylabel('energy (J)'); end
  title(strjoin(cellfun(@num2str, runs{k}, 'UniformOutput', false), ' '))
  if k == 3
    legend('total', 'gravity', 'impacts', 'scheme', 'missing', 'Location', 'northeastoutside');
  end
end
nsd_style

nsd_check('energy', answer, 'e', e);
