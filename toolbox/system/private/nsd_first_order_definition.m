function s = nsd_first_order_definition(given)
%NSD_FIRST_ORDER_DEFINITION  Arguments of NsdSystem.firstOrder, checked, as one struct.
%   linear: n, m, A, B, C, D (sparse ones stay sparse), input, offset, lower, upper, laws.
%   Nonlinear: rate, output, action (functions) and their Jacobians or []; n is NaN until a state
%   is known.
  if numel(given) >= 3 && all(cellfun(@(a) isa(a, 'function_handle'), given(1:3)))
    s = functions(given(1:3));
    given = given(4:end);
    names = {'Law', 'Lower', 'Upper', 'Set', 'Relations', 'RateJacobian', 'OutputJacobian', ...
             'ActionJacobian'};
  else
    [s, given] = matrices(given);
    names = {'Law', 'Lower', 'Upper', 'Set', 'Input', 'Offset'};
  end
  o = nsd_pair_options('firstOrder', given, cell2struct(cell(numel(names), 1), names, 1), ...
                       'system', 'missing');
  if isnan(s.m), s.m = count_relations(o); end
  polytope = strcmpi(o.Law, 'polytope');
  if any(polytope) || ~isempty(o.Set), [s, o] = polytope_relations(s, o); end
  s = bounds_of_laws(s, o);
  if strcmp(s.kind, 'firstOrder')
    s.input = force_of('Input', o.Input, s.n);
    s.offset = force_of('Offset', o.Offset, s.m);
  else
    for name = {'rate', 'output', 'action'; '(t,x)', '(x,lambda,t)', '(x,lambda,t)'}
      option = [upper(name{1}(1)) name{1}(2:end) 'Jacobian'];
      s.([name{1} 'Jacobian']) = function_or_empty(o, option, name{2});
    end
    s = nsd_bind_functions(s);
  end
end

function s = functions(handles)
  s = struct('kind', 'firstOrderNonlinear', 'n', NaN, 'm', NaN, ...
             'rate', nsd_require_arguments(handles{1}, 2:3, 'f(t,x)', 'firstOrder'), ...
             'output', nsd_require_arguments(handles{2}, 3:4, 'h(x,lambda,t)', 'firstOrder'), ...
             'action', nsd_require_arguments(handles{3}, 3:4, 'g(x,lambda,t)', 'firstOrder'));
end

function [s, given] = matrices(given)
  if numel(given) < 3
    error('nsd:system:missing', ['NsdSystem.firstOrder needs matrices A, B, C (and D), or ' ...
          'functions f(t,x), h(x,lambda,t), g(x,lambda,t)']);
  end
  count = find([cellfun(@ischar, given), true], 1) - 1;
  if count > 4
    error('nsd:system:badSize', ['firstOrder takes A, B, C, D before its options; inputs go in ' ...
          '''Input'' and ''Offset''']);
  end
  A = nsd_real_array(given{1}, 'A', 'system', 'any');
  B = nsd_real_array(given{2}, 'B', 'system', 'any');
  C = nsd_real_array(given{3}, 'C', 'system', 'any');
  n = size(A, 1);
  m = size(B, 2);
  none = zeros(m*~issparse(A));
  if issparse(A), none = sparse(m, m); end
  D = none;
  if count == 4 && ~isempty(given{4}), D = nsd_real_array(given{4}, 'D', 'system', 'any'); end
  if isscalar(D) && D == 0, D = none; end
  require_size(A, [n n], 'A', 'square');
  require_size(B, [n m], 'B', 'one row per state');
  require_size(C, [m n], 'C', 'one row per column of B, one column per state');
  require_size(D, [m m], 'D', 'one row and one column per column of B, or 0');
  s = struct('kind', 'firstOrder', 'n', n, 'm', m, ...
             'A', A, 'B', B, 'C', C, 'D', D);
  given = given(count+1:end);
end

function require_size(X, wanted, name, why)
  if ~isequal(size(X), wanted)
    error('nsd:system:badSize', 'firstOrder: %s must be %d-by-%d (%s), not %s', name, wanted(1), ...
          wanted(2), why, nsd_size_text(X));
  end
end

function m = count_relations(o)
  m = max([1, numel(o.Relations) && o.Relations(1), numel(o.Lower), numel(o.Upper)]);
  if iscell(o.Law), m = max(m, numel(o.Law)); end
  if ~isempty(o.Relations)
    m = o.Relations;
    if ~isnumeric(m) || ~isscalar(m) || m ~= fix(m) || m < 0
      error('nsd:system:badOption', 'Relations must be the number of entries of lambda');
    end
  end
end

function force = force_of(name, value, rows)
  try
    force = nsd_force_struct(value, rows);
  catch err
    error(err.identifier, 'firstOrder, %s: %s', name, strrep(err.message, 'F must', 'it must'));
  end
end

function f = function_or_empty(o, name, form)
  f = o.(name);
  if isempty(f), return; end
  if ~isa(f, 'function_handle')
    error('nsd:system:badOption', 'firstOrder: %s must be a function', name);
  end
  count = sum(form == ',') + 1;
  f = nsd_require_arguments(f, count + [0 1], [name form], 'firstOrder');
end

