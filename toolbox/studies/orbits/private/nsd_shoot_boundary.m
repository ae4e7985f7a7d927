function [X, T, p, report] = nsd_shoot_boundary(flow, X, T, p, own)
%NSD_SHOOT_BOUNDARY  Boundary value problems: the segments of nsd_shoot_segments with the conditions
%   own.Boundary (x0, xT[, T[, p]]), numbers.                                            (PO.8)
%   own.Names are those of the parameters, own.Area is the function for messages.
  check_count(own, X(:, 1), T, p);
  own.Conditions = @(x0, xT, T, p) with_slopes(own, x0, xT, T, p);
  [X, T, p, report] = nsd_shoot_segments(flow, X, T, p, own);
end

function check_count(own, x, T, p)
  found = numel(conditions(own, x, x, T, p));
  wanted = numel(x) + own.FreeTime + numel(p);
  if found ~= wanted
    what = sprintf('%d entries of the state', numel(x));
    if own.FreeTime, what = [what ', the free time']; end
    if ~isempty(p), what = sprintf('%s, %d parameters', what, numel(p)); end
    error(['nsd:' own.Area ':badBoundary'], ...
          'the boundary conditions are %d numbers for %d unknowns: %s', found, wanted, what);
  end
end

function r = conditions(own, x0, xT, T, p)
% the user's conditions with the arguments that they take
  in = {x0, xT, own.T0 + T, cell2struct(num2cell(p(:)), own.Names(:), 1)};
  r = own.Boundary(in{1:min(max(nargin(own.Boundary), 2), 4)});
  r = r(:);
end

function [r, G0, GT, Gmore] = with_slopes(own, x0, xT, T, p)
% the conditions, and their central differences by x0, xT, and T and p
  r = conditions(own, x0, xT, T, p);
  G0 = nsd_differences(@(x) conditions(own, x, xT, T, p), x0);
  GT = nsd_differences(@(x) conditions(own, x0, x, T, p), xT);
  Gmore = zeros(numel(r), 0);
  if own.FreeTime, Gmore = nsd_differences(@(T) conditions(own, x0, xT, T, p), T); end
  if ~isempty(p), Gmore = [Gmore, nsd_differences(@(p) conditions(own, x0, xT, T, p), p)]; end
end
