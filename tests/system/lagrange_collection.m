function all = lagrange_collection()
%LAGRANGE_COLLECTION  Ten systems as energies and with their equations written by hand.
%   ALL is a row of structs: name, energies, hand (NsdSystems), and a state q, v.
  g = 9.81;
  all = {double_pendulum(g), spherical_pendulum(g), cart_pole(g), elastic_pendulum(g), top(g), ...
         hoop(g), atwood(g), arm(g), driven_pendulum(g), chain(g, 5)};
end

function s = row(name, energies, hand, q, v)
  s = struct('name', name, 'energies', energies, 'hand', hand, 'q', q, 'v', v);
end

function s = double_pendulum(g)
% masses 2 and 1, rods 1.5 and 0.8
  [m1, m2, l1, l2] = deal(2, 1, 1.5, 0.8);
  T = @(q, v) (m1 + m2)*l1^2*v(1)^2/2 + m2*l2^2*v(2)^2/2 + m2*l1*l2*v(1)*v(2)*cos(q(1) - q(2));
  V = @(q) -(m1 + m2)*g*l1*cos(q(1)) - m2*g*l2*cos(q(2));
  c = m2*l1*l2;
  M = @(q) [(m1 + m2)*l1^2, c*cos(q(1) - q(2)); c*cos(q(1) - q(2)), m2*l2^2];
  F = @(t, q, v) [-c*sin(q(1) - q(2))*v(2)^2 - (m1 + m2)*g*l1*sin(q(1)); ...
                  c*sin(q(1) - q(2))*v(1)^2 - m2*g*l2*sin(q(2))];
  s = row('double pendulum', NsdSystem.energies(T, V), NsdSystem.lagrangian(M, F), ...
          [1.2; 0.6], [0.5; -1]);
end

function s = spherical_pendulum(g)
% angle from the vertical, azimuth; the energy from the velocity in space
  T = @(q, v) ((cos(q(1))*cos(q(2))*v(1) - sin(q(1))*sin(q(2))*v(2))^2 ...
               + (cos(q(1))*sin(q(2))*v(1) + sin(q(1))*cos(q(2))*v(2))^2 + (sin(q(1))*v(1))^2)/2;
  V = @(q) -g*cos(q(1));
  M = @(q) [1, 0; 0, sin(q(1))^2];
  F = @(t, q, v) [sin(q(1))*cos(q(1))*v(2)^2 - g*sin(q(1)); -2*sin(q(1))*cos(q(1))*v(1)*v(2)];
  s = row('spherical pendulum', NsdSystem.energies(T, V), NsdSystem.lagrangian(M, F), ...
          [1; 0.2], [0.1; 1.5]);
end

function s = cart_pole(g)
% cart 1.5, pole 0.4 of length 0.7, a force on the cart, damping in the hinge
  [M0, m, l, c] = deal(1.5, 0.4, 0.7, 0.05);
  T = @(q, v) M0*v(1)^2/2 + m*((v(1) + l*cos(q(2))*v(2))^2 + (l*sin(q(2))*v(2))^2)/2;
  push = @(t, q, v) [cos(2*t); 0];
  energies = NsdSystem.energies(T, @(q) m*g*l*cos(q(2)), 'Dissipation', @(q, v) c*v(2)^2/2, ...
                                'Force', push);
  M = @(q) [M0 + m, m*l*cos(q(2)); m*l*cos(q(2)), m*l^2];
  F = @(t, q, v) [m*l*sin(q(2))*v(2)^2 + cos(2*t); m*g*l*sin(q(2)) - c*v(2)];
  s = row('cart-pole', energies, NsdSystem.lagrangian(M, F), [0; 0.3], [0.2; 0]);
end

function s = elastic_pendulum(g)
% length and angle; spring 40 N/m, unstretched 1 m
  T = @(q, v) (v(1)^2 + q(1)^2*v(2)^2)/2;
  V = @(q) 40*(q(1) - 1)^2/2 - g*q(1)*cos(q(2));
  M = @(q) [1, 0; 0, q(1)^2];
  F = @(t, q, v) [q(1)*v(2)^2 - 40*(q(1) - 1) + g*cos(q(2)); ...
                  -2*q(1)*v(1)*v(2) - g*q(1)*sin(q(2))];
  s = row('elastic pendulum', NsdSystem.energies(T, V), NsdSystem.lagrangian(M, F), ...
          [1.2; 0.5], [0; 0.4]);
