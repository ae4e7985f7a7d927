%% Which scheme keeps the energy of a bouncing oscillator?
% Two balls on a spring fall on a floor; the spring keeps vibrating between the impacts. Shown is
% the energy with that of gravity: impacts take some, what is lost between them is the scheme's.

sys = nsd_two_balls('Restitution', 0.8);
h   = 5e-3;                                          % omega h = 0.22 for the spring
runs = {'moreau, theta = 1/2',   {'moreau'}; ...
        'moreau, theta = 1',     {'moreau', 'Theta', 1}; ...
        'newmark',               {'newmark'}; ...
        'newmark, gamma = 0.6',  {'newmark', 'Gamma', 0.6}; ...
        'hht, alpha = 0.1',      {'hht', 'Alpha', 0.1}; ...
        'genalpha, rho = 0.8',   {'genalpha'}; ...
        'genalpha, GGL',         {'genalpha', 'GGL', 'on'}; ...
        'paoli',                 {'paoli'}; ...
        'exact',                 {'event'}};
styles = {'-', '-', '--', '-', '-', '--', ':', 'k-', 'k--'};

before = warning('off', 'nsd:energy:gain');          % gains of schemes are what is shown
figure('Position', [100 100 900 550]);
hold on
for k = 1:size(runs, 1)
  steps = {'Step', h};
  if strcmp(runs{k, 1}, 'exact'), steps = {}; end    % 'event' locates impacts, exact between them
  sol = nsd_simulate(sys, [0 5], steps{:}, 'Method', runs{k, 2}{:});
  E = sol.energy;
  plot(sol.t, 20 + E.total - E.external, styles{k}, 'LineWidth', 1.5);
  fprintf('%-22s impacts took %5.2f J, the scheme %6.3f J\n', runs{k, 1}, ...
          -E.impact(end), -E.numerical(end));
end
hold off
warning(before);
grid on
axis([0 4.5 0 21]);
xlabel('time (s)');
ylabel('mechanical energy with gravity (J)');
title('Two-ball oscillator: energy by scheme, h = 5 ms');
legend(runs(:, 1), 'Location', 'northeast');
nsd_style
