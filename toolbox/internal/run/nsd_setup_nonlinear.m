function s = nsd_setup_nonlinear(s)
%NSD_SETUP_NONLINEAR  A nonlinear system and its time-stepping run as the gateways take them.
%   S: the struct of nsd_setup_run.
  s.options = nsd_newmark_parameters(s.options);
  options = s.options;
  [s.arrays, s.sys] = nsd_traced_arrays(s.sys, s.run.q0, s.run.v0, s.run, options);
  e = s.arrays.e;
  if strcmp(options.Metric, 'geodesic') && (s.sys.Joints > 0 || any(e ~= e(1:min(end, 1))))
    error('nsd:simulate:metric', ['''Metric'', ''geodesic'' takes systems without joints whose ' ...
          'contacts have the same Restitution']);
  end
  if isfield(s.arrays, 'layout'), s.run.layout = s.arrays.layout; end
  s.family = 'nonlinear';
  if strcmp(options.Method, 'event-newmark'), s.family = options.Method; end
end
