function [t, speed, contact, count, rests] = nsd_impact_times(sol)
%NSD_IMPACT_TIMES  Times at which contacts are hit, their speeds and numbers.
%   Compliant contacts are hit where they attach while approaching. A body at rest hits with a speed
%   of rounding, which is no impact. COUNT is their number; impacts that accumulate, as many as
%   tolerances let pass, count as one. RESTS is how often a contact comes to rest.
  events = sol.events;
  fast = max(abs(sol.v(:)));
  hits = (strcmp(events.kind, 'impact') & events.vBefore < -1e-9*fast) | ...
         (strcmp(events.kind, 'attach') & events.vAfter < -1e-9*fast);
  t = events.t(hits);
  speed = -events.vBefore(hits);
  contact = events.contact(hits);
  count = numel(t);
  ends = strcmp(events.kind, 'accumulation');
  rests = sum(strcmp(events.kind, 'impact') & hits & abs(events.vAfter) <= 1e-9*fast);
  for k = find(ends)'
    mine = find(contact == events.contact(k) & t <= events.t(k));
    if isempty(mine), continue; end               % of a speed of rounding
    rests = rests + 1;
    slower = flipud(diff(speed(mine)) < 0);
    last = find(~slower, 1);
    if isempty(last), last = numel(slower) + 1; end
    count = count - (last - 1);
  end
end
