%% Where does the impact oscillator x'' + x = cos(omega t), x <= 0, double its period?
%
% One run for each frequency, all in one call of nsd_sweep on all cores; kept are the speeds
% after the last impacts of each run. The picture of the gallery has 10000 frequencies
% (runs = 1e4; example_bifurcation).
if ~exist('runs', 'var'), runs = 200; end

osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
given = {'q0', -1, 'v0', 0, 'Method', 'event', 'RelTol', 1e-6, 'Reduce', 'poincare', ...
         'Section', 'impact'};

p = struct('omega', linspace(2.6, 3.5, runs));
out = nsd_sweep(osc, p, @(p) [0 400*pi/p.omega], given{:}, 'Samples', 40);

figure('Position', [100 100 1000 720]);
subplot(3, 1, 1:2)
plot(p.omega, -out.samples.v, '.', 'MarkerSize', 1, 'Color', [0 0.2 0.4])
xlim(p.omega([1 end])), ylim([0 0.7])
xlabel('omega (rad/s)'), ylabel('speed after impact (m/s)')
title('impact oscillator, e = 0.8')

% Beyond the doubling the speed alternates between two values; the square of their
% difference grows linearly at first, and its root is the bifurcation.
p = struct('omega', linspace(2.65, 2.66, 41));
out = nsd_sweep(osc, p, @(p) [0 8000*pi/p.omega], given{:}, 'Samples', 8);  % slow to settle here
split = max(out.samples.v, [], 2) - min(out.samples.v, [], 2);
use = split > 0.2*max(split);
fit = polyfit(split(use).^2, p.omega(use)', 2);
doubling = fit(end);

subplot(3, 1, 3)
plot(p.omega, -out.samples.v, 'k.', [1 1]*doubling, [0.3585 0.3625], 'r--')
xlim(p.omega([1 end])), ylim([0.3585 0.3625])
xlabel('omega (rad/s)'), ylabel('speed after impact (m/s)')
title(sprintf('period doubling at omega = %.4f', doubling))
nsd_style
fprintf('first period doubling at omega = %.5f\n', doubling);
