function test_suite = test_recorded_rates()
%TEST_RECORDED_RATES  First-order, hybrid and Filippov systems: recorded, called back, parameters.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_first_order_recorded_and_called_back()
  % the last Newton step is below NewtonTol in both, whatever derivatives it used
  for sys = {pendulum_with_relay(), pendulum_with_relay('jacobians'), diode_tank()}
    compare_providers('first order', {sys{1}, [0 2], 'Step', 0.01, 'NewtonTol', 1e-15});
  end
end

function test_hybrid_recorded_and_called_back()
  % guards are differenced where they are called back; the located instants agree
  compare_providers('ball on a moving floor', {bouncing_ball(), [0 1]});
  compare_providers('two guards', {between_walls(), [0 1]});
  compare_providers('mass matrix', {pendulum_on_wall(), [0 1]});
end

function test_filippov_recorded_and_called_back()
  compare_providers('stick-slip', {stick_slip(), [0 4]});
  compare_providers('circle', {sliding_on_a_circle(), [0 2]});
end

function test_every_function_of_these_systems_is_recorded()
  given = {pendulum_with_relay(), diode_tank(), bouncing_ball(), between_walls(), ...
           pendulum_on_wall(), stick_slip(), sliding_on_a_circle()};
  for k = 1:numel(given)
    sol = simulate_quietly(given{k}, [0 0.1], 'Compile', 'on');
    report = sol.system.Tapes.report;
    assertTrue(numel(report) >= 2 && all([report.compiled]) && ~any([report.fixed]));
  end
end

function test_a_parameter_changes_without_a_new_record()
  given = {pendulum_with_relay(), 'k', 3; bouncing_ball(), 'e', 0.4; stick_slip(), 'mu', 0.9};
  for k = 1:size(given, 1)
    sys = given{k, 1};
    recorded = simulate_quietly(sys, [0 0.1]).system;
    other = recorded.parameter(given{k, 2}, given{k, 3});
    assertEqual(other.Tapes, recorded.Tapes);
    a = simulate_quietly(other, [0 2]);
    b = simulate_quietly(sys.parameter(given{k, 2}, given{k, 3}), [0 2]);
    c = simulate_quietly(sys, [0 2]);
    assertEqual(a.q, b.q);
    assertTrue(any(abs(a.q(end, :) - c.q(end, :)) > 1e-3));
    assertTrue(isempty(recorded.parameter('new', 1).Tapes));
  end
end

function test_functions_with_p_equal_functions_with_numbers()
  a = simulate_quietly(stick_slip(), [0 4]);
  plain = NsdSystem.filippov(@(t,x,side) [x(2); -x(1) - 0.4*side + cos(1.2*t)], ...
                             @(x) x(2) - 0.3).start([1; 0]);
  b = simulate_quietly(plain, [0 4]);
  assertEqual(a.q, b.q);
end

function test_a_function_that_branches_is_called_back()
  branching = @(t, x) branch(x);
  cases = {NsdSystem.firstOrder(branching, @(x,l,t) x(1), @(x,l,t) [0; l], 'Law', 'relay'); ...
           NsdSystem.hybrid(branching, @(x) x(1), @(x) [x(1); -0.5*x(2)]); ...
           NsdSystem.filippov(@(t,x,side) branch(x) - [0; 0.1*side], @(x) x(2))};
  for k = 1:numel(cases)
    sys = cases{k}.start([1; 0.1]);
    a = simulate_quietly(sys, [0 0.5]);
    b = simulate_quietly(sys, [0 0.5], 'Compile', 'off');
    assertElementsAlmostEqual(a.q(end, :), b.q(end, :), 'absolute', 1e-9);
    assertExceptionThrown(@() nsd_simulate(sys, [0 0.5], 'Compile', 'on'), ...
                          'nsd:compile:notTraceable');
    assertTrue(any(strfind(message_of(@() nsd_simulate(sys, [0 0.5], 'Compile', 'on')), ...
                           'rate cannot be compiled: it branches')));
  end
end

function test_a_reset_may_branch_on_the_number_of_its_guard()
  sys = NsdSystem.hybrid(@(t,x) [x(2); -1], @(x) [x(1); 2 - x(1)], @by_number).start([1; 3]);
  compare_providers('reset by number', {sys, [0 1]});
end

function test_a_derivative_that_is_infinite_is_differenced()
  % the derivative of x^(1/3) is infinite at the start: with the record alone Newton's matrix is not
  % finite and the run ends at once
  sys = NsdSystem.firstOrder(@(t,x) 1 - x^(1/3), @(x,l,t) x, @(x,l,t) l).start(0);
  a = simulate_quietly(sys, [0 1], 'Step', 0.01, 'Compile', 'on');
  b = simulate_quietly(sys, [0 1], 'Step', 0.01, 'Compile', 'off');
  assertEqual({a.status, b.status}, {'ok', 'ok'});
  assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-9);
