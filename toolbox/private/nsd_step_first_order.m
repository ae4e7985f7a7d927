function [state, sol] = nsd_step_first_order(sys, method, t, state, h, given)
%NSD_STEP_FIRST_ORDER  nsd_step for first-order systems: a struct with field x, one step.
  if ~isstruct(state) || ~isfield(state, 'x')
    error('nsd:step:badState', 'state must be a struct with field x');
  end
  if ~isnumeric(t) || ~isscalar(t) || ~isfinite(t)
    error('nsd:step:badTime', 't must be a finite number');
  end
  if isempty(h) || isempty(method)
    error('nsd:options:badValue', 'nsd_step needs a method and a positive step h, not []');
  end
  options = nsd_fill_options(nsd_options(given{:}, 'Method', method, 'Step', h, ...
                                         'Progress', 'off', 'OutputEvery', 1));
  n = sys.Coordinates;
  if isnan(n), n = numel(state.x); end
  x = nsd_check_vector(state.x, n, 'state.x', 'step');
  run = struct('t0', t, 'h', options.Step, 'steps', 1, 'every', 1, 'times', [], 'memory', []);
  sol = nsd_run_system(sys, x, zeros(n, 1), run, options);
  if strcmp(sol.status, 'ok')
    state = struct('t', t + h, 'x', sol.x(end, :)', 'y', sol.y(end, :)', ...
                   'lambda', sol.lambda(end, :)');
  end
  state.status = sol.status;
end
