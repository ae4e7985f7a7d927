function test_suite = test_first_order_failures()
%TEST_FIRST_ORDER_FAILURES  First-order systems: relations without solution, and misuse.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_switching_that_begins_after_the_start_warns()
  % the square wave has the height x(1), which is zero at the start
  P = 2e-5;
  f = @(t,x) [100 - x(1)/0.01; (x(1)*(mod(t, P) < P/2) - x(2))/1e-3];
  late = NsdSystem.firstOrder(f, @(x,l,t) l, @(x,l,t) [0; 0]*l);
  [id, message] = warning_of(@() nsd_simulate(late, [0 2e-2], [0; 0]));
  assertEqual(id, 'nsd:simulate:coarseStep');
  assertTrue(~isempty(strfind(message, 'give a Step of about 1e-07')), message);
  assertEqual(warning_of(@() nsd_simulate(late, [0 4e-3], [0; 0], 'Step', 1e-7)), '');
  decay = NsdSystem.firstOrder(@(t,x) -x, @(x,l,t) l, @(x,l,t) 0*l);
  assertEqual(warning_of(@() nsd_simulate(decay, [0 5], 1)), '');
end

function test_relay_with_the_period_of_the_steps_warns()
  % x'' = -sgn(x) has no rates to choose a step from, and its period depends on the start: steps
  % of a two hundredth of sqrt(2) would be more than a hundred thousand here
  swing = NsdSystem.firstOrder([0 1; 0 0], [0; 1], [1 0], 0, 'Law', 'relay');
  [id, message] = warning_of(@() nsd_simulate(swing, [0 2e4], [1; 0]));
  assertEqual(id, 'nsd:simulate:coarseStep');
  assertTrue(~isempty(strfind(message, 'relay 1 goes to and fro')), message);
  assertEqual(warning_of(@() nsd_simulate(swing, [0 10], [1; 0])), '');
  % swings that die down are shorter than steps at their end, where they are small: no word
  damped = NsdSystem.firstOrder([0 1; 0 -1], [0; 1], [1 0], 0, 'Law', 'relay');
  slides = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  for span = [5 20 200]
    assertEqual(warning_of(@() nsd_simulate(damped, [0 span], [1; 0])), '');
    assertEqual(warning_of(@() nsd_simulate(slides, [0 span], [1; 0])), '');
  end
end

function test_swings_of_a_relay_that_die_down_by_the_steps_warn()
  % the same system goes on for ever; over [0 1000] it came to rest with status 'ok' and no word,
  % since steps were a thousandth of the span and each turn of an implicit relay takes a little
  swing = NsdSystem.firstOrder([0 1; 0 0], [0; 1], [1 0], 0, 'Law', 'relay');
  [id, message, sol] = warning_of(@() nsd_simulate(swing, [0 100], [1; 0]));
  assertEqual(id, 'nsd:simulate:coarseStep');
  assertTrue(~isempty(strfind(message, 'y1 swings by')), message);
  assertTrue(sol.stats.step < 0.01);                            % a two hundredth of sqrt(2)
  functions = NsdSystem.firstOrder(@(t,x) [x(2); 0], @(x,l,t) x(1), @(x,l,t) [0; l], ...
                                   'Law', 'relay');
  quiet = nsd_simulate(functions, [0 10], [1; 0]);
  assertTrue(quiet.stats.step < 0.01);
  [id, ~] = warning_of(@() nsd_simulate(swing, [0 100], [1; 0], 'Step', 1e-4));
  assertEqual(id, '');
end

function test_unsolvable_relation_ends_the_run_with_a_ray()
  % x' = 1, y = 1 - x: nothing can hold y >= 0 once x passes 1
  sys = NsdSystem.firstOrder(0, 0, -1, 0, 'Input', 1, 'Offset', 1);
  [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 2], 0, 'Step', 0.01));
  assertEqual(id, 'nsd:simulate:ray');
  assertTrue(~isempty(strfind(message, 't = 1: check the signs of B, C and D')), message);
  assertTrue(isempty(strfind(message, 'implicit')), message);     % is the default already
  [~, message] = warning_of(@() nsd_simulate(sys, [0 2], 0, 'Relation', 'midpoint'));
  assertTrue(~isempty(strfind(message, 'Relation ''implicit''')), message);
  assertEqual(sol.status, 'ray');
  assertElementsAlmostEqual(sol.x(end), 1, 'absolute', 1e-12);
  assertEqual(size(sol.lambda), size(sol.x));
end

function test_wrong_sign_of_D_is_pointed_out()
  sys = NsdSystem.firstOrder(-1, 1, 1, -1);
  [id, message, sol] = warning_of(@() simulate_ray(sys));
  assertEqual(id, 'nsd:simulate:illPosed');
  assertTrue(strncmp(message, 'check the signs of B, C and D', 29), message);
  assertEqual(sol.status, 'ray');
end

function test_runaway_is_diverged()
  sys = NsdSystem.firstOrder(10, 1, 1, 1);
  sol = simulate_quietly(sys, [0 1000], 1, 'Step', 0.1);
  assertEqual(sol.status, 'diverged');
  assertTrue(all(isfinite(sol.x)));
