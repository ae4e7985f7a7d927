function rope = nsd_body_rope(world, pair, given)
%NSD_BODY_ROPE  A rope between points of two bodies as one entry of world.Links.
  pair = nsd_body_pair(world, pair, 'rope');
  where = sprintf('rope [%d %d]', pair);
  values = nsd_pair_options('rope', given, struct('Points', [], 'Length', [], 'Restitution', 0));
  rope = nsd_body_no_joint();
  [rope.kind, rope.bodies] = deal('rope', pair);
  rope = nsd_body_ends(world, rope, values, where);
  rope.restitution = nsd_check_number(values.Restitution, 'not negative', ...
                                      [where ': Restitution'], 'nsd:bodies:badJoint');
  if rope.restitution > 1
    error('nsd:bodies:badJoint', '%s: Restitution must lie in [0,1]', where);
  end
end
