function [q, v] = nsd_exact_flight(sys, from, t)
%NSD_EXACT_FLIGHT  States of a linear system at the times T, from earlier states FROM.
%   SYS: see nsd_flight_data. FROM is a struct t, q, v, held, one row per time: the state where the
%   interval begins, and the contact forces there. Sums the Taylor series of the motion, as the
%   kernel does, with held contacts as joints and pressed ones as springs and dampers. (ED.14)
  terms = 30;
  [q, v] = deal(from.q, from.v);
  n = size(q, 2);
  closed = from.held > 0 | pressed_from_zero(sys, from, t);
  [~, ~, mode] = unique(closed, 'rows');
  for k = 1:max([0; mode(:)])
    members = find(mode == k);
    motion = free_and_held(sys, closed(members(1), :));
    x = [from.q(members, :), from.v(members, :)]';
    d = (t(members) - from.t(members))';
    both = x;
    for j = 1:terms
      f = force_term(sys.Force, from.t(members)', j - 1, n);
      if j == 1, f = bsxfun(@plus, f, motion.offset); end
      x = [x(n+1:end, :); motion.force*f - motion.damping*x(n+1:end, :) ...
                                         - motion.stiffness*x(1:n, :)]/j;
      both = both + bsxfun(@times, d.^j, x);
    end
    q(members, :) = both(1:n, :)';
    v(members, :) = both(n+1:end, :)';
  end
end

function pressed = pressed_from_zero(sys, from, t)
% contacts without damper that close where the interval begins: their force is still zero there
  pressed = false(size(from.held));
  if isempty(sys.Laws), return; end
  springs = sys.Laws(:, 1)' > 0 & sys.Laws(:, 3)' == 0;
  gap = bsxfun(@plus, from.q*sys.ContactNormals, sys.ContactOffset');
  rate = from.v*sys.ContactNormals;
  touching = gap <= 1e-9*bsxfun(@times, abs(rate), t - from.t);      % in rounding of the location
  pressed = bsxfun(@and, full(rate < 0 & touching), springs);
end

function motion = free_and_held(sys, closed)
% v' = force*(F + offset) - damping*v - stiffness*q, with G'v' = 0 for held contacts and joints
  n = size(sys.Mass, 1);
  laws = zeros(numel(closed), 5);
  if ~isempty(sys.Laws), laws = sys.Laws; end
  soft = closed & laws(:, 1)' > 0;
  H = full(sys.ContactNormals);
  [k, c] = deal(laws(:, 1).*soft', laws(:, 3).*soft');
  [C, K] = deal(H*diag(c)*H', H*diag(k)*H');
  if ~isempty(sys.Damping), C = C + sys.Damping; end
  if ~isempty(sys.Stiffness), K = K + sys.Stiffness; end
  G = full([sys.ContactNormals(:, closed & ~soft), sys.JointNormals]);
  inverse = full(sys.Mass) \ eye(n);
  X = inverse*G;
  motion.force = inverse - X*pinv(G'*X)*X';
  motion.offset = -H*(k.*sys.ContactOffset);
  motion.damping = motion.force*C;
  motion.stiffness = motion.force*K;
end

function f = force_term(force, t, k, n)
% the k-th Taylor coefficient of the force at each of the times, 1-by-N
  f = zeros(n, numel(t));
  if k == 0, f = bsxfun(@plus, f, force.constant); end
  for j = 1:numel(force.omega)
    phase = force.omega(j)*t + k*pi/2;
    f = f + force.omega(j)^k/factorial(k) ...
            *(force.cosine(:, j)*cos(phase) + force.sine(:, j)*sin(phase));
  end
end
