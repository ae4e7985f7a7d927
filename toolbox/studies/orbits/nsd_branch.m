function branch = nsd_branch(family, values, period, varargin)
%NSD_BRANCH  Follow a periodic motion over a parameter; find where it bifurcates.
%   B = NSD_BRANCH(FAMILY, [P0 P1], T) follows the periodic motion of FAMILY(p), a function
%   that returns an NsdSystem with a state to start from, from p = P0 to P1. T is its
%   period, a number or a function @(p). The motion is found at P0 by NSD_PERIODIC, then
%   pseudo-arclength steps go along the branch, around folds too.
%   B = NSD_BRANCH(..., 'Name', VALUE, ...) takes options of NSD_SIMULATE (Method is 'event'),
%   Settle, Segments, T0, Tolerance and MaxNewton of NSD_PERIODIC for the first motion, and
%       Points     steps from P0 to P1, if the branch were straight               [40]
%       MaxPoints  at most, with folds                                     [4 Points]
%   B is a struct of columns, one row per point: parameter, q, v, multipliers, stable,
%   impacts, depth, clearance (the smallest gap at which the motion turns without touching);
%   and bifurcations, a struct array with kind, parameter, within, q, v, multipliers, contact:
%       'doubling'   a multiplier passes -1: the period doubles
%       'fold'       a multiplier passes +1, the branch turns
%       'grazing'    an impact appears or disappears: at this point it only touches; the
%                    field form says how the map of a period begins to change there:
%                    'square-root', or '3/2' where the contact has a Stiffness
%       'sticking'   a contact comes to rest in the period on one side only
%   within is the last change of the parameter in the search, usually 1e-9 or less; for a
%   grazing that could not be located it is the distance of the two points around it. A branch
%   goes on through a grazing, also where it turns back there; impacts that accumulate count as
%   one in B.impacts. B.status is 'ok', or says why the branch ended early: 'grazing' (no motion
%   beyond it was found), 'stalled', 'maxPoints'. Without output the branch is drawn: stable
%   parts as a line, others dashed. Motions whose period is unknown (NSD_PERIODIC, FreePeriod)
%   are not followed. Bad arguments raise nsd:branch:<reason>.
%
%   Example
%       family = @(w) NsdSystem.linear(1, 0, 1, nsd_harmonic(1, w)).contact(-1, 0, ...
%                     'Restitution', 0.8).start(-0.7, -0.2);
%       b = nsd_branch(family, [2.6 2.7], @(w) 2*pi/w, 'Points', 6, 'Settle', 60);
%       b.bifurcations(1)
%
%   See also NSD_CURVE, NSD_PERIODIC, NSD_BIFURCATION, NSD_LYAPUNOV.
  if nargin < 3 || ~isa(family, 'function_handle') || ~isnumeric(values) || numel(values) ~= 2
    error('nsd:branch:missing', ['nsd_branch needs a function of the parameter that returns ' ...
          'an NsdSystem, [p0 p1] and the period']);
  end
  if ~all(isfinite(values)) || values(1) == values(2)
    error('nsd:branch:badValue', '[p0 p1] must be two different finite numbers');
  end
  [own, options] = read(varargin);
  if ~isa(period, 'function_handle'), period = @(p) period; end
  start = [options, {'T0', own.T0, 'Settle', own.Settle, 'Segments', own.Segments, ...
                     'Tolerance', own.Tolerance, 'MaxNewton', own.MaxNewton}];
  sys = family(values(1));
  if ~isa(sys, 'NsdSystem')
    error('nsd:branch:missing', 'the function of the parameter must return an NsdSystem');
  end
  if ~nsd_kind(sys).mechanical
    error('nsd:branch:badSystem', ['nsd_branch takes mechanical systems, with q and v: call ' ...
          'nsd_periodic for some values of the parameter, each from the orbit before']);
  end
  first = nsd_periodic(sys, period(values(1)), start{:});
  if ~strcmp(first.status, 'ok')
    error('nsd:branch:noStart', 'no periodic motion at %g: %s', values(1), first.status);
  end
  maps = @(phase) @(p, x) periodic_map(family, period, p, x, own.T0, phase, options);
  [points, status, grazings] = follow(maps, [first.q; first.v], values, own);
  found = bifurcations_of(maps, points, grazings);
  branch = collect(points, status);
  branch.bifurcations = found;
  if nargout == 0
    draw(branch);
    clear branch
  end
end

