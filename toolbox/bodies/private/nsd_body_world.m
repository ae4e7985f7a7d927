function world = nsd_body_world(given)
%NSD_BODY_WORLD  The options of NsdBodies(...): Gravity and the usual surface.
  values = nsd_body_options('NsdBodies', given, struct('Gravity', [0; 0; -9.81], ...
           'Friction', 0, 'Restitution', 0, 'TangentialRestitution', 0, 'Rolling', 0, ...
           'Spinning', 0));
  world.Gravity = nsd_real_array(values.Gravity, 'Gravity', 'bodies');
  world.Gravity = world.Gravity(:);
  if ~any(numel(world.Gravity) == [2 3])
    error('nsd:bodies:badGravity', ['Gravity must have 2 numbers (bodies in the plane) or 3 ' ...
          '(in space), as in [0 -9.81] or [0 0 -9.81]']);
  end
  world.surface = nsd_body_surface(values, 1, numel(world.Gravity));
end
