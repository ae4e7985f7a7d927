function shapes = nsd_shape_table(name)
%NSD_SHAPE_TABLE  Every shape of rigid bodies once, or the row of the shape NAME.
%   name        the method of NsdBodies that adds such bodies; plural: of the word
%   kernel      its name in c/bodies/collide/collide.c; collide.h says what its sizes are
%   dimensions  of the worlds it belongs to
%   options     name of each option for its size, and @(d) numbers that a body has in it; []: points
%   sizes       @(values) 3-by-N from a struct of these options
%   bound       @(sizes) radii of balls around the bodies
%   volume      @(sizes, d) 1-by-N, in the plane areas
%   inertia     @(masses, sizes, d) 3-by-N, of uniform bodies
%   mesh        @(d, count, data) {points, faces, tones} of one body among COUNT, to be drawn
%   corners     @(points, sizes) the points of a mesh on bodies of these sizes, column by column
%   marked      true: discs, drawn with a radius, so that turning shows
%   curved      true: drawn without the edges of its mesh
%   solid       true: can be part of a compound; others stand still or move as they are told
  persistent table                                % constant, and read for every run
  if isempty(table)
    table = cell2struct(all_rows(), {'name', 'plural', 'kernel', 'dimensions', 'options', ...
                        'sizes', 'bound', 'volume', 'inertia', 'mesh', 'corners', 'marked', ...
                        'curved', 'solid'}, 2);
  end
  shapes = table;
  if nargin > 0, shapes = table(strcmp(name, {table.name})); end
end

function rows = all_rows()
  first = @(sizes) sizes(1, :);
  round = @(share) @(m, sizes, d) repmat(share*m.*sizes(1, :).^2, 3, 1);
  scaled = @(points, sizes) points.*sizes(1:size(points, 1), :);
  as_given = @(points, sizes) points;
  none = {};
  rows = { ...
    'sphere', 'spheres', 'ball', 3, {'Radius', @(d) 1}, @ball_sizes, first, @ball_volume, ...
      round(2/5), @(d, count, data) sphere_mesh(count), @ball_corners, false, true, true; ...
    'disc', 'discs', 'ball', 2, {'Radius', @(d) 1}, @ball_sizes, first, @ball_volume, ...
      round(1/2), @(d, count, data) disc_mesh(), @ball_corners, true, false, true; ...
    'box', 'boxes', 'box', [2 3], {'Size', @(d) d}, @box_sizes, ...
      @(sizes) sqrt(sum(sizes.^2, 1)), @(sizes, d) 2^d*prod(sizes(1:d, :), 1), @box_inertia, ...
      @(d, count, data) box_mesh(d), scaled, false, false, true; ...
    'capsule', 'capsules', 'capsule', [2 3], {'Radius', @(d) 1; 'Length', @(d) 1}, ...
      @capsule_sizes, @(sizes) sizes(1, :) + sizes(2, :), @capsule_volume, @capsule_inertia, ...
      @(d, count, data) capsule_mesh(d, count), @capsule_corners, false, true, true; ...
    'cylinder', 'cylinders', 'cylinder', 3, {'Radius', @(d) 1; 'Length', @(d) 1}, ...
      @capsule_sizes, @(sizes) sqrt(sum(sizes(1:2, :).^2, 1)), ...
      @(sizes, d) 2*pi*sizes(1, :).^2.*sizes(2, :), @cylinder_inertia, ...
      @(d, count, data) cylinder_mesh(), @(points, sizes) points.*sizes([1 1 2], :), false, ...
      true, true; ...
    'ellipsoid', 'ellipsoids', 'ellipsoid', 3, {'Radii', @(d) 3}, @(values) values.Radii, ...
      @(sizes) max(sizes, [], 1), @(sizes, d) 4/3*pi*prod(sizes, 1), ...
      @(m, sizes, d) box_inertia(3/5*m, sizes, d), @(d, count, data) sphere_mesh(count), ...
      scaled, false, true, true; ...
    'hull', 'hulls', 'hull', [2 3], {'Points', []}, none, first, none, none, ...
      @(d, count, data) hull_mesh(d, data), as_given, false, false, true; ...
    'terrain', 'terrains', 'terrain', [2 3], {}, none, @(sizes) sizes(2, :), none, none, ...
      @(d, count, data) terrain_mesh(d, data), as_given, false, false, false; ...
    'plane', 'moving planes', 'halfspace', [2 3], {}, none, first, none, none, none, ...
      as_given, false, false, false};