end

function test_missing_and_unused_parameters_are_named()
  sys = NsdSystem.filippov(@(t,x,side,p) -p.gain*side, @(x) x).start(1);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1]), 'nsd:simulate:parameter');
  wrong = sys.parameter('gian', 1);
  assertTrue(any(strfind(message_of(@() nsd_simulate(wrong, [0 1])), 'gian')));
  id = warning_of(@() nsd_simulate(sys.parameter('gain', 1, 'gane', 2), [0 1]));
  assertEqual(id, 'nsd:simulate:unusedParameter');
  matrices = NsdSystem.firstOrder(-1, 1, 1);
  assertExceptionThrown(@() matrices.parameter('k', 1), 'nsd:system:mechanicalOnly');
end

function sys = pendulum_with_relay(varargin)
  f = @(t,x,p) [x(2); -p.k*sin(x(1)) - 0.1*x(2)];
  h = @(x,l,t,p) x(2) + 0.3*x(1) + 0.1*sin(t);
  g = @(x,l,t) [0; (1 + 0.1*x(1)^2)*l];
  given = {};
  if nargin > 0
    given = {'RateJacobian', @(t,x,p) [0 1; -p.k*cos(x(1)) -0.1], 'OutputJacobian', ...
             @(x,l,t) deal([0.3 1], 0), 'ActionJacobian', ...
             @(x,l,t) deal([0 0; 0.2*x(1)*l 0], [0; 1 + 0.1*x(1)^2])};
  end
  sys = NsdSystem.firstOrder(f, h, g, 'Law', 'relay', given{:}).parameter('k', 2).start([1; 0]);
end

function sys = diode_tank()
% a tank with two diodes and an exponential leak
  sys = NsdSystem.firstOrder(@(t,x,p) [x(2); -x(1) - 0.2*(exp(0.3*x(2)) - 1) + p.u*sin(3*t)], ...
                             @(x,l,t) [x(2) + 0.1*l(1); l(2) - x(1) + 0.5], ...
                             @(x,l,t) [l(2); l(1)], 'Relations', 2).parameter('u', 0.7);
  sys = sys.start([0.2; 0]);
end

function sys = bouncing_ball()
  sys = NsdSystem.hybrid(@(t,x,p) [x(2); -p.g - 0.01*x(2)^3], @(x,t,p) x(1) - p.a*sin(3*t), ...
                         @(x,i,t,p) [x(1); 3*p.a*cos(3*t) - p.e*(x(2) - 3*p.a*cos(3*t))]);
  sys = sys.parameter('g', 9.81, 'a', 0.05, 'e', 0.7).start([1; 0]);
end

function sys = between_walls()
  sys = NsdSystem.hybrid(@(t,x) [x(2); -1], @(x) [x(1); 1.5 - x(1)^2/2], ...
                         {@(x) [x(1); -0.7*x(2)], @(x,i) [x(1); -0.4*i*x(2)]}).start([1; 5]);
end

function sys = pendulum_on_wall()
% M(x) x' = f
  sys = NsdSystem.hybrid(@(t,x,p) [x(2); -p.g*sin(x(1))], @(x) 0.5 + sin(x(1)), ...
                         @(x) [x(1); -0.6*x(2)], 'Mass', @(x) [1 0; 0 2 + cos(x(1))]);
  sys = sys.parameter('g', 9.81).start([1; 0]);
end

function sys = stick_slip()
  sys = NsdSystem.filippov(@(t,x,side,p) [x(2); -x(1) - p.mu*side + cos(1.2*t)], ...
                           @(x,t,p) x(2) - p.belt);
  sys = sys.parameter('mu', 0.4, 'belt', 0.3).start([1; 0]);
end

function sys = sliding_on_a_circle()
% two surfaces, one of them curved and given with its gradient
  f = @(t,x,side) [x(2) - side(1)*x(1); -x(1) - side(1)*x(2) + 0.1*side(2)];
  sys = NsdSystem.filippov(f, @(x) [x(1)^2 + x(2)^2 - 1; x(1) - 0.2], ...
                           'SurfaceJacobian', @(x) [2*x(1) 2*x(2); 1 0]).start([1.5; 0]);
end

function f = branch(x)
  if x(1) > 0.9
    f = [x(2); -1];
  else
    f = [x(2); -x(1)];
  end
end

function x = by_number(x, i)
  if i == 1
    x = [x(1); -0.5*x(2)];
  else
    x = [x(1); -0.9*x(2)];
  end
end
