function test_suite = test_filippov()
%TEST_FILIPPOV  Piecewise smooth systems: closed forms, events, tolerances, misuse.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- closed forms --------------------------------------------------------------------------

function test_switched_oscillator_ends_where_it_should()
  % turns one way inside the unit circle, the other way outside; leaves it at t = 1
  sol = nsd_simulate(switched_oscillator(), [0 pi/2], [exp(-1); 0], 'RelTol', 1e-12, ...
                     'AbsTol', 1e-14);
  assertElementsAlmostEqual(sol.x(end, :), [-1.597460377451, 0.761493620606], 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.events.t, 1, 'absolute', 1e-11);
  assertEqual(sol.events.kind, {'cross'});
  assertEqual(sol.status, 'ok');
end

function test_errors_follow_the_tolerance()
  for tolerance = [1e-6 1e-8 1e-10]
    sol = nsd_simulate(switched_oscillator(), [0 pi/2], [exp(-1); 0], 'RelTol', tolerance, ...
                       'AbsTol', tolerance/100);
    miss = norm(sol.x(end, :) - [-1.597460377451, 0.761493620606]);
    assertTrue(miss < 50*tolerance);         % errors add up over a hundred steps
  end
end

function test_slides_and_leaves_at_known_times()
  % x1' = 1, x2' = x1 - 2 - side of x2: slides while |x1 - 2| < 1, then x2 = (x1 - 3)^2/2
  sol = nsd_simulate(slider(), [0 5], [1.5; 0.2], 'RelTol', 1e-10);
  enter = 1.5 - sqrt(2.25 - 0.4);            % 0.2 - 1.5 t + t^2/2 = 0
  assertEqual(sol.events.kind, {'slide'; 'leave'});
  assertElementsAlmostEqual(sol.events.t, [enter; 1.5], 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.x(end, :), [6.5, 3.5^2/2], 'absolute', 1e-9);
  slides = sol.t > sol.events.t(1) & sol.t < 1.5;
  assertTrue(max(abs(sol.y(slides))) < 1e-14);
  assertElementsAlmostEqual(sol.lambda(slides), sol.x(slides, 1) - 2, 'absolute', 1e-8);
end

function test_relay_feedback_slides_to_the_origin()
  % on x + 2 x' = 0 the motion is x' = -x/2
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -x(1) - side], @(x) x(1) + 2*x(2), ...
                           'SurfaceJacobian', @(x) [1 2]);
  sol = nsd_simulate(sys, [0 12], [3; 0], 'RelTol', 1e-10, 'AbsTol', 1e-12);
  assertEqual(sol.events.kind, {'cross'; 'cross'; 'slide'});
  last = sol.events.t(end);
  assertElementsAlmostEqual(sol.x(end, 1), sol.events.q(end, 1)*exp(-(12 - last)/2), ...
                            'absolute', 1e-10);
end

function test_event_driven_and_time_stepping_agree()
  event = NsdSystem.filippov(@(t, x, side) [x(2); -x(1) - side], @(x) x(1) + 2*x(2));
  steps = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  a = nsd_simulate(event, [0 6], [3; 0]);
  b = nsd_simulate(steps, [0 6], [3; 0], 'Step', 1e-4);
  assertElementsAlmostEqual(a.x(end, :), b.x(end, :), 'absolute', 2e-4);       % order 1
end

function test_two_surfaces_are_crossed_in_turn()
  sys = NsdSystem.filippov(@(t, x, side) 4 + side(1) + 2*side(2), @(x) [x - 1; x - 2]);
  sol = nsd_simulate(sys, [0 2], 0);         % speeds 1, 3, 7: surfaces at t = 1 and 4/3
  assertElementsAlmostEqual(sol.events.t, [1; 4/3], 'absolute', 1e-12);
  assertEqual(sol.events.contact, [1; 2]);
  assertElementsAlmostEqual(sol.x(end), 2 + 7*(2 - 4/3), 'absolute', 1e-11);
end

