function sol = nsd_run_first_order(sys, x0, run, options)
%NSD_RUN_FIRST_ORDER  One run of a first-order system through its gateway.
  s = sys.FirstOrder;
  switch options.Relation
    case 'implicit', rho = 1;
    case 'midpoint', rho = options.Theta;
    otherwise, rho = 0;
  end
  fields = nsd_run_fields(run, x0, zeros(size(x0)), options);
  fields.rho = rho;
  fields.keepEnergy = struct();
  if strcmp(s.kind, 'firstOrder')
    [arrays, fields, userError] = nsd_first_order_arrays(s, fields, options);
    result = nsd_raise_user_error(nsd_kernel('run_first_order', arrays, fields), options);
    if ~isempty(userError) && strcmp(result.status, 'ok')
      result.status = 'userError';
      result.userError = userError;
    end
  else
    fields.newtonTol = options.NewtonTol;
    fields.newtonMaxIter = options.NewtonMaxIter;
    [arrays, sys] = nsd_function_arrays(sys, run.t0, x0, options.Compile);
    result = nsd_raise_user_error(nsd_kernel('run_first_order_newton', arrays, fields), options);
  end
  result.v = zeros(size(result.q, 1), 0);
  sol = NsdSolution(sys, fields, result);
end
