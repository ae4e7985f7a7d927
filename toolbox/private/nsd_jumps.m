function jumps = nsd_jumps(sol)
%NSD_JUMPS  Velocity jumps of a solution, one row per instant, for drawing.
%   JUMPS is a struct of columns: t, row (the last stored row before the jump), q at the jump,
%   and the velocities before and after. Contacts hit in one step share one row.
  events = sol.events;
  hits = find(strcmp(events.kind, 'impact'));
  [~, first] = unique(events.t(hits), 'first');
  hits = hits(sort(first));
  t = sol.t;
  te = events.t(hits);
  row = zeros(numel(te), 1);
  if ~isempty(te)
    row = interp1(t, (1:numel(t))', te, 'previous', numel(t));
    row = max(row - (te == t(row)), 1);    % a row at te itself holds the state after
  end
  before = sol.v(row, :);
  after = events.v(hits, :);
  again = find(diff(row) == 0) + 1;        % a second jump between two stored rows
  before(again, :) = after(again - 1, :);
  jumps = struct('t', te, 'row', row, 'q', events.q(hits, :), 'before', before, 'after', after);
end
