function [r, rough] = nsd_read_relation(H, given, n, caller, linear)
%NSD_READ_RELATION  Contacts or joints as a struct, from the arguments of sys.contact or sys.joint.
%   Fields: value, jacobian, rate (functions or []), withTime, H, b (linear), rows (NaN until
%   a function has been evaluated), known ({q, t, y} of that evaluation), e (restitution, scalar
%   until rows is known), restitution (the parameter that gives e, or []), original (value,
%   jacobian, rate as given, with p), surface (friction, see nsd_surface_option), compliance ([], or
%   rows of nsd_read_compliance), impact ([], or nsd_read_impact). ROUGH: it has friction,
%   rolling, spinning or cohesion. LINEAR: the system is linear and takes no functions.
  persistent blank known surface laws            % constant, and read by every contact
  if isempty(blank), [blank, known, surface, laws] = constants(); end
  r = blank;
  if ischar(H) && any(strcmpi(H, known.(caller))), refuse_option(H, given, n, caller); end
  if isa(H, 'function_handle')
    if ~isempty(given) && isnumeric(given{1}), refuse_offset(given{1}, caller); end
    H = nsd_ordered_arguments(H, {'q', 't'}, 'badGap', ...
                              [caller ': the function must be @(q) or @(q,t)']);
    r.value = H;
    r.original.value = H;
    r.withTime = nargin(H) > 1;
    if ~any(nargin(H) == [1 2 3 -1])
      error('nsd:system:badGap', ['%s: the function must take (q) or (q,t), or (q,t,p) with ' ...
            'parameters'], caller);
    end
  else
    b = 0;
    if ~isempty(given) && ~ischar(given{1})
      b = given{1};
      given = given(2:end);
    end
    r = linear_part(r, H, b, n, caller);
  end
  rough = false;
  if numel(given) == 2 && strcmp(given{1}, 'Restitution') && strcmp(caller, 'contact') ...
      && is_number(given{2}) && given{2} >= 0 && given{2} <= 1
    r.e = given{2};                               % most contacts have this option alone
    given = {};
  end
  if numel(given) > 3, tell_twice(given, caller); end
  for k = 1:2:numel(given)
    if ischar(given{k}) && any(strcmpi(given{k}, laws)) && strcmp(caller, 'contact')
      [r, given] = read_laws(r, given, caller);
      break
    end
  end
  for k = 1:2:numel(given)
    if isnumeric(given{k}) && ~isscalar(given{k}), refuse_column(given{k}, caller); end
    name = nsd_match_name(given{k}, known.(caller), 'system', caller);
    if k == numel(given)
      error('nsd:system:missing', '%s: option %s has no value', caller, name);
    end
    if any(strcmp(name, surface))
      r.surface = nsd_surface_option(r.surface, name, given{k+1}, caller);
      rough = true;
    else
      r = set_option(r, name, given{k+1}, caller);
    end
  end
  if rough, require_tangents(r.surface, r.H, caller); end
  if linear, require_numbers(r, rough, caller); end
  rough = rough && has_friction(r.surface);
end

function tell_twice(given, caller)
% warns of a name with two values, of which the last one is taken, as nsd_options does
  for k = 3:2:numel(given) - 1
    at = find(strcmpi(given{k}, given(1:2:k-2)), 1, 'last');
    if ~isempty(at) && ~isequal(given{2*at}, given{k+1})
      nsd_warn('nsd:options:twice', '%s: %s is given twice: the last value is taken', caller, ...
               given{k});
    end
  end
end

function has = has_friction(surface)
  has = ~isempty(surface.tangent) || ~isempty(surface.rollingTangent) ...
          || ~isempty(surface.spinningTangent) || ~isempty(surface.cohesion);
end

function [blank, known, surface, laws] = constants()
% a relation without its data, names of options of both callers, of friction, of other laws
  blank = struct('value', [], 'jacobian', [], 'rate', [], 'withTime', false, 'H', [], 'b', [], ...
                 'rows', NaN, 'known', [], 'e', 0, 'restitution', [], 'compliance', [], ...
                 'impact', [], ...
                 'original', struct('value', [], 'jacobian', [], 'rate', []));
  blank.surface = struct('mu', 0, 'parameter', [], 'eT', 0, 'tangent', [], 'rolling', 0, ...
                         'rollingTangent', [], 'spinning', 0, 'spinningTangent', [], ...
                         'velocity', 0, 'law', [], 'cohesion', []);
  surface = {'Friction', 'TangentialRestitution', 'Tangent', 'SurfaceVelocity', 'Rolling', ...
             'RollingTangent', 'Spinning', 'SpinningTangent', 'Cohesion'};
  known.joint = {'Jacobian', 'Rate'};
  laws = {'Stiffness', 'Damping', 'Compliance', 'Exponent', ...
          'Impact', 'MultipleImpact', 'ImpactStiffness', 'ImpactExponent'};
  known.contact = [known.joint, {'Restitution'}, surface, laws];
