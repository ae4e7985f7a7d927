function result = bar_job(job)
%BAR_JOB  One run of the bar study: apparent restitution over two windows.
%   RESULT = BAR_JOB([MODEL METHOD E ANGLE FRACTION PHASE]) with METHOD 1 for 'paoli', 2 for
%   'event-newmark' returns [e over 2.5 ms, e over 1 ms, contact intervals].
%
%   Example
%       r = bar_job([2 1 0 70 0 0]);
%
%   See also BAR_RESTITUTION, BAR_STUDY.
  methods = {'paoli', 'event-newmark'};
  bar = nsd_bar('Model', job(1), 'Restitution', job(3), 'Angle', job(4), ...
                'Fraction', job(5), 'Phase', job(6));
  [long, sol, last] = bar_restitution(bar, methods{job(2)});
  short = bar_mean_velocity(sol, last, 1e-3);
  t = sort(sol.events.t(sol.events.t <= last));
  result = [long, short, 1 + sum(diff(t) > 1e-4)];
end
