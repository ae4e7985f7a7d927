function sol = nsd_run_event(sys, q0, v0, run, options)
%NSD_RUN_EVENT  One event-driven run of a mechanical system through its gateway.
  [arrays, sys, run] = nsd_setup_event(sys, q0, v0, run, options);
  if strcmp(sys.Kind, 'lagrangian')
    nsd_warn_unused(sys, fieldnames(sys.Parameters), 'simulate');
  end
  run = nsd_event_function(run, options.Events, q0, v0);
  run.events = nsd_tape_of(run.events, {run.t0, q0, v0}, 'Events', options.Compile);
  result = nsd_run_event_driven_mex(arrays, run);
  sol = NsdSolution(sys, run, nsd_user_error(result, options));
end
