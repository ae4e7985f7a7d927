function load = nsd_body_spring(world, pair, given)
%NSD_BODY_SPRING  A spring between points of two bodies, or about an axis, as entry of world.Loads.
  d = world.Dimension;
  pair = nsd_body_pair(world, pair, 'spring');
  where = sprintf('spring [%d %d]', pair);
  values = nsd_pair_options('spring', given, struct('Points', [], 'Axis', [], 'Stiffness', 0, ...
                            'Length', [], 'Angle', 0, 'Damping', 0));
  load = nsd_body_no_load();
  load.bodies = pair;
  id = 'nsd:bodies:badSpring';
  load.stiffness = nsd_check_number(values.Stiffness, 'not negative', [where ': Stiffness'], id);
  load.damping = nsd_check_number(values.Damping, 'not negative', [where ': Damping'], id);
  if load.stiffness == 0 && load.damping == 0
    error(id, '%s: give a Stiffness, a Damping, or both', where);
  elseif isempty(values.Points) == isempty(values.Axis)
    error(id, ['%s: give either Points, [pa pb], or an Axis, for a torsional spring (in the ' ...
          'plane 1)'], where);
  end
  if ~isempty(values.Axis)
    frame = nsd_body_axes(d, values.Axis, where);
    [~, load.frameA] = nsd_body_frame(world, pair(1), zeros(d, 1), frame);
    [~, load.frameB] = nsd_body_frame(world, pair(2), zeros(d, 1), frame);
    load.kind = 'twist';
    load.length = nsd_check_number(values.Angle, 'finite', [where ': Angle'], id);
    if d == 2, load.length = load.length + angle_of(world, pair(2)) - angle_of(world, pair(1)); end
    return
  end
  points = nsd_real_array(values.Points, [where ': Points'], 'bodies');
  if ~isequal(size(points), [d 2])
    error(id, '%s: Points is %d-by-2, [pa pb], not %s', where, d, nsd_size_text(points));
  end
  load.kind = 'spring';
  load.pointA = nsd_body_frame(world, pair(1), points(:, 1), []);
  load.pointB = nsd_body_frame(world, pair(2), points(:, 2), []);
  if isempty(values.Length), values.Length = norm(points(:, 2) - points(:, 1)); end
  load.length = nsd_check_number(values.Length, 'not negative', [where ': Length'], id);
end

function angle = angle_of(world, k)
  angle = 0;
  if k > 0, angle = world.Places(3*k); end
end
