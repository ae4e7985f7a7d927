%% Course 11: why are grazing impacts so sensitive?
% A pendulum swings down to its lowest point and back. Now a stop stands just above that point,
% the orbit would go below it by the depth d. How does the impact velocity grow with d?
%
% The power is the slope in the picture. What does it say about the derivative at d = 0, and
% about Newton's method for periodic orbits there?

answer = [];                                    % the power

set_up = {'Amplitude', 0.1, 'Restitution', 0.7, 'Angle', 0.1};
free   = nsd_simulate(nsd_pendulum(set_up{:}, 'Stop', -3), [0 3], 'Method', 'event');
[~, lowest] = min(free.q);
[~, low] = fminbnd(@(t) free.at(t), free.t(lowest) - 0.1, free.t(lowest) + 0.1);

d = logspace(-6, -3, 13);
v = zeros(size(d));
for k = 1:numel(d)
  sol = nsd_simulate(nsd_pendulum(set_up{:}, 'Stop', low + d(k)), [0 3], 'Method', 'event');
  v(k) = -sol.events.vBefore(1);
end

figure('Position', [100 100 900 560]);
loglog(d, v, 'o-')
grid on
xlabel('depth d (rad)')
ylabel('speed of the impact (rad/s)')
title('A straight line here is a power law')
nsd_style
nsd_check('grazing', answer);
