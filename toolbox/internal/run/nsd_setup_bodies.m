function s = nsd_setup_bodies(s)
%NSD_SETUP_BODIES  Rigid bodies and their run as the gateways take them.
%   S: the struct of nsd_setup_run.
  world = s.sys;
  B = world.Bodies;
  if B*(B + size(world.Planes, 2)) >= 2^31
    error('nsd:bodies:tooMany', '%d bodies and %d planes are too many to number their pairs', ...
          B, size(world.Planes, 2));
  end
  s.family = 'bodies';
  s.arrays = nsd_body_arrays(world);
  [places, s.run.v0] = nsd_body_places(world, s.run.v0);
  s.options.OutputSel = places(s.options.OutputSel);
end
