function [y, yp] = nsd_columns_at(sol, t, mechanical, rows)
%NSD_COLUMNS_AT  States [q; v], or x, at times T, column by column, and their rates, for deval.
%   ROWS: of both, only these; left out: all.
  [q, v] = sol.at(t);
  y = q';
  if mechanical, y = [q, v]'; end
  if nargout > 1, yp = nsd_rates_at(sol, t, mechanical)'; end
  if nargin < 4, return; end
  if ~isnumeric(rows) || ~all(ismember(rows(:), 1:size(y, 1)))
    error('nsd:solution:badRows', 'deval: the third argument must be rows of y, 1 to %d', ...
          size(y, 1));
  end
  y = y(rows, :);
  if nargout > 1 && ~isempty(yp), yp = yp(rows, :); end
end