function test_moving_surface()
  % x' = -side meets the surface x = t/2 at t = 2/3 and slides on it with speed 1/2
  sys = NsdSystem.filippov(@(t, x, side) -side, @(x, t) x - t/2);
  moving = NsdSystem.filippov(@(t, x, side) [-side; 1], @(x) x(1) - x(2)/2);
  a = nsd_simulate(moving, [0 2], [1; 0]);
  assertElementsAlmostEqual(a.events.t, 2/3, 'absolute', 1e-10);
  assertElementsAlmostEqual(a.x(end, 1), 1, 'absolute', 1e-9);
  b = nsd_simulate(sys, [0 2], 1);
  assertElementsAlmostEqual(b.x(end), 1, 'absolute', 1e-9);
  assertElementsAlmostEqual(b.events.t, 2/3, 'absolute', 1e-10);
  assertElementsAlmostEqual(b.lambda(end), -1/2, 'absolute', 1e-9);    % the mixture that moves so
end

function test_a_surface_touched_within_a_step_is_seen()
  % x = sin t passes 0.999 for 0.09 time units: both crossings are found with the largest steps
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -x(1)], @(x) x(1) - 0.999);
  sol = nsd_simulate(sys, [0 3], [0; 1], 'RelTol', 1e-9);
  assertElementsAlmostEqual(sol.events.t, [asin(0.999); pi - asin(0.999)], 'absolute', 1e-8);
end

% ---- several surfaces at once ----------------------------------------------------------------

function test_slides_on_two_surfaces_at_once()
  sys = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  sol = nsd_simulate(sys, [0 3], [1; 2]);
  assertEqual(sol.status, 'ok');
  assertEqual(sol.events.kind, {'slide'; 'slide'});
  assertEqual(sol.events.contact, [1; 2]);
  assertElementsAlmostEqual(sol.events.t, [1; 2], 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.x(end, :), [0 0], 'absolute', 1e-14);
  assertElementsAlmostEqual(sol.lambda(end, :), [0 0], 'absolute', 1e-9);
end

function test_coupled_multipliers_leave_one_after_the_other()
  % x' = (t, t/4) - B side slides at the origin with lambda = B^-1 (t, t/4) = t (7, -2)/12 until the
  % first is 1, at t = 12/7; then x1' = t - 2 - lambda2, x2' = t/4 - 1 - 2 lambda2 = 0
  B = [2 1; 1 2];
  sys = NsdSystem.filippov(@(t, x, side) [t; t/4] - B*side, @(x) x);
  sol = nsd_simulate(sys, [0 2], [0; 0], 'RelTol', 1e-10, 'AbsTol', 1e-12);
  assertEqual(sol.events.kind, {'leave'});
  assertElementsAlmostEqual(sol.events.t, 12/7, 'absolute', 1e-8);
  rate = @(t) 7/8*t.^2/2 - 1.5*t;                 % integral of t - 2 - (t/8 - 1/2)
  assertElementsAlmostEqual(sol.x(end, :), [rate(2) - rate(12/7), 0], 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.lambda(end, :), [1, 2/8 - 1/2], 'absolute', 1e-8);
end

function test_fields_with_products_of_sides_are_mixed_by_corners()
  % the mixture is linear in each multiplier; both rates vanish at the origin
  f = @(t, x, s) [0.5 - s(1) + 0.3*s(1)*s(2); 0.2 - s(2) - 0.3*s(1)*s(2)];
  sol = nsd_simulate(NsdSystem.filippov(f, @(x) x), [0 3], [0.4; -0.3]);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.x(end, :), [0 0], 'absolute', 1e-14);
  assertElementsAlmostEqual(f(0, [], sol.lambda(end, :)), [0; 0], 'absolute', 1e-10);
end

function test_a_surface_that_is_given_twice_is_slid_on()
  sys = NsdSystem.filippov(@(t, x, side) 0.5 - side(1) - side(2), @(x) [x; 2*x]);
  sol = nsd_simulate(sys, [0 2], 1);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.x(end), 0, 'absolute', 1e-14);
  assertElementsAlmostEqual(sum(sol.lambda(end, :)), 0.5, 'absolute', 1e-9);
end

