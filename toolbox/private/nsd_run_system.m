function sol = nsd_run_system(sys, q0, v0, run, options)
%NSD_RUN_SYSTEM  One time-stepping run through the gateway of the system's family.
  if strcmp(sys.Kind, 'lagrangian')
    sol = nsd_run_lagrangian(sys, q0, v0, run, options);
  else
    sol = nsd_run_linear(sys, q0, v0, run, options);
  end
end
