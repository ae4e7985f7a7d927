function sol = nsd_run_lagrangian(sys, q0, v0, run, options)
%NSD_RUN_LAGRANGIAN  One run of a nonlinear system through the gateway of its method.
  methods = {'moreau', 'paoli', 'event-newmark'};
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
  run.geodesic = double(strcmp(options.Metric, 'geodesic'));
  if run.geodesic && (sys.Joints > 0 || any(arrays.e ~= arrays.e(1:min(end, 1))))
    error('nsd:simulate:metric', ['''Metric'', ''geodesic'' takes systems without joints whose ' ...
          'contacts have the same Restitution']);
  end
  run.keepEnergy = double([true, true, true, false, sys.Contacts > 0, false, sys.Joints > 0, ...
                           true, false]);
  if strcmp(options.Method, 'event-newmark')
    check_start(sys, q0, run.t0);
    run.exactRoot = double(strcmp(options.ImpactRoot, 'exact'));
    result = nsd_run_event_newmark_mex(arrays, run);
  else
    result = nsd_run_lagrangian_mex(arrays, run);
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
