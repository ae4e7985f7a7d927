function test_suite = test_polytope()
%TEST_POLYTOPE  First-order systems whose multiplier lies in a polytope: -y in its normal cone.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [G, h, corners] = triangle()
% lambda1 + lambda2 <= 1, lambda1 >= -1, lambda2 >= -1
  [G, h] = deal([1 1; -1 0; 0 -1], [1; 1; 1]);
  corners = [-1 -1; 2 -1; -1 2];
end

function test_an_interval_is_a_relay()
  [A, B, C] = deal([0 1; -1 0], [0; 1], [1 2]);
  relay = NsdSystem.firstOrder(A, B, C, 0, 'Law', 'relay');
  polytope = NsdSystem.firstOrder(A, B, C, 0, 'Law', 'polytope', 'Set', {[1; -1], [1; 1]});
  a = nsd_simulate(relay, [0 5], [1; 0], 'Step', 1e-2);
  b = nsd_simulate(polytope, [0 5], [1; 0], 'Step', 1e-2);
  assertElementsAlmostEqual(a.x, b.x, 'absolute', 1e-9);
  assertElementsAlmostEqual(a.lambda(2:end), b.lambda(2:end, 1), 'absolute', 1e-7);
end

function test_a_state_goes_to_zero_along_corner_and_edge()
% x' = lambda from (1, 1/2): corner (-1,-1) until x2 = 0 at 1/2, then along the edge, x1 = 0 at 1
  [G, h] = triangle();
  sys = NsdSystem.firstOrder(zeros(2), eye(2), eye(2), 0, 'Law', 'polytope', 'Set', {G, h});
  sol = nsd_simulate(sys, [0 2], [1; 0.5], 'Step', 1/256);
  exact = [max(1 - sol.t, 0), max(0.5 - sol.t, 0)];
  assertElementsAlmostEqual(sol.x, exact, 'absolute', 1e-9);
  byFunctions = NsdSystem.firstOrder(@(t, x) [0; 0], @(x, l, t) x, @(x, l, t) l, ...
                                     'Law', 'polytope', 'Set', {G, h});
  again = nsd_simulate(byFunctions, [0 2], [1; 0.5], 'Step', 1/256);
  assertElementsAlmostEqual(again.x, sol.x, 'absolute', 1e-9);
end

function test_every_row_is_in_the_normal_cone()
% lambda in the set, and y'(corner - lambda) >= 0 for every corner
  [G, h, corners] = triangle();
  rand('state', 3);                                       % the same matrices each time
  sys = NsdSystem.firstOrder(randn_like(3, 3) - 2*eye(3), randn_like(3, 2), randn_like(2, 3), ...
                             eye(2), 'Law', 'polytope', 'Set', {G, h});
  sol = nsd_simulate(sys, [0 3], [1; -2; 1], 'Step', 1e-2);
  lambda = sol.lambda(2:end, 1:2);
  y = sol.y(2:end, 1:2) - sol.lambda(2:end, 3:end)*G;     % the row holds y + G'nu = 0
  assertTrue(all(all(lambda*G' <= repmat(h', size(lambda, 1), 1) + 1e-9)));
  for k = 1:3
    ahead = sum(y.*(repmat(corners(k, :), size(y, 1), 1) - lambda), 2);
    assertTrue(all(ahead >= -1e-8));
  end
end

function X = randn_like(n, m)
  X = 2*rand(n, m) - 1;
end

function test_twisting_reaches_zero_in_finite_time()
% x1'' = 2 s1 + s2, s in -(sgn x1, sgn x2); the set of the sampled controller is the box sheared by
% h/2, as Acary, Brogliato and Orlov have it. Amplitudes shrink by (2 - 1)/(2 + 1) each half turn.
  h = 1e-3;
  G = [1 0; -h/2 1; -1 0; h/2 -1];
  sys = NsdSystem.firstOrder([0 1; 0 0], [0 0; 2 1], eye(2), 0, 'Law', 'polytope', ...
                             'Set', {G, ones(4, 1)});
  sol = nsd_simulate(sys, [0 6], [1; 0], 'Step', h);
  assertEqual(sol.status, 'ok');
  assertTrue(max(abs(sol.x(end, :))) < 1e-6);
  turns = find(diff(sign(sol.x(1:3000, 2))) ~= 0);        % extremes of x1
  extremes = abs(sol.x(turns(2:3), 1));
  assertElementsAlmostEqual(extremes(1), 1/3, 'absolute', 0.02);
end

function test_twisting_meets_the_reference_run_of_siconos()
% Twisting.ref of its tutorials: gains 10 and 3, h = 0.1, theta = 1/2, from (10, 10). It was written
% with 16 digits; a hundred steps of the relay chain their roundings
  h = 0.1;
  G = [1 0; -h/2 1; -1 0; h/2 -1];
  sys = NsdSystem.firstOrder([0 1; 0 0], [0 0; 10 3], eye(2), 0, 'Law', 'polytope', ...
                             'Set', {G, ones(4, 1)});
  sol = nsd_simulate(sys, [0 19.9], [10; 10], 'Step', h, 'Theta', 0.5);
  reference = [ ...
    1 1.367500000000000e+01 -1.430000000000000e+00; ...
    2 8.670000000000000e+00 -8.580000000000000e+00; ...
    4 -5.906499999999995e+00 1.710000000000003e+00; ...
    6 2.054250000000013e+00 -2.144999999999996e+00; ...
    7 -2.105000000000302e-01 1.430000000000001e+00; ...
    8 5.856426454897391e-17 1.015854067532017e-15; ...
    10 3.053113317793857e-18 2.164934898019583e-16];
  at = round(reference(:, 1)/h) + 1;
  assertElementsAlmostEqual(sol.x(at, :), reference(:, 2:3), 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.x(end, :), [0 0], 'absolute', 1e-14);
end

function test_sets_that_make_no_sense_are_refused()
  make = @(varargin) NsdSystem.firstOrder(0, 1, 1, 0, varargin{:});
  assertExceptionThrown(@() make('Law', 'polytope'), 'nsd:system:badSet');
  assertExceptionThrown(@() make('Law', 'polytope', 'Set', {[1 1], 1}), 'nsd:system:badSize');
  assertExceptionThrown(@() make('Law', 'relay', 'Lower', 0, 'Set', {1, 1}), 'nsd:system:badSet');
end
