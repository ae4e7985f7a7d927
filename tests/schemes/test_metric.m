function test_suite = test_metric()
%TEST_METRIC  Paoli with the frozen metric against the projection in the geodesic distance.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_constant_mass_makes_both_the_same()
  sys = as_lagrangian(nsd_oscillator('Restitution', 0.7), 'matrix');
  a = simulate_quietly(sys, [0 3], 1, 0, 'Step', 0.01, 'Method', 'paoli');
  b = simulate_quietly(sys, [0 3], 1, 0, 'Step', 0.01, 'Method', 'paoli', 'Metric', 'geodesic');
  assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-12);
  assertElementsAlmostEqual(a.impulse, b.impulse, 'absolute', 1e-9);
end

function test_curved_metric_differs_by_a_small_amount_that_vanishes()
  % a free particle in polar coordinates thrown at a straight wall; the exact motion is a line
  apart = zeros(1, 2);
  miss = zeros(2, 2);
  for k = 1:2
    h = 0.02/2^k;
    [a, x] = thrown('frozen', h);
    [b, y] = thrown('geodesic', h);
    assertEqual({a.status, b.status}, {'ok', 'ok'});
    apart(k) = max(abs(x(:) - y(:)));
    exact = [flight(1.3, -1, a.t), 0.5 + 0.4*a.t];
    miss(:, k) = [max(abs(x(:) - exact(:))); max(abs(y(:) - exact(:)))];
    % in the first step of the impact the two points differ by the square of the way
    hit = find(a.impulse > 0, 1);
    first = max(abs(x(hit+1, :) - y(hit+1, :)));
    assertTrue(first > 1e-9 && first < 3*h^2);
  end
  assertTrue(apart(1) > 1e-5 && apart(1) < 0.01);
  assertTrue(apart(2) < 0.7*apart(1));
  assertTrue(all(miss(:, 1) < 0.02) && all(miss(:, 2) < miss(:, 1)));
end

function test_geodesic_projection_leaves_the_tangential_momentum_alone()
  % in the plane the impact is along the wall's normal: y' = 0.4 up to the error of free flight,
  % which the frozen metric exceeds
  a = thrown('frozen', 0.01);
  b = thrown('geodesic', 0.01);
  speed = @(s) s.v(end, 1)*sin(s.q(end, 2)) + s.q(end, 1)*s.v(end, 2)*cos(s.q(end, 2));
  assertTrue(abs(speed(b) - 0.4) < 0.8*abs(speed(a) - 0.4));
  assertTrue(abs(sum(b.impulse) - 1.6) < abs(sum(a.impulse) - 1.6));
end

function test_metric_needs_equal_restitution_and_no_joints()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  f = @(s) nsd_simulate(s, [0 1], [1; 1], [0; 0], 'Method', 'paoli', 'Metric', 'geodesic');
  two = sys.contact(@(q) q, 'Restitution', [0.1 0.2]);
  assertExceptionThrown(@() f(two), 'nsd:simulate:metric');
  assertExceptionThrown(@() f(sys.joint(@(q) q(1) - q(2))), 'nsd:simulate:metric');
  assertEqual(f(sys).status, 'ok');
end

function [sol, x] = thrown(metric, h)
  sys = NsdSystem.lagrangian(@(q) [1 0; 0 q(1)^2], @(t, q, v) [q(1)*v(2)^2; -2*q(1)*v(1)*v(2)]);
  sys = sys.contact(@(q) q(1)*cos(q(2)) - 1, 'Restitution', 0.6);
  x0 = [1.3; 0.5];
  r = norm(x0);
  v0 = [x0'*[-1; 0.4]/r; (x0(1)*0.4 + x0(2))/r^2];
  sol = simulate_quietly(sys, [0 0.6], [r; atan2(0.5, 1.3)], v0, 'Step', h, ...
                         'Method', 'paoli', 'Metric', metric);
  x = [sol.q(:, 1).*cos(sol.q(:, 2)), sol.q(:, 1).*sin(sol.q(:, 2))];
end

function x = flight(x0, v, t)
  hit = (1 - x0)/v;
  x = x0 + v*t;
  late = t > hit;
  x(late) = 1 - 0.6*v*(t(late) - hit);
end
