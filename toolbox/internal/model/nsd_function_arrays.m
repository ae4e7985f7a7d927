function [arrays, sys] = nsd_function_arrays(sys, t0, x0, compile)
%NSD_FUNCTION_ARRAYS  A system given by functions as gateways take it (mex/family/mex_functions.h).
%   For NsdSystem.firstOrder(f, h, g), hybrid and filippov. Every function is evaluated once at the
%   start; SYS is returned with its functions recorded as option COMPILE says. arrays.recorded: all
%   functions are recorded, so that no run calls the interpreter.
  sys = sys.resolved(x0, t0);
  s = sys.FirstOrder;
  arrays = s;
  [arrays.n, arrays.parameters] = deal(numel(x0), nsd_parameter_values(sys));
  [arrays.library, arrays.recorded] = deal('', 0);
  value = @(f, count, name, where) nsd_first_value(f, count, name, where, t0, sys);
  switch s.kind
    case 'hybrid', [arrays, z0] = hybrid(arrays, s, t0, x0, value);
    case 'filippov'
      refuse_fault(s.surface, x0, t0, 'surface');
      surface = value(@() nsd_called_at(s.surface, x0, t0), NaN, called('s', s.surface), 'surface');
      arrays.m = numel(surface);
      z0 = ones(arrays.m, 1);
      value(@() s.rate(t0, x0, z0), arrays.n, 'f(t,x,side)', 'rate');
    otherwise
      z0 = min(max(zeros(s.m, 1), s.lower), s.upper);     % the lambda nearest to 0
      value(@() s.rate(t0, x0), arrays.n, 'f(t,x)', 'rate');
      value(@() s.output(x0, z0, t0), s.m, 'h(x,lambda,t)', 'output');
      value(@() s.action(x0, z0, t0), arrays.n, 'g(x,lambda,t)', 'action');
  end
  sys = nsd_trace_system(sys, struct('t', t0, 'q', x0, 'v', z0), compile);
  if isempty(sys.Tapes)
    arrays.tapes = nsd_no_tapes(sys);
  else
    arrays.tapes = sys.Tapes.tapes;
    arrays.library = sys.Tapes.library;
    arrays.recorded = double(all([sys.Tapes.report.compiled]));
  end
end

function text = called(name, f)
% the function and the order of its arguments, for messages
  text = [name '(x)'];
  if abs(nargin(f)) > 1, text = [name '(x,t)']; end
end

function [arrays, direction] = hybrid(arrays, s, t0, x0, value)
  if ~isempty(s.laws), refuse_fault(s.guard, x0, t0, 'guard'); end
  h = value(@() nsd_called_at(s.guard, x0, t0), NaN, called('h', s.guard), 'guard');
  arrays.m = numel(h);
  value(@() s.rate(t0, x0), arrays.n, 'f(t,x)', 'rate');
  if numel(s.reset) > 1 && numel(s.reset) ~= arrays.m
    error('nsd:simulate:resetSize', '%d resets for %d guards: give one, or one per guard', ...
          numel(s.reset), arrays.m);
  end
  check_resets(s, t0, x0, arrays.m);
  low = find(h(:) < -1e-9*max(1, max(abs(x0))), 1);
  if ~isempty(low)
    error('nsd:simulate:gapStart', ['guard %d is %g at the start: all must be >= 0, positive ' ...
          'before their event; turn its sign: @(t,y) -(...)'], low, h(low));
  end
  arrays.guards = s.guard;
  arrays.reset = @(x, i, t) nsd_state_after_reset(s.reset, x, i, t);
  if isnumeric(s.mass) && ~isempty(s.mass), arrays.mass = @(x) s.mass; end
  direction = zeros(arrays.n, 1);
end

function refuse_fault(f, x0, t0, name)
  [text, reason] = nsd_guard_fault(f, x0, t0, name);
  if ~isempty(text), error(['nsd:simulate:' name reason], '%s', text); end
end

function check_resets(s, t0, x0, m)
% a reset may fail away from its guard; where it returns something it must be a state
  for i = 1:m
    [x, err] = nsd_probe(@() nsd_state_after_reset(s.reset, x0, i, t0));
    if isempty(err) && ~(isnumeric(x) && numel(x) == numel(x0))
      number = '';
      if numel(s.reset) > 1, number = sprintf(' %d', i); end
      error('nsd:simulate:resetSize', ['reset%s must return the state after: %s, one per entry ' ...
            'of x, not %s %s'], number, nsd_count_text(numel(x0), 'row'), nsd_size_text(x), ...
            class(x));
    end
  end
end
