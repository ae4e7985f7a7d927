function s = nsd_ode_struct(sol)
%NSD_ODE_STRUCT  What sol.toOde() returns: the struct of ode45, with a column for each time.
  events = sol.stateEvents();
  s = struct('solver', 'nsd_simulate', 'x', sol.t', 'y', sol.x', 'xe', events.t', ...
             'ye', nsd_states_before(sol, events)', 'ie', events.contact', ...
             'yafter', events.y', 'stats', sol.stats);
end
