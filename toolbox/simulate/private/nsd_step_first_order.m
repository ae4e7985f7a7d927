function [state, sol] = nsd_step_first_order(sys, state, run, options)
%NSD_STEP_FIRST_ORDER  nsd_step for first-order systems: a struct with field x, one step.
  if ~isstruct(state) || ~isfield(state, 'x')
    error('nsd:step:badState', 'state must be a struct with field x');
  end
  n = sys.Coordinates;
  if isnan(n), n = numel(state.x); end
  x = nsd_check_vector(state.x, n, 'state.x', 'step');
  sol = nsd_run_system(sys, x, zeros(n, 1), run, options);
  if strcmp(sol.status, 'ok')
    state = struct('t', run.t0 + run.h, 'x', sol.x(end, :)', 'y', sol.y(end, :)', ...
                   'lambda', sol.lambda(end, :)');
  end
  state.status = sol.status;
end
