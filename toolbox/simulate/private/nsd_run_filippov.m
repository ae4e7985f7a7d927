function sol = nsd_run_filippov(sys, x0, run, options)
%NSD_RUN_FILIPPOV  One event-driven run of a piecewise smooth system through its gateway.
  s = sys.FirstOrder;
  n = numel(x0);
  if s.withTime, place = @() s.surface(x0, run.t0); else, place = @() s.surface(x0); end
  p = numel(nsd_first_value(place, NaN, 's(x)', 'surface', run.t0));
  nsd_first_value(@() s.rate(run.t0, x0, ones(p, 1)), n, 'f(t,x,side)', 'rate', run.t0);
  arrays = struct('n', n, 'm', p, 'rate', s.rate, 'surface', s.surface, ...
                  'surfaceJacobian', s.surfaceJacobian, 'withTime', double(s.withTime), ...
                  'guard', @nsd_guarded_call);
  arrays.rate = nsd_tape_of(s.rate, {run.t0, x0, ones(p, 1)}, 'f(t,x,side)', options.Compile);
  place = {x0, run.t0};
  arrays.surface = nsd_tape_of(s.surface, place(1:1 + s.withTime), 's(x)', options.Compile);
  fields = nsd_run_fields(run, x0, zeros(n, 1), options);
  fields.keepEnergy = struct();
  fields.tEnd = run.tEnd;
  fields.relTol = options.RelTol;
  fields.absTol = options.AbsTol;
  fields.largestStep = nsd_or(options.MaxStep, (run.tEnd - run.t0)/10);
  result = nsd_raise_user_error(nsd_kernel('run_filippov', arrays, fields), options);
  result.v = zeros(size(result.q, 1), 0);
  sol = NsdSolution(sys, fields, result);
end
