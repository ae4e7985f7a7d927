function found = possible_motions(s, t, q, v, speed)
%POSSIBLE_MOTIONS  How many motions Coulomb's law allows from a state, by enumeration of all modes.
%   FOUND = POSSIBLE_MOTIONS(S, T, Q, V, SPEED) for the system S of method_system; velocities at
%   contacts below SPEED are zero, and so are gaps below 1e-8. While a closed contact approaches
%   there is an impact (FC.1), round by round as in (EF.5); then accelerations follow (EF.3).
%   Written anew here, from the functions of S.
%   FOUND: level ('impact' or 'forces') and count of different motions; 0: there is none.
  for round = 1:201
    c = contact_frame(s, t, q, v);
    active = find(c.gap <= 1e-8 & (c.U <= speed | round == 201));
    if ~any(c.U(active) < -speed), break, end
    u = impact_velocities(s, c, active, round <= 200);         % the last one without restitution
    [found, r] = enumerate(c, active, u, s.mu(active));
    found.level = 'impact';
    if found.count ~= 1, return, end
    v = v + c.X(:, both(active))*r;
  end
  active = find(c.gap <= 1e-8 & abs(c.U) <= speed);
  [kN, kT] = contact_biases(s, t, q, v);
  a = free_acceleration(s, c, t, q, v);
  u = c.G(:, both(active))'*a;
  u(1:2:end) = u(1:2:end) + kN(active);
  u(2:2:end) = u(2:2:end) + kT(active);
  sliding = sign(c.UT(active)).*(abs(c.UT(active)) > speed);
  found = enumerate(c, active, u, s.mu(active), sliding);
  found.level = 'forces';
end

function u = impact_velocities(s, c, active, restitution)
  u = zeros(2*numel(active), 1);
  u(1:2:end) = (1 + restitution*s.e(active)).*c.U(active);
  u(2:2:end) = (1 + restitution*s.eT(active)).*c.UT(active);
end

function k = both(active)
% places of normals and tangents
  k = sort([2*active(:) - 1; 2*active(:)]);
end

function [found, r] = enumerate(c, active, u, mu, sliding)
% all solutions; a contact that slides has its friction in the column of its normal
  found = struct('level', '', 'count', 1);
  r = zeros(size(u));
  size_of_u = max([0; abs(u)]);
  if size_of_u == 0, return, end
  W = c.W(both(active), both(active));
  if nargin > 4
    for k = 2*find(sliding)'
      W(:, k-1) = W(:, k-1) - sliding(k/2)*mu(k/2)*W(:, k);
      W(:, k) = 0;
      W(k, :) = 0;
      W(k, k) = 1;
      u(k) = 0;
      mu(k/2) = 0;
    end
  end
  [R, info] = nsd_friction(W, u/size_of_u, mu, 'Solver', 'enum');
  if ~strcmp(info.status, 'ok')
    found.count = 0;
    return
  end
  r = R(:, 1)*size_of_u;
  motions = W*R + repmat(u/size_of_u, 1, size(R, 2));
  for k = 2:size(R, 2)
    apart = max(abs(motions(:, 1:k-1) - repmat(motions(:, k), 1, k-1)), [], 1);
    found.count = found.count + all(apart > 1e-5);
  end
end

function [kN, kT] = contact_biases(s, t, q, v)
% second derivatives of the gaps, and derivatives of T'v, along a straight motion
  d = 2e-3;
  bent = @(k) s.gap(q + k*d*v, t + k*d) - 2*s.gap(q, t) + s.gap(q - k*d*v, t - k*d);
  kN = (16*bent(1) - bent(2))/(12*d^2);
  kT = (s.tangent(q + d*v) - s.tangent(q - d*v))'*v/(2*d);
end

function a = free_acceleration(s, c, t, q, v)
% with the joints, without the contacts
  M = s.mass(q);
  d = 1e-2;
  bias = (s.joint(q + d*v) - 2*s.joint(q) + s.joint(q - d*v))/d^2;
  a = M\s.force(t, q, v);
  a = a - (M\c.J)*(pinv(c.J'*(M\c.J))*(c.J'*a + bias));
end
