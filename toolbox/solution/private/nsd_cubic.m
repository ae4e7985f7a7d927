function x = nsd_cubic(ends, rates, width, weight)
%NSD_CUBIC  States on the cubics with states and rates of both ends of their steps.
%   ENDS and RATES hold the starts, one row per point, and below them the ends; the steps have the
%   lengths WIDTH, the points lie at WEIGHT, from 0 to 1, of them.
  count = numel(weight);
  times = @(w, y) bsxfun(@times, w, y);
  s = weight;
  step = ends(count+1:end, :) - ends(1:count, :);
  first = times(width, rates(1:count, :));
  last = times(width, rates(count+1:end, :));
  x = ends(1:count, :) + times(s, first) + times(s.^2, 3*step - 2*first - last) ...
      + times(s.^3, first + last - 2*step);
end
