function hull = nsd_body_hull(points, d)
%NSD_BODY_HULL  The convex hull of points, d-by-N, with its centre of mass at the origin.
%   corner (3-by-n), start, loop, normal: its faces as mex/family/mex_bodies.c takes them; middle:
%   where the centre of mass is among the points; volume, tensor (inertia of mass one), bound,
%   inner: radii of balls around and in it.
  if ndims(points) > 2 || size(points, 1) ~= d || size(points, 2) < d + 1
    error('nsd:bodies:badHull', 'hull: Points must be %d-by-N with at least %d points, not %s', ...
          d, d + 1, nsd_size_text(points));
  end
  width = max(max(points, [], 2) - min(points, [], 2));
  if ~(width == 0 || (width > 1e-60 && width < 1e60))      % fifth powers must be numbers
    error('nsd:bodies:badHull', ['hull: Points span %g: they must be finite, in units in which ' ...
          'the hull is neither below 1e-60 nor above 1e60'], width);
  end
  middle = mean(points, 2);
  points = bsxfun(@minus, points, middle);
  spread = svd(points);
  if ~(width > 0) || numel(spread) < d || spread(d) <= 1e-9*spread(1)
    flat = {'on a line', 'in a plane'};
    error('nsd:bodies:badHull', ['hull: the %d Points lie %s, so that it has no %s: move some ' ...
          'of them, or give a box or capsule with the thickness'], size(points, 2), flat{d - 1}, ...
          nsd_or(repmat('area', 1, d == 2), 'volume'));
  end
  [~, first] = unique(round(points'/(1e-10*width)), 'rows');
  points = points(:, sort(first));
  if d == 2, hull = polygon(points); else, hull = polyhedron(points, width); end
  hull.corner = bsxfun(@minus, hull.corner, hull.middle);
  hull.middle = hull.middle(1:d) + middle;
  hull.bound = max(sqrt(sum(hull.corner.^2, 1)));
end

function hull = polygon(points)
  loop = convhull(points(1, :)', points(2, :)');
  p = points(:, loop(1:end-1));
  if area_of(p) < 0, p = fliplr(p); end
  p = p(:, turning(p, 1:size(p, 2)));
  n = size(p, 2);
  q = p(:, [2:n 1]);
  cross_of = p(1, :).*q(2, :) - p(2, :).*q(1, :);
  area = sum(cross_of)/2;
  middle = [sum((p(1, :) + q(1, :)).*cross_of); sum((p(2, :) + q(2, :)).*cross_of)]/(6*area);
  r = bsxfun(@minus, p, middle);
  s = r(:, [2:n 1]);
  own = sum((r(1, :).*s(2, :) - r(2, :).*s(1, :)).*sum(r.*r + r.*s + s.*s, 1))/12/area;
  out = [s(2, :) - r(2, :); r(1, :) - s(1, :)];
  out = bsxfun(@rdivide, out, sqrt(sum(out.^2, 1)));
  hull = struct('corner', [p; zeros(1, n)], 'start', 0, 'loop', zeros(1, 0), ...
                'normal', zeros(3, 0), 'middle', [middle; 0], 'volume', area, ...
                'tensor', own*eye(3), 'bound', 0, 'inner', min(sum(out.*r, 1)));
end

function a = area_of(p)
  q = p(:, [2:end 1]);
  a = sum(p(1, :).*q(2, :) - p(2, :).*q(1, :))/2;
end

function hull = polyhedron(points, width)
  faces = convhulln(points');
  inside = mean(points(:, unique(faces(:))), 2);
  a = points(:, faces(:, 1)); b = points(:, faces(:, 2)); c = points(:, faces(:, 3));
  normal = cross(b - a, c - a, 1);
  inward = sum(normal.*bsxfun(@minus, a, inside), 1) < 0;
  faces(inward, [2 3]) = faces(inward, [3 2]);
  normal(:, inward) = -normal(:, inward);
  area = sqrt(sum(normal.^2, 1));
  flat = area <= 1e-14*width^2;                   % without a direction: their neighbours cover them
  [volume, middle, tensor] = mass_of(points, faces);
  faces(flat, :) = [];
  normal = bsxfun(@rdivide, normal(:, ~flat), area(~flat));
  [loops, normals] = merged(points, faces, normal, area(~flat), width);
  used = unique([loops{:}]);
  number = zeros(1, size(points, 2));
  number(used) = 0:numel(used) - 1;
  offset = sum(normals.*points(:, cellfun(@(loop) loop(1), loops)), 1);
  hull = struct('corner', points(:, used), 'start', [0 cumsum(cellfun(@numel, loops))], ...
                'loop', number([loops{:}]), 'normal', normals, 'middle', middle, ...
                'volume', volume, 'tensor', tensor, 'bound', 0, ...
                'inner', min(offset - middle'*normals));
end

function [loops, normals] = merged(points, faces, normal, area, width)
% triangles of one plane as one face: its corners in order, counter-clockwise from outside
  offset = sum(normal.*points(:, faces(:, 1)), 1);
  left = true(1, size(faces, 1));
  loops = {};
  normals = zeros(3, 0);
  while any(left)
    which = find(left);
    [~, largest] = max(area(which));
    k = which(largest);
    same = left & normal(:, k)'*normal > 1 - 5e-11 & abs(offset - offset(k)) < 1e-7*width;
    left(same) = false;
    corners = reshape(unique(faces(same, :)), 1, []);
    n = normal(:, k);
    [~, thin] = min(abs(n));
    u = cross(n, double((1:3)' == thin));
    u = u/norm(u);
    v = cross(n, u);
    flat = [u v]'*bsxfun(@minus, points(:, corners), mean(points(:, corners), 2));
    [~, order] = sort(atan2(flat(2, :), flat(1, :)));
    loop = turning(flat(:, order), corners(order));
    if numel(loop) > 2
      loops{end+1} = loop; %#ok<AGROW>
      normals(:, end+1) = n; %#ok<AGROW>
    end
  end
end

function loop = turning(p, loop)
% the corners of a loop of points p in the plane at which it turns
  before = p - p(:, [end 1:end-1]);
  after = p(:, [2:end 1]) - p;
  turn = before(1, :).*after(2, :) - before(2, :).*after(1, :);
  loop = loop(turn > 1e-9*sqrt(sum(before.^2, 1).*sum(after.^2, 1)));
end

function [volume, middle, tensor] = mass_of(points, faces)
% sums over the tetrahedra between the origin and each triangle
  volume = 0;
  middle = zeros(3, 1);
  second = zeros(3);
  for k = 1:size(faces, 1)
    A = points(:, faces(k, :));
    share = det(A)/6;
    volume = volume + share;
    middle = middle + share*sum(A, 2)/4;
    second = second + share*A*((ones(3) + eye(3))/20)*A';
  end
  middle = middle/volume;
  second = second/volume - middle*middle';
  tensor = trace(second)*eye(3) - second;
end
