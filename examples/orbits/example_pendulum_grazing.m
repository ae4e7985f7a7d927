%% How gentle a touch does the solver still see?
% A pendulum swings down to its lowest angle and up again. A stop is put a little above that
% lowest point: the deeper it is cut into the swing, the harder the impact, as the square root of
% the depth. An event search that looks at the ends of its steps misses the gentle ones, for
% the angle is above the stop at both ends. Here every step is searched by a curve that also
% knows the velocity and the acceleration, so that none is missed down to the tolerance.

free = nsd_pendulum('Stop', -1, 'Angle', 0.1);
opt = nsd_options('Method', 'event', 'RelTol', 1e-11, 'AbsTol', 1e-12);
low = nsd_simulate(free, [0 3], opt, 'Events', @(t, q, v) deal(v, 1, 1));   % until v = 0
[turn, bottom] = deal(low.t(end), low.q(end));
push = free.force(turn, bottom, 0);

depth = logspace(-9, -2, 29);
speed = nan(size(depth));
for k = 1:numel(depth)
  sys = nsd_pendulum('Stop', bottom + depth(k), 'Angle', 0.1);
  [~, ~, te, ye] = nsd_simulate(sys, [0 1.95], opt);
  if ~isempty(te), speed(k) = ye(1, 2)/0.7; end     % after the impact: 0.7 times as fast
end

figure('Position', [100 100 760 480]);
loglog(depth, speed, 'o', depth, sqrt(2*push*depth), 'k-');
grid('on');
xlabel('how far the stop reaches into the swing (rad)');
ylabel('speed of the impact (rad per unit of time)');
legend({'found by the solver', 'square root law'}, 'Location', 'southeast');
title('Grazing: lowest angle of the swing and a stop just above it');
nsd_style

fprintf('lowest angle %.13f at %.12f; %d of %d impacts found\n', bottom, turn, ...
        sum(~isnan(speed)), numel(depth));