function [own, options] = read(given)
  [own, options] = nsd_split_options('branch', given, struct('Points', 40, 'MaxPoints', [], ...
    'Settle', 0, 'Segments', 1, 'T0', 0, 'Tolerance', 1e-10, 'MaxNewton', 25));
  nsd_require_event('branch', options);
  count = @(x, name) nsd_check_number(x, 'count', name, 'nsd:branch:badValue');
  own.Points = count(own.Points, 'Points');
  own.MaxPoints = count(nsd_or(own.MaxPoints, 4*own.Points), 'MaxPoints');
end

function [R, Phi, sol, phase] = periodic_map(family, period, p, x, t0, phase, options)
% from the time t0 + phase*T over one period T
  T = period(p);
  [y, Phi, sol] = nsd_flow_map(family(p), t0 + phase*T + [0, T], x, options);
  R = y - x;
end

function [points, status, grazings] = follow(maps, x, values, own)
% pseudo-arclength in (x, p), p scaled by the range                               (PO.3)
  map = maps(0);
  scale = values(2) - values(1);
  ds = 1/own.Points;
  z = [x; 0];                                     % the last entry: (p - p0)/scale
  tangent = [zeros(size(x)); 1];
  [status, grazings, aim] = deal('ok', {}, []);
  point = nsd_orbit_point(map, z(1:end-1), values(1) + scale*z(end));
  [z, point, map] = away_from_impacts(maps, map, z, point);
  points = measured(point);
  while z(end) < 1 && z(end) > -1e-9
    if numel(points) >= own.MaxPoints
      status = 'maxPoints';
      break
    end
    if isempty(aim), aim = next_tangent(map, z, point, tangent, values(1), scale); end
    tangent = aim;
    aim = [];
    length = min(ds, (1 - z(end))/max(tangent(end), 1e-3));
    step = @(length, tries) guarded(@() corrected(map, z, tangent, length, values(1), scale, ...
                                                  tries), z, point);
    [next, point, ok] = step(length, 3);
    if ok && next(end) > 1 - 1e-3*ds
      [next, point, ok] = guarded(@() held_at(map, next, 1, values(1), scale), next, point);
    end
    if ~ok
      [found, next, point, aim] = through_grazing(maps, points, scale, values(1), ds);
      ok = ~isempty(aim);
      if ~isempty(found)
        grazings{numel(points)} = found;
        status = 'grazing';
      end
      if isempty(found), [next, point, ok] = step(length/64, 5); end
      if ~ok, break; end
      if ~isempty(aim), map = maps(point.phase); end
      status = 'ok';
    end
    z = next;
    [z, point, map] = away_from_impacts(maps, map, z, point);
    points(end+1) = measured(point);                                                    %#ok<AGROW>
  end
  if ~ok && strcmp(status, 'ok'), status = 'stalled'; end
end

function [found, z, point, tangent] = through_grazing(maps, points, scale, p0, ds)
% The branch fails at short steps: the grazing ahead, and the first point and tangent beyond it.
% FOUND is empty without a grazing, TANGENT is empty where the branch could not go on.
  [found, z, point, tangent] = deal([], [], points(end), []);
  side = last_alike(points, numel(points));
  falls = @(f) numel(f) < 2 || f(end) < 0.7*f(1);
  if ~falls([side.clearance]) && ~falls([side.speed]), return; end
  map = maps(side(end).phase);
  step = ds*scale;
  if numel(side) > 1, step = side(end).p - side(end-1).p; end
  [grazed, within, name] = either_grazing(map, side, side, side(end).p + 3*step*[1 1]);
  if isnan(within), return; end
  found = struct('point', grazed, 'within', within);
  measure = @(x, p) measured(nsd_orbit_point(map, x, p));
  try
    aim = nsd_beyond_grazing(measure, grazed, name, scale);
    if isempty(aim), return; end
    start = [grazed.x; (grazed.p - p0)/scale];
    [z, point, ok] = corrected(map, start, aim, ds/20, p0, scale, 6);
  catch problem
    if ~strcmp(problem.identifier, 'nsd:periodic:failed'), rethrow(problem); end
    ok = false;
  end
  if ok && point.impacts ~= side(end).impacts, tangent = aim; end
end

function [z, point, map] = away_from_impacts(maps, map, z, point)
% where an impact is near the beginning of the period, the period begins elsewhere
  begun = nsd_orbit_phase(point);
  if begun.phase == point.phase, return; end
  map = maps(begun.phase);
  z(1:end-1) = begun.x;
  point = nsd_orbit_point(map, begun.x, begun.p);
