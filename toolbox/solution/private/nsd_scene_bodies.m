function scene = nsd_scene_bodies(scene, sol, options)
%NSD_SCENE_BODIES  Rigid bodies as pieces of a scene: bodies of each shape, planes.
  world = sol.system;
  d = world.Dimension;
  scene.dimension = d;
  colors = colors_of(options.Color, world.Bodies);
  shapes = nsd_shape_table();
  ground = strcmp({shapes.name}, 'terrain');
  for shape = shapes(~ground)', scene = add_shape(scene, world, shape, colors); end
  scene.hull = reached_points(scene, sol, world);
  scene.limits = all_limits(scene.hull, world);
  scene = add_shape(scene, world, shapes(ground), colors);
  marked = {shapes([shapes.marked]).name};
  scene = add_marks(scene, world, find(ismember(world.Shapes, marked)));
  for k = 1:size(world.Planes, 2)
    others = world.Planes(:, [1:k-1, k+1:end]);
    scene = add_plane(scene, world.Planes(:, k), world.Gravity, others);
  end
  for k = world.Owners(strcmp(world.Shapes, 'plane'))
    scene = add_moving_plane(scene, sol, k);
  end
  fixed = cellfun(@(piece) piece.points(sol.q(1, :)'), scene.pieces, 'UniformOutput', false);
  scene.hull = vertcat(scene.hull, fixed{:});     % planes and ground, too
  scene = nsd_scene_links(scene, sol, options);
end

function colors = colors_of(given, bodies)
% colours, one row for each body, a little brighter than those of its curves in plot(sol)
  few = 0.9*nsd_palette(1:6) + 0.1;
  colors = nsd_or(given, few(mod(0:bodies-1, size(few, 1)) + 1, :));
  good = isnumeric(colors) && isreal(colors) && ndims(colors) == 2 && size(colors, 2) == 3 ...
         && any(size(colors, 1) == [1 bodies]) && all(colors(:) >= 0 & colors(:) <= 1);
  if ~good
    error('nsd:solution:badAnimation', ...
          'animate: Color must be 1-by-3, or %d-by-3 with rows for each body, in [0,1]', ...
          bodies);
  end
  if size(colors, 1) == 1, colors = repmat(colors, bodies, 1); end
end

function points = reached_points(scene, sol, world)
% Points around which the picture is made: corners of the bodies in some rows, of very many bodies
% corners of cubes around them; and what joints, ropes and springs hold on to.
  d = world.Dimension;
  most = 3e5;
  at = @(k) cellfun(@(piece) piece.points(sol.q(k, :)'), scene.pieces, 'UniformOutput', false);
  first = at(1);
  each = size(vertcat(first{:}), 1);
  count = min(size(sol.q, 1), max(2, min(60, floor(most/max(1, each)))));
  chosen = round(linspace(1, size(sol.q, 1), count));
  if each > most/10
    points = cubes(sol.q(chosen, :), nsd_body_bounds(world), d);
  else
    points = arrayfun(at, chosen, 'UniformOutput', false);
    points = [points{:}];
    points = vertcat(points{:}, zeros(0, d));
  end
  points = [points; held_points(world.Links, d); held_points(world.Loads, d)];
  if isempty(points), points = [-ones(1, d); ones(1, d)]; end
end

function points = cubes(q, bounds, d)
  stride = 4*d - 5;
  corners = 2*(dec2bin(0:2^d - 1) - '0') - 1;
  points = cell(1, numel(bounds));
  for k = find(isfinite(bounds))
    centre = kron(q(:, (k - 1)*stride + (1:d)), ones(size(corners, 1), 1));
    points{k} = centre + 0.75*bounds(k)*repmat(corners, size(q, 1), 1);
  end
  points = vertcat(points{:});
end

function limits = all_limits(points, world)
% around the bodies in all rows, with walls that are near; of terrain what is above its lowest point
  d = world.Dimension;
  [low, high] = deal(min(points, [], 1), max(points, [], 1));
  margin = 0.03*max([high - low, realmin]);
  limits = reshape([low - margin; high + margin], 1, []);
  for k = find(strcmp(world.Shapes, 'terrain'))
    ground = world.Terrains{world.ShapeData(k)};
    centre = world.InitialPosition((world.Owners(k) - 1)*(4*d - 5) + (1:d))';
    low = [ground.corner(1:d-1)', min(ground.height(:))] + centre;
    high = [-ground.corner(1:d-1)', max(ground.height(:))] + centre;
    limits(1:2:end) = min(limits(1:2:end), low);
    limits(2:2:end) = max(limits(2:2:end), high);
  end
  level = find(abs(world.Planes(d, :)) > 0.9);
  if d == 3 && ~isempty(level)                    % a floor reaches further than the bodies
    wide = 0.12*max(limits([2 4]) - limits([1 3]));
    limits(1:4) = limits(1:4) + wide*[-1 1 -1 1];
  end
  limits = with_walls(limits, world.Planes(1:d, :), world.Planes(4, :));
end

function limits = with_walls(limits, normals, offsets)
% upright and level planes that are less than half of the picture away from its sides
  [low, high] = deal(limits(1:2:end)', limits(2:2:end)');
  near = 0.5*max(high - low);
  for k = find(max(abs(normals), [], 1) > 1 - 1e-12)
    [~, axis] = max(abs(normals(:, k)));
    at = offsets(k)*normals(axis, k);
    if at < low(axis) && at > low(axis) - near, low(axis) = at - 0.02*near; end
    if at > high(axis) && at < high(axis) + near, high(axis) = at + 0.02*near; end
  end
  limits = reshape([low, high]', 1, []);
end

function points = held_points(links, d)
% points of joints, ropes and springs on the ground, one per row
  points = zeros(0, d);
  for link = links
    if ~isempty(link.pointA) && link.bodies(1) == 0
      points(end+1, :) = link.pointA(1:d)'; %#ok<AGROW>
    end
    if ~isempty(link.pointB) && link.bodies(2) == 0 && ~any(strcmp(link.kind, {'force', 'torque'}))
      points(end+1, :) = link.pointB(1:d)'; %#ok<AGROW>
    end
  end
end

function scene = add_shape(scene, world, shape, colors)
% all shapes of one row of nsd_shape_table in one patch, those with a hull of their own in others
  which = find(strcmp(world.Shapes, shape.name));
  if isempty(which) || isempty(shape.mesh), return; end
  for number = unique(world.ShapeData(which))
    some = which(world.ShapeData(which) == number);
    data = [];
    if strcmp(shape.name, 'hull'), data = world.Hulls{number}; end
    if strcmp(shape.name, 'terrain')
      data = world.Terrains{number};
      colors(world.Owners(some), :) = repmat([0.75 0.78 0.68], numel(some), 1);
    end
    mesh = shape.mesh(world.Dimension, numel(which), data);
    scene = add_mesh(scene, world, some, shape, mesh, colors);
  end
end

function scene = add_mesh(scene, world, which, shape, mesh, colors)
% shapes with one mesh: their corners one after the other
  [unit, faces, tone] = mesh{:};
  n = size(unit, 2);
  count = numel(which);
  shift = kron(n*(0:count-1)', ones(size(faces)));
  all_faces = repmat(faces, count, 1) + shift;
  shade = kron(colors(world.Owners(which), :), ones(numel(tone), 1)).*repmat(tone(:), count, 3);
  style = {'EdgeColor', [0.25 0.25 0.25], 'LineWidth', 0.5};
  if world.Dimension == 3
    lit = {'FaceLighting', 'flat', 'AmbientStrength', 0.5, 'DiffuseStrength', 0.7, ...
           'SpecularStrength', 0.1};                  % bright facets hide the shape
    if n > 60 || shape.curved
      style(1:2) = {'EdgeColor', 'none'};
    end
    if shape.curved, lit{2} = 'gouraud'; end
    style = [style, lit];
  end
  sizes = world.Sizes(:, which(kron(1:count, ones(1, n))));
  own = shape.corners(repmat(unit, 1, count), sizes);
  own = on_bodies(own, world.ShapePlaces(:, which), n);
  scene.pieces{end+1} = struct('faces', all_faces, 'colors', min(shade, 1), 'style', {style}, ...
                               'points', @(q) corners(q, world, world.Owners(which), own), ...
                               'round', n*any(strcmp(shape.name, {'sphere', 'capsule', ...
                                                                  'ellipsoid'})));
end

function own = on_bodies(own, places, n)
% corners of shapes, n of each, as their bodies see them
  d = size(own, 1);
  for k = 1:size(places, 2)
    R = reshape(places(4:12, k), 3, 3);
    some = (k - 1)*n + (1:n);
    own(:, some) = bsxfun(@plus, R(1:d, 1:d)*own(:, some), places(1:d, k));
  end
end

function points = corners(q, world, which, own)
% corner by corner and body by body: x + R own
  d = world.Dimension;
  n = size(own, 2)/numel(which);
  q = reshape(q, 4*d - 5, []);
  q = q(:, which);
  place = kron(1:numel(which), ones(1, n));
  turn = q(d+1:end, place);
  if d == 2
    turned = [cos(turn).*own(1, :) - sin(turn).*own(2, :); ...
              sin(turn).*own(1, :) + cos(turn).*own(2, :)];
  else
    turn = bsxfun(@rdivide, turn, sqrt(sum(turn.^2, 1)));
    turned = nsd_quaternion_rotate(turn, own, 1);
  end
  points = (q(1:d, place) + turned)';
end

function scene = add_marks(scene, world, which)
% a radius in each disc, so that turning shows
  if isempty(which), return; end
  ends = [zeros(1, numel(which)); world.Sizes(1, which)];
  own = on_bodies([ends(:)'; zeros(1, numel(ends))], world.ShapePlaces(:, which), 2);
  function points = marks(q)
    points = corners(q, world, world.Owners(which), own);
    gap = NaN(1, numel(which));
    x = [reshape(points(:, 1), 2, []); gap];
    y = [reshape(points(:, 2), 2, []); gap];
    points = [x(:), y(:)];
  end
  scene.pieces{end+1} = struct('faces', [], 'colors', [], 'points', @marks, ...
                               'style', {{'Color', [0.25 0.25 0.25], 'LineWidth', 0.5}});
end

function scene = add_moving_plane(scene, sol, k)
% where it is at the start
  world = sol.system;
  d = world.Dimension;
  q = world.InitialPosition((k - 1)*(4*d - 5) + (1:4*d - 5));
  if d == 2, n = [-sin(q(3)); cos(q(3))]; else, n = nsd_quaternion_rotate(q(4:7), [0; 0; 1], 1); end
  plane = zeros(4, 1);
  plane(1:d) = n;
  plane(4) = n'*q(1:d);
  scene = add_plane(scene, plane, world.Gravity, zeros(4, 0));
end

function scene = add_plane(scene, plane, gravity, others)
% The part of a plane within the picture: a line, a grey floor, or the outline of a wall. In space
% a plane ends at the OTHER planes.
  d = scene.dimension;
  n = plane(1:d);
  low = scene.limits(1:2:end)';
  high = scene.limits(2:2:end)';
  middle = (low + high)/2;
  middle = middle - n*(n'*middle - plane(4));
  across = null(n');
  reach = norm(high - low);
  if d == 2
    points = bsxfun(@plus, middle', reach*[-across'; across']);
    [faces, style] = deal([], {'Color', [0.4 0.4 0.4], 'LineWidth', 2});
  else
    points = clipped(middle, across, reach, [[eye(3), -eye(3); low', -high'], others]);
    if isempty(points), return; end
    [faces, style] = deal(1:size(points, 1), {'EdgeColor', [0.6 0.6 0.6]});
    if ~(norm(gravity) > 0 && -n'*gravity/norm(gravity) > 0.5)
      points = points([1:end 1], :);
      [faces, style] = deal([], {'Color', [0.6 0.6 0.6]});
    end
  end
  piece = struct('faces', faces, 'colors', [0.86 0.86 0.84], 'points', @(q) points, ...
                 'style', {style}, 'floor', true);
  scene.pieces = [{piece}, scene.pieces];               % behind the bodies
end

function points = clipped(middle, across, reach, planes)
% a large square in the plane, cut by others [n; offset], of which the sides with n'x >= offset stay
  square = [-1 1 1 -1; -1 -1 1 1];
  points = bsxfun(@plus, middle, reach*across*square);
  for plane = planes
    points = cut(points, plane(1:3), plane(4) - 1e-6*reach);
  end
  points = points';
end

function kept = cut(points, n, offset)
  kept = zeros(3, 0);
  count = size(points, 2);
  for c = 1:count
    p = points(:, c);
    q = points(:, mod(c, count) + 1);
    here = n'*p - offset;
    there = n'*q - offset;
    if here >= 0, kept(:, end+1) = p; end %#ok<AGROW>
    if (here >= 0) ~= (there >= 0)
      kept(:, end+1) = p + here/(here - there)*(q - p); %#ok<AGROW>
    end
  end
end
