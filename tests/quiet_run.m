function sol = quiet_run(run)
%QUIET_RUN  A run that is known to gain energy in some step, without the warning.
  state = warning('off', 'nsd:energy:gain');
  restore = onCleanup(@() warning(state));
  sol = run();
end
