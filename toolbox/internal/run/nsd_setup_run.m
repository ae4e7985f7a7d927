function s = nsd_setup_run(sys, q0, v0, run, options)
%NSD_SETUP_RUN  A system, its run and its options as the gateways 'run' and 'sweep' take them.
%   S.family   name of the reader in mex/family/mex_family.c
%   S.arrays   the system, as this reader takes it
%   S.run      RUN with q0 and v0, and what NsdSolution asks for: method, layout, tolerances
%   S.options  OPTIONS, filled where the default depends on the system
%   S.sys      the system with its functions recorded
%   S.lost     error of a force or input that raised or was not finite, or []; the run ends before
  run.q0 = q0;
  run.v0 = v0;
  run.method = options.Method;
  run.layout = [];
  run.relTol = options.RelTol;
  run.tolerance = options.LcpTol;
  if strcmp(options.Progress, 'auto') && ~nsd_is_interactive(), options.Progress = 'off'; end
  s = struct('family', '', 'arrays', [], 'run', run, 'options', options, 'sys', sys, 'lost', []);
  kind = nsd_kind(sys);
  if strcmp(kind.name, 'bodies')
    s = nsd_setup_bodies(s);
  elseif ~kind.mechanical
    s = nsd_setup_first_order(s, kind.name);
  else
    nsd_refuse_friction(sys, options);
    if strcmp(options.Method, 'event')
      s = nsd_setup_event(s, kind.nonlinear);
    elseif kind.nonlinear
      s = nsd_setup_nonlinear(s);
    else
      s = nsd_setup_linear(s);
    end
  end
end
