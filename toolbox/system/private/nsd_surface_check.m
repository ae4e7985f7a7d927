function nsd_surface_check(s, H, caller)
%NSD_SURFACE_CHECK  Every coefficient of friction that is not zero has its directions.
%   H: the normals, when they are a matrix; no tangent is parallel to its normal.
  pairs = {'mu', 'tangent', 'Friction', 'Tangent', 'in which it slides'; ...
           'rolling', 'rollingTangent', 'Rolling', 'RollingTangent', 'of its rolling velocity'; ...
           'spinning', 'spinningTangent', 'Spinning', 'SpinningTangent', 'of its spin'};
  for k = 1:size(pairs, 1)
    if any(s.(pairs{k, 1}) > 0) && isempty(s.(pairs{k, 2}))
      error('nsd:system:missingTangent', ['%s: %s needs ''%s'': the direction(s) T %s, so that ' ...
            'T''*v is that velocity; n-by-m in the plane, n-by-2m in space, or @(q)'], ...
            caller, pairs{k, 3}, pairs{k, 4}, pairs{k, 5});
    end
  end
  refuse_parallel(s, H, caller);
end

function refuse_parallel(s, H, caller)
  T = s.tangent;
  if ~isnumeric(T) || isempty(T) || isempty(H) || size(T, 1) ~= size(H, 1), return; end
  each = size(T, 2)/size(H, 2);
  if each ~= fix(each), return; end               % sizes are told elsewhere
  for a = 1:size(T, 2)
    normal = full(H(:, ceil(a/each)));
    across = T(:, a) - normal*(normal'*T(:, a))/max(normal'*normal, realmin);
    if any(s.mu > 0) && norm(across) <= 1e-12*norm(T(:, a))
      error('nsd:system:badTangent', ['%s: column %d of Tangent is zero or parallel to its ' ...
            'normal; it is the direction in which the contact slides'], caller, a);
    end
  end
end