end

function volumes = ball_volume(sizes, d)
  volumes = pi*sizes(1, :).^2;
  if d == 3, volumes = 4/3*volumes.*sizes(1, :); end
end

function volumes = capsule_volume(sizes, d)
  volumes = ball_volume(sizes, d) + 4*sizes(1, :).*sizes(2, :);
  if d == 3, volumes = ball_volume(sizes, d) + 2*pi*sizes(1, :).^2.*sizes(2, :); end
end

function inertias = cylinder_inertia(m, sizes, ~)
  across = m.*(sizes(1, :).^2/4 + sizes(2, :).^2/3);
  inertias = [across; across; m.*sizes(1, :).^2/2];
end

function mesh = cylinder_mesh()
% The side as strips, the ends as polygons with corners of their own, so that light does not round
% their edges; two quarters of the side are darker, so that turning shows.
  n = 32;
  angle = 2*pi*(0:n-1)/n;
  rim = [cos(angle); sin(angle)];
  level = ones(1, n);
  unit = [rim, rim, rim, rim; -level, level, -level, level];
  k = 1:n;
  next = [2:n 1];
  faces = NaN(n + 2, n);
  faces(1:n, 1:4) = [k; next; next + n; k + n]';
  faces(n + 1, :) = 2*n + (n:-1:1);
  faces(n + 2, :) = 3*n + (1:n);
  tone = [1 - 0.2*(mod(floor(4*(k - 1)/n), 2) == 0), 0.85, 1];
  mesh = {unit, faces, tone};
end

function mesh = hull_mesh(d, hull)
  if d == 2
    mesh = {hull.corner(1:2, :), 1:size(hull.corner, 2), 1};
    return
  end
  count = diff(hull.start);
  faces = NaN(numel(count), max(count));
  for k = 1:numel(count)
    faces(k, 1:count(k)) = hull.loop(hull.start(k) + (1:count(k))) + 1;
  end
  mesh = {hull.corner, faces, 0.8 + 0.2*(hull.normal(3, :) > -0.5)};
end

