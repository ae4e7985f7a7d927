function nsd_body_moments(moments, where)
%NSD_BODY_MOMENTS  Refuses moments of inertia (3-by-N) that no rigid body has.
%   No moment exceeds the sum of the other two; a plate without thickness has the sum.
  bad = ~(moments > 0 & moments < Inf);
  if any(bad(:))
    error('nsd:bodies:badInertia', ['%s: Inertia must be positive, and finite, not ' ...
          '[%g %g %g]: a body without inertia turns without bound; give ''Inertia'', or a ' ...
          'shape with thickness'], where, moments(:, find(any(bad, 1), 1)));
  end
  rest = bsxfun(@minus, sum(moments, 1), moments);
  k = find(any(moments > (1 + 1e-9)*rest, 1), 1);
  if ~isempty(k)
    error('nsd:bodies:badInertia', ['%s: Inertia [%g %g %g] is impossible: one moment is ' ...
          'larger than the sum of the others'], where, moments(:, k));
  end
end
