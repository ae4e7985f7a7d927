function bounds = nsd_body_bounds(world)
%NSD_BODY_BOUNDS  Radii of balls around the bodies of a world, 1-by-B; 0 for planes that move.
  owners = world.Owners;
  radii = zeros(1, numel(owners));                % of balls around shapes, about their bodies
  for shape = nsd_shape_table()'
    which = strcmp(world.Shapes, shape.name);
    if ~any(which) || strcmp(shape.name, 'plane'), continue; end
    radii(which) = shape.bound(world.Sizes(:, which)) ...
                   + sqrt(sum(world.ShapePlaces(1:3, which).^2, 1));
  end
  if nsd_one_shape_each(world)
    bounds = radii;
  else
    bounds = max(0, accumarray(owners(:), radii(:), [world.Bodies 1], @max)');
  end
end
