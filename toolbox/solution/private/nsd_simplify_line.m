function keep = nsd_simplify_line(x, y, tolerance, size_of)
%NSD_SIMPLIFY_LINE  Numbers of the points that a curve needs.
%   Points within TOLERANCE (a fraction of the size of the curve) of the segment between their
%   neighbours are dropped, every other point at a time. Ends, the lowest and the highest point, and
%   points beside a NaN stay. Segments shorter than a pixel would be drawn pale and slowly.
%   SIZE_OF: [width height] that counts as the size; without it that of the curve.
  keep = (1:numel(x))';
  if nargin < 4, size_of = [max(x) - min(x), max(y) - min(y)]; end
  x = (x - min(x))/max(size_of(1), realmin);
  y = (y - min(y))/max(size_of(2), realmin);
  [~, lowest] = min(y);
  [~, highest] = max(y);
  for pass = 1:12
    count = numel(keep);
    middle = (2 + mod(pass, 2):2:count-1)';
    a = keep(middle - 1);
    b = keep(middle);
    c = keep(middle + 1);
    chord = hypot(x(c) - x(a), y(c) - y(a));
    along = (x(b) - x(a)).*(x(c) - x(a)) + (y(b) - y(a)).*(y(c) - y(a));
    away = abs((x(b) - x(a)).*(y(c) - y(a)) - (y(b) - y(a)).*(x(c) - x(a)));
    drop = chord > 0 & away <= tolerance*chord & along >= 0 & along <= chord.^2;   % no NaN beside
    drop = drop | (x(a) == x(b) & y(a) == y(b) & chord == 0);
    drop = drop & b ~= lowest & b ~= highest;
    keep(middle(drop)) = [];
    if numel(keep) > 0.98*count && pass > 1, break; end
  end
end
