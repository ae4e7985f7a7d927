function s = nsd_hybrid_definition(given)
%NSD_HYBRID_DEFINITION  Arguments of NsdSystem.hybrid, checked, as one struct.
  isFunction = @(f) isa(f, 'function_handle');
  laws = {'reset'};
  if ~isempty(given) && isFunction(given{1}) && (isscalar(given) || ischar(given{2}))
    given = [given(1), {@(x) 1, @(x) x}, given(2:end)];   % an ordinary differential equation
    laws = {};
  elseif numel(given) > 1 && iscell(given{2})
    error('nsd:system:badFunction', ['hybrid: guards are one function that returns all of them ' ...
          'in a vector, not a cell of functions: write @(x) [h1(x); h2(x)]']);
  end
  if numel(given) < 3 || ~isFunction(given{1}) || ~isFunction(given{2})
    error('nsd:system:missing', ['NsdSystem.hybrid needs functions f(t,x), h(x) and a reset: ' ...
          'a function or a cell of functions, one per guard']);
  end
  given{1} = nsd_require_arguments(given{1}, 2:3, 'f(t,x)', 'hybrid');
  [given{2}, open.guard] = nsd_require_arguments(given{2}, 1:3, 'h(x) or h(x,t)', 'hybrid');
  reset = given{3};
  if isFunction(reset), reset = {reset}; end
  if ~iscell(reset) || isempty(reset) || ~all(cellfun(isFunction, reset(:)))
    error('nsd:system:badReset', ['the reset must be a function @(x), @(x,i) or @(x,i,t) that ' ...
          'returns the state after, or a cell of them, one per guard']);
  end
  [reset, open.reset] = cellfun(@reset_in_order, reset(:)', 'UniformOutput', false);
  open.reset = [open.reset{:}];
  s = struct('kind', 'hybrid', 'n', NaN, 'm', NaN, ...
             'rate', given{1}, 'guard', given{2}, 'mass', [], 'reset', {reset}, ...
             'withTime', double(abs(nargin(given{2})) > 1), 'laws', {laws}, 'open', open);
  for k = 4:2:numel(given)
    nsd_match_name(given{k}, {'Mass'}, 'system', 'hybrid');
    if k == numel(given) || ~(isFunction(given{k+1}) || isnumeric(given{k+1}))
      error('nsd:system:badOption', 'hybrid: Mass must be a matrix or a function @(x)');
    end
    s.mass = given{k+1};
  end
  s = nsd_bind_functions(s);
end

function [f, open] = reset_in_order(f)
  [f, open] = nsd_require_arguments(f, 1:4, 'r(x), r(x,i) or r(x,i,t)', 'hybrid');
end
