function [outcomes, contradictory] = impact_orders(s, t, q, v, reach)
%IMPACT_ORDERS  Velocities after several impacts at once, in every order in which they may be taken.
%   OUTCOMES = IMPACT_ORDERS(S, T, Q, V, REACH): contacts with gaps below REACH are closed. The law
%   of an impact (FC.1) holds for the contacts that take part in it; 'event' takes those that do not
%   separate, one instant after the other, a time step all that it finds closed, leaving or not. So
%   each round takes any set of closed contacts of which one approaches, up to DEEPEST rounds, then
%   all. Columns of OUTCOMES differ by more than a thousandth of the speed; one: no order matters.
%   CONTRADICTORY: a set of contacts has no impulses that obey the law at once (walls without play).
  deepest = 4;
  c = contact_frame(s, t, q, v);
  closed = find(c.gap <= reach)';
  state = struct('s', s, 'c', c, 'v0', v, 'closed', closed, 'speed', max([0.1; abs(v)]));
  outcomes = zeros(numel(v), 0);
  contradictory = false;
  if numel(closed) < 2, return, end
  front = v;
  for k = 1:deepest
    next = zeros(numel(v), 0);
    for j = 1:size(front, 2)
      [after, none] = one_round(state, front(:, j));
      next = together(state, next, after);
      contradictory = contradictory || none;
    end
    [ended, front] = split(state, next);
    outcomes = together(state, outcomes, ended);
    if isempty(front), return, end
  end
  for j = 1:size(front, 2)
    outcomes = together(state, outcomes, to_the_end(state, front(:, j)));
  end
end

function [U, UT] = velocities(state, v)
  U = state.c.U + state.c.G(:, 1:2:end)'*(v - state.v0);
  UT = state.c.UT + state.c.G(:, 2:2:end)'*(v - state.v0);
end

function [out, none] = one_round(state, v)
% the velocities after one round, one column for each set of contacts that may take part; NONE: a
% set has no solution
  U = velocities(state, v);
  closed = state.closed;
  out = zeros(numel(v), 0);
  none = false;
  for set = 1:2^numel(closed) - 1
    active = closed(bitand(set, 2.^(0:numel(closed) - 1)) > 0);
    if ~any(U(active) < -1e-6*state.speed), continue, end
    [after, ok] = hit(state, v, active, 1);
    none = none || ~ok;
    if ok, out(:, end+1) = after; end %#ok<AGROW>  up to 2^4
  end
  if isempty(out), out = v; end
end

function v = to_the_end(state, v)
% rounds of all contacts that do not separate, then one without restitution, as 'event' does
  for k = 1:200
    U = velocities(state, v);
    active = state.closed(U(state.closed) <= 1e-9*state.speed);
    if ~any(U(active) < -1e-9*state.speed), return, end
    [v, ok] = hit(state, v, active, 1);
    if ~ok, return, end
  end
  v = hit(state, v, state.closed, 0);
end

function [v, ok] = hit(state, v, active, restitution)
  [U, UT] = velocities(state, v);
  k = sort([2*active - 1, 2*active]);
  u = zeros(numel(k), 1);
  u(1:2:end) = (1 + restitution*state.s.e(active)).*U(active);
  u(2:2:end) = (1 + restitution*state.s.eT(active)).*UT(active);
  [r, info] = nsd_friction(state.c.W(k, k), u, state.s.mu(active), 'MaxIter', 300);
  ok = strcmp(info.status, 'ok');
  if ok, v = v + state.c.X(:, k)*r; end
end

function [ended, front] = split(state, all_of_them)
% those that approach nothing any more, and the others
  going = false(1, size(all_of_them, 2));
  for j = 1:numel(going)
    U = velocities(state, all_of_them(:, j));
    going(j) = any(U(state.closed) < -1e-6*state.speed);
  end
  ended = all_of_them(:, ~going);
  front = all_of_them(:, going);
end

function kept = together(state, kept, more)
% columns of both, without those that are within a thousandth of another
  for j = 1:size(more, 2)
    apart = max(abs(kept - repmat(more(:, j), 1, size(kept, 2))), [], 1);
    if all(apart > 1e-3*state.speed), kept(:, end+1) = more(:, j); end %#ok<AGROW>  a few
  end
end