function s = bounds_of_laws(s, o)
% Bounds of lambda from the laws: -y in N_[lower,upper](lambda).
% complementarity [0, Inf], equality [-Inf, Inf], relay [Lower, Upper] with [-1, 1] by default.
  known = {'complementarity', 'relay', 'equality'};
  laws = nsd_or(o.Law, 'complementarity');
  if isempty(o.Law) && ~(isempty(o.Lower) && isempty(o.Upper)), laws = 'relay'; end
  if ischar(laws), laws = repmat({laws}, s.m, 1); end
  if ~iscellstr(laws) || numel(laws) ~= s.m
    error('nsd:system:badSize', ...
          'firstOrder: Law must be one name, or a cell array with one per relation (%d)', s.m);
  end
  laws = cellfun(@(law) nsd_check_word(law, known, 'firstOrder: a law', 'nsd:system:badLaw'), ...
                 laws(:), 'UniformOutput', false);
  relay = strcmp(laws, 'relay');
  lower = zeros(s.m, 1);
  upper = Inf(s.m, 1);
  lower(strcmp(laws, 'equality')) = -Inf;
  lower(relay) = bounds(o.Lower, -1, 'Lower', relay);
  upper(relay) = bounds(o.Upper, 1, 'Upper', relay);
  wrong = find(lower > upper | lower == Inf | upper == -Inf, 1);
  if ~isempty(wrong)
    error('nsd:system:badBounds', 'firstOrder: the bounds [%g, %g] of relation %d are empty', ...
          lower(wrong), upper(wrong), wrong);
  end
  s.laws = laws;
  s.lower = lower;
  s.upper = upper;
end

function b = bounds(b, default, name, relay)
% bounds of the relays, given as one number for all, one per relay, or one per relation
  if isempty(b), b = default; end
  if ~isnumeric(b) || ~isreal(b) || any(isnan(b(:)))
    error('nsd:system:badBounds', 'firstOrder: %s must be real numbers', name);
  end
  b = double(b(:));
  if isscalar(b)
    b = repmat(b, nnz(relay), 1);
  elseif numel(b) == numel(relay)
    b = b(relay);
  elseif numel(b) ~= nnz(relay)
    error('nsd:system:badSize', ...
          'firstOrder: %s has %d entries; give one, or one per relay (%d) or relation (%d)', ...
          name, numel(b), nnz(relay), numel(relay));
  end
end

function [s, o] = polytope_relations(s, o)
% -y in the normal cone of {lambda : G lambda <= h} as relations of rows (FO.12): y + G'nu = 0 with
% lambda free, and 0 <= h - G lambda _|_ nu >= 0. Relations and multipliers of the faces, nu, stand
% behind those of lambda.
  if ~iscell(o.Set) || numel(o.Set) ~= 2
    error('nsd:system:badSet', ['firstOrder: Law ''polytope'' takes ''Set'', {G, h} for the ' ...
          'set G*lambda <= h']);
  elseif ~ischar(o.Law) || ~(isempty(o.Lower) && isempty(o.Upper))
    error('nsd:system:badSet', ['firstOrder: Set goes with Law ''polytope'' for all relations; ' ...
          'bounds of single ones are rows of G']);
  end
  G = nsd_real_array(o.Set{1}, 'G of Set', 'system', 'any');
  if isnumeric(o.Set{1}) && strcmp(s.kind, 'firstOrderNonlinear') && isempty(o.Relations)
    s.m = size(G, 2);
  end
  [m, faces] = deal(s.m, size(G, 1));
  h = nsd_check_vector(o.Set{2}, faces, 'h of Set', 'system');
  if size(G, 2) ~= m
    error('nsd:system:badSize', 'firstOrder: G of Set must have a column for each lambda (%d)', m);
  end
  s.m = m + faces;
  o.Law = [repmat({'equality'}, m, 1); repmat({'complementarity'}, faces, 1)];
  o.Relations = s.m;
  if strcmp(s.kind, 'firstOrder')
    s.B = [s.B, zeros(s.n, faces)];
    s.C = [s.C; zeros(faces, s.n)];
    s.D = [s.D, G'; -G, zeros(faces)];
    o.Offset = with_faces(o.Offset, m, h);
    return
  elseif ~(isempty(o.OutputJacobian) && isempty(o.ActionJacobian))
    error('nsd:system:badSet', 'firstOrder: with Set derivatives of h and g are found, not given');
  end
  [output, action] = deal(s.output, s.action);
  if nargin(output) == 4
    s.output = @(x, l, t, p) [output(x, l(1:m), t, p) + G'*l(m+1:m+faces); h - G*l(1:m)];
  else
    s.output = @(x, l, t) [output(x, l(1:m), t) + G'*l(m+1:m+faces); h - G*l(1:m)];
  end
  if nargin(action) == 4
    s.action = @(x, l, t, p) action(x, l(1:m), t, p);
  else
    s.action = @(x, l, t) action(x, l(1:m), t);
  end
end

function offset = with_faces(offset, m, h)
% the offset of the given relations, then h
  if isempty(offset)
    offset = [zeros(m, 1); h];
  elseif isa(offset, 'function_handle')
    offset = @(t) [offset(t); h];
  elseif isnumeric(offset) && size(offset, 1) == m
    offset = [offset; repmat(h, 1, size(offset, 2))];
  else
    error('nsd:system:badSet', 'firstOrder: with Set the Offset is a vector or a function of t');
  end
end
