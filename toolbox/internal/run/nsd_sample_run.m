function [table, run, failure] = nsd_sample_run(force, run, rows)
%NSD_SAMPLE_RUN  A force or input on the steps of a run, which ends before the first bad value.
%   FAILURE: error of a function that raised or was not finite, or [].
  [table, failure] = nsd_sample_force(force, run.t0 + (0:run.steps)*run.h, rows);
  if ~isempty(failure)
    run.steps = size(table, 2) - 1;
    run.times = run.times(run.times <= run.t0 + run.steps*run.h);
  end
end