end

function s = top(g)
% heavy symmetric top in Euler angles phi, theta, psi: A = 0.3, C = 0.1, m l = 0.5
  [A, C, ml] = deal(0.3, 0.1, 0.5);
  T = @(q, v) A*(v(2)^2 + sin(q(2))^2*v(1)^2)/2 + C*(v(3) + cos(q(2))*v(1))^2/2;
  V = @(q) ml*g*cos(q(2));
  M = @(q) [A*sin(q(2))^2 + C*cos(q(2))^2, 0, C*cos(q(2)); 0, A, 0; C*cos(q(2)), 0, C];
  F = @(t, q, v) [-2*(A - C)*sin(q(2))*cos(q(2))*v(1)*v(2) + C*sin(q(2))*v(2)*v(3); ...
                  (A - C)*sin(q(2))*cos(q(2))*v(1)^2 - C*sin(q(2))*v(1)*v(3) + ml*g*sin(q(2)); ...
                  C*sin(q(2))*v(1)*v(2)];
  s = row('top', NsdSystem.energies(T, V), NsdSystem.lagrangian(M, F), [0; 0.6; 0], [0.3; 0; 30]);
end

function s = hoop(g)
% bead on a hoop that turns with 3 rad/s: T has a term without v
  T = @(q, v) (v^2 + 9*sin(q)^2)/2;
  F = @(t, q, v) 9*sin(q)*cos(q) - g*sin(q);
  s = row('hoop', NsdSystem.energies(T, @(q) -g*cos(q)), NsdSystem.lagrangian(1, F), 0.4, 0.2);
end

function s = atwood(g)
% swinging Atwood machine: masses 3 (up and down) and 1 (swings)
  T = @(q, v) 3*v(1)^2/2 + (v(1)^2 + q(1)^2*v(2)^2)/2;
  V = @(q) 3*g*q(1) - g*q(1)*cos(q(2));
  M = @(q) [4, 0; 0, q(1)^2];
  F = @(t, q, v) [q(1)*v(2)^2 - 3*g + g*cos(q(2)); -2*q(1)*v(1)*v(2) - g*q(1)*sin(q(2))];
  s = row('Atwood', NsdSystem.energies(T, V), NsdSystem.lagrangian(M, F), [4; 0.7], [1; 0.5]);
end

function s = arm(g)
% robot arm with relative angles; M(q) given, the quadratic terms derived
  [a, b, d] = deal(2.1, 0.4, 0.6);
  M = @(q) [a + 2*b*cos(q(2)), d + b*cos(q(2)); d + b*cos(q(2)), d];
  V = @(q) g*(1.3*sin(q(1)) + 0.5*sin(q(1) + q(2)));
  h = @(q) b*sin(q(2));
  F = @(t, q, v) [h(q)*(2*v(1)*v(2) + v(2)^2) - g*(1.3*cos(q(1)) + 0.5*cos(q(1) + q(2))); ...
                  -h(q)*v(1)^2 - 0.5*g*cos(q(1) + q(2))];
  s = row('arm', NsdSystem.energies(M, V), NsdSystem.lagrangian(M, F), [0.5; 0.8], [1; -0.6]);
end

function s = driven_pendulum(g)
% the pivot moves as 0.1 cos(20 t): energies that depend on time
  T = @(q, v, t) ((cos(q)*v)^2 + (sin(q)*v - 2*sin(20*t))^2)/2;
  V = @(q, t) g*(0.1*cos(20*t) - cos(q));
  F = @(t, q, v) -(g - 40*cos(20*t))*sin(q);
  s = row('driven pendulum', NsdSystem.energies(T, V), NsdSystem.lagrangian(1, F), 0.5, 0);
end

function s = chain(g, n)
% n unit rods with unit masses at their ends, absolute angles
  L = tril(ones(n));
  T = @(q, v) sum((L*(cos(q).*v)).^2 + (L*(sin(q).*v)).^2)/2;
  V = @(q) -g*sum(L*cos(q));
  w = L'*L;
  M = @(q) w.*cos(q*ones(1, n) - ones(n, 1)*q.');
  F = @(t, q, v) -(w.*sin(q*ones(1, n) - ones(n, 1)*q.'))*(v.^2) - g*diag(w).*sin(q);
  s = row('chain', NsdSystem.energies(T, V), NsdSystem.lagrangian(M, F), 0.3*(1:n)', 0.1*(n:-1:1)');
end
