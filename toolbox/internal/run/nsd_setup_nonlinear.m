function [arrays, sys, run] = nsd_setup_nonlinear(sys, q0, v0, run, options)
%NSD_SETUP_NONLINEAR  A nonlinear system and its time-stepping run as the gateways take them.
  method = nsd_method_table(options.Method);
  if ~any(strcmp('lagrangian', method.systems))
    error('nsd:simulate:method', 'Method ''%s'' is for linear systems; nonlinear ones take %s', ...
          options.Method, strjoin(nsd_methods_of('lagrangian'), ', '));
  end
  nsd_refuse_friction(sys, options);
  [arrays, sys] = nsd_traced_arrays(sys, q0, v0, run, options);
  newmark = nsd_newmark_parameters(options);
  run = nsd_newmark_fields(nsd_run_fields(run, q0, v0, options), newmark, options);
  run.newtonTol = options.NewtonTol;
  run.newtonMaxIter = options.NewtonMaxIter;
  run.halvings = options.StepHalving;
  run.project = double(strcmp(options.Project, 'on'));
  run.geodesic = double(strcmp(options.Metric, 'geodesic'));
  if run.geodesic && (sys.Joints > 0 || any(arrays.e ~= arrays.e(1:min(end, 1))))
    error('nsd:simulate:metric', ['''Metric'', ''geodesic'' takes systems without joints whose ' ...
          'contacts have the same Restitution']);
  end
  run.layout = [];
  if isfield(arrays, 'layout'), run.layout = arrays.layout; end
  algorithmic = newmark.family && ~strcmp(options.Method, 'genalpha');
  keep = struct('kinetic', true, 'potential', true, 'external', true, 'damping', false, ...
                'impact', sys.Contacts > 0, 'friction', ~isempty(run.layout), ...
                'joint', sys.Joints > 0, 'numerical', true, 'algorithmic', algorithmic);
  run.keepEnergy = keep;
  run.exactRoot = double(strcmp(options.ImpactRoot, 'exact'));
end
