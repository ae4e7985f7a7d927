function [arrays, sys] = nsd_function_arrays(sys, t0, x0, compile)
%NSD_FUNCTION_ARRAYS  A system given by functions as gateways take it (mex/family/mex_functions.h).
%   For NsdSystem.firstOrder(f, h, g), hybrid and filippov. Every function is evaluated once at the
%   start; SYS is returned with its functions recorded as option COMPILE says. arrays.recorded: all
%   functions are recorded, so that no run calls the interpreter.
  s = sys.FirstOrder;
  n = numel(x0);
  arrays = struct('n', n, 'm', s.m, 'parameters', nsd_parameter_values(sys), 'library', '', ...
                  'tapes', [], 'recorded', 0);
  value = @(f, count, name, where) nsd_first_value(f, count, name, where, t0, sys);
  if isfield(s, 'reset')
    [arrays, z0] = hybrid(arrays, s, t0, x0, value);
  elseif isfield(s, 'surface')
    [arrays, z0] = filippov(arrays, s, t0, x0, value);
  else
    [arrays, z0] = first_order(arrays, s, t0, x0, value);
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

function [arrays, lambda] = first_order(arrays, s, t0, x0, value)
% lambda: the one nearest to 0 within its bounds
  lambda = min(max(zeros(s.m, 1), s.lower), s.upper);
  value(@() s.rate(t0, x0), arrays.n, 'f(t,x)', 'rate');
  value(@() s.output(x0, lambda, t0), s.m, 'h(x,lambda,t)', 'output');
  value(@() s.action(x0, lambda, t0), arrays.n, 'g(x,lambda,t)', 'action');
  for name = {'rate', 'output', 'action', 'rateJacobian', 'outputJacobian', 'actionJacobian', ...
              'lower', 'upper'}
    arrays.(name{1}) = s.(name{1});
  end
end

function [arrays, direction] = hybrid(arrays, s, t0, x0, value)
  if s.withTime, place = @() s.guards(x0, t0); else, place = @() s.guards(x0); end
  h = value(place, NaN, 'h(x)', 'guard');
  arrays.m = numel(h);
  value(@() s.rate(t0, x0), arrays.n, 'f(t,x)', 'rate');
  if numel(s.reset) > 1 && numel(s.reset) ~= arrays.m
    error('nsd:simulate:resetSize', '%d resets for %d guards: give one, or one per guard', ...
          numel(s.reset), arrays.m);
  end
  low = find(h(:) < -1e-9*max(1, max(abs(x0))), 1);
  if ~isempty(low)
    error('nsd:simulate:gapStart', 'guard %d is %g at the start: all must be >= 0', low, h(low));
  end
  arrays.rate = s.rate;
  arrays.guards = s.guards;
  arrays.withTime = double(s.withTime);
  resets = s.reset;
  arrays.reset = @(x, i, t) nsd_state_after_reset(resets, x, i, t);
  arrays.mass = s.mass;
  if isnumeric(s.mass) && ~isempty(s.mass), arrays.mass = @(x) s.mass; end
  direction = zeros(arrays.n, 1);
end

function [arrays, side] = filippov(arrays, s, t0, x0, value)
  if s.withTime, place = @() s.surface(x0, t0); else, place = @() s.surface(x0); end
  arrays.m = numel(value(place, NaN, 's(x)', 'surface'));
  side = ones(arrays.m, 1);
  value(@() s.rate(t0, x0, side), arrays.n, 'f(t,x,side)', 'rate');
  arrays.rate = s.rate;
  arrays.surface = s.surface;
  arrays.surfaceJacobian = s.surfaceJacobian;
  arrays.withTime = double(s.withTime);
end
