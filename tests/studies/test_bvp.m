function test_suite = test_bvp()
%TEST_BVP  nsd_bvp: motions with conditions at both ends, through impacts.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_two_throws_over_one_bounce()
  % 1 m to 0.7 m in 1.2 s over one bounce, e = 0.8: both zeros of
  %   e u s - g s^2/2 - 0.7,  u = sqrt(v0^2 + 2 g),  s = 1.2 - (v0 + u)/g
  numbers = [1.946366393 4.029142615];
  for k = 1:2
    guess = [1.5 4.5];
    o = nsd_bvp(ball(), [0 1.2], @(x0, xT) [x0(1) - 1; xT(1) - 0.7], [1; guess(k)]);
    assertEqual(o.status, 'ok');
    assertElementsAlmostEqual(o.v0, numbers(k), 'absolute', 1e-9);
    u = sqrt(o.v0^2 + 2*9.81);
    s = 1.2 - (o.v0 + u)/9.81;
    assertElementsAlmostEqual(0.8*u*s - 9.81*s^2/2, 0.7, 'absolute', 1e-9);
    assertEqual(numel(o.solution.events.t), 1);
    assertEqual(o.T, 1.2);
  end
end

function test_sliding_bodies_have_boundary_values_too()
  % with friction of 0.3: 1 m in 0.5 s, and where speed 0.001 is left after 1 m, with T free
  g = 9.81;
  block = NsdSystem.linear(eye(2), 0, 0, [0; -g]).contact([0; 1], 0, 'Friction', 0.3, ...
                                                          'Tangent', [1; 0]);
  o = nsd_bvp(block, [0 0.5], @(x0, xT) [x0([1 2 4]); xT(1) - 1], [0; 0; 1.5; 0]);
  assertElementsAlmostEqual(o.v0(1), 2 + 0.3*g*0.25, 'absolute', 1e-9);
  o = nsd_bvp(block, [0 0.9], @(x0, xT) [x0([1 2 4]); xT(1) - 1; xT(3) - 1e-3], [0; 0; 3; 0], ...
              'FreeTime', true);
  v0 = sqrt(1e-6 + 2*0.3*g);
  assertElementsAlmostEqual([o.v0(1), o.T], [v0, (v0 - 1e-3)/(0.3*g)], 'absolute', 1e-8);
end

function test_a_free_end_is_found_with_one_condition_more()
  % thrown with 3 m/s from 1 m: back at 0.7 m after (3 + sqrt(9 + 0.6 g))/g, by two forms of the
  % conditions; at the top v = 0 after 3/g
  goal = @(x0, xT) [x0 - [1; 3]; xT(1) - 0.7];
  o = nsd_bvp(ball(), [2 2.6], goal, [1; 2.5], 'FreeTime', true);
  assertElementsAlmostEqual(o.T, 2 + (3 + sqrt(9 + 0.6*9.81))/9.81, 'absolute', 1e-9);
  o = nsd_bvp(ball(), [0 0.2], @(x0, xT, T) [x0(1) - 1; xT(2); T*9.81 - 3], [1; 2], ...
              'FreeTime', true);
  assertElementsAlmostEqual([o.T o.v0], [3/9.81 3], 'absolute', 1e-9);
end

function test_free_time_where_forces_depend_on_time()
  % q'' = t: q = t^3/6 from rest reaches 1 at 6^(1/3); three segments move with the end
  sys = NsdSystem.linear(1, 0, 0, @(t) t);
  for S = [1 3]
    o = nsd_bvp(sys, [0 2.5], @(x0, xT) [x0; xT(1) - 1], [0; 0], 'FreeTime', true, 'Segments', S);
    assertElementsAlmostEqual(o.T, 6^(1/3), 'absolute', 1e-8);
  end
end

function test_unknown_parameters()
  % which restitution brings the ball from 1 m, 2 m/s to 0.7 m in 1.2 s? e = (0.7 + g s^2/2)/(u s)
  goal = @(x0, xT) [x0 - [1; 2]; xT(1) - 0.7];
  o = nsd_bvp(ball(), [0 1.2], goal, [1; 2], 'Parameters', struct('restitution', 0.6));
  u = sqrt(4 + 2*9.81);
  s = 1.2 - (2 + u)/9.81;
  assertElementsAlmostEqual(o.parameters.restitution, (0.7 + 9.81*s^2/2)/(u*s), 'absolute', 1e-8);
  spring = NsdSystem.lagrangian(1, @(t, q, v, p) -p.k*q).parameter('k', 1);
  o = nsd_bvp(spring, [0 1], @(x0, xT, T, p) [x0 - [1; 0]; xT(1)*p.k], [1; 0], ...
              'Parameters', struct('k', 2));
  assertElementsAlmostEqual(o.parameters.k, (pi/2)^2, 'absolute', 1e-8);
