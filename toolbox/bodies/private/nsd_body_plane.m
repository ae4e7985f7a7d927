function [plane, surface, moving] = nsd_body_plane(d, normal, given)
%NSD_BODY_PLANE  Unit normal (three numbers) above the offset of a plane, and its surface.
%   MOVING: [], or for a plane with a velocity or spin the fixed body that it is.
  offset = 0;
  given = nsd_chars(given);
  if ~isempty(given) && ~ischar(given{1})
    offset = given{1};
    given(1) = [];
  end
  values = nsd_pair_options('plane', given, struct('Friction', [], 'Restitution', [], ...
                            'TangentialRestitution', [], 'Rolling', [], 'Spinning', [], ...
                            'Velocity', 0, 'Spin', 0, 'Point', []));
  normal = nsd_real_array(normal, 'normal', 'bodies');
  normal = normal(:);
  offset = nsd_real_array(offset, 'offset', 'bodies');
  if numel(normal) ~= d || ~(norm(normal) > 0) || numel(offset) ~= 1
    error('nsd:bodies:badPlane', ['plane takes a normal of %d numbers, not all zero, and the ' ...
          'distance of the plane from the origin along it%s'], d, ...
          nsd_dimension_hint(d, numel(normal)));
  end
  plane = zeros(4, 1);
  plane(1:d) = normal/norm(normal);
  plane(4) = offset;
  surface = nsd_body_surface(values, 1, d);
  moving = [];
  speeds = [values.Velocity(:); values.Spin(:)];
  if ~isnumeric(speeds) || any(speeds ~= 0), moving = body_of(d, plane, surface, values); end
end

function group = body_of(d, plane, surface, values)
% a body of prescribed motion below its last axis, at a point of the plane
  n = plane(1:d);
  x = n*plane(4);
  if ~isempty(values.Point)
    x = nsd_check_vector(values.Point, d, 'plane: Point', 'bodies');
    x = x - n*(n'*x - plane(4));
  end
  all_of = nsd_body_values(d);
  [all_of.Velocity, all_of.Spin, all_of.Fixed] = deal(values.Velocity, values.Spin, true);
  if d == 2
    all_of.Angle = atan2(n(2), n(1)) - pi/2;
  else
    [~, thin] = min(abs(n));
    u = cross(double((1:3)' == thin), n);
    u = u/norm(u);
    all_of.Orientation = nsd_quaternion_of([u, cross(n, u), n]);
  end
  group = struct('shapes', {{'plane'}}, 'owners', 1, 'data', {{[]}}, 'sizes', [1e-9; 0; 0], ...
                 'surfaces', surface, 'places', [zeros(3, 1); reshape(eye(3), 9, 1)], ...
                 'masses', 1, 'inertias', ones(3, 1), 'axes', eye(3));
  group = nsd_body_start(group, d, all_of, x);
end
