function [sol, memory] = nsd_run_nonlinear(sys, q0, v0, run, options)
%NSD_RUN_NONLINEAR  One run of a nonlinear system through the gateway of its method.
%   memory: what the scheme remembers besides q and v; run.memory goes on from one.
  [arrays, sys, run] = nsd_setup_nonlinear(sys, q0, v0, run, options);
  nsd_warn_unused(sys, fieldnames(sys.Parameters), 'simulate');
  memory = [];
  if strcmp(options.Method, 'event-newmark')
    check_start(sys, q0, run.t0);
    result = nsd_run_event_newmark_mex(arrays, run);
  else
    result = nsd_run_lagrangian_mex(arrays, run);
    memory = result.memory;
  end
  sol = NsdSolution(sys, run, nsd_user_error(result, options));
end

function check_start(sys, q0, t0)
% an event method must start on the right side of every surface
  y = sys.gap(q0, t0);
  low = find(y < -1e-12*max(abs(q0)), 1);
  if ~isempty(low)
    error('nsd:simulate:penetration', ['gap %d is %g at the start: event-newmark needs an ' ...
          'initial position with all gaps >= 0'], low, y(low));
  end
end