end

function [z, point, ok] = guarded(solve, z, point)
% a failed run ends the branch without an error
  try
    [z, point, ok] = solve();
  catch problem
    if ~strcmp(problem.identifier, 'nsd:periodic:failed'), rethrow(problem); end
    ok = false;
  end
end

function t = next_tangent(map, z, point, t, p0, scale)
% (Phi - I) x' + R_p p' = 0, in the direction of the last tangent
  m = numel(z) - 1;
  A = [point.Phi - eye(m), slope(map, z, p0, scale)];
  [~, ~, V] = svd(A);
  new = V(:, end);
  if new'*t < 0, new = -new; end
  t = new/max(abs(new(end)), 0.1*norm(new));
end

function Rp = slope(map, z, p0, scale)
  e = 1e-6;
  x = z(1:end-1);
  Rp = (map(p0 + scale*(z(end) + e), x) - map(p0 + scale*(z(end) - e), x))/(2*e);
end

function [z, point, ok] = corrected(map, z0, t, length, p0, scale, tries)
% Newton on the periodic motion and the plane across the tangent, with shorter lengths
  for attempt = 1:tries
    z = z0 + length*t;
    ok = false;
    for k = 1:8
      point = nsd_orbit_point(map, z(1:end-1), p0 + scale*z(end));
      if max(abs(point.R)) <= 1e-9*max([1; abs(point.x)])
        ok = norm(z - z0 - length*t) <= length*norm(t);    % else another branch: shorter steps
        if ok, return; end
        break
      end
      m = numel(z) - 1;
      J = [point.Phi - eye(m), slope(map, z, p0, scale); t'];
      if rcond(J) < eps, break; end
      d = -J\[point.R; t'*(z - z0) - length*(t'*t)];
      if ~all(isfinite(d)) || norm(d) > 10*norm(z), break; end
      z = z + d;
    end
    length = length/4;
  end
end

function [z, point, ok] = held_at(map, z, place, p0, scale)
% the periodic motion at one value of the parameter, as near as Newton's method comes
  z(end) = place;
  point = nsd_orbit_point(map, z(1:end-1), p0 + scale*z(end));
  for k = 1:8
    miss = max(abs(point.R))/max([1; abs(point.x)]);
    if miss <= 1e-13, break; end
    z(1:end-1) = point.x - (point.Phi - eye(numel(point.x)))\point.R;
    next = nsd_orbit_point(map, z(1:end-1), p0 + scale*z(end));
    if k > 3 && ~(max(abs(next.R)) < max(abs(point.R))), break; end
    point = next;
  end
  z(1:end-1) = point.x;
  ok = max(abs(point.R)) <= 1e-9*max([1; abs(point.x)]);
end

