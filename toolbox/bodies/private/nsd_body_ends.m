function link = nsd_body_ends(world, link, values, where)
%NSD_BODY_ENDS  Points and length of a distance or rope between two bodies.
  d = world.Dimension;
  points = nsd_real_array(values.Points, [where ': Points'], 'bodies');
  if ~isequal(size(points), [d 2])
    error('nsd:bodies:badJoint', '%s needs Points, %d-by-2, [pa pb], in the world', where, d);
  end
  link.pointA = nsd_body_frame(world, link.bodies(1), points(:, 1), []);
  link.pointB = nsd_body_frame(world, link.bodies(2), points(:, 2), []);
  if isempty(values.Length), values.Length = norm(points(:, 2) - points(:, 1)); end
  link.length = nsd_check_number(values.Length, 'positive', [where ': Length'], ...
                                 'nsd:bodies:badJoint');
end