function mesh = terrain_mesh(d, terrain)
  [nx, ny] = size(terrain.height);
  x = terrain.corner(1) + terrain.step(1)*(0:nx-1);
  if d == 2
    low = min(terrain.height) - terrain.depth;
    mesh = {[x, x(end), x(1); terrain.height', low, low], 1:nx + 2, 0.9};
    return
  end
  [X, Y] = ndgrid(x, terrain.corner(2) + terrain.step(2)*(0:ny-1));
  [i, j] = ndgrid(1:nx-1, 1:ny-1);
  k = i(:) + nx*(j(:) - 1);
  faces = [k, k + 1, k + nx; k + nx + 1, k + nx, k + 1];
  mesh = {[X(:)'; Y(:)'; terrain.height(:)'], faces, ones(1, size(faces, 1))};
end

function sizes = capsule_sizes(values)
  sizes = [values.Radius; values.Length/2; 0*values.Radius];
end

function inertias = capsule_inertia(m, sizes, d)
% a cylinder and two half balls of one density, along the third axis; in the plane a rectangle and
% two half discs, whose centres of mass are 4 r/(3 pi) from their edges (of half balls 3 r/8)
  [r, l] = deal(sizes(1, :), 2*sizes(2, :));
  if d == 2
    part = pi*r./(2*l + pi*r);
    own = m.*((1 - part).*(4*r.^2 + l.^2)/12 + part.*(r.^2/2 + l.^2/4 + 4/(3*pi)*l.*r));
    inertias = [own; own; own];
    return
  end
  part = 4/3*r./(l + 4/3*r);                      % of the mass in the ends
  across = m.*((1 - part).*(3*r.^2 + l.^2)/12 + part.*(2/5*r.^2 + l.^2/4 + 3/8*l.*r));
  inertias = [across; across; m.*((1 - part).*r.^2/2 + part.*2/5.*r.^2)];
end

function mesh = capsule_mesh(d, count)
% those of a ball; the corners are then moved apart along the axis
  if d == 2, mesh = disc_mesh(); else, mesh = sphere_mesh(count); end
end

function points = capsule_corners(points, sizes)
  along = size(points, 1);                        % the third axis
  if along == 2, along = 1; end
  side = sign(points(along, :));
  points = ball_corners(points, sizes);
  points(along, :) = points(along, :) + side.*sizes(2, :);
end

function sizes = ball_sizes(values)
  sizes = [values.Radius; zeros(2, numel(values.Radius))];
end

function points = ball_corners(points, sizes)
  points = points.*repmat(sizes(1, :), size(points, 1), 1);
end

function mesh = disc_mesh()
  angle = 2*pi*(0:23)/24;
  mesh = {[cos(angle); sin(angle)], 1:24, 1};
end

function mesh = sphere_mesh(count)
  unit = [eye(3), -eye(3)];                              % an octahedron, divided
  faces = [1 2 3; 2 4 3; 4 5 3; 5 1 3; 2 1 6; 4 2 6; 5 4 6; 1 5 6];
  for k = 1:3 - (count > 200) - (count > 1500)
    [unit, faces] = divided(unit, faces);
  end
  [~, first, place] = unique(round(1e9*unit'), 'rows');  % one corner for all faces around it
  [unit, faces] = deal(unit(:, first), reshape(place(faces), size(faces)));
  middle = (unit(:, faces(:, 1)) + unit(:, faces(:, 2)) + unit(:, faces(:, 3)))/3;
  tone = 1 - 0.25*(middle(1, :).*middle(2, :) > 0);      % two shades, so that turning shows
  unit = unit/mean(sqrt(sum(middle.^2, 1)))^0.5;         % as large as the ball on average
  mesh = {unit, faces, tone};
end

function [unit, faces] = divided(unit, faces)
% each triangle in four, new corners on the sphere; corners may repeat
  a = unit(:, faces(:, 1)); b = unit(:, faces(:, 2)); c = unit(:, faces(:, 3));
  ab = normal(a + b); bc = normal(b + c); ca = normal(c + a);
  n = size(faces, 1);
  k = (1:n)';
  unit = [a, b, c, ab, bc, ca];
  faces = [k, k + 3*n, k + 5*n; k + 3*n, k + n, k + 4*n; k + 5*n, k + 4*n, k + 2*n; ...
           k + 3*n, k + 4*n, k + 5*n];
end

function x = normal(x)
  x = bsxfun(@rdivide, x, sqrt(sum(x.^2, 1)));
end

function sizes = box_sizes(values)
  sizes = values.Size/2;
  sizes(end+1:3, :) = 0;
end

function inertias = box_inertia(m, sizes, ~)
% m (b^2 + c^2)/12 of edges b and c
  s = sizes.^2;
  inertias = bsxfun(@times, m/3, [s(2, :) + s(3, :); s(1, :) + s(3, :); s(1, :) + s(2, :)]);
end

function mesh = box_mesh(d)
  if d == 2
    mesh = {[-1 1 1 -1; -1 -1 1 1], 1:4, 1};
    return
  end
  unit = [-1 1 1 -1 -1 1 1 -1; -1 -1 1 1 -1 -1 1 1; -1 -1 -1 -1 1 1 1 1];
  faces = [1 4 3 2; 5 6 7 8; 1 2 6 5; 3 4 8 7; 2 3 7 6; 1 5 8 4];
  mesh = {unit, faces, [0.7 1 0.9 0.9 0.8 0.8]};
end
