function [point, miss] = nsd_grazing(solve, points, limit, name)
%NSD_GRAZING  The parameter at which a branch of periodic motions grazes, from one side.
%   POINTS lie on one side of the grazing, with the same number of impacts, the nearest last; beyond
%   LIMIT the number of impacts differs. The field NAME of the points, clearance or speed, goes to
%   zero: the parameter as a polynomial of this field is extrapolated to zero, with more and nearer
%   points, each made periodic by SOLVE(p, x). MISS is the last change of the parameter, NaN when
%   no grazing was found.
  point = points(end);
  miss = NaN;
  if ~isfinite(point.(name)), return; end
  place = NaN;
  for k = 1:12
    last = points(end);
    [next, known] = continued(points, name, limit);
    if known && abs(next - place) <= 1e-10*max(1, abs(next))
      miss = abs(next - place);
      break
    end
    if known, [miss, place] = deal(abs(next - place), next); end
    [new, limit] = nearer(solve, points, last.p + 0.9*(next - last.p), limit);
    if isempty(new), break; end
    points(end+1) = new;                                                       %#ok<AGROW>
  end
  point = points(end);
  if ~(miss <= 1e-6*max(1, abs(place))), miss = NaN; end
  if ~isnan(miss), [point.p, point.x] = deal(place, at_zero(points, name, [points.x])); end
end

function [p, known] = continued(points, name, limit)
% extrapolation to zero; halfway to the limit where the extrapolated parameter lies on the wrong
% side or beyond the limit
  [p, known] = at_zero(points, name, [points.p]);
  last = points(end).p;
  known = known && (p - last)*(limit - last) > 0 && abs(p - last) <= abs(limit - last);
  if ~known, p = (last + limit)/2; end
end

function [value, known] = at_zero(points, name, values)
% VALUES, one column per point, extrapolated to the field NAME = 0 by Neville's scheme with up to
% the last four points
  near = max(1, numel(points) - 3):numel(points);
  f = [points(near).(name)];
  values = values(:, near);
  known = numel(f) > 1 && numel(unique(f)) == numel(f);
  for level = 1:known*(numel(f) - 1)
    for j = 1:numel(f) - level
      values(:, j) = (f(j + level)*values(:, j) - f(j)*values(:, j + 1))/(f(j + level) - f(j));
    end
  end
  value = values(:, 1);
  if ~known, value = values(:, end); end
end

function [new, limit] = nearer(solve, points, p, limit)
% the periodic motion at p or nearer to the last point; where it fails p becomes the new limit
  last = points(end);
  for attempt = 1:10
    x = last.x;
    if numel(points) > 1
      before = points(end-1);
      x = x + (p - last.p)/(last.p - before.p)*(last.x - before.x);
    end
    [new, ok] = solve(p, x);
    if ok && new.impacts == last.impacts, return; end
    limit = p;
    p = (p + last.p)/2;
  end
  new = [];
end