end

function [r, given] = read_laws(r, given, caller)
% laws of compliance and of impacts, and the other options
  [r.compliance, given] = nsd_read_compliance(given, caller);
  [r.impact, given] = nsd_read_impact(given, r.rows, caller);
  if ~isempty(r.compliance) && ~isempty(r.impact)
    error('nsd:system:impact', ['%s: laws of impact (Impact, MultipleImpact, ...) are for ' ...
          'rigid contacts; one with Stiffness has forces instead of impacts: leave one of ' ...
          'them out'], caller);
  end
  if size(r.compliance, 1) > 1 && ~isnan(r.rows) && size(r.compliance, 1) ~= r.rows
    error('nsd:system:badSize', 'contact: Stiffness has %d elements for %s', ...
          size(r.compliance, 1), nsd_count_text(r.rows, 'contact'));
  end
end

function require_numbers(r, rough, caller)
% relations of a linear system are matrices and numbers
  nsd_linear_names({r.restitution, r.surface.parameter}, caller);
  if ~isempty(r.value) ...
      || (rough && any(cellfun('isclass', struct2cell(r.surface), 'function_handle')))
    error('nsd:system:linearOnly', ...
          ['%s: a linear system takes matrices, not functions: write a linear gap H''q + b as ' ...
           '.%s(H, b), as .%s([0; 1], 0) for q(2), else the system as ' ...
           'NsdSystem.lagrangian(M, @(t,q,v) F - C*v - K*q)'], caller, caller, caller);
  end
end

