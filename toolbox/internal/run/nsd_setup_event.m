function s = nsd_setup_event(s, nonlinear)
%NSD_SETUP_EVENT  A mechanical system and its event-driven run as the gateways take them.
%   S: the struct of nsd_setup_run.
  options = s.options;
  if nonlinear
    s.family = 'event';
    [s.arrays, s.sys] = nsd_traced_arrays(s.sys, s.run.q0, s.run.v0, s.run, options);
  else
    s.family = 'linear event';
    s.arrays = linear_arrays(s.sys, s.run.t0, s.run.tEnd);
  end
  if isempty(options.Refine) && s.sys.Joints == 0 && ~strcmp(options.Integrator, 'rosenbrock')
    s.options.Refine = 4;                         % a whole flight may be one step
    if ~nonlinear && s.sys.Rough, s.options.Refine = 16; end   % sol.at has no exact curve
  end
  if isfield(s.arrays, 'layout'), s.run.layout = s.arrays.layout; end
  if numel(s.run.layout) > 1 || any(s.run.layout > 1)
    error('nsd:simulate:frictionMethod', ['Method ''event'' has friction in the plane: one ' ...
          'tangent per contact, and these have two; take ''moreau''']);
  end
end

function arrays = linear_arrays(sys, t0, tEnd)
% the matrices, and F(t) as a function unless it is constant and harmonic
  if sys.Coordinates > 3000
    error('nsd:simulate:tooLarge', ['Method ''event'' keeps full matrices: %d coordinates are ' ...
          'too many; take ''moreau'''], sys.Coordinates);
  end
  arrays = nsd_linear_arrays(sys, 0, 0);
  arrays.handle = [];
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
