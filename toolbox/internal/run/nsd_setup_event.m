function [arrays, sys, run] = nsd_setup_event(sys, q0, v0, run, options)
%NSD_SETUP_EVENT  A mechanical system and its event-driven run as the gateways take them.
  linear = strcmp(sys.Kind, 'linear');
  if linear
    arrays = linear_arrays(sys, run.t0, run.tEnd);
  else
    [arrays, sys] = nsd_traced_arrays(sys, q0, v0, run, options);
  end
  run = nsd_event_fields(nsd_run_fields(run, q0, v0, options), options);
  if isempty(options.Refine) && sys.Joints == 0 && ~strcmp(options.Integrator, 'rosenbrock')
    run.refine = 4;                               % a whole flight may be one step
    if linear && sys.Rough, run.refine = 16; end  % sol.at has no exact curve
  end
  run.layout = [];
  if isfield(arrays, 'layout'), run.layout = arrays.layout; end
  if numel(run.layout) > 1 || any(run.layout > 1)
    error('nsd:simulate:frictionMethod', ['Method ''event'' has friction in the plane: one ' ...
          'tangent per contact, and these have two; take ''moreau''']);
  end
  keep = struct('kinetic', ~linear, 'potential', ~linear, 'external', true, ...
                'damping', linear && ~isempty(sys.Damping), 'impact', sys.Contacts > 0, ...
                'friction', ~isempty(run.layout), 'joint', sys.Joints > 0, ...
                'numerical', true, 'algorithmic', false);
  run.keepEnergy = nsd_keep_energy(keep);
end

function arrays = linear_arrays(sys, t0, tEnd)
% the matrices, and F(t) as a function unless it is constant and harmonic
  if sys.Coordinates > 3000
    error('nsd:simulate:tooLarge', ['Method ''event'' keeps full matrices: %d coordinates are ' ...
          'too many; take ''moreau'''], sys.Coordinates);
  end
  arrays = nsd_linear_arrays(sys, 0, 0);
  arrays.handle = [];
  arrays.guard = @nsd_guarded_call;
  force = sys.Force;
  n = sys.Coordinates;
  switch force.kind
    case 'columns'
      error('nsd:simulate:method', ['F given by columns on the steps of a run has no value ' ...
            'between them: Method ''event'' takes @(t), nsd_harmonic or nsd_table']);
    case 'function'
      nsd_call_force(force.handle, t0, n);   % raises where F fails or has a wrong size
      arrays.handle = force.handle;
    case 'table'
      nsd_sample_force(force, [t0, tEnd], n);     % raises where the table ends early
      arrays.handle = @(t) nsd_force_value(force, t, n);
  end
end
