function [q1, v1, P, mu] = plain_step(sys, method, F, q, v, options)
%PLAIN_STEP  One step of a scheme in plain code, for comparison with the kernels.
%   [Q1, V1, P, MU] = PLAIN_STEP(SYS, METHOD, [F0 F1], Q, V, OPTIONS) with OPTIONS.Step, Theta and
%   Activation. The contact problem is solved by trying every set of closed contacts on the full
%   linear system, so nothing is shared with the product but the equations.
  n = sys.Coordinates;
  h = options.Step;
  theta = options.Theta;
  C = zeros(n);
  K = zeros(n);
  if ~isempty(sys.Damping), C = full(sys.Damping); end
  if ~isempty(sys.Stiffness), K = full(sys.Stiffness); end
  M = full(sys.Mass);
  H = full(sys.ContactNormals);
  J = full(sys.JointNormals);
  if strcmp(method, 'kern')
    q1 = q + h*v;
    A = M;
    r = h*(F(:, 2) - K*q1 - C*v);
    y = H'*q1 + sys.ContactOffset;
  else
    w = theta;
    if strcmp(method, 'moreau-dissipative'), w = 1/2; end
    A = M + h*w*C + h^2*theta*w*K;
    F_theta = theta*F(:, 2) + (1 - theta)*F(:, 1);
    r = h*(F_theta - C*v - K*q - h*theta*K*v);
    y = H'*q + sys.ContactOffset + options.Activation*h*(H'*v);
  end
  [dv, P, mu] = impulses(A, r, H, J, y <= 0, sys.Restitution, v);
  v1 = v + dv;
  if ~strcmp(method, 'kern'), q1 = q + h*(v + w*(v1 - v)); end
end

function [dv, P, mu] = impulses(A, r, H, J, active, e, v)
% A dv = r + H P + J mu,  J'(v + dv) = 0,  0 <= H'(v + dv) + e H'v  _|_  P >= 0 where active
  p = size(J, 2);
  list = find(active)';
  best = inf;
  for set = 0:2^numel(list) - 1
    closed = list(mod(floor(set./2.^(0:numel(list)-1)), 2) == 1);
    B = [J, H(:, closed)];
    rhs = [r; -J'*v; -(1 + e(closed)).*(H(:, closed)'*v)];
    x = pinv_solve([A, -B; B', zeros(size(B, 2))], rhs);
    P_try = zeros(size(H, 2), 1);
    P_try(closed) = x(end-numel(closed)+1:end);
    slack = H(:, list)'*(v + x(1:numel(v))) + e(list).*(H(:, list)'*v);
    miss = max([0; -P_try; -slack; abs(P_try(list).*slack)]);
    if miss < best
      best = miss;
      dv = x(1:numel(v));
      mu = x(numel(v) + (1:p));
      P = P_try;
    end
  end
end

function x = pinv_solve(S, rhs)
  if rcond(S) > 1e-12
    x = S\rhs;
  else
    x = pinv(S)*rhs;
  end
end
