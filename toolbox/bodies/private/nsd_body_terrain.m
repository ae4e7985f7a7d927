function group = nsd_body_terrain(d, heights, limits, given)
%NSD_BODY_TERRAIN  Heights over a grid as a fixed body.
  values = nsd_pair_options('terrain', given, struct('Depth', [], 'Friction', [], ...
                            'Restitution', [], 'TangentialRestitution', [], 'Rolling', [], ...
                            'Spinning', []));
  heights = nsd_real_array(heights, 'heights', 'bodies');
  limits = nsd_real_array(limits, 'limits', 'bodies');
  if d == 2, heights = heights(:); end
  if numel(limits) ~= 2*(d - 1) || any(limits(1:2:end) >= limits(2:2:end)) ...
      || any(size(heights) < [2 d - 1]) || ndims(heights) > 2
    forms = {'terrain(H, [x0 x1]) with a vector H', 'terrain(H, [x0 x1 y0 y1]) with a matrix H'};
    error('nsd:bodies:badTerrain', 'write world.%s of at least two heights along each axis', ...
          forms{d - 1});
  end
  limits = reshape(limits, 2, d - 1);
  wide = limits(2, :) - limits(1, :);
  depth = nsd_check_number(nsd_or(values.Depth, max(wide)), 'positive', 'terrain: Depth', ...
                           'nsd:bodies:badTerrain');
  nodes = size(heights);
  data = struct('height', heights, 'corner', [0; 0], 'step', [1; 1], 'depth', depth);
  data.step(1:d-1) = wide./(nodes(1:d-1) - 1);
  data.corner(1:d-1) = -wide/2;
  middle = (min(heights(:)) + max(heights(:)))/2;
  data.height = heights - middle;
  bound = sqrt(sum(wide.^2)/4 + (max(data.height(:)) + depth)^2);
  x = [mean(limits, 1)'; middle];
  all_of = nsd_body_values(d);
  all_of.Fixed = true;
  group = struct('shapes', {{'terrain'}}, 'owners', 1, 'data', {{data}}, ...
                 'sizes', [depth; bound; 0], 'surfaces', nsd_body_surface(values, 1, d), ...
                 'places', [zeros(3, 1); reshape(eye(3), 9, 1)], 'masses', 1, ...
                 'inertias', ones(3, 1), 'axes', eye(3));
  group = nsd_body_start(group, d, all_of, x);
end
