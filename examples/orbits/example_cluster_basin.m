%% Which starts of a driven mass reach its stop for ever, computed by other processes?
%
% A mass on a spring, driven at twice its own frequency, need not reach the stop: a smooth motion
% and others with impacts are stable side by side. Every start is one run; the runs are made in
% chunks by processes in the background. On a cluster write 'slurm' instead of 'local'. The
% picture of doc/user/cluster.md has 500 x 500 starts (points = 500).
if ~exist('points', 'var'), points = 20; end
if ~exist('cluster', 'var'), cluster = 'local'; end
if ~exist('folder', 'var'), folder = tempname(); end

mass = NsdSystem.linear(1, 0.12, 1, nsd_harmonic(1, 2)).contact(-1, 0.38, 'Restitution', 0.9);
positions = linspace(-2, 0.38, points);
velocities = linspace(-3, 3, points);
job = nsd_basin(mass.start(0, 0), positions, velocities, [0 30*pi], 'Period', pi, 'Method', ...
                'event', 'Samples', 8, 'Cluster', cluster, 'Folder', folder);
job.wait();
basin = job.gather();

figure('Position', [100 100 900 560]);
imagesc(positions, velocities, min(basin.attractor, 4))
set(gca, 'YDir', 'normal', 'CLim', [0 4])
colormap([0.35 0.35 0.35; 0.16 0.35 0.6; 0.95 0.75 0.3; 0.7 0.3 0.25; 0.85 0.85 0.85])
xlabel('initial position (m)'), ylabel('initial velocity (m/s)')
title(sprintf('%d starts: period two (blue), one (yellow), others (red), not settled (grey)', ...
              numel(basin.attractor)))
fprintf('period %d: %.1f %% of the starts\n', ...
        [basin.period(1:min(end, 3))'; 100*basin.count(1:min(end, 3))'/numel(basin.attractor)]);
