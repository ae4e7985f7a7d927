function sol = nsd_world_rows(world, touches, q0, v0, inner, part, path, options)
%NSD_WORLD_ROWS  The solution of a world of rigid bodies from that of its system, by Method 'event'.
%   TOUCHES, Q0, V0: contacts (nsd_world_touches) and start of the world. INNER, PART: run of the
%   system (nsd_run_system). PATH: the same run with a row at every step, from which
%   orientations follow.
  [d, B] = deal(world.Dimension, world.Bodies);
  [t, rows] = deal(inner.t, size(inner.q, 1));
  free = find(isfinite(world.Masses));
  width = 3*(d - 1);
  rate = @(bodies) bsxfun(@plus, (1:width)', width*(bodies - 1));
  place = @(bodies) bsxfun(@plus, (1:3)', (4*d - 5)*(bodies - 1));
  old = part.result;
  result = rmfield(old, intersect(fieldnames(old), {'tangential', 'tangentialReaction', ...
                   'memory', 'gaps', 'frictionCoefficient', 'frictionState', 'jointError'}));
  result.t = t;
  result.q = repmat(q0(:)', rows, 1);
  from = reshape(1:numel(free)*width, width, []);
  result.q(:, place(free)) = inner.q(:, from(1:3, :));
  if d == 3, result.q = with_turns(result.q, q0, free, path, t); end
  result.acceleration = zeros(rows, width*B);
  result.v = repmat(v0(:)', rows, 1);
  for b = setdiff(1:B, free)                      % planes that move along themselves
    at = (4*d - 5)*(b - 1) + (1:d);
    result.q(:, at) = result.q(:, at) + (t - t(1))*v0(width*(b - 1) + (1:d))';
  end
  result.v(:, rate(free)) = inner.v;
  if isfield(old, 'acceleration') && ~isempty(old.acceleration)
    result.acceleration(:, rate(free)) = old.acceleration;
  else
    result.acceleration = [];
  end
  result = with_contacts(result, touches, inner, B);
  result.energy = ledger(world, inner, result);
  result.log = log_of(old.log, touches, t, B);
  result.multiplier = zeros(rows, 0);
  [result.missed, result.jammed, result.fastest] = deal(0);
  result.active = zeros(1, 0);
  result = nsd_link_rows(result, world);
  result.rows = {'q', 'v', 'gap', 'impulse', 'reaction', 'acceleration'};
  run = part.run;
  run.layout = [];
  sol = NsdSolution(world, run, result, options);
end

function q = with_turns(q, q0, free, path, t)
% orientations of spheres: spins of PATH, step by step; between its rows at given times
  times = path.t;
  s = path.toStruct();
  w = path.v;
  a = s.kept.Accelerations;
  k = nsd_lookup_row(times, t + 4*eps(max(abs(times))));
  for i = 1:numel(free)
    at = 6*(i - 1) + (4:6);
    turn = q0(7*(free(i) - 1) + (4:7));
    turn = turn(:)/norm(turn);
    step = diff(times)';
    from = struct('w', w(1:end-1, at)', 'a', a(1:end-1, at)');
    to = struct('w', w(2:end, at)', 'a', a(2:end, at)');
    own = repmat([1; 0; 0; 0], 1, numel(step));
    own = nsd_turned(own, from, to, step, ones(size(step)));
    p = zeros(4, numel(times));
    p(:, 1) = turn;
    for j = 1:numel(step), p(:, j+1) = nsd_quaternion_product(own(:, j), p(:, j)); end
    now = p(:, k);
    late = t' - times(k)' > 0 & k' < numel(times);
    j = k(late)';
    if any(late)
      part = (t(late)' - times(j)')./step(j);
      now(:, late) = nsd_turned(now(:, late), pick(from, j), pick(to, j), step(j), part);
    end
    q(:, 7*(free(i) - 1) + (4:7)) = now';
  end
end

function s = pick(s, j)
  s = struct('w', s.w(:, j), 'a', s.a(:, j));
end

function result = with_contacts(result, touches, inner, B)
% impulses and forces of each body, the smallest gap, and the contacts that push, row by row
  rows = numel(inner.t);
  gap = inner.gap;
  result.gap = NaN(rows, 1);
  if ~isempty(touches), result.gap = min(gap, [], 2); end
  [result.impulse, result.reaction] = deal(zeros(rows, B));
  for k = 1:numel(touches)
    for body = [touches(k).a, touches(k).b]
      if body < 0, continue; end
      result.impulse(:, body) = result.impulse(:, body) + inner.impulse(:, k);
      result.reaction(:, body) = result.reaction(:, body) + inner.reaction(:, k);
    end
  end
  pushes = (inner.impulse > 0 | inner.reaction > 0)';
  [k, row] = find(pushes);
  result.contactCount = sum(pushes, 1)';
  [k, row] = deal(k(:), row(:));
  list = struct('row', row, 'bodies', [reshape([touches(k).a], [], 1), ...
                reshape([touches(k).b], [], 1)], 'point', [], 'gap', [], 'normal', [], ...
                'impulse', [], 'force', []);
  d = 0;
  if ~isempty(touches), d = size(touches(1).centre, 1); end
  [list.point, list.normal, list.impulse, list.force] = deal(zeros(numel(k), d));
  list.gap = gap(sub2ind(size(gap), row, k));
  for c = 1:numel(touches)
    mine = k == c;
    some = row(mine);
    if isempty(some), continue; end
    [~, n, T, point] = nsd_touch_at(touches(c), inner.q(some, :)');
    list.point(mine, :) = point.x';
    list.normal(mine, :) = bsxfun(@times, n, ones(1, numel(some)))';
    columns = (c - 1)*(d - 1) + (1:d-1);
    list.impulse(mine, :) = vectors(n, T, inner.impulse(some, c), inner.tangential, some, columns);
    list.force(mine, :) = vectors(n, T, inner.reaction(some, c), inner.tangentialReaction, some, ...
                                  columns);
  end
  result.contacts = list;
end

function x = vectors(n, T, P, sides, rows, columns)
% impulses or forces on the first body, a row each
  x = bsxfun(@times, n, P')';
  if isempty(sides), return; end
  for j = 1:numel(columns), x = x + bsxfun(@times, T{j}, sides(rows, columns(j))')'; end
end

function works = ledger(world, inner, result)
% the weight is potential energy, also where it was a force of a linear system
  d = world.Dimension;
  works = result.energy;
  E = inner.energy;
  for name = fieldnames(works)', works.(name{1}) = E.(name{1}); end
  works.potential = zeros(size(E.kinetic));
  for k = find(isfinite(world.Masses))
    x = result.q(:, (k - 1)*(4*d - 5) + (1:d));
    works.potential = works.potential - world.Masses(k)*(x*world.Gravity);
  end
  works.external = zeros(size(E.kinetic));
  works.algorithmic = works.kinetic + works.potential;
end

function log = log_of(log, touches, t, B)
% contacts as pairs of bodies, a + B b from 0, planes behind the bodies; states are rows
  pair = [reshape([touches.a], [], 1), reshape([touches.b], [], 1)];
  planes = pair(:, 2) < 0;
  pair(planes, 2) = B - pair(planes, 2);
  code = pair(:, 1) - 1 + B*(pair(:, 2) - 1) + 1;
  log.contact = reshape(code(log.contact), [], 1);
  if ~isempty(log.t), log.row = nsd_lookup_row(t, log.t); end
  [log.stateQ, log.stateV] = deal([]);
end
