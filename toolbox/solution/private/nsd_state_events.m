function events = nsd_state_events(sol, run)
%NSD_STATE_EVENTS  sol.events with y, the states after the events row by row, as ode45 has them.
%   With the option Events of the run those of the user alone, as ode45 returns them: their numbers
%   and those of contacts could not be told apart.
  events = sol.events;
  if ~isfield(events, 'q')                        % of rigid bodies
    [events.q, events.v] = sol.at(min(max(events.t, sol.t(1)), sol.t(end)));
  end
  events.y = [events.q, events.v];
  own = strcmp(events.kind, 'user');
  asked = isfield(run, 'options') && isfield(run.options, 'Events') && ~isempty(run.options.Events);
  if ~asked && ~any(own), return; end
  for name = {'t', 'q', 'v', 'y', 'contact'}
    events.(name{1}) = events.(name{1})(own, :);
  end
end
