function s = method_system(number)
%METHOD_SYSTEM  Random system NUMBER for fuzz_methods: contacts with friction in the plane.
%   One to four coordinates, up to four contacts, at most one joint; linear, or nonlinear with
%   curved and moving obstacles, belts, restitution. The same number is the same system.
%   S: system, q0, v0, tEnd, and its functions for checks from outside: mass(q), force(t,q,v),
%   gap(q,t), tangent(q), joint(q), and mu, e, eT, w of the contacts.
  rand('twister', number);
  randn('twister', number);
  s.number = number;
  n = 2 + floor(3*rand());
  m = 1 + floor(min(4, n + 1)*rand());
  p = double(rand() < 0.25);
  linear = rand() < 0.5;
  s.n = n;
  s.m = m;
  s.linear = linear;
  s.tEnd = 1;
  G = 0.5*randn(n);
  M = diag(0.6 + rand(n, 1));
  if rand() < 0.5, M = M + G*G'; end
  C = (rand() < 0.3)*0.3*eye(n);
  K = (rand() < 0.4)*5*(G*G');
  F0 = 2*randn(n, 1);
  F1 = (rand() < 0.5)*3*randn(n, 1);
  omega = 1 + 8*rand();
  [H, T, b, s.mu, s.e, s.eT, s.w] = random_contacts(n, m);
  F0 = F0 - (rand() < 0.6)*3*H*rand(m, 1);                  % pressed against the contacts
  J = zeros(n, 0);
  if p > 0, J = randn(n, 1); end
  s.q0 = zeros(n, 1);
  s.v0 = 0.4*randn(n, 1)*(rand() < 0.7);
  s.v0 = s.v0 - M\J*(pinv(J'*(M\J))*(J'*s.v0));
  s.v0(abs(s.v0) < 1e-14) = 0;
  s = with_functions(s, M, C, K, {F0, F1, omega}, H, T, b, J);
end

function [H, T, b, mu, e, eT, w] = random_contacts(n, m)
% normals and tangents of a size near one; half of the contacts are closed at the start
  H = randn(n, m);
  H = bsxfun(@rdivide, H, sqrt(sum(H.^2, 1)));
  T = randn(n, m);
  T = T - bsxfun(@times, H, sum(H.*T, 1))*(rand() < 0.5);
  T = bsxfun(@rdivide, T, sqrt(sum(T.^2, 1)));
  b = 0.1*rand(m, 1).*(rand(m, 1) < 0.5);
  mu = (0.05 + rand(m, 1)*0.9).*(rand(m, 1) < 0.9);
  if ~any(mu), mu(1) = 0.3; end
  e = repmat((rand() < 0.5)*0.8*rand(), m, 1);
  if rand() < 0.3, e = 0.8*rand(m, 1); end
  eT = (rand() < 0.15)*0.5*rand(m, 1);
  w = (rand() < 0.3)*0.5*randn(m, 1);
end

function s = with_functions(s, M, C, K, force, H, T, b, J)
  [F0, F1, omega] = force{:};
  [n, m] = size(H);
  options = {'Friction', s.mu, 'SurfaceVelocity', s.w, 'TangentialRestitution', s.eT, ...
             'Restitution', s.e};
  if s.linear
    s.mass = @(q) M;
    s.force = @(t, q, v) F0 + F1*sin(omega*t) - C*v - K*q;
    s.gap = @(q, t) H'*q + b;
    s.tangent = @(q) T;
    s.joint = @(q) J'*q;
    F = F0;
    if any(F1), F = nsd_harmonic(F1, omega, -pi/2, F0); end
    sys = NsdSystem.linear(M, C, K, F);
    sys = sys.contact(H, b, 'Tangent', T, options{:});
    if ~isempty(J), sys = sys.joint(J); end
  else
    bend = (rand() < 0.6)*0.5*randn(m, 1);
    S = randn(n, m);
    height = (rand() < 0.4)*0.1*rand(m, 1).*(rand(m, 1) < 0.5);
    pace = 2 + 6*rand();
    lift = 0.3*rand()*(rand() < 0.5);
    D = (rand() < 0.4)*0.3*randn(n, m);
    s.mass = @(q) M*(1 + lift*q(1)^2);
    s.force = @(t, q, v) F0 + F1*sin(omega*t) - C*v - K*sin(q) - 0.2*v*(v'*v);
    s.gap = @(q, t) H'*q + b + 0.5*bend.*(S'*q).^2 + height*sin(pace*t);
    s.tangent = @(q) T + D*q(1);
    s.joint = @(q) J'*q + 0.3*(q'*q)*ones(size(J, 2), 1);
    sys = NsdSystem.lagrangian(s.mass, s.force);
    sys = sys.contact(s.gap, 'Tangent', s.tangent, options{:});
    if ~isempty(J), sys = sys.joint(s.joint); end
  end
  s.system = sys;
end
