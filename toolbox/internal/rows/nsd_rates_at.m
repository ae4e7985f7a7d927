function rates = nsd_rates_at(sol, t, mechanical)
%NSD_RATES_AT  Derivatives of [q v], or of x, at times T, row by row, for deval.
%   They are those of the curves between rows (sol.at), by differences that do not reach across
%   rows, so that no jump is in them; at a row that of the step behind it, at the last before.
  times = unique(sol.t);
  rates = [];
  if numel(times) < 2, return; end
  k = min(max(nsd_lookup_row(times, t(:)), 1), numel(times) - 1);
  width = times(k+1) - times(k);
  d = 1e-4*width;
  middle = min(max(t(:), times(k) + d), times(k+1) - d);
  [q1, v1] = sol.at(middle - 0.9*d);
  [q2, v2] = sol.at(middle + 0.9*d);
  rates = bsxfun(@rdivide, q2 - q1, 1.8*d);
  if ~mechanical, return; end
  [~, v] = sol.at(t);
  rates = [v, bsxfun(@rdivide, v2 - v1, 1.8*d)];
end
