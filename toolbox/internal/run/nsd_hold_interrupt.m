function release = nsd_hold_interrupt()
%NSD_HOLD_INTERRUPT  Keep a Ctrl-C until the result is cleared: a loop ends with what it has.
%   nsd_kernel('interrupt', 'ask') is true when one is kept. A second Ctrl-C is raised at once.
%   MATLAB raises every Ctrl-C at once: there a loop loses its results.
  nsd_kernel('interrupt', 'hold');
  release = onCleanup(@() nsd_kernel('interrupt', 'release'));
end
