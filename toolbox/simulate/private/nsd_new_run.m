function job = nsd_new_run(sys, tspan, given)
%NSD_NEW_RUN  A run of nsd_simulate(SYS, TSPAN, GIVEN{:}) as nsd_run_parts takes it.
%   JOB: struct with sys, q0, v0, run (nsd_plan_run), options, goesOn (nsd_read_arguments), and
%   setup, [] until nsd_setup_run has been called.
  nsd_check_span(tspan, given);
  [q0, v0, options, choice] = nsd_read_arguments(sys, given, double(tspan(1)));
  run = nsd_plan_run(tspan, options, choice.sys, q0, v0);
  run.why = choice.why;
  [q0, v0, run] = nsd_prepare_start(choice.sys, run, q0, v0, options);
  job = struct('sys', choice.sys, 'q0', q0, 'v0', v0, 'run', run, 'options', options, ...
               'goesOn', {choice.goesOn}, 'setup', []);
end
