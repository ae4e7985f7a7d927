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
  if ~isnan(miss), point.p = place; end
end

function [p, known] = continued(points, name, limit)
% extrapolation to zero by Neville's scheme with up to four points; halfway to the limit where the
% extrapolated parameter lies on the wrong side or beyond the limit
  near = points(max(1, end - 3):end);
  f = [near.(name)];
  p = [near.p];
  known = numel(near) > 1 && numel(unique(f)) == numel(f);
  if known
    for level = 1:numel(f) - 1
      for j = 1:numel(f) - level
        p(j) = (f(j + level)*p(j) - f(j)*p(j + 1))/(f(j + level) - f(j));
      end
    end
    last = points(end).p;
    known = (p(1) - last)*(limit - last) > 0 && abs(p(1) - last) <= abs(limit - last);
  end
  p = p(1);
  if ~known, p = (points(end).p + limit)/2; end
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
