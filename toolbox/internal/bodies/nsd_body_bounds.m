function bounds = nsd_body_bounds(world)
%NSD_BODY_BOUNDS  Radii of balls around the bodies of a world, 1-by-B; 0 for planes that move.
  bounds = zeros(1, world.Bodies);
  shapes = nsd_shape_table();
  for k = 1:numel(shapes)
    which = strcmp(world.Shapes, shapes(k).name);
    if ~any(which) || strcmp(shapes(k).name, 'plane'), continue; end
    own = shapes(k).bound(world.Sizes(:, which)) + sqrt(sum(world.ShapePlaces(1:3, which).^2, 1));
    bodies = world.Owners(which);
    bounds = max(bounds, accumarray(bodies(:), own(:), [world.Bodies 1], @max)');
  end
end
