function [sys, q0, v0, options] = random_system(n, m, p)
%RANDOM_SYSTEM  A linear system of N coordinates, M contacts and P joints from the random numbers.
%   M is positive definite, K and C are positive semidefinite (or absent), the force is absent,
%   constant, harmonic or a function. P joints are followed by a repeated one when P > 1, so
%   that redundant joints occur. The start obeys the joints and lies near the contacts.
  G = randn(n);
  M = G'*G/n + 0.5*eye(n);
  sys = NsdSystem.linear(M, semidefinite(n), 10*semidefinite(n), random_force(n));
  q0 = randn(n, 1);
  v0 = 3*randn(n, 1);
  if p > 0
    J = randn(n, p);
    if p > 1, J(:, p) = J(:, 1) - 2*J(:, 2); end
    q0 = q0 - M\J*(pinv(J'*(M\J))*(J'*q0));
    v0 = v0 - M\J*(pinv(J'*(M\J))*(J'*v0));
    sys = sys.joint(J);
  end
  if m > 0
    H = randn(n, m);
    % admissible at the start, so that joints and contacts do not contradict each other
    sys = sys.contact(H, 0.3*rand(m, 1) - H'*q0, 'Restitution', repmat(rand(), m, 1));
  end
  options = nsd_options('Theta', max(0, min(1, 0.25 + 0.75*rand())), 'Step', 0.01);
end

function A = semidefinite(n)
  if rand() < 0.25
    A = [];
  else
    G = randn(n, max(1, ceil(n*rand())));
    A = G*G'/n;
  end
end

function F = random_force(n)
  a = 20*randn(n, 1);
  switch floor(4*rand())
    case 0, F = [];
    case 1, F = a;
    case 2, F = nsd_harmonic(a, 5*rand(), rand(), randn(n, 1));
    otherwise, w = 5*rand(); F = @(t) a*sin(w*t);
  end
end
