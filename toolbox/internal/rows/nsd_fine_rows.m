function rows = nsd_fine_rows(sol)
%NSD_FINE_ROWS  Times, positions and velocities close enough to be drawn with straight lines.
%   ROWS is a struct t, q, v and place: numbers of the rows of the solution among the fine rows.
%   The steps of Method 'event' are long; rows within a step are computed by sol.at.
  rows = struct('t', sol.t, 'q', sol.q, 'v', sol.v, 'place', (1:numel(sol.t))');
  count = numel(rows.t);
  if ~nsd_method_table(sol.stats.method).ownSteps || count > 3000 || count < 2, return; end
  parts = 12;
  k = find(diff(rows.t) > 0);
  inner = bsxfun(@plus, rows.t(k), (rows.t(k+1) - rows.t(k))*(1:parts-1)/parts);
  key = bsxfun(@plus, k, zeros(size(k))*(1:parts-1)) + repmat((1:parts-1)/parts, numel(k), 1);
  [q, v] = sol.at(inner(:));
  if ~isempty(sol.lambda), v = zeros(numel(inner), 0); end       % first-order systems
  [~, order] = sort([rows.place; key(:)]);
  merged = @(a, b) subsref([a; b], struct('type', '()', 'subs', {{order, ':'}}));
  rows.place = find(order <= count);
  rows.t = merged(rows.t, inner(:));
  rows.q = merged(rows.q, q);
  rows.v = merged(rows.v, v);
end
