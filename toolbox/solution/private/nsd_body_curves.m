function c = nsd_body_curves(c, sol, what)
%NSD_BODY_CURVES  Curves of rigid bodies for plot(sol): centres, their velocities, impulses.
%   The phase portrait is that of the last coordinate of each centre, usually the height.
  B = sol.stats.bodies;
  width = size(sol.q, 2)/B;                        % 3 in the plane, 7 in space
  d = (width + 5)/4;
  centre = reshape(bsxfun(@plus, (1:d)', width*(0:B-1)), 1, []);
  rate = reshape(bsxfun(@plus, (1:d)', 3*(d - 1)*(0:B-1)), 1, []);
  letters = 'xyz';
  bodies = arrayfun(@(k) sprintf('body %d', k), 1:B, 'UniformOutput', false);
  bodies = nsd_or(sol.system.Labels, bodies);
  axes_of = arrayfun(@(k) sprintf('%s, %s', letters(mod(k - 1, d) + 1), ...
                                  bodies{ceil(k/d)}), 1:d*B, 'UniformOutput', false);
  c.x = sol.t;
  switch what
    case 'position', [c.y, c.names, c.ylabel] = deal(sol.q(:, centre), axes_of, 'position (m)');
    case 'velocity', [c.y, c.names, c.ylabel] = deal(sol.v(:, rate), axes_of, 'velocity (m/s)');
    case 'phase'
      [c.x, c.y] = deal(sol.q(:, centre(d:d:end)), sol.v(:, rate(d:d:end)));
      [c.names, c.xlabel, c.ylabel] = deal(bodies, 'position (m)', 'velocity (m/s)');
    case 'reaction'
      [c.y, c.names, c.ylabel] = deal(sol.impulse, bodies, 'contact impulse (N s)');
    otherwise
      [c.y, c.names, c.ylabel] = deal(sol.gap, {'smallest gap'}, 'gap (m)');
  end
end
