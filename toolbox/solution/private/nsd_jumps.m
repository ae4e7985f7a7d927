function jumps = nsd_jumps(sol)
%NSD_JUMPS  Velocity jumps of a solution, one row per instant, for drawing.
%   JUMPS is a struct of columns: t, row (the last stored row before the jump), q at the jump,
%   and the velocities before and after. Contacts hit in one step share one row.
  events = sol.events;
  hits = find(ismember(events.kind, {'impact', 'accumulation'}));
  [~, first] = unique(events.t(hits), 'first');
  hits = hits(sort(first));
  t = sol.t;
  te = events.t(hits);
  row = zeros(numel(te), 1);
  if ~isempty(te)
    [known, opening] = unique(t, 'first');
    row = opening(interp1([known; Inf], (1:numel(known) + 1)', te, 'previous'));
    twice = t(min(row + 1, numel(t))) == t(row);   % event methods: before and after
    row = max(row - (te == t(row) & ~twice), 1);   % a row at te itself holds the state after
  end
  before = sol.v(row, :);
  after = events.v(hits, :);
  again = find(diff(row) == 0) + 1;        % a second jump between two stored rows
  before(again, :) = after(again - 1, :);
  jumps = struct('t', te, 'row', row, 'q', events.q(hits, :), 'before', before, 'after', after);
end
