function [q, v] = nsd_smooth_steps(sol, log, ends, around, at, q, v)
%NSD_SMOOTH_STEPS  q on cubics, v on lines within steps of own length, but for those with impacts.
%   ENDS: times at which the steps end; AROUND: the rows before and behind each point; AT: length of
%   the step and fraction of it. LOG: events of the run.
  flown = ~ismember(ends, log.t(log.kind == nsd_event_kinds('impact')));
  both = [around(flown, 1); around(flown, 2)];
  q(flown, :) = nsd_cubic(sol.q(both, :), sol.v(both, :), at(flown, 1), at(flown, 2));
  change = sol.v(around(flown, 2), :) - v(flown, :);
  v(flown, :) = v(flown, :) + bsxfun(@times, at(flown, 2), change);
end
