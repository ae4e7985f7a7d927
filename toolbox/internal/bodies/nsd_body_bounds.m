function bounds = nsd_body_bounds(world)
%NSD_BODY_BOUNDS  Radii of balls around the bodies of a world, 1-by-B; 0 for planes that move.
  owners = world.Owners;
  radii = zeros(1, numel(owners));                % of balls around shapes, about their bodies
  names = world.Shapes;
  next = ~strcmp(names, 'plane');                 % shapes whose kind is not looked up yet
  while any(next)
    name = names{find(next, 1)};
    which = strcmp(names, name);
    radii(which) = nsd_shape_table(name).bound(world.Sizes(:, which)) ...
                   + sqrt(sum(world.ShapePlaces(1:3, which).^2, 1));
    next(which) = false;
  end
  if nsd_one_shape_each(world)
    bounds = radii;
  else
    bounds = max(0, accumarray(owners(:), radii(:), [world.Bodies 1], @max)');
  end
end
