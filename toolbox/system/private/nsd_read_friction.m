function d = nsd_read_friction(sys, T, limit, given)
%NSD_READ_FRICTION  A call of sys.friction(T, LIMIT, ...) as a struct, checked.
%   Fields: tangent (n-by-d*k, or a function), limit (k-by-1, or a function), parameter (of a linear
%   system: the name of the one that gives the limit, or []), count k, velocity.
  linear = strcmp(sys.Kind, 'linear');
  d = struct('tangent', [], 'limit', [], 'parameter', [], 'count', 1, 'velocity', 0);
  if ischar(limit)
    name = nsd_parameter_name(limit, 'limit', 'friction');
    limit = @(t, p) p.(name);
    if linear
      nsd_linear_names({name}, 'friction');
      [limit, d.parameter] = deal(NaN, name);     % until the parameter has a value
    end
  end
  if isa(limit, 'function_handle')
    d.limit = nsd_ordered_arguments(limit, {'t', 'q', 'v'}, 'badLimit', ...
                                    'friction: limit must be a number, @(t) or @(t,q,v)');
    check_limit_function(d.limit, linear);
  elseif ~isempty(d.parameter)
    d.limit = limit;
  else
    d.limit = nsd_check_vector(limit, max(numel(limit), 1), 'limit', 'system');
    d.count = numel(d.limit);
    if any(d.limit < 0)
      error('nsd:system:friction', 'friction: limit must not be negative, not %g', min(d.limit));
    end
  end
  surface = struct('tangent', [], 'velocity', 0);
  surface = nsd_surface_option(surface, 'Tangent', T, 'friction');
  d.tangent = surface.tangent;
  check_tangent(d, sys.Coordinates, linear);
  for k = 1:2:numel(given)
    name = nsd_match_name(given{k}, {'SurfaceVelocity'}, 'system', 'friction');
    if k == numel(given)
      error('nsd:system:missing', 'friction: option %s has no value', name);
    end
    surface = nsd_surface_option(surface, name, given{k+1}, 'friction');
    d.velocity = surface.velocity;
  end
  if ~any(numel(d.velocity) == [1, d.count, 2*d.count])
    error('nsd:system:badSize', 'friction: SurfaceVelocity needs %s, one for each T', ...
          nsd_count_text(size(d.tangent, 2), 'number'));
  end
end

function check_limit_function(limit, linear)
  count = nargin(limit);
  if linear && any(count == [3 4])
    error('nsd:system:linearOnly', ['friction: limit depends on q or v, which goes with ' ...
          'NsdSystem.lagrangian; that of a linear system is a number or @(t)']);
  elseif ~any(count == [1 2 3 4 -1])
    error('nsd:system:badLimit', ['friction: limit takes %s: it must be a number, @(t) or ' ...
          '@(t,q,v), or with parameters @(t,p), @(t,q,v,p)'], nsd_count_text(count, 'argument'));
  end
end

function check_tangent(d, n, linear)
% sizes, and that no direction is zero
  T = d.tangent;
  if isa(T, 'function_handle')
    if linear
      error('nsd:system:linearOnly', ['friction: T is a function, which goes with ' ...
            'NsdSystem.lagrangian; that of a linear system is a matrix']);
    end
    return
  end
  if ~(isnan(n) || size(T, 1) == n) || ~any(size(T, 2) == d.count*[1 2])
    hint = '';
    if isvector(T) && d.count == 1 && numel(T) == n, hint = '; did you mean T''?'; end
    error('nsd:system:badTangent', ['friction: T must be %d-by-%d, or %d-by-%d in space, not ' ...
          '%s%s'], n, d.count, n, 2*d.count, nsd_size_text(T), hint);
  elseif any(max(abs(T), [], 1) < 1e-100)
    error('nsd:system:badTangent', 'friction: a column of T is zero: nothing slides along it');
  end
end
