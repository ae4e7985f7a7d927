function test_suite = test_sweep_families()
%TEST_SWEEP_FAMILIES  Sweeps of first-order, hybrid and Filippov systems and of rigid bodies in C.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_diode_bridge_sweeps_with_the_bits_of_single_runs()
  bridge = first_order_collection('bridge');
  x0 = [linspace(2, 12, 5); zeros(1, 5)];
  for method = {'theta', 'zoh'}
    same_as_single_runs(bridge, [], [0 2e-3], x0, {'Step', 1e-6, 'Method', method{1}});
  end
end

function test_steps_of_zoh_may_differ_from_run_to_run()
  % exp(A h) is made for each run: it belonged to the first one when all shared its arrays
  h = 1e-6*(1:4)';
  x0 = repmat([10; 0], 1, 4);
  bridge = first_order_collection('bridge');
  out = nsd_sweep(bridge, [], [0 1.2e-3], 'q0', x0, 'Method', 'zoh', 'Step', h);
  for r = 1:4
    sol = nsd_simulate(bridge, [0 1.2e-3], [10; 0], 'Method', 'zoh', 'Step', h(r));
    assertEqual(out.q(r, :), sol.x(end, :));
  end
end

function test_a_relay_sweeps_with_the_bits_of_single_runs()
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  same_as_single_runs(relay, [], [0 10], [linspace(-3, 3, 5); zeros(1, 5)], {'Step', 1e-2});
end

function test_a_nonlinear_relay_sweeps_over_its_parameters()
  relay = NsdSystem.firstOrder(@(t, x, p) [x(2); -sin(x(1)) - p.c*x(2)], @(x, l, t) x(2), ...
                               @(x, l, t) [0; -0.4*l], 'Law', 'relay');
  relay = relay.parameter('c', 0.1);
  same_as_single_runs(relay, struct('c', linspace(0, 1, 5)), [0 5], repmat([2; 0], 1, 5), ...
                      {'Step', 1e-2});
end

function test_a_filippov_system_sweeps_over_its_parameters()
  block = NsdSystem.filippov(@(t, x, side, p) [x(2); -x(1) - p.mu*side], @(x) x(2));
  block = block.parameter('mu', 0.5);
  % rows between the ends are guesses for the multipliers of the next step: without them, as here
  same_as_single_runs(block, struct('mu', linspace(0.1, 2, 5)), [0 8], repmat([3; 0], 1, 5), ...
                      {'OutputEvery', 1000});
end

function test_a_hybrid_ball_sweeps_over_its_parameters()
  ball = NsdSystem.hybrid(@(t, x, p) [x(2); -p.g], @(x) x(1), @(x) [0; -0.8*x(2)]);
  ball = ball.parameter('g', 9.81);
  same_as_single_runs(ball, struct('g', linspace(1, 20, 5)), [0 2], repmat([1; 0], 1, 5), {});
end

function test_spheres_sweep_with_the_bits_of_single_runs()
  world = spheres(5);
  p = struct('friction', [0 0.2 0.4 0.6], 'restitution', [0.5 0.2 0 0.9], ...
             'mass', [1 2 3 0.5], 'gravity', [9.81 5 1 20]);
  given = {'Step', 5e-3, 'LcpTol', 1e-6};
  for threads = 1:2
    out = nsd_sweep(world, p, [0 0.5], given{:}, 'Threads', threads);
    for r = 1:4
      of_run = struct('friction', p.friction(r), 'restitution', p.restitution(r), ...
                      'mass', p.mass(r), 'gravity', p.gravity(r));
      sol = quiet_run(@() nsd_simulate(world.parameter(of_run), [0 0.5], given{:}));
      assertEqual(out.q(r, :), sol.q(end, :));
      assertEqual(out.v(r, :), sol.v(end, :));
    end
  end
end

function test_steps_of_bodies_that_miss_the_tolerance_are_told_as_in_single_runs()
  % such a run goes on; its status was 'ok' in a sweep
  given = {'Step', 5e-3, 'LcpTol', 1e-12, 'MaxIter', 1};
  [~, ~, sol] = warning_of(@() nsd_simulate(spheres(6), [0 1], given{:}));
  assertEqual(sol.status, 'maxIter');
  out = nsd_sweep(spheres(6), struct('gravity', [9.81 0.1]), [0 1], given{:});
  assertEqual(out.status{1}, 'maxIter');
  assertEqual(out.t, [1; 1]);
end

function test_starts_of_bodies_are_columns_with_six_velocities_each()
  % the kernel has seven velocities of a body in space: entries of [q; v] must be those of users
  world = spheres(2);
  n = numel(world.InitialPosition);
  lift = [0 0.1 0.3];
  q0 = repmat(world.InitialPosition, 1, 3);
  q0(3:7:end, :) = q0(3:7:end, :) + repmat(lift, size(q0(3:7:end, :), 1), 1);
  v0 = repmat(world.InitialVelocity, 1, 3);
  v0(6, :) = [0 1 2];                             % spin of the first body
  out = nsd_sweep(world, [], [0 0.2], 'q0', q0, 'v0', v0, 'Step', 5e-3, ...
                  'Reduce', {'rows', 'extrema'}, 'Columns', [3, n + 6, n + 9]);
  for r = 1:3
    sol = nsd_simulate(world, [0 0.2], q0(:, r), v0(:, r), 'Step', 5e-3);
    assertEqual(squeeze(out.samples.v(r, :, :)), sol.v(:, [6 9]));
    assertEqual(out.samples.q(r, :)', sol.q(:, 3));
    assertEqual(out.vMax(r, :), max(sol.v, [], 1));
  end
end

function test_a_function_may_return_bodies()
  out = nsd_sweep(@(p) spheres(p.count), struct('count', [3 3]), [0 0.1], 'Step', 5e-3);
  assertEqual(out.q(1, :), out.q(2, :));
  sol = nsd_simulate(spheres(3), [0 0.1], 'Step', 5e-3);
  assertEqual(out.q(1, :), sol.q(end, :));
end

function test_bodies_that_start_inside_each_other_are_refused_one_by_one()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0; 0; 1]);
  q0 = repmat(world.InitialPosition, 1, 3);
  q0(3, 2) = 0.2;
  [id, ~, out] = warning_of(@() nsd_sweep(world, [], [0 0.1], 'q0', q0, 'Step', 5e-3, ...
                                          'Start', 'refuse'));
  assertEqual(id, 'nsd:sweep:runErrors');
  assertEqual(out.status, {'ok'; 'error'; 'ok'});
