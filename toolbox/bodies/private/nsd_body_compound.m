function group = nsd_body_compound(d, parts, given)
%NSD_BODY_COMPOUND  Bodies of several shapes: PARTS is a cell of cells {'box', 'Size', s, ...}.
%   Centre and Orientation (plane: Angle) of a part are in coordinates of the compound; masses of
%   parts are Mass or Density of each, else shares of the whole by volume. The centre of mass is put
%   to Position, without one it stays where the coordinates say. With Inertia the coordinates begin
%   at the centre of mass.
  values = nsd_body_values(d);
  values = nsd_pair_options('compound', given, rmfield(values, 'Centre'));
  if ~iscell(parts) || isempty(parts) || ~all(cellfun(@iscell, parts(:)))
    error('nsd:bodies:badCompound', ['compound takes a cell of parts, as in {{''box'', ' ...
          '''Size'', [1 1 2]}, {''sphere'', ''Radius'', 1, ''Centre'', [0 0 1]}}']);
  end
  for k = 1:numel(parts), part(k) = read_part(d, parts{k}, k); end %#ok<AGROW>
  whole = weigh(part, values, d);
  x = nsd_real_array(values.Position, 'Position', 'bodies');
  if numel(x) == d, x = x(:); end
  if isempty(x), x = whole.middle(1:d); end
  if size(x, 1) ~= d || ndims(x) > 2
    error('nsd:bodies:badSize', 'compound: Position must be %d-by-N, not %s', d, nsd_size_text(x));
  end
  [bodies, shapes] = deal(size(x, 2), numel(part));
  back = whole.axes';
  places = zeros(12, shapes);
  for k = 1:shapes
    places(:, k) = [back*(part(k).centre - whole.middle); reshape(back*part(k).turn, 9, 1)];
  end
  group.shapes = repmat({part.kind}, 1, bodies);
  group.owners = kron(1:bodies, ones(1, shapes));
  group.data = repmat({part.data}, 1, bodies);
  group.sizes = repmat([part.sizes], 1, bodies);
  group.surfaces = repmat(merged_surfaces(part, nsd_body_surface(values, 1, d)), 1, bodies);
  group.places = repmat(places, 1, bodies);
  group.masses = repmat(whole.mass, 1, bodies);
  group.inertias = repmat(whole.moments, 1, bodies);
  group.axes = repmat(whole.axes, [1 1 bodies]);
  group = nsd_body_start(group, d, values, x);
end

function part = read_part(d, given, k)
% one shape with its own place, surface and mass
  names = {nsd_shape_table().name};
  given = nsd_chars(given);
  if isempty(given) || ~ischar(given{1}) || ~any(strcmp(given{1}, names))
    solid = names([nsd_shape_table().solid]);
    hint = '';
    if ~isempty(given), [~, ~, hint] = nsd_nearest_names(given{1}, solid); end
    error('nsd:bodies:badCompound', 'part %d of a compound begins with one of: %s%s', k, ...
          strjoin(solid, ', '), hint);
  end
  row = nsd_shape_table(given{1});
  if ~row.solid || ~any(row.dimensions == d)
    error('nsd:bodies:badCompound', 'part %d: a compound cannot contain a %s', k, row.name);
  end
  all_of = nsd_body_values(d);
  values = struct('Centre', 0, 'Mass', [], 'Density', []);
  for name = {'Friction', 'Restitution', 'TangentialRestitution', 'Rolling', 'Spinning'}
    values.(name{1}) = [];
  end
  turning = {'Angle', 'Orientation'};
  values.(turning{d - 1}) = all_of.(turning{d - 1});
  for j = 1:size(row.options, 1), values.(row.options{j, 1}) = []; end
  values = nsd_pair_options(row.name, given(2:end), values);
  shape = nsd_body_shape(row, d, values, 1);
  centre = nsd_body_spread(values.Centre, d, 1, 'Centre');
  if strcmp(row.name, 'hull'), centre = centre + shape.data.middle; end
  if d == 2
    angle = nsd_body_spread(values.Angle, 1, 1, 'Angle');
    turn = [cos(angle) -sin(angle) 0; sin(angle) cos(angle) 0; 0 0 1];
  else
    turn = nsd_quaternion_matrix(nsd_body_turns(values.Orientation, 1));
  end
  part = struct('kind', row.name, 'sizes', shape.sizes, 'data', shape.data, ...
                'volume', shape.volume, 'tensor', turn*shape.tensor*turn', 'turn', turn, ...
                'centre', [centre; zeros(3 - d, 1)], 'mass', values.Mass, ...
                'density', values.Density, 'surface', nsd_body_surface(values, 1, d));
end

function whole = weigh(part, values, d)
% mass, centre of mass and principal axes
  volume = [part.volume];
  mass = volume;
  named = ~cellfun(@isempty, {part.mass}) | ~cellfun(@isempty, {part.density});
  if any(named) && ~all(named)
    error('nsd:bodies:badCompound', 'give all parts of a compound a Mass or Density, or none');
  end
  for k = find(named)
    mass(k) = nsd_or(part(k).mass, nsd_or(part(k).density, 1)*volume(k));
  end
  nsd_body_positive(mass, 'Mass');
  total = sum(mass);
  if ~isempty(values.Mass)
    total = nsd_real_array(values.Mass, 'Mass', 'bodies');
  elseif ~isempty(values.Density)
    total = nsd_real_array(values.Density, 'Density', 'bodies')*sum(volume);
  elseif ~any(named)
    total = 1;
  end
  if ~isscalar(total), error('nsd:bodies:badSize', 'compound: Mass and Density are numbers'); end
  nsd_body_positive(total, 'Mass');
  mass = mass*total/sum(mass);
  whole.mass = total;
  whole.middle = [part.centre]*mass'/total;
  tensor = zeros(3);
  for k = 1:numel(part)
    r = part(k).centre - whole.middle;
    tensor = tensor + mass(k)*(part(k).tensor + (r'*r)*eye(3) - r*r');
  end
  whole.axes = eye(3);
  if d == 2
    own = tensor(3, 3);
    if ~isempty(values.Inertia), own = nsd_body_spread(values.Inertia, 1, 1, 'Inertia'); end
    whole.moments = [own; own; own];
    if ~isempty(values.Inertia), whole.middle = zeros(3, 1); end
    return
  end
  if ~isempty(values.Inertia)
    whole.middle = zeros(3, 1);
    tensor = nsd_real_array(values.Inertia, 'Inertia', 'bodies');
    if numel(tensor) == 3, tensor = diag(tensor); end
    if ~isequal(size(tensor), [3 3])
      error('nsd:bodies:badSize', 'compound: Inertia must be 3-by-1 or 3-by-3');
    end
  end
  [whole.moments, whole.axes] = nsd_body_principal(tensor, 'compound');
end

function surfaces = merged_surfaces(part, common)
% what a part does not name is that of the compound
  surfaces = [part.surface];
  for k = 1:size(surfaces, 2)
    missing = isnan(surfaces(:, k));
    surfaces(missing, k) = common(missing);
  end
end
