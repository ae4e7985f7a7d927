function [sol, memory] = nsd_run_system(sys, q0, v0, run, options)
%NSD_RUN_SYSTEM  One run through the gateway of the system's family.
%   memory: what the scheme remembers besides q and v (Newmark family, paoli), else [].
  memory = [];
  nsd_refuse_friction(sys, options);
  if strcmp(sys.Kind, 'firstOrder')
    sol = nsd_run_first_order(sys, q0, run, options);
  elseif any(strcmp(options.Method, {'theta', 'zoh'}))
    error('nsd:simulate:method', ['Method ''%s'' is for NsdSystem.firstOrder; mechanical ' ...
          'systems take ''moreau'' and others'], options.Method);
  elseif strcmp(options.Method, 'event')
    sol = nsd_run_event(sys, q0, v0, run, options);
  elseif strcmp(sys.Kind, 'lagrangian')
    [sol, memory] = nsd_run_nonlinear(sys, q0, v0, run, options);
  elseif strcmp(options.Method, 'event-newmark')
    error('nsd:simulate:method', ['Method ''event-newmark'' is for nonlinear systems; write ' ...
          'this one as NsdSystem.lagrangian(M, @(t,q,v) F(t) - C*v - K*q)']);
  else
    [sol, memory] = nsd_run_linear(sys, q0, v0, run, options);
  end
end
