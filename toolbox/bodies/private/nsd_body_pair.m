function pair = nsd_body_pair(world, given, caller)
%NSD_BODY_PAIR  Two different bodies [a b], 0 for the ground, at least one of which can move.
  if ~isnumeric(given) || numel(given) ~= 2
    error('nsd:bodies:badPair', '%s takes two bodies [a b], 0 for the ground', caller);
  end
  pair = nsd_body_number(world, given, caller, 0);
  if pair(1) == pair(2)
    error('nsd:bodies:badPair', '%s: [%d %d] names one body twice', caller, pair);
  end
  masses = [world.Masses, Inf];
  masses = masses(pair + (world.Bodies + 1)*(pair == 0));
  if ~any(isfinite(masses))
    error('nsd:bodies:badPair', ['%s: neither of [%d %d] can move: one of them must be a body ' ...
          'without ''Fixed'''], caller, pair);
  end
end