function test_ten_relays_settle_as_in_time_stepping()
  % a chain with a relay at each mass; all slide at the end, which needs ten multipliers at once
  n = 10;
  A = full(spdiags(ones(n, 1)*[1 -2 1], -1:1, n, n));
  push = linspace(-0.5, 0.5, n)';
  event = NsdSystem.filippov(@(t, x, side) A*x + push - side, @(x) x);
  steps = NsdSystem.firstOrder(A, eye(n), eye(n), 0, 'Law', 'relay', 'Input', @(t) push);
  a = nsd_simulate(event, [0 3], (1:n)'/n);
  b = nsd_simulate(steps, [0 3], (1:n)'/n, 'Step', 1e-3);
  assertEqual(a.status, 'ok');
  assertElementsAlmostEqual(a.x(end, :), zeros(1, n), 'absolute', 1e-12);
  assertElementsAlmostEqual(a.lambda(end, :), -b.lambda(end, :), 'absolute', 1e-6);
end

function test_starts_at_rest_on_a_surface_to_the_side_it_falls_to()
  % x'' = -1 from x = x'' = 0: no rate says which side, the second derivative does
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -1], @(x) x(1));
  sol = nsd_simulate(sys, [0 1], [0; 0]);
  assertElementsAlmostEqual(sol.x(end, :), [-0.5, -1], 'absolute', 1e-9);
  assertEqual(numel(sol.events.t), 0);
  assertEqual(unique(sol.lambda), -1);
end

% ---- options of the event loop ---------------------------------------------------------------

function test_own_events_and_refined_rows()
  sol = nsd_simulate(slider(), [0 5], [1.5; 0.2], 'Refine', 4, ...
                     'Events', @(t, x) deal(x(2) - 2, 1, 0));
  assertEqual(sol.events.kind, {'slide'; 'leave'; 'user'});
  assertElementsAlmostEqual(sol.events.t(end), 1.5 + 2, 'absolute', 1e-7);     % (t - 1.5)^2/2 = 2
  assertElementsAlmostEqual(sol.t(end), sol.events.t(end), 'absolute', 1e-14);
  plain = nsd_simulate(slider(), [0 5], [1.5; 0.2], 'Refine', 1);
  assertTrue(numel(sol.t) > 2*numel(plain.t(plain.t <= sol.t(end))));
end

function test_limits_of_steps_and_events_end_the_run()
  % a Filippov run had no limit: one with endless switches went on until it was interrupted
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -side], @(x) x(1));
  sol = simulate_quietly(sys, [0 1000], [1; 0], 'MaxEvents', 20);
  assertEqual(sol.status, 'maxEvents');
  assertEqual(numel(sol.events.t), 20);
  sol = simulate_quietly(sys, [0 1000], [1; 0], 'MaxSteps', 10);
  assertEqual(sol.status, 'maxSteps');
end

function test_a_start_where_both_sides_lead_back_says_stalled()
  % x'' = -0.1 side from rest on the surface: the run switched at amplitude 1e-14, and did not end
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -0.1*side], @(x) x(1));
  sol = simulate_quietly(sys, [0 1], [0; 0]);
  assertEqual(sol.status, 'stalled');
  assertTrue(numel(sol.t) < 10);
end

function test_a_very_short_run_reaches_its_end()
  % [0 1e-300] said ok and ended at 0: the end was taken as reached within 1e-14
  sys = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  sol = nsd_simulate(sys, [0 1e-300], 1);
  assertEqual(sol.status, 'ok');
  assertEqual(sol.t(end), 1e-300);
end

% ---- rows ----------------------------------------------------------------------------------

function test_start_on_the_surface()
  sys = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  sol = nsd_simulate(sys, [0 1], 0);
  assertEqual(max(abs(sol.x)), 0);           % slides from the start
  away = nsd_simulate(NsdSystem.filippov(@(t, x, side) 1 + 0.5*side, @(x) x), [0 1], 0);
  assertElementsAlmostEqual(away.x(end), 1.5, 'absolute', 1e-12);
end

function test_given_times_give_rows_there()
  sol = nsd_simulate(slider(), [0 1 2 5], [1.5; 0.2]);
  assertElementsAlmostEqual(sol.t, [0; 1; 2; 5], 'absolute', 1e-14);
  assertElementsAlmostEqual(sol.x(:, 1), 1.5 + sol.t, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.x(2:3, 2), [0; 0.125], 'absolute', 1e-7);
end

function test_events_have_two_rows()
  sol = nsd_simulate(slider(), [0 5], [1.5; 0.2]);
  twice = find(diff(sol.t) == 0);
  assertEqual(numel(twice), 2);
  assertEqual(sol.lambda(twice(1)), 1);
  assertTrue(abs(sol.lambda(twice(1) + 1)) < 1);
end

% ---- failures ------------------------------------------------------------------------------