end

function test_singular_iteration_matrix_raises()
  sys = NsdSystem.firstOrder(2, 1, 1, 1);
  assertExceptionThrown(@() nsd_simulate(sys, [0 10], 1, 'Step', 1), 'nsd:simulate:singular');
end

function test_bad_systems_raise()
  make = @NsdSystem.firstOrder;
  assertExceptionThrown(@() make(1), 'nsd:system:missing');
  assertExceptionThrown(@() make(eye(2), 1, 1), 'nsd:system:badSize');
  assertExceptionThrown(@() make(1, [1 2], [1; 1], 1), 'nsd:system:badSize');
  assertExceptionThrown(@() make(1, 1, 1, 0, 2), 'nsd:system:badSize');
  assertExceptionThrown(@() make([1 2], 1, 1), 'nsd:system:badSize');
  assertExceptionThrown(@() make(NaN, 1, 1), 'nsd:system:notFinite');
  assertExceptionThrown(@() make(1, 1, 1, 0, 'Law', 'diode'), 'nsd:system:badLaw');
  assertExceptionThrown(@() make(1, 1, 1, 0, 'Law', {'relay', 'relay'}), 'nsd:system:badSize');
  assertExceptionThrown(@() make(1, 1, 1, 0, 'Lower', 2, 'Upper', 1), 'nsd:system:badBounds');
  assertExceptionThrown(@() make(1, 1, 1, 0, 'Input', [1; 2]), 'nsd:system:badForce');
  assertExceptionThrown(@() make(1, 1, 1, 0, 'Inpt', 1), 'nsd:system:unknownOption');
  assertExceptionThrown(@() make(1, 1, 1, 0, 'Input'), 'nsd:system:missing');
  assertExceptionThrown(@() make(1, 1, 1, 0).contact(1), 'nsd:system:mechanicalOnly');
  assertExceptionThrown(@() make(1, 1, 1, 0).start(1, 2), 'nsd:system:mechanicalOnly');
  assertExceptionThrown(@() make(1, 1, 1, 0).start([1 2]), 'nsd:system:badSize');
end

function test_bad_runs_raise()
  sys = NsdSystem.firstOrder(-1, 1, 1, 1);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1]), 'nsd:simulate:noStart');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 1), 'nsd:options:unknownOption');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], [1 2]), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 'Method', 'kern'), 'nsd:simulate:method');
  assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 1], 'Method', 'zoh'), ...
                        'nsd:simulate:method');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 'Relation', 'x'), 'nsd:options:badValue');
end

function test_errors_of_user_functions_pass_through()
  raise = @(t) error('my:id', 'no data');
  sys = NsdSystem.firstOrder(-1, 1, 1, 1, 'Input', raise);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1), 'my:id');
  late = NsdSystem.firstOrder(@(t, x) -x + late_error(t), @(x, l, t) x, @(x, l, t) l);
  assertExceptionThrown(@() nsd_simulate(late, [0 1], 1, 'Step', 0.01), 'my:late');
  sol = simulate_quietly(late, [0 1], 1, 'Step', 0.01, 'OnError', 'return');
  assertEqual(sol.status, 'userError');
  assertTrue(sol.t(end) > 0.4 && sol.t(end) < 0.51);
  wrong = NsdSystem.firstOrder(@(t, x) -x, @(x, l, t) [x; x], @(x, l, t) l);
  assertExceptionThrown(@() nsd_simulate(wrong, [0 1], 1), 'nsd:simulate:outputSize');
end

function test_functions_of_too_few_arguments_are_named()
  % they were called at the start of the run: 'called with too many inputs', without a name
  fo = @NsdSystem.firstOrder;
  bad = {@() fo(@(x) -x, @(x, l, t) x, @(x, l, t) l), 'f(t,x)'; ...
         @() fo(@(t, x) -x, @(x, l) x, @(x, l, t) l), 'h(x,lambda,t)'; ...
         @() fo(@(t, x) -x, @(x, l, t) x, @(x, l) l), 'g(x,lambda,t)'; ...
         @() NsdSystem.filippov(@(t, x) -x, @(x) x), 'f(t,x,side)'; ...
         @() NsdSystem.filippov(@(t, x, s) -s, @() 1), 's(x)'; ...
         @() NsdSystem.hybrid(@(x) -x, @(x) x, @(x) x), 'f(t,x)'; ...
         @() NsdSystem.hybrid(@(t, x) -x, @(t, x, u, w) x, @(x) x), 'h(x)'};
  for k = 1:size(bad, 1)
    assertExceptionThrown(bad{k, 1}, 'nsd:system:badFunction');
    assertTrue(any(strfind(message_of(bad{k, 1}), bad{k, 2})));
  end
end

function sol = simulate_ray(sys)
  before = warning('off', 'nsd:simulate:ray');
  restore = onCleanup(@() warning(before)); %#ok<NASGU>
  sol = nsd_simulate(sys, [0 1], -2, 'Step', 0.1);
end

function value = late_error(t)
  if t > 0.5, error('my:late', 'too late'); end
  value = 0;
end
