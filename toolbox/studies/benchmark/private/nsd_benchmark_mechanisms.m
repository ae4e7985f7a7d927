function cases = nsd_benchmark_mechanisms()
%NSD_BENCHMARK_MECHANISMS  Mechanisms of bodies against NsdSystem in minimal coordinates by 'event'.
%   The state at t = 1 s is extrapolated over steps of h, h/2 and h/4 (errors h^2, h^4).
  names = {'double', 'triple', 'crank', 'fourbar'};
  titles = {'double pendulum', 'triple pendulum', 'slider-crank', 'four-bar linkage'};
  steps = [5e-4 5e-4 1e-3 5e-4];
  cases = [];
  for k = 1:numel(names)
    title = sprintf('%s of bodies and NsdSystem: largest difference at 1 s', titles{k});
    cases = [cases, nsd_benchmark_case(names{k}, title, 0, @(h) difference(names{k}, h), ...
             'Step', steps(k), 'Accuracy', 'limit', 'Bound', 1e-9)]; %#ok<AGROW>
  end
end

function [miss, how] = difference(name, h)
% of angles and spins; how.order is the order that the three steps show
  switch name
    case 'double', [world, angles, sys, q0, v0] = pendulum(2);
    case 'triple', [world, angles, sys, q0, v0] = pendulum(3);
    case 'crank', [world, angles, sys, q0, v0] = crank();
    otherwise, [world, angles, sys, q0, v0] = four_bar();
  end
  X = zeros(3, 2*numel(angles));
  seconds = 0;
  for k = 1:3
    [sol, how] = nsd_benchmark_run(world, 1, h/2^(k-1));
    X(k, :) = [sol.q(end, angles), sol.v(end, angles)];
    seconds = seconds + how.seconds;
  end
  once = (4*X(2:3, :) - X(1:2, :))/3;
  limit = (16*once(2, :) - once(1, :))/15;
  how.order = log2(norm(X(1, :) - X(2, :))/norm(X(2, :) - X(3, :)));
  how.seconds = seconds;
  exact = nsd_simulate(sys, [0 1], q0, v0, 'Method', 'event', 'RelTol', 1e-13, 'AbsTol', 1e-14);
  miss = max(abs(limit - [exact.q(end, :), exact.v(end, :)]));
end

function [world, angles, sys, q0, v0] = pendulum(n)
% n rods of length 1 and mass 1 in a chain, from the horizontal; absolute angles
  world = NsdBodies('Gravity', [0 -9.81]).box('Size', [1 0.1], ...
                    'Position', [(1:n) - 0.5; zeros(1, n)]);
  for k = 1:n, world = world.joint('hinge', [k-1 k], 'Point', [k-1; 0]); end
  arms = tril(ones(n)) - eye(n)/2;                % of angle j in the centre of rod i
  reach = arms'*arms;
  own = eye(n)*1.01/12;
  fall = 9.81*sum(arms, 1)';
  apart = @(q) q*ones(1, n) - ones(n, 1)*q';
  sys = NsdSystem.lagrangian(@(q) reach.*cos(apart(q)) + own, ...
                             @(t, q, v) -(reach.*sin(apart(q)))*v.^2 - fall.*cos(q));
  angles = 3:3:3*n;
  [q0, v0] = deal(zeros(n, 1));
end

function [world, angles, sys, q0, v0] = crank()
% crank 1, rod 3 and a slider of mass 1, without gravity, from a turning crank
  world = NsdBodies('Gravity', [0 0]).box('Size', [1 0.1], 'Position', [0.5; 0]);
  world = world.box('Size', [3 0.1], 'Position', [2.5; 0]).box('Size', 0.2, 'Position', [4; 0]);
  world = world.joint('hinge', [0 1], 'Point', [0; 0]).joint('hinge', [1 2], 'Point', [1; 0]);
  world = world.joint('hinge', [2 3], 'Point', [4; 0]).joint('slider', [0 3], 'Axis', [1; 0]);
  world = world.start(world.InitialPosition, [0; 2; 4; 0; 2; -4/3; 0; 0; 0]);
  sys = NsdSystem.lagrangian(@(q) inertia_of(@crank_motion, q), ...
                             @(t, q, v) inertia_force(@crank_motion, q, v, [0; 0]));
  [angles, q0, v0] = deal(3, 0, 4);
end