function test_accumulating_switches_end_the_run()
  % x'' = -sgn(x) - sgn(x')/2: infinitely many switches before t = 6
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -side(1) - side(2)/2], @(x) [x(1); x(2)]);
  sol = simulate_quietly(sys, [0 20], [1; 0.1]);
  assertEqual(sol.status, 'stalled');
  assertTrue(norm(sol.x(end, :)) < 1e-6);
  assertTrue(numel(sol.events.t) > 10);
end

function test_switches_that_accumulate_where_a_root_has_its_corner_end_the_run()
  % the super-twisting controller x1' = x2 - 1.5 sqrt|x1| sgn(x1), x2' = -1.1 sgn(x1): the times
  % of switches are a geometric series. The run said that the state was no longer finite
  sys = NsdSystem.filippov(@(t, x, s) [x(2) - 1.5*sqrt(abs(x(1)))*s; -1.1*s], @(x) x(1));
  sol = simulate_quietly(sys, [0 10], [0; 1]);
  assertEqual(sol.status, 'stalled');
  between = diff(sol.events.t(1:4));
  ratio = between(3)/between(2);
  limit = sol.events.t(4) + between(3)*ratio/(1 - ratio);
  assertElementsAlmostEqual(ratio, between(2)/between(1), 'absolute', 1e-3);
  % the last switches, of 1e-4 and less, are within the tolerances of the run
  assertElementsAlmostEqual(sol.t(end), limit, 'absolute', 1e-4);
  assertTrue(norm(sol.x(end, :)) < 1e-6);
end

function test_misuse_raises()
  make = @NsdSystem.filippov;
  assertExceptionThrown(@() make(1, 2), 'nsd:system:missing');
  assertExceptionThrown(@() make(@(t, x, s) x, @(x) x, 'Jac', 1), 'nsd:system:unknownOption');
  assertExceptionThrown(@() make(@(t, x, s) x, @(x) x, 'SurfaceJacobian', 1), ...
                        'nsd:system:badOption');
  assertExceptionThrown(@() nsd_simulate(slider(), [0 1], [1; 1], 'Method', 'theta'), ...
                        'nsd:simulate:method');
  wrong = make(@(t, x, s) [x; x], @(x) x);
  assertExceptionThrown(@() nsd_simulate(wrong, [0 1], 1), 'nsd:simulate:rateSize');
  raising = make(@(t, x, s) error('my:id', 'no'), @(x) x);
  assertExceptionThrown(@() nsd_simulate(raising, [0 1], 1), 'my:id');
end

% ---- helpers -------------------------------------------------------------------------------

function sys = switched_oscillator()
  inside = [1 -2*pi; 2*pi 1];
  outside = [1 2*pi; -2*pi 1];
  sys = NsdSystem.filippov(@(t, x, side) ((side < 0)*inside + (side > 0)*outside)*x, ...
                           @(x) x'*x - 1);
end

function sys = slider()
  sys = NsdSystem.filippov(@(t, x, side) [1; x(1) - 2 - side], @(x) x(2));
end

function test_a_surface_that_fails_at_the_start_of_the_run_raises()
  % the second call, the first one of the kernel, crashed: the result was read of a solver that was
  % not made yet
  for k = 2:8
    sys = NsdSystem.filippov(@(t, x, side) -side, failing_at(k));
    assertExceptionThrown(@() nsd_simulate(sys, [0 0.2], 0.03, 'Compile', 'off'), 'test:late');
  end
end

function f = failing_at(k)
% s(x) = x that raises at its k-th call
  count_calls([]);
  f = @(x) count_calls(x, k);
end

function y = count_calls(x, k)
  persistent calls
  if isempty(x)
    calls = 0;
    return
  end
  calls = calls + 1;
  if calls == k, error('test:late', 'call %d', k); end
  y = x;
end

function test_fewer_rows_have_the_same_bits_while_sliding()
  % The multipliers of a row were the start of Newton's method in the next step: with OutputEvery
  % the last bits were others.
  f = @(t, x, side) [x(2) + 0.3*sin(3*t)*side^2; ...
                     -x(1) - 1.2*side + 0.4*sin(2*t) + 0.1*side*x(2)^2];
  sys = NsdSystem.filippov(f, @(x) x(2) + 0.2*x(1));
  every = nsd_simulate(sys, [0 6], [1; 0.3], 'Method', 'event');
  fifth = nsd_simulate(sys, [0 6], [1; 0.3], 'Method', 'event', 'OutputEvery', 5);
  assertEqual(fifth.x(end, :), every.x(end, :));
  assertTrue(numel(fifth.t) < numel(every.t));
end
