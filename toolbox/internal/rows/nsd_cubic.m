function x = nsd_cubic(ends, rates, width, weight)
%NSD_CUBIC  States on the cubic with the states and rates of both ends of a step.
%   ENDS and RATES hold one row per point for the starts of the steps, then one per point for the
%   ends; the steps have the lengths WIDTH, the points lie at the fraction WEIGHT, 0 to 1.
  count = numel(weight);
  times = @(w, y) bsxfun(@times, w, y);
  s = weight;
  step = ends(count+1:end, :) - ends(1:count, :);
  first = times(width, rates(1:count, :));
  last = times(width, rates(count+1:end, :));
  x = ends(1:count, :) + times(s, first) + times(s.^2, 3*step - 2*first - last) ...
      + times(s.^3, first + last - 2*step);
end
