function shape = nsd_body_shape(row, d, values, count)
%NSD_BODY_SHAPE  Sizes, volume and inertia of a shape from the options of its row of the table.
%   sizes 3-by-COUNT, data (a hull, or []), volume 1-by-COUNT, and tensor 3-by-3-by-COUNT about the
%   centre of the shape, of a mass of one
  read = struct();
  for k = 1:size(row.options, 1)
    [name, numbers] = row.options{k, :};
    if isempty(values.(name))
      error('nsd:bodies:missing', '%s needs ''%s''', row.name, name);
    end
    given = nsd_real_array(values.(name), name, 'bodies');
    if isempty(numbers)                           % points: as many as there are, of all bodies
      read.(name) = given;
      continue
    end
    if isscalar(given), given = repmat(given, numbers(d), 1); end
    what = sprintf('%s: %s', row.name, name);
    if d == 2, what = sprintf('%s of a %s in the plane', name, row.name); end
    hint = nsd_dimension_hint(d, numel(given));
    if ~isempty(hint) && numbers(2) ~= numbers(3)
      error('nsd:bodies:badSize', '%s must be %d-by-1%s', what, numbers(d), hint);
    end
    read.(name) = nsd_body_spread(given, numbers(d), count, what);
    nsd_body_positive(read.(name), name);
  end
  shape.data = [];
  if strcmp(row.name, 'hull')
    shape.data = nsd_body_hull(read.Points, d);
    shape.sizes = repmat([shape.data.bound; shape.data.inner; 0], 1, count);
    shape.volume = repmat(shape.data.volume, 1, count);
    shape.tensor = repmat(shape.data.tensor, [1 1 count]);
    return
  end
  shape.sizes = row.sizes(read);
  shape.volume = row.volume(shape.sizes, d);
  moments = row.inertia(ones(1, count), shape.sizes, d);
  shape.tensor = zeros(3, 3, count);
  for k = 1:count, shape.tensor(:, :, k) = diag(moments(:, k)); end
end
