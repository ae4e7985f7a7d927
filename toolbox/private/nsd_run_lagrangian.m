function sol = nsd_run_lagrangian(sys, q0, v0, run, options)
%NSD_RUN_LAGRANGIAN  One time-stepping run of a nonlinear system through its gateway.
  methods = {'moreau', 'paoli'};
  if ~any(strcmp(options.Method, methods))
    error('nsd:simulate:method', 'Method ''%s'' is for linear systems; nonlinear ones take %s', ...
          options.Method, strjoin(methods, ', '));
  end
  [arrays, sys] = nsd_model_arrays(sys, run.t0, q0, v0);
  run = nsd_run_fields(run, q0, v0, options);
  run.newtonTol = options.NewtonTol;
  run.newtonMaxIter = options.NewtonMaxIter;
  run.halvings = options.StepHalving;
  run.project = double(strcmp(options.Project, 'on'));
  run.keepEnergy = double([true, true, true, false, sys.Contacts > 0, false, sys.Joints > 0, ...
                           true, false]);
  result = nsd_run_lagrangian_mex(arrays, run);
  if strcmp(result.status, 'userError')
    failure = struct('message', sprintf('%s [%s at t = %g]', result.userError.message, ...
                                        result.userWhere, result.userTime), ...
                     'identifier', nsd_or(result.userError.identifier, 'nsd:simulate:userError'));
    if strcmp(options.OnError, 'raise'), error(failure); end
    result.userError = failure;
  end
  sol = NsdSolution(sys, run, result);
end
