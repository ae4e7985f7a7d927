function sol = nsd_run_filippov(sys, x0, run, options)
%NSD_RUN_FILIPPOV  One event-driven run of a piecewise smooth system through its gateway.
  [arrays, sys] = nsd_function_arrays(sys, run.t0, x0, options.Compile);
  fields = nsd_run_fields(run, x0, zeros(size(x0)), options);
  fields.keepEnergy = struct();
  fields.tEnd = run.tEnd;
  fields.relTol = options.RelTol;
  fields.absTol = options.AbsTol;
  fields.largestStep = nsd_or(options.MaxStep, (run.tEnd - run.t0)/10);
  result = nsd_raise_user_error(nsd_kernel('run_filippov', arrays, fields), options);
  result.v = zeros(size(result.q, 1), 0);
  sol = NsdSolution(sys, fields, result);
end