end

function test_bad_parameters_of_bodies_are_named()
  world = spheres(2);
  wrong = @(name, value) nsd_sweep(world, struct(name, value), [0 0.1], 'Step', 5e-3);
  assertExceptionThrown(@() wrong('radius', [1 2]), 'nsd:bodies:unknownParameter');
  assertExceptionThrown(@() wrong('mass', [1 0]), 'nsd:bodies:badParameter');
  assertExceptionThrown(@() wrong('restitution', [0 2]), 'nsd:bodies:badParameter');
end

function test_a_parameter_of_bodies_is_that_of_all_contacts()
  world = NsdBodies('Friction', 0.1).plane([0 0 1], 0, 'Friction', 0.7);
  world = world.sphere('Radius', 1, 'Position', [0; 0; 1], 'Mass', 2, 'Friction', 0.3);
  changed = world.parameter('friction', 0.5, 'mass', 4, 'gravity', 2);
  assertEqual(changed.Usual(1), 0.5);
  assertTrue(all(isnan([changed.Surfaces(1, :), changed.PlaneSurfaces(1, :)])));
  assertEqual([changed.Masses, changed.Inertias(1)], [4, 2*world.Inertias(1)]);
  assertElementsAlmostEqual(changed.Gravity, [0; 0; -2], 'absolute', 1e-15);
end

function test_recorded_functions_are_not_called_during_the_runs()
  % twenty runs call the user's function as often as two: when it is recorded
  few = calls_of_a_sweep(2);
  assertEqual(calls_of_a_sweep(20), few);
end

function test_functions_that_branch_run_one_after_the_other()
  ball = NsdSystem.hybrid(@branching_fall, @(x) x(1), @(x) [0; -0.8*x(2)]);
  x0 = [1 2 3; 0 0 0];
  out = nsd_sweep(ball, [], [0 2], 'q0', x0);
  for r = 1:3
    sol = nsd_simulate(ball, [0 2], x0(:, r));
    assertEqual(out.q(r, :), sol.x(end, :));
  end
end

function test_whole_solutions_of_a_circuit_go_to_the_function_of_the_user()
  x0 = [linspace(2, 12, 5); zeros(1, 5)];
  out = nsd_sweep(first_order_collection('bridge'), [], [0 1e-3], 'q0', x0, 'Step', 1e-6, ...
                  'Reduce', @(sol) [max(sol.lambda(:, 1)), sol.stats.startJump]);
  for r = 1:5
    sol = nsd_simulate(first_order_collection('bridge'), [0 1e-3], x0(:, r), 'Step', 1e-6);
    assertEqual(out.value(r, :), [max(sol.lambda(:, 1)), sol.stats.startJump]);
  end
end

function same_as_single_runs(sys, p, span, x0, given)
% sweeps with one thread and with two against nsd_simulate, bit by bit
  for threads = 1:2
    out = nsd_sweep(sys, p, span, 'q0', x0, given{:}, 'Threads', threads);
    assertEqual(unique(out.status), {'ok'});
    for r = 1:size(x0, 2)
      one = sys;
      for name = fieldnames(out.parameters)'
        one = one.parameter(name{1}, out.parameters.(name{1})(r));
      end
      sol = nsd_simulate(one, span, x0(:, r), given{:});
      assertEqual(out.q(r, :), sol.x(end, :));
      assertEqual(out.steps(r), sol.stats.steps);
    end
  end
end

function world = spheres(count)
% spheres that fall on a plane beside and on top of each other
  world = NsdBodies('Friction', 0.3, 'Restitution', 0.2).plane([0 0 1], 0);
  k = 0:count - 1;
  world = world.sphere('Radius', 0.5, 'Position', [0.3*mod(k, 2); 0.1*mod(k, 3); 0.6 + 1.1*k]);
end

function count = calls_of_a_sweep(runs)
  counted_rate([]);
  ball = NsdSystem.hybrid(@(t, x) counted_rate(x), @(x) x(1), @(x) [0; -0.8*x(2)]);
  out = nsd_sweep(ball, [], [0 2], 'q0', [linspace(1, 2, runs); zeros(1, runs)]); %#ok<NASGU>
  count = counted_rate([]);
end

function f = counted_rate(x)
% the rate of a falling ball, which counts its calls; with [] the count so far, which begins again
  persistent calls
  if isempty(x)
    f = calls;
    calls = 0;
    return
  end
  calls = calls + 1;
  f = [x(2); -9.81];
end

function f = branching_fall(~, x)
  f = [x(2); -9.81];
  if x(2) > 0, f(2) = -10; end
end
