function log = nsd_merge_turns(log, h)
%NSD_MERGE_TURNS  Sliding that turns back within a step is one event of time stepping, not two.
%   A scheme of step H passes zero with one step that sticks (FC.6). Where sliding the other
%   way follows it, the column of the stick in LOG (c/run/output.h) is left out, and the slip starts
%   from the velocity before. In space velocities are lengths, and nothing is merged.
  kinds = log(3, :);
  kept = true(1, size(log, 2));
  for contact = unique(log(2, kinds == 6))
    mine = find(log(2, :) == contact & (kinds == 6 | kinds == 7));
    [first, next] = deal(mine(1:end-1), mine(2:end));
    turns = kinds(first) == 6 & kinds(next) == 7 & log(1, next) - log(1, first) <= 1.5*h & ...
            log(4, first).*log(5, next) < 0;
    log(4, next(turns)) = log(4, first(turns));
    log(7, next(turns)) = log(7, next(turns)) + log(7, first(turns));
    kept(first(turns)) = false;
  end
  log = log(:, kept);
end
