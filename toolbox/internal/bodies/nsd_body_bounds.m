function bounds = nsd_body_bounds(world)
%NSD_BODY_BOUNDS  Radii of balls around the bodies of a world, 1-by-B; 0 for planes that move.
  owners = world.Owners;
  radii = zeros(1, numel(owners));                % of balls around shapes, about their bodies
  shapes = nsd_shape_table();
  names = {shapes.name};
  for k = 1:numel(names)
    which = strcmp(world.Shapes, names{k});
    if ~any(which) || strcmp(names{k}, 'plane'), continue; end
    radii(which) = shapes(k).bound(world.Sizes(:, which)) ...
                   + sqrt(sum(world.ShapePlaces(1:3, which).^2, 1));
  end
  if nsd_one_shape_each(world)
    bounds = radii;
  else
    bounds = max(0, accumarray(owners(:), radii(:), [world.Bodies 1], @max)');
  end
end
