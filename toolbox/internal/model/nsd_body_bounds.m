function bounds = nsd_body_bounds(world)
%NSD_BODY_BOUNDS  Radii of balls around the bodies of a world, 1-by-B.
  bounds = zeros(1, world.Bodies);
  shapes = nsd_shape_table();
  for k = 1:numel(shapes)
    which = strcmp(world.Shapes, shapes(k).name);
    if any(which), bounds(which) = shapes(k).bound(world.Sizes(:, which)); end
  end
end
