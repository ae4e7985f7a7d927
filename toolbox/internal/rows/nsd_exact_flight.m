function [q, v] = nsd_exact_flight(sys, from, t)
%NSD_EXACT_FLIGHT  States of a linear system at the times T, from earlier states FROM.
%   FROM is a struct t, q, v, held, one row per time: the state where the interval begins, and the
%   contacts that stick in it. Sums the Taylor series of the motion, as the kernel does. (ED.14)
  terms = 30;
  [q, v] = deal(from.q, from.v);
  n = size(q, 2);
  [~, ~, mode] = unique(from.held > 0, 'rows');
  for k = 1:max([0; mode(:)])
    members = find(mode == k);
    held = from.held(members(1), :) > 0;
    motion = free_and_held(sys, full([sys.ContactNormals(:, held), sys.JointNormals]));
    x = [from.q(members, :), from.v(members, :)]';
    d = (t(members) - from.t(members))';
    both = x;
    for j = 1:terms
      f = force_term(sys.Force, from.t(members)', j - 1, n);
      x = [x(n+1:end, :); motion.force*f - motion.damping*x(n+1:end, :) ...
                                         - motion.stiffness*x(1:n, :)]/j;
      both = both + bsxfun(@times, d.^j, x);
    end
    q(members, :) = both(1:n, :)';
    v(members, :) = both(n+1:end, :)';
  end
end

function motion = free_and_held(sys, G)
% v' = force*F - damping*v - stiffness*q, with G'v' = 0 for held contacts and joints
  n = size(sys.Mass, 1);
  inverse = full(sys.Mass) \ eye(n);
  X = inverse*G;
  motion.force = inverse - X*pinv(G'*X)*X';
  motion.damping = zeros(n);
  motion.stiffness = zeros(n);
  if ~isempty(sys.Damping), motion.damping = motion.force*sys.Damping; end
  if ~isempty(sys.Stiffness), motion.stiffness = motion.force*sys.Stiffness; end
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
