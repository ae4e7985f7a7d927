function pair = nsd_body_pair(world, given, caller)
%NSD_BODY_PAIR  Two different bodies [a b], 0 for the ground, at least one of which can move.
%   In a cell each is a number or a name.
  pair = given;
  if iscell(given)
    pair = cellfun(@(one) nsd_body_number(world, one, caller, 0), given, 'UniformOutput', false);
    pair = [pair{:}];
  end
  if ~isnumeric(pair) || numel(pair) ~= 2
    error('nsd:bodies:badPair', ['%s takes two bodies, [a b] with 0 for the ground, or their ' ...
          'names {''one'', ''two''}'], caller);
  end
  pair = nsd_body_number(world, pair, caller, 0);
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
