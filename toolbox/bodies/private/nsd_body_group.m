function group = nsd_body_group(kind, d, given)
%NSD_BODY_GROUP  The bodies of one call of sphere, box and so on: one shape each, as columns.
  row = shape_row(kind, d);
  values = nsd_body_values(d);
  for k = 1:size(row.options, 1), values.(row.options{k, 1}) = []; end
  if ~isempty(given) && isnumeric(given{1}), refuse_unnamed(row); end
  values = nsd_pair_options(kind, given, values);
  x = nsd_real_array(values.Position, 'Position', 'bodies');
  if numel(x) == d, x = x(:); end
  if isempty(x) && strcmp(kind, 'hull'), x = NaN(d, 1); end   % where its points are
  if isempty(values.Position) && isempty(x)
    error('nsd:bodies:badSize', '%s needs ''Position'', as in %s(..., ''Position'', %s)', ...
          kind, kind, mat2str([zeros(d - 1, 1); 1]));
  elseif size(x, 1) ~= d || isempty(x) || ndims(x) > 2
    numbers = size(x, 1);
    if numbers == 1, numbers = numel(x); end
    error('nsd:bodies:badSize', ['%s: Position must be %d-by-N, one column for each body, ' ...
          'not %s%s'], kind, d, nsd_size_text(x), nsd_dimension_hint(d, numbers));
  end
  count = size(x, 2);
  shape = nsd_body_shape(row, d, values, count);
  if any(isnan(x)), x = shape.data.middle; end
  group.shapes = repmat({kind}, 1, count);
  group.owners = 1:count;
  group.data = repmat({shape.data}, 1, count);
  group.sizes = shape.sizes;
  group.surfaces = nsd_body_surface(values, count, d);
  group.masses = masses_of(values, shape.volume);
  group = with_inertia(group, values.Inertia, shape.tensor, d, kind);
  group.places = places_of(nsd_body_spread(values.Centre, d, count, 'Centre'), group.axes);
  group = nsd_body_start(group, d, values, x);
end

function row = shape_row(kind, d)
  row = nsd_shape_table(kind);
  if ~any(d == row.dimensions)
    error('nsd:bodies:dimension', ['%s belong to a world of %d dimensions, which the length ' ...
          'of Gravity says: NsdBodies(''Gravity'', [0 -9.81]) is a plane'], row.plural, ...
          row.dimensions);
  end
end

function refuse_unnamed(row)
% sizes and places without their names
  names = [reshape(row.options(:, 1), 1, []), {'Position'}];
  pairs = strcat('''', names, {''', ...'});
  error('nsd:bodies:unknownOption', '%s takes sizes and places by their names: world.%s(%s)', ...
        row.name, row.name, strjoin(pairs, ', '));
end

function masses = masses_of(values, volume)
% Mass, or Density times the volume (in the plane the area)
  count = numel(volume);
  if isempty(values.Density)
    masses = nsd_body_spread(nsd_or(values.Mass, 1), 1, count, 'Mass');
  elseif isempty(values.Mass)
    density = nsd_body_spread(values.Density, 1, count, 'Density');
    nsd_body_positive(density, 'Density');
    masses = density.*volume;
  else
    error('nsd:bodies:badMass', 'give Mass or Density, not both');
  end
  nsd_body_positive(masses, 'Mass');
end

function group = with_inertia(group, given, tensor, d, kind)
% moments about the principal axes, and these axes seen from the axes that the user gave
  count = numel(group.masses);
  group.axes = repmat(eye(3), [1 1 count]);
  group.inertias = zeros(3, count);
  if d == 2
    own = reshape(tensor(3, 3, :), 1, count).*group.masses;
    if ~isempty(given), own = nsd_body_spread(given, 1, count, 'Inertia'); end
    nsd_body_positive(own, 'Inertia');
    group.inertias = [own; own; own];
    if ~isempty(given), group.inertias(1:2, :) = 1; end
    return
  end
  if isequal(size(given), [3 3]) && count ~= 3    % of three bodies: moments, column by column
    require_tensor(given, kind);
    tensor = repmat(nsd_real_array(given, 'Inertia', 'bodies'), [1 1 count]);
  elseif ~isempty(given)
    moments = nsd_body_spread(given, 3, count, 'Inertia');
    group.inertias = moments;
    nsd_body_moments(moments, kind);
    return
  else
    tensor = bsxfun(@times, tensor, reshape(group.masses, 1, 1, []));
  end
  for k = 1:count
    if k > 1 && isequal(tensor(:, :, k), tensor(:, :, k-1))
      group.inertias(:, k) = group.inertias(:, k-1);
      group.axes(:, :, k) = group.axes(:, :, k-1);
    else
      [group.inertias(:, k), group.axes(:, :, k)] = nsd_body_principal(tensor(:, :, k), kind);
    end
  end
end

function require_tensor(given, kind)
  if max(max(abs(given - given'))) > 1e-9*max(abs(given(:)))
    error('nsd:bodies:badInertia', '%s: Inertia must be symmetric', kind);
  end
end

function places = places_of(centres, axes_of)
% centre and axes of each shape as the principal axes of its body see them
  count = size(centres, 2);
  places = zeros(12, count);
  centres(end+1:3, :) = 0;
  for k = 1:count
    back = axes_of(:, :, k)';
    places(:, k) = [back*centres(:, k); back(:)];
  end
end
