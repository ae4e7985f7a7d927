function sol = nsd_run_filippov(sys, x0, run, options)
%NSD_RUN_FILIPPOV  One event-driven run of a piecewise smooth system through its gateway.
  [arrays, sys] = nsd_function_arrays(sys, run.t0, x0, options.Compile);
  fields = nsd_event_fields(nsd_run_fields(run, x0, zeros(size(x0)), options), options);
  fields.keepEnergy = struct();
  fields = nsd_event_function(fields, options.Events, x0, []);
  if ~isempty(fields.events)
    f = fields.events;
    fields.events = nsd_tape_of(@(t, x) f(t, x, []), {run.t0, x0}, 'Events', options.Compile);
  end
  result = nsd_raise_user_error(nsd_kernel('run_filippov', arrays, fields), options);
  result.v = zeros(size(result.q, 1), 0);
  sol = NsdSolution(sys, fields, result);
end
