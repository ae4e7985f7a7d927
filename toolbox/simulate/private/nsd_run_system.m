function [sol, memory] = nsd_run_system(sys, q0, v0, run, options)
%NSD_RUN_SYSTEM  One run through the gateway of the system's family.
%   memory: state of the scheme besides q and v (Newmark family, paoli), or []; a run continues
%   from run.memory.
  memory = [];
  kind = nsd_kind(sys);
  switch kind.name
    case 'bodies', sol = nsd_run_bodies(sys, q0, v0, run, options);
    case 'hybrid', sol = nsd_run_hybrid(sys, q0, run, options);
    case 'filippov', sol = nsd_run_filippov(sys, q0, run, options);
    case {'firstOrder', 'firstOrderNonlinear'}, sol = nsd_run_first_order(sys, q0, run, options);
    otherwise
      if strcmp(options.Method, 'event')
        sol = run_event(sys, q0, v0, run, options);
      elseif kind.nonlinear
        [sol, memory] = run_nonlinear(sys, q0, v0, run, options);
      else
        [sol, memory] = run_linear(sys, q0, v0, run, options);
      end
  end
end

function [sol, memory] = run_nonlinear(sys, q0, v0, run, options)
% time stepping of a nonlinear system, or Newmark between located impacts
  [arrays, sys, run] = nsd_setup_nonlinear(sys, q0, v0, run, options);
  nsd_warn_unused(sys, fieldnames(sys.Parameters), 'simulate');
  memory = [];
  if strcmp(options.Method, 'event-newmark')
    check_start(sys, q0, run.t0);
    result = nsd_kernel('run_event_newmark', arrays, run);
  else
    result = nsd_kernel('run_nonlinear', arrays, run);
    memory = result.memory;
  end
  sol = NsdSolution(sys, run, nsd_raise_user_error(result, options));
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

function [sol, memory] = run_linear(sys, q0, v0, run, options)
% time stepping of a linear system
  [arrays, run, userError] = nsd_setup_linear(sys, q0, v0, run, options);
  result = nsd_raise_user_error(nsd_kernel('run_linear', arrays, run), options);
  memory = result.memory;
  if ~isempty(userError) && strcmp(result.status, 'ok')
    result.status = 'userError';
    result.userError = userError;
    if strcmp(userError.identifier, 'nsd:simulate:forceNotFinite')
      result.status = 'notFinite';
    end
  end
  sol = NsdSolution(sys, run, result);
end

function sol = run_event(sys, q0, v0, run, options)
% Method 'event': linear and nonlinear systems through one gateway
  nsd_refuse_friction(sys, options);
  [arrays, sys, run] = nsd_setup_event(sys, q0, v0, run, options);
  nsd_warn_unused(sys, fieldnames(sys.Parameters), 'simulate');
  run = nsd_event_function(run, options.Events, q0, v0);
  run.events = nsd_tape_of(run.events, {run.t0, q0, v0}, 'Events', options.Compile);
  result = nsd_kernel('run_event_driven', arrays, run);
  sol = NsdSolution(sys, run, nsd_raise_user_error(result, options));
end