function branch = collect(points, status)
  m = numel(points(1).x);
  n = m/2;
  begun = arrayfun(@(point) nsd_orbit_phase(point, 0), points);
  x = [begun.x]';
  multipliers = zeros(numel(points), m);
  for k = 1:numel(points)
    lambda = eig(points(k).Phi);
    [~, order] = sort(abs(lambda), 'descend');
    multipliers(k, :) = lambda(order);
  end
  branch = struct('parameter', [points.p]', 'q', x(:, 1:n), 'v', x(:, n+1:end), ...
                  'multipliers', multipliers, 'stable', all(abs(multipliers) < 1, 2), ...
                  'impacts', [points.impacts]', 'depth', [points.depth]', ...
                  'clearance', [points.clearance]', 'status', status);
end

function found = bifurcations_of(maps, points, grazings)
  found = struct('kind', {}, 'parameter', {}, 'within', {}, 'q', {}, 'v', {}, ...
                 'multipliers', {}, 'contact', {}, 'form', {});
  grazings{numel(points) + 1} = [];
  for k = 1:numel(points)
    if ~isempty(grazings{k})
      found(end+1) = event('grazing', grazings{k}.point, grazings{k}.within);  %#ok<AGROW>
    end
    if ~isempty(grazings{k}) || k == numel(points), continue; end
    a = points(k);
    b = points(k+1);
    map = maps(b.phase);
    a = nsd_orbit_phase(a, b.phase);
    if a.rests ~= b.rests
      [point, within] = end_of_rest(map, a, b);
      found(end+1) = event('sticking', point, within);                         %#ok<AGROW>
      continue
    elseif a.impacts ~= b.impacts
      [point, within] = grazing_between(maps, points, k);
      found(end+1) = event('grazing', point, within);                          %#ok<AGROW>
      continue
    end
    for kind = {'doubling', -1; 'fold', 1}'
      if test_of(a, kind{2})*test_of(b, kind{2}) < 0
        [point, within] = located(map, a, b, kind{2});
        found(end+1) = event(kind{1}, point, within);                          %#ok<AGROW>
      end
    end
  end
end

function [point, within] = end_of_rest(map, point, other)
% bisection for the parameter up to which the contacts of POINT come to rest as often
  limit = other.p;
  for k = 1:30
    if abs(limit - point.p) <= 1e-8*max(1, abs(limit)), break; end
    middle = (point.p + limit)/2;
    [trial, ok] = held_motion(map, middle, point.x);
    if ok && trial.rests == point.rests
      point = trial;
    else
      limit = middle;
    end
  end
  within = abs(limit - point.p);
end

function [point, within] = grazing_between(maps, points, k)
% the grazing between points k and k + 1, or point k and the distance of the two
  map = maps(points(k+1).phase);
  points = arrayfun(@(point) nsd_orbit_phase(point, points(k+1).phase), points);
  before = last_alike(points, k);
  after = last_alike(points(end:-1:1), numel(points) - k);
  if points(k).impacts > points(k+1).impacts, [before, after] = deal(after, before); end
  [point, within] = either_grazing(map, before, after, [after(end).p, before(end).p]);
  if isnan(within)
    contact = point.contact;
    point = points(k);
    point.contact = contact;
    within = abs(points(k+1).p - point.p);
  end
end

function [point, within, name] = either_grazing(map, before, after, limits)
% from the side with fewer impacts, where the motion turns just before the contact, or from the
% side with more impacts, where the slowest impact disappears                     (PO.5)
  solve = @(p, x) held_motion(map, p, x);
  name = 'clearance';
  [point, within] = nsd_grazing(solve, before, limits(1), name);
  if isnan(within)
    name = 'speed';
    [point, within] = nsd_grazing(solve, after, limits(2), name);
  end
  point.contact = point.above;
  if strcmp(name, 'speed'), point.contact = point.slowest; end
end

function side = last_alike(points, k)
% the points up to k that have as many impacts as point k
  first = find([points(1:k).impacts] ~= points(k).impacts, 1, 'last');
  if isempty(first), first = 0; end
  side = arrayfun(@(point) nsd_orbit_phase(point, points(k).phase), points(first+1:k));
end

function [point, ok] = held_motion(map, p, x)
  [~, point, ok] = guarded(@() held_at(map, [x; 0], 0, p, 1), [], []);
  if ok, point = measured(point); end
end

function f = test_of(point, multiplier)
  f = det(point.Phi - multiplier*eye(numel(point.x)));
end

function [best, moved] = located(map, a, b, multiplier)
% regula falsi (Illinois) on the determinant along the chord, the motion made periodic again
  fa = test_of(a, multiplier);
  fb = test_of(b, multiplier);
  best = b;
  moved = abs(b.p - a.p);
  for k = 1:40
    if abs(b.p - a.p) <= 1e-10*max(1, abs(a.p)), break; end
    weight = fa/(fa - fb);
    c = back_on_branch(map, a, b, weight, multiplier);
    fc = test_of(c, multiplier);
    moved = abs(c.p - best.p);
    best = c;
    if moved <= 1e-10*max(1, abs(c.p)), break; end
    if fc*fb < 0
      a = b;
      fa = fb;
    else
      fa = fa/2;
    end
    b = c;
    fb = fc;
  end
end

function point = back_on_branch(map, a, b, weight, multiplier)
% Newton back to the branch; fixed are p at a doubling, and at a fold the entry of x that changes
% most, where p is an unknown
  z = [a.x; a.p] + weight*([b.x; b.p] - [a.x; a.p]);
  m = numel(a.x);
  fixed = m + 1;
  if multiplier > 0, [~, fixed] = max(abs(b.x - a.x)); end
  for k = 1:12
    point = nsd_orbit_point(map, z(1:m), z(end));
    if max(abs(point.R)) <= 1e-10*max([1; abs(point.x)]), break; end
    J = [point.Phi - eye(m), slope(map, [z(1:m); 0], z(end), 1)];
    J(:, fixed) = [];
    d = -J\point.R;
    free = setdiff(1:m+1, fixed);
    z(free) = z(free) + d;
  end
  point.p = z(end);
end

function e = event(kind, point, within)
  n = numel(point.x)/2;
  point = nsd_orbit_phase(point, 0);
  e = struct('kind', kind, 'parameter', point.p, 'within', within, 'q', point.x(1:n), ...
             'v', point.x(n+1:end), 'multipliers', eig(point.Phi), 'contact', point.contact, ...
             'form', '');
  if strcmp(kind, 'grazing'), e.form = form_of(point); end
end

function form = form_of(point)
% how the map of a period begins to change at a grazing: with the root of the depth where velocities
% jump, with its power 3/2 where a compliant contact pushes back                 (PO.13)
  form = 'square-root';
  compliant = nsd_compliant(point.solution.system);
  if point.contact > 0 && compliant(point.contact), form = '3/2'; end
end

function draw(branch)
% one piece from point to point; a piece on which stability changes is cut at its bifurcation
  [p, x] = deal(branch.parameter, branch.q(:, 1));
  parts = {zeros(0, 2), zeros(0, 2)};             % unstable, stable
  for k = 1:numel(p) - 1
    ends = [p(k), x(k); p(k+1), x(k+1)];
    [left, right] = deal(branch.stable(k) + 1, branch.stable(k+1) + 1);
    if left == right
      parts{left} = [parts{left}; ends; NaN NaN];
    else
      middle = cut(branch.bifurcations, ends);
      parts{left} = [parts{left}; ends(1, :); middle; NaN NaN];
      parts{right} = [parts{right}; middle; ends(2, :); NaN NaN];
    end
  end
  plot(parts{2}(:, 1), parts{2}(:, 2), '-', parts{1}(:, 1), parts{1}(:, 2), '--', 'LineWidth', 2);
  hold on
  for b = reshape(branch.bifurcations, 1, [])
    plot(b.parameter, b.q(1), 'ko', 'MarkerFaceColor', 'w');
    text(b.parameter, b.q(1), ['   ' b.kind], 'VerticalAlignment', 'top');
  end
  hold off
  xlabel('parameter');
  ylabel('q1 at the beginning of the period');
  title(sprintf('stable: line, unstable: dashed (%s)', branch.status));
  nsd_style(gcf());
end

function middle = cut(bifurcations, ends)
% the bifurcation between two points of the branch, or the middle where none was found
  middle = mean(ends, 1);
  for b = reshape(bifurcations, 1, [])
    if (b.parameter - ends(1, 1))*(b.parameter - ends(2, 1)) <= 0
      middle = [b.parameter, b.q(1)];
    end
  end
end

function point = measured(point)
% Adds how near a periodic motion is to grazing.
% CLEARANCE is the smallest local minimum of a gap that is no impact, Inf without such a minimum;
% SPEED is the speed of the slowest impact, Inf without impacts, NaN where impacts accumulate.
  sol = point.solution;
  events = sol.events;
  [~, speeds, contacts] = nsd_impact_times(sol);
  [point.speed, k] = min([Inf; speeds]);
  if k > 1, point.slowest = contacts(k-1); end
  if any(strcmp(events.kind, 'accumulation')), point.speed = NaN; end
  [t, g] = deal(sol.t, sol.gap);
  N = numel(t);
  clearance = Inf;
  for c = 1:size(g, 2)
    y = g(:, c);
    turns = find(y <= y([2, 1:N-1]) & y <= y([2:N, N-1]));
    busy = events.t(events.contact == c);
    for k = turns'
      ends = t([max(k - 1, 1), min(k + 1, N)]);
      touched = any(busy >= ends(1) & busy <= ends(2)) || y(k) <= 0;
      if touched || y(k) >= 2*clearance, continue; end
      here = lowest(sol, (1:size(g, 2)) == c, ends, y(k));
      if here < clearance, [clearance, point.above] = deal(here, c); end
    end
  end
  point.clearance = clearance;
end

function y = lowest(sol, chosen, ends, y)
% minimum of a gap between two rows by sol.at; the error is the square of the error in t
  if ends(2) <= ends(1), return; end
  few = optimset('TolX', 1e-8*diff(ends));
  [~, found] = fminbnd(@(t) chosen*sol.system.gap(sol.at(t)', t), ends(1), ends(2), few);
  y = min(y, found);
end