end

function test_segments_reach_an_unstable_end()
  % q'' = 400 q over 2 s: x grows by exp(40); q(0) = 1, q(2) = 1 needs v0 = -20 (1 - tiny)
  sys = NsdSystem.linear(1, 0, -400);
  o = nsd_bvp(sys, [0 2], @(x0, xT) [x0(1) - 1; xT(1) - 1], [1; -20], 'Segments', 8);
  assertEqual(o.status, 'ok');
  assertElementsAlmostEqual(o.v0, -20*(cosh(40) - 1)/sinh(40), 'absolute', 1e-8);
  assertEqual(numel(o.solution), 8);
end

function test_the_start_of_the_system_is_the_guess()
  sys = ball().start(1, 1.5);
  o = nsd_bvp(sys, [0 1.2], @(x0, xT) [x0(1) - 1; xT(1) - 0.7]);
  assertElementsAlmostEqual(o.v0, 1.946366393, 'absolute', 1e-9);
end

function test_periodic_motions_with_conditions_are_the_same_problem()
  goal = @(x0, xT) [x0(1) - 1; xT(1) - 0.7];
  o = nsd_bvp(ball(), [0 1.2], goal, [1; 1.5]);
  orbit = nsd_periodic(ball(), 1.2, 1, 1.5, 'Boundary', goal);
  assertEqual([orbit.q; orbit.v], [o.q0; o.v0]);
  free = nsd_periodic(ball(), 0.6, 1, 2.5, 'FreePeriod', 'on', ...
                      'Boundary', @(x0, xT) [x0 - [1; 3]; xT(1) - 0.7]);
  assertElementsAlmostEqual(free.period, (3 + sqrt(9 + 0.6*9.81))/9.81, 'absolute', 1e-9);
end

function test_conditions_that_cannot_be_met_come_back_with_a_status()
  % the ball never reaches 10 m when it may start with 1 J only: the last state, a warning
  goal = @(x0, xT) [x0(1) - 1; x0(2)^2 + (xT(1) - 10)^2 + 1];
  assertEqual(warning_of(@() nsd_bvp(ball(), [0 1], goal, [1; 1])), 'nsd:bvp:stalled');
  restore = nsd_silence_warnings({'nsd:bvp:stalled'}); %#ok<NASGU>
  o = nsd_bvp(ball(), [0 1], goal, [1; 1]);
  assertEqual(o.status, 'stalled');
  assertTrue(o.residual > 0.1);
end

function test_bad_requests_are_refused()
  goal = @(x0, xT) [x0(1) - 1; xT(1)];
  refused = @(f, reason) assertExceptionThrown(f, ['nsd:bvp:' reason]);
  refused(@() nsd_bvp(ball(), [0 1]), 'missing');
  refused(@() nsd_bvp(3, [0 1], goal), 'missing');
  refused(@() nsd_bvp(ball(), [1 0], goal, [1; 0]), 'badSpan');
  refused(@() nsd_bvp(ball(), [0 1], 'goal', [1; 0]), 'badBoundary');
  refused(@() nsd_bvp(ball(), [0 1], goal), 'noGuess');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0; 0]), 'badGuess');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; NaN]), 'badGuess');
  refused(@() nsd_bvp(ball(), [0 1], @(a, b) 0, [1; 0]), 'badBoundary');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'FreeTime', true), 'badBoundary');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'FreeTime', 'yes'), 'badValue');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'Parameters', 3), 'badValue');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'Segments', 0), 'badValue');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'MaxNewton', 1e308), 'badValue');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'FreTime', true), 'unknownOption');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'Method', 'moreau'), 'badMethod');
  refused(@() nsd_bvp(ball(), [0 1], goal, [1; 0], 'MaxSteps', 1), 'failed');
  first = NsdSystem.firstOrder(-1, 1, 1, 0);
  refused(@() nsd_bvp(first, [0 1], goal, 1), 'badSystem');
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
end