function [mass, first, second] = crank_motion(q)
% masses or inertias, and the first and second derivatives of their coordinates by the angle q of
% the crank: rod angle b with 3 sin(b) = -sin(q)
  s = -sin(q)/3;
  c = sqrt(1 - s^2);
  db = -cos(q)/(3*c);
  ddb = (sin(q)/3 + s*db^2)/c;
  mass = [1 1 1.01/12, 1 1 9.01/12, 1];
  first = [-sin(q)/2, cos(q)/2, 1, -sin(q) - 1.5*s*db, cos(q) + 1.5*c*db, db, -sin(q) - 3*s*db];
  second = [-cos(q)/2, -sin(q)/2, 0, -cos(q) - 1.5*(c*db^2 + s*ddb), ...
            -sin(q) + 1.5*(-s*db^2 + c*ddb), ddb, -cos(q) - 3*(c*db^2 + s*ddb)];
end

function [world, angles, sys, q0, v0] = four_bar()
% crank 1, coupler 2.5, rocker 2, ground 2.2, under gravity, from a crank at 1 rad that turns
  [a, b, c, d] = bars();
  q0 = 1;
  v0 = 3;
  [~, first, ~, angle] = bar_motion(q0);
  joints = [0 a*cos(q0) d+c*cos(angle(3)) d; 0 a*sin(q0) c*sin(angle(3)) 0];
  world = NsdBodies('Gravity', [0 -9.81]);
  lengths = [a b c];
  from = joints(:, [1 2 4]);
  for k = 1:3
    world = world.box('Size', [lengths(k) 0.1], 'Angle', angle(k), ...
                      'Position', from(:, k) + lengths(k)/2*[cos(angle(k)); sin(angle(k))]);
  end
  pairs = [0 1; 1 2; 2 3; 3 0];
  for k = 1:4, world = world.joint('hinge', pairs(k, :), 'Point', joints(:, k)); end
  world = world.start(world.InitialPosition, v0*first(:));
  sys = NsdSystem.lagrangian(@(q) inertia_of(@bar_motion, q), ...
                             @(t, q, v) inertia_force(@bar_motion, q, v, [0; -9.81]));
  angles = 3;
end

function [a, b, c, d] = bars()
  [a, b, c, d] = deal(1, 2.5, 2, 2.2);
end

function [mass, first, second, angle] = bar_motion(q)
% as crank_motion: a e(q) + b e(t2) = d + c e(t3), the branch in which the joint lies above
  [a, b, c, d] = bars();
  [x, y] = deal(d - a*cos(q), -a*sin(q));         % from the crank pin to the ground pin
  L = sqrt(x^2 + y^2);
  t2 = atan2(y, x) + acos((b^2 + L^2 - c^2)/(2*b*L));
  t3 = atan2(a*sin(q) + b*sin(t2), a*cos(q) + b*cos(t2) - d);
  J = [-b*sin(t2), c*sin(t3); b*cos(t2), -c*cos(t3)];
  w = J\[a*sin(q); -a*cos(q)];
  e = J\[a*cos(q) + b*cos(t2)*w(1)^2 - c*cos(t3)*w(2)^2;
         a*sin(q) + b*sin(t2)*w(1)^2 - c*sin(t3)*w(2)^2];
  turn = @(r, t, w) r*w*[-sin(t), cos(t)];
  bend = @(r, t, w, e) r*(e*[-sin(t), cos(t)] - w^2*[cos(t), sin(t)]);
  I = ([a b c].^2 + 0.01)/12;
  angle = [q, t2, t3];
  mass = [1 1 I(1), 1 1 I(2), 1 1 I(3)];
  first = [turn(a/2, q, 1), 1, turn(a, q, 1) + turn(b/2, t2, w(1)), w(1), ...
           turn(c/2, t3, w(2)), w(2)];
  second = [bend(a/2, q, 1, 0), 0, bend(a, q, 1, 0) + bend(b/2, t2, w(1), e(1)), e(1), ...
            bend(c/2, t3, w(2), e(2)), e(2)];
end

function M = inertia_of(motion, q)
  [mass, first] = motion(q);
  M = sum(mass.*first.^2);
end

function F = inertia_force(motion, q, v, gravity)
% -M'(q) v^2/2, and the weight of bodies of mass 1
  [mass, first, second] = motion(q);
  F = -sum(mass.*first.*second)*v^2;
  for k = 1:3:numel(mass) - 2, F = F + first(k:k+1)*gravity; end
end
