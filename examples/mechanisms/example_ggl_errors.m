%% What do constraints at position level change?
% An oscillator bounces on a wall at q = 0.25 until it rests there. The errors of position and
% velocity against the exact arcs of cosines are of first order with and without GGL, but only
% with GGL impacts end on the wall and the gap at rest is zero.

[w, b, e] = deal(2, 0.25, 0.6);                      % frequency, wall, restitution
arcs = [1, 0, 0];                                    % exact: A cos(w (t - t0) - phase) from t0 on
hit = acos(b)/w;                                     % first impact
while hit - arcs(end, 2) > 1e-6                      % bounces accumulate
  bounce = e*sqrt(arcs(end, 1)^2 - b^2);
  arcs(end+1, :) = [hypot(b, bounce), hit, atan2(bounce, b)]; %#ok<SAGROW>
  hit = hit + 2*arcs(end, 3)/w;
end

figure('Position', [100 100 900 700]);
for ggl = {'off', 'on'}
  sol = nsd_simulate(nsd_oscillator('Wall', b, 'Restitution', e), [0 6], 'Step', 0.01, ...
                     'Method', 'hht', 'GGL', ggl{1});
  arc = arcs(sum(bsxfun(@ge, sol.t, arcs(:, 2)'), 2), :);
  angle = w*(sol.t - arc(:, 2)) - arc(:, 3);
  flying = sol.t < hit;                              % then q = b
  curves = {abs(sol.q - flying.*arc(:, 1).*cos(angle) - ~flying*b), ...
            abs(sol.v + w*flying.*arc(:, 1).*sin(angle)), sol.gap};
  for k = 1:3
    subplot(3, 1, k); hold on
    plot(sol.t, curves{k}, 'LineWidth', 1);
  end
  fprintf('GGL %-3s: gap at rest %.1e\n', ggl{1}, sol.gap(end));
end
names = {'error of q', 'error of v (one step wide at impacts)', 'gap'; ...
         '|q - exact| (m)', '|v - exact| (m/s)', 'gap (m)'};
for k = 1:3
  subplot(3, 1, k);
  title(names{1, k}); ylabel(names{2, k});
end
axis([0 6 -0.005 0.02]);
xlabel('time (s)');
legend({'GGL off', 'GGL on'});
nsd_style
