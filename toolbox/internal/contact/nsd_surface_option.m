function s = nsd_surface_option(s, name, value, caller)
%NSD_SURFACE_OPTION  One option of .contact that belongs to friction, checked, in the struct s.
%   Fields: mu, parameter (the name of the one that gives mu, or []), eT, tangent, rolling,
%   rollingTangent, spinning, spinningTangent, velocity, law, cohesion.
  switch name
    case 'Friction'
      [s.law, s.parameter] = deal([]);
      if ischar(value)
        s.parameter = nsd_parameter_name(value, name, caller);
        s.mu = NaN;                           % until the parameter has a value
        return
      elseif isstruct(value)
        s.law = a_law(value, name, {'stribeck', 'curve', 'rateState'}, ...
                      'nsd_stribeck or nsd_rate_state');
        value = 1;                            % not zero; the law gives the coefficient
      end
      s.mu = coefficient(value, name);
    case 'Cohesion'
      s.cohesion = a_law(value, name, {'cohesive'}, 'nsd_cohesive');
    case {'Rolling', 'Spinning'}
      s.(lower(name)) = coefficient(value, name);
    case 'TangentialRestitution'
      s.eT = numbers(value, name);
      if any(s.eT <= -1 | s.eT > 1)
        error('nsd:system:tangentialRestitution', ...
              'TangentialRestitution must lie in (-1,1], not %g', ...
              s.eT(find(s.eT <= -1 | s.eT > 1, 1)));
      end
    case 'SurfaceVelocity'
      s.velocity = numbers(value, name);
    otherwise                                 % tangent, rollingTangent, spinningTangent
      s.([lower(name(1)) name(2:end)]) = directions(value, name, caller);
  end
end

function value = a_law(value, name, kinds, makers)
  glue = strcmp(kinds{1}, 'cohesive');
  good = isstruct(value) && isscalar(value) && all(isfield(value, {'kind', 'parameters'})) ...
         && any(strcmp(value.kind, kinds)) && numbers_of(value.parameters, [1, 6 - 3*glue]);
  if good && ~glue
    good = isfield(value, 'curve') && numbers_of(value.curve, [2, size(value.curve, 2)]);
  end
  if ~good
    error('nsd:system:badLaw', '%s must be what %s returns', name, makers);
  end
end

function yes = numbers_of(x, wanted)
  yes = isa(x, 'double') && isreal(x) && isequal(size(x), wanted) && ~any(isnan(x(:)));
end

function value = coefficient(value, name)
  if strcmp(name, 'Friction') && isa(value, 'function_handle')
    error('nsd:system:badLaw', ['Friction must be a number, one or one per contact; one that ' ...
          'depends on the speed is nsd_stribeck(muS, muK, speed) or nsd_stribeck(S, MU)']);
  end
  value = numbers(value, name);
  if any(value < 0)
    error('nsd:system:friction', '%s must not be negative: %g', name, value(find(value < 0, 1)));
  end
end

function value = numbers(value, name)
  if ~isnumeric(value) || ~isreal(value) || isempty(value) || ~all(isfinite(value(:)))
    error('nsd:system:badSize', '%s must be finite numbers, one or one per contact', name);
  end
  value = double(value(:));
end

function T = directions(T, name, caller)
  if isa(T, 'function_handle')
    if ~any(nargin(T) == [1 2 -1])
      error('nsd:system:badTangent', '%s: %s must be a matrix, @(q) or @(q,t)', caller, name);
    end
    T = nsd_ordered_arguments(T, {'q', 't'}, 'badTangent', ...
                              sprintf('%s: %s must be a matrix, @(q) or @(q,t)', caller, name));
    return
  end
  if ~isnumeric(T) || ~isreal(T) || isempty(T) || ndims(T) > 2 || ~all(isfinite(nonzeros(T)))
    error('nsd:system:badTangent', ['%s: %s must be finite numbers, n-by-m (in the plane) or ' ...
          'n-by-2m (in space, two columns per contact), or a function of q'], caller, name);
  end
  T = double(T);
  if numel(T) <= 1e6, T = full(T); end            % faster; larger ones would fill the memory
end
