function y = nsd_states_before(sol, events)
%NSD_STATES_BEFORE  States before the events of sol.stateEvents(), row by row.
%   Of first-order systems NaN where no row of the run is one, as at times that were given.
  t = min(max(events.t, sol.t(1)), sol.t(end));
  [x, v] = sol.at(t, 'left');
  y = [events.q, v];                               % positions do not jump
  if nsd_kind(sol.system).mechanical, return; end
  y = x;
  y(~ismember(events.t, sol.t), :) = NaN;
end
