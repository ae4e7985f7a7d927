function t = times_of(sol, kind)
%TIMES_OF  When events of a kind happened.
  t = sol.events.t(strcmp(sol.events.kind, kind));
end
