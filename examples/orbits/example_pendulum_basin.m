%% Which initial states lead the impacting pendulum to which periodic motion?
%
% A swing driven at 1.6 times its own frequency hits a stop at 0.2 rad. Two motions are
% stable, one repeats itself every period of the drive, the other every second; their basins
% are folded into each other. A few fast starts go over the top. The picture of the
% gallery has 500 x 500 starts (points = 500; example_pendulum_basin): a minute or so.
if ~exist('points', 'var'), points = 30; end

swing = nsd_pendulum('Amplitude', 0.3, 'FrequencyRatio', 0.8, 'Stop', 0.2, 'Restitution', 0.8);
angles = linspace(0.2, 1.6, points);
rates = linspace(-1.2, 1.2, points);
basin = nsd_basin(swing, angles, rates, [0 60*pi], 'Period', 2*pi, 'Method', 'event', ...
                  'RelTol', 1e-5, 'Samples', 4);

figure('Position', [100 100 900 480]);
subplot(1, 2, 1)
imagesc(angles, rates, basin.attractor)
set(gca, 'YDir', 'normal', 'CLim', [0 3])
colormap([0.4 0.4 0.4; 0.16 0.35 0.6; 0.95 0.75 0.3; 0.8 0.8 0.8])
xlabel('initial angle (rad)'), ylabel('initial rate (rad/s)')
title('basins of two motions')

subplot(1, 2, 2)
colours = {[0.16 0.35 0.6], [0.95 0.75 0.3]};
for k = 1:2
  sol = nsd_simulate(swing, [0 4*pi], basin.state(k, 1), basin.state(k, 2), ...
                     'Method', 'event', 'Refine', 3, 'Progress', 'off');
  plot(sol.q, sol.v, 'Color', colours{k}, 'LineWidth', 1.5), hold on
end
plot([0.2 0.2], [-0.8 0.8], 'k'), hold off
xlabel('angle (rad)'), ylabel('rate (rad/s)')
title(sprintf('periods %d and %d', basin.period(1:2)))
nsd_style
fprintf('%d starts: period %d %.1f %%, period %d %.1f %%\n', numel(basin.attractor), ...
        [basin.period(1:2)'; 100*basin.count(1:2)'/numel(basin.attractor)]);
