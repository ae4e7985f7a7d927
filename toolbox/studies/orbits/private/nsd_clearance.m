function [clearance, speed] = nsd_clearance(sol)
%NSD_CLEARANCE  How near a periodic motion is to grazing.
%   CLEARANCE is the smallest local minimum of a gap that is no impact, Inf without such a minimum;
%   SPEED is the speed of the slowest impact, Inf without impacts, NaN where impacts accumulate.
  events = sol.events;
  hits = strcmp(events.kind, 'impact');
  speed = min([Inf; -events.vBefore(hits)]);
  if any(strcmp(events.kind, 'accumulation')), speed = NaN; end
  [t, g] = deal(sol.t, sol.gap);
  N = numel(t);
  clearance = Inf;
  for c = 1:size(g, 2)
    y = g(:, c);
    turns = find(y <= y([2, 1:N-1]) & y <= y([2:N, N-1]));
    busy = events.t(events.contact == c);
    for k = turns'
      ends = t([max(k - 1, 1), min(k + 1, N)]);
      touched = any(busy >= ends(1) & busy <= ends(2)) || y(k) <= 0;
      if ~touched && y(k) < 2*clearance
        clearance = min(clearance, lowest(sol, c, ends, y(k)));
      end
    end
  end
end

function y = lowest(sol, c, ends, y)
% minimum of gap c between two rows by sol.at; the error is the square of the error in t
  if ends(2) <= ends(1), return; end
  few = optimset('TolX', 1e-8*diff(ends));
  [~, found] = fminbnd(@(t) gap_at(sol, c, t), ends(1), ends(2), few);
  y = min(y, found);
end

function y = gap_at(sol, c, t)
  y = sol.system.gap(sol.at(t)', t);
  y = y(c);
end