function require_tangents(s, H, caller)
% every coefficient of friction that is not zero has its directions; where the normals H are a
% matrix, no tangent is parallel to its normal
  pairs = {'mu', 'tangent', 'Friction', 'Tangent', 'in which it slides'; ...
           'rolling', 'rollingTangent', 'Rolling', 'RollingTangent', 'of its rolling velocity'; ...
           'spinning', 'spinningTangent', 'Spinning', 'SpinningTangent', 'of its spin'};
  for k = 1:size(pairs, 1)
    if any(s.(pairs{k, 1}) ~= 0) && isempty(s.(pairs{k, 2}))
      error('nsd:system:missingTangent', ['%s: %s needs ''%s'': the directions T %s, so that ' ...
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
  if each ~= fix(each), return; end               % nsd_surface_arrays checks sizes
  if ~any(s.mu ~= 0), return; end
  unit = @(X) X*columns_by(1./max(full(max(abs(X), [], 1)), realmin));  % squares do not overflow
  [T, H] = deal(unit(T), unit(H(:, ceil((1:size(T, 2))/each))));
  share = full(sum(H.*T, 1))./max(full(sum(H.^2, 1)), realmin);
  across = T - H*columns_by(share);
  a = find(full(sum(across.^2, 1)) <= 1e-24*full(sum(T.^2, 1)), 1);
  if ~isempty(a)
    error('nsd:system:badTangent', ['%s: column %d of Tangent is zero or parallel to its ' ...
          'normal; it is the direction in which the contact slides'], caller, a);
  end
end

function D = columns_by(factors)
  D = spdiags(factors(:), 0, numel(factors), numel(factors));
end

function r = set_option(r, name, value, caller)
  if strcmp(name, 'Restitution') && ischar(value)
    r.restitution = nsd_parameter_name(value, name, caller);
    r.e = NaN;
    return
  elseif strcmp(name, 'Restitution')
    if is_number(value) && value >= 0 && value <= 1
      r.e = value;
      return
    end
    rows = numel(value);
    if ~isnan(r.rows) && rows ~= 1, rows = r.rows; end
    r.e = nsd_check_vector(value, max(rows, 1), 'Restitution', 'system');
    if ~all(r.e >= 0 & r.e <= 1)
      error('nsd:system:restitution', 'Restitution must lie in [0,1], not %g', ...
            r.e(find(r.e < 0 | r.e > 1, 1)));
    end
    return
  end
  if ~isa(value, 'function_handle') || isempty(r.value)
    error('nsd:system:badOption', '%s: %s must be a function, beside a gap given as a function', ...
          caller, name);
  end
  value = nsd_ordered_arguments(value, {'q', 't'}, 'badGap', ...
                                sprintf('%s: %s must be @(q) or @(q,t)', caller, name));
  r.(lower(name)) = value;
  r.original.(lower(name)) = value;
end

function yes = is_number(x)
% true for a plain real number, NaN and Inf too: most calls have one, and need no further check
  yes = isa(x, 'double') && isscalar(x) && isreal(x) && ~issparse(x);
end

function refuse_option(name, given, n, caller)
% contact('Restitution', 0.9): H and b are missing
  [values, H] = deal('...', 'H');
  if isscalar(given) && isnumeric(given{1}) && isscalar(given{1}), values = num2str(given{1}); end
  if n == 1, H = '1'; elseif n == 2, H = '[0; 1]'; elseif isnan(n), H = '@(q) q(1)'; end
  if ~isnan(n), H = [H ', 0']; end
  letters = 'H and b';
  if strcmp(caller, 'joint'), letters = 'J and b'; end
  error('nsd:system:missing', ['%s: %s come first, of y = H''q + b, or a function of q: ' ...
        'write %s(%s, ''%s'', %s)'], caller, letters, caller, H, name, values);
end

function refuse_offset(b, caller)
  offset = '';
  if isscalar(b) && b > 0, offset = sprintf(' + %g', b); end
  if isscalar(b) && b < 0, offset = sprintf(' - %g', -b); end
  error('nsd:system:badGap', ['%s: a function takes no b, it is the whole of y(q): write ' ...
        '%s(@(q) ...%s)'], caller, caller, offset);
end

function refuse_column(value, caller)
  hint = '';
  if strcmp(caller, 'contact') && isreal(value) && numel(value) <= 6
    hint = [': directions of sliding are written ''Tangent'', ' mat2str(double(value), 6)];
  end
  error('nsd:system:unknownOption', ['%s: an option begins with its name (a character vector), ' ...
        'not with %s %s%s'], caller, nsd_size_text(value), class(value), hint);
end

function refuse_text(H, caller)
  H = reshape(H, 1, []);
  hint = ['@(q) ' H];
  if isvarname(H), hint = ['@' H]; end
  error('nsd:system:badSize', ['%s takes a matrix H of y = H''q + b, or a function handle, not ' ...
        'text: did you mean %s?'], caller, hint);
end

function r = linear_part(r, H, b, n, caller)
  if ~(isnumeric(H) || islogical(H)) || ~isreal(H) || ndims(H) ~= 2 || isempty(H) ...
      || (~isnan(n) && size(H, 1) ~= n)
    letter = 'H';
    if strcmp(caller, 'joint'), letter = 'J'; end
    hint = '';
    if size(H, 2) == n && n > 1, hint = ['; did you mean ' letter '''?']; end
    if isempty(H), hint = ['; write sys.' caller '(' letter ', b)']; end
    if ischar(H), refuse_text(H, caller); end
    error('nsd:system:badSize', '%s: %s must have %s, one column per %s, not %s%s', ...
          caller, letter, nsd_count_text(n, 'row'), caller, nsd_size_text(H), hint);
  end
  r.rows = size(H, 2);
  H = double(H);
  r.H = sparse(H);
  total = full(sum(abs(H), 1));                   % NaN and Inf stay what they are
  if ~all(total > 1e-90 & total < 1e100), refuse_columns(H, caller); end
  if is_number(b) && b - b == 0
    r.b = b*ones(r.rows, 1);
  else
    if isnumeric(b) && isscalar(b), b = double(b)*ones(r.rows, 1); end
    if isa(b, 'function_handle')
      error('nsd:system:badSize', ['b is a number, the gap at q = 0; a surface that moves is ' ...
            'written sys.contact(@(q, t) ...) in an NsdSystem.lagrangian(M, F)']);
    end
    r.b = nsd_check_vector(b, r.rows, 'b', 'system');
  end
end

function refuse_columns(H, caller)
% raises an error for columns that are no normals: squares must be numbers
  if isnan(sum(H(:) - H(:)))
    error('nsd:system:notFinite', '%s: H contains NaN or Inf', caller);
  end
  size_of_column = full(max(abs(H), [], 1));
  wrong = find(size_of_column < 1e-100 | size_of_column > 1e100, 1);
  if ~isempty(wrong)
    error('nsd:system:noNormal', ['%s: column %d of H is zero, or out of range (%g): that ' ...
          'relation has no direction'], caller, wrong, size_of_column(wrong));
  end
end
