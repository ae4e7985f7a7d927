function r = nsd_relation(H, given, n, caller)
%NSD_RELATION  Contacts or joints of a nonlinear system from the arguments of .contact/.joint.
%   Fields: value, jacobian, rate (functions or []), withTime, H, b (linear), rows (NaN until
%   a function has been evaluated), e (restitution, scalar until rows is known).
  r = struct('value', [], 'jacobian', [], 'rate', [], 'withTime', false, 'H', [], 'b', [], ...
             'rows', NaN, 'e', 0);
  if isa(H, 'function_handle')
    r.value = H;
    r.withTime = nargin(H) > 1;
    if nargin(H) < 1 || nargin(H) > 2
      error('nsd:system:badGap', '%s: the function must take (q) or (q,t)', caller);
    end
  else
    b = 0;
    if ~isempty(given) && ~ischar(given{1})
      b = given{1};
      given = given(2:end);
    end
    r = linear_part(r, H, b, n, caller);
  end
  known = {'Jacobian', 'Rate'};
  if strcmp(caller, 'contact'), known{3} = 'Restitution'; end
  for k = 1:2:numel(given)
    name = nsd_match_name(given{k}, known, 'system', caller);
    if k == numel(given)
      error('nsd:system:missing', '%s: option %s has no value', caller, name);
    end
    r = set_option(r, name, given{k+1}, caller);
  end
end

function r = set_option(r, name, value, caller)
  if strcmp(name, 'Restitution')
    if ~isnumeric(value) || ~isreal(value) || isempty(value) || any(~(value(:) >= 0 & value(:) <= 1))
      error('nsd:system:restitution', 'Restitution must lie in [0,1]');
    end
    r.e = double(value(:));
    if ~isnan(r.rows) && ~any(numel(r.e) == [1 r.rows])
      error('nsd:system:badSize', 'Restitution must have 1 or %d elements', r.rows);
    end
    return
  end
  if ~isa(value, 'function_handle') || isempty(r.value)
    error('nsd:system:badOption', '%s: %s must be a function, beside a gap given as a function', ...
          caller, name);
  end
  r.(lower(name)) = value;
end

function r = linear_part(r, H, b, n, caller)
  if ~isnumeric(H) || ~isreal(H) || ndims(H) ~= 2 || isempty(H) ...
      || (~isnan(n) && size(H, 1) ~= n)
    error('nsd:system:badSize', '%s: H must have one row per coordinate, not %s', caller, ...
          nsd_size_text(H));
  end
  r.H = double(full(H));
  r.rows = size(H, 2);
  if isnumeric(b) && isscalar(b), b = repmat(b, r.rows, 1); end
  r.b = nsd_check_vector(b, r.rows, 'b', 'system');
  if ~all(isfinite(r.H(:))) || any(all(r.H == 0, 1))
    error('nsd:system:noNormal', '%s: every column of H must be finite and not zero', caller);
  end
end
