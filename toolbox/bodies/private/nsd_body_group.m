function group = nsd_body_group(kind, d, given)
%NSD_BODY_GROUP  The bodies of one call of sphere, disc or box, as columns.
  row = nsd_shape_table(kind);
  if ~any(d == row.dimensions)
    error('nsd:bodies:dimension', ['%s belong to a world of %d dimensions, which the length ' ...
          'of Gravity says: NsdBodies(''Gravity'', [0 -9.81]) is a plane'], row.plural, ...
          row.dimensions);
  end
  values = struct('Position', [], 'Velocity', 0, 'Mass', 1, 'Inertia', [], 'Spin', 0, ...
                  'Fixed', false, 'Friction', [], 'Restitution', [], ...
                  'TangentialRestitution', [], 'Rolling', [], 'Spinning', []);
  for k = 1:size(row.options, 1), values.(row.options{k, 1}) = []; end
  values.(choose(d == 2, 'Angle', 'Orientation')) = choose(d == 2, 0, [1; 0; 0; 0]);
  values = nsd_pair_options(kind, given, values);
  x = nsd_real_array(values.Position, 'Position', 'bodies');
  if numel(x) == d, x = x(:); end
  if size(x, 1) ~= d || isempty(x) || ndims(x) > 2
    error('nsd:bodies:badSize', ['%s: Position must be %d-by-N, one column for each body, ' ...
          'not %s'], kind, d, nsd_size_text(x));
  end
  count = size(x, 2);
  group.shapes = repmat({kind}, 1, count);
  group.sizes = sizes_of(row, d, values, count);
  group.masses = spread(values.Mass, 1, count, 'Mass');
  require_positive(group.masses, 'Mass');
  group.inertias = inertias_of(row, d, values.Inertia, group, count);
  fixed = spread(double(values.Fixed), 1, count, 'Fixed') ~= 0;
  group.masses(fixed) = Inf;
  group.surfaces = nsd_body_surface(values, count, d);
  spins = spread(values.Spin, choose(d == 2, 1, 3), count, 'Spin');
  v = spread(values.Velocity, d, count, 'Velocity');
  if d == 2
    turn = spread(values.Angle, 1, count, 'Angle');
  else
    turn = turns_of(values.Orientation, count);
  end
  group.q0 = reshape([x; turn], [], 1);
  group.v0 = reshape([v; spins], [], 1);
end

function value = choose(first, yes, no)
  value = no;
  if first, value = yes; end
end

function a = spread(a, rows_needed, count, name)
% values given as a number, as one column, or as one column for each body
  a = nsd_real_array(a, name, 'bodies');
  if rows_needed == 1, a = a(:)'; end
  if isscalar(a) && (a == 0 || rows_needed == 1), a = repmat(a, rows_needed, 1); end
  if numel(a) == rows_needed && rows_needed > 1, a = a(:); end
  if size(a, 1) ~= rows_needed || ~any(size(a, 2) == [1 count])
    several = '';
    if count > 1, several = sprintf(', or %d-by-%d', rows_needed, count); end
    error('nsd:bodies:badSize', '%s must be %d-by-1%s for %d body(s), not %s', name, ...
          rows_needed, several, count, nsd_size_text(a));
  end
  if size(a, 2) == 1, a = repmat(a, 1, count); end
end

function require_positive(a, name)
  if any(a(:) <= 0)
    error(['nsd:bodies:bad' name], '%s must be positive, not %g', name, a(find(a(:) <= 0, 1)));
  end
end

function sizes = sizes_of(row, d, values, count)
% from the options of the shape; one number stands for all that a body has in an option
  for k = 1:size(row.options, 1)
    [name, numbers] = row.options{k, :};
    if isempty(values.(name))
      error('nsd:bodies:missing', '%s needs ''%s''', row.name, name);
    end
    given = nsd_real_array(values.(name), name, 'bodies');
    if isscalar(given), given = repmat(given, numbers(d), 1); end
    read.(name) = spread(given, numbers(d), count, name);
    require_positive(read.(name), name);
  end
  sizes = row.sizes(read);
end

function inertias = inertias_of(row, d, given, group, count)
% those given, or of uniform bodies
  if ~isempty(given)
    inertias = [ones(3 - choose(d == 2, 1, 3), count); ...
                spread(given, choose(d == 2, 1, 3), count, 'Inertia')];
    require_positive(inertias, 'Inertia');
    if d == 3, require_masses(inertias); end
  else
    inertias = row.inertia(group.masses, group.sizes, d);
  end
end

function require_masses(inertias)
% no inertia of a rigid body exceeds the sum of the other two; a plate without thickness has the sum
  rest = bsxfun(@minus, sum(inertias, 1), inertias);
  k = find(any(inertias > (1 + 1e-9)*rest, 1), 1);
  if ~isempty(k)
    error('nsd:bodies:badInertia', ['Inertia [%g %g %g] is impossible: one moment is larger ' ...
          'than the sum of the others'], inertias(:, k));
  end
end

function turn = turns_of(given, count)
% unit quaternions; three rows are rotation vectors, axis times angle
  given = nsd_real_array(given, 'Orientation', 'bodies');
  if any(numel(given) == [3 4]), given = given(:); end
  if size(given, 1) == 3
    angle = sqrt(sum(given.^2, 1));
    given = [cos(angle/2); bsxfun(@times, given, sin(angle/2)./max(angle, realmin))];
  end
  turn = spread(given, 4, count, 'Orientation');
  size_of = sqrt(sum(turn.^2, 1));
  if any(size_of == 0)
    error('nsd:bodies:badOrientation', 'an Orientation of zeros is no rotation');
  end
  turn = bsxfun(@rdivide, turn, size_of);
end
