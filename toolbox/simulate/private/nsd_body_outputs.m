function out = nsd_body_outputs(sol)
%NSD_BODY_OUTPUTS  [t, y, te, ye, ie] of rigid bodies, as ode45 has them: ie the first body.
  events = sol.events;
  [q, v] = sol.at(min(max(events.t, sol.t(1)), sol.t(end)));
  out = {sol.t, [sol.q, sol.v], events.t, [q, v], events.contact};
end
