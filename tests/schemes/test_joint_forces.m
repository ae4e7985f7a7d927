function test_suite = test_joint_forces()
%TEST_JOINT_FORCES  Newmark family with forces of joints (JointForce) beside their impulses.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [sys, q0] = pendulum(angle)
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q) (q(1)^2 + q(2)^2 - 1)/2);
  q0 = [sin(angle); -cos(angle)];
end

function [q, v, force] = swung(angle, T)
% the same pendulum by its angle; force along its joint: -(w^2 + g cos)
  [~, x] = ode45(@(t, x) [x(2); -9.81*sin(x(1))], [0 T], [angle 0], ...
                 odeset('RelTol', 1e-11, 'AbsTol', 1e-12));
  [a, w] = deal(x(end, 1), x(end, 2));
  [q, v] = deal([sin(a), -cos(a)], w*[cos(a), sin(a)]);
  force = -(w^2 + 9.81*cos(a));
end

function test_forces_at_the_end_of_a_step_are_of_second_order()
% without JointForce the multiplier is the mean of a step, and misses its end by O(h)
  [sys, q0] = pendulum(1.2);
  [q, v, force] = swung(1.2, 1.5);
  for method = {'newmark', 'hht', 'genalpha'}
    for level = {'velocity', 'acceleration'}
      for ggl = {'off', 'on'}
        misses = zeros(2, 3);
        for k = 1:2
          h = 0.015/k;
          sol = nsd_simulate(sys, [0 1.5], q0, [0; 0], 'Method', method{1}, 'Step', h, ...
                             'JointForce', level{1}, 'GGL', ggl{1});
          misses(k, :) = [norm(sol.q(end, :) - q), norm(sol.v(end, :) - v), ...
                          abs(sol.multiplier(end)/h - force)];
        end
        orders = log2(misses(1, :)./misses(2, :));
        assertElementsAlmostEqual(orders, [2 2 2], 'absolute', 0.1);
      end
    end
  end
  sol = nsd_simulate(sys, [0 1.5], q0, [0; 0], 'Method', 'genalpha', 'Step', 0.0075);
  assertTrue(abs(sol.multiplier(end)/0.0075 - force) > 20*misses(2, 3));
end

function test_ggl_and_accelerations_hold_joints_at_three_levels()
% driven joint q1 = sin 3t: positions and velocities to rounding, and a force -9 sin 3t
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q, t) q(1) - sin(3*t));
  h = 1e-3;
  sol = nsd_simulate(sys, [0 1], [0; 0], [3; 0], 'Method', 'genalpha', 'Step', h, ...
                     'GGL', 'on', 'JointForce', 'acceleration');
  assertElementsAlmostEqual(sol.q(:, 1), sin(3*sol.t), 'absolute', 1e-13);
  assertElementsAlmostEqual(sol.v(:, 1), 3*cos(3*sol.t), 'absolute', 1e-12);
  % what is left is the impulse that keeps velocities, O(h^2) of a force of 9; in the first steps
  % O(h), as the accelerations of genalpha start with those of t = 0
  assertElementsAlmostEqual(sol.multiplier(9:end)/h, -9*sin(3*sol.t(9:end)), 'absolute', 9*9*h^2);
end

function test_impacts_beside_joints_are_those_of_the_scheme_without_forces()
  [sys, q0] = pendulum(1);
  sys = sys.contact(@(q) q(1) + 0.2, 'Restitution', 0.8);
  exact = nsd_simulate(sys, [0 2], q0, [0; 0], 'Method', 'event');
  for level = {'velocity', 'acceleration'}
    sol = nsd_simulate(sys, [0 2], q0, [0; 0], 'Method', 'genalpha', 'Step', 5e-4, ...
                       'JointForce', level{1}, 'GGL', 'on');
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.q(end, :), exact.q(end, :), 'absolute', 2e-3);
    assertElementsAlmostEqual(sum(sol.q.^2, 2), ones(size(sol.t)), 'absolute', 1e-12);
    assertTrue(min(sol.gap) > -1e-12);
    change = sol.energy.total - sol.energy.total(1);
    works = sol.energy.external + sol.energy.impact + sol.energy.joint + sol.energy.numerical;
    assertElementsAlmostEqual(change, works, 'absolute', 1e-10);
  end
end

function test_joints_that_say_the_same_share_the_force()
  sys = pendulum(0).joint(@(q) q(1)^2 + q(2)^2 - 1);          % twice the first joint
  sol = nsd_simulate(sys, [0 1], [1; 0], [0; 0], 'Method', 'genalpha', 'Step', 1e-2, ...
                     'JointForce', 'acceleration', 'GGL', 'on');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.multiplier(2:end, 2), 2*sol.multiplier(2:end, 1), ...
                            'absolute', 1e-9);
end

function test_linear_systems_go_the_same_way_with_and_without()
% constant J: the force of the joint and its impulse over the step are the same
  sys = NsdSystem.linear(eye(2), zeros(2), [2 -1; -1 2], [1; 0]).joint([1; 1], 0);
  for method = {'newmark', 'hht', 'genalpha'}
    a = nsd_simulate(sys, [0 3], [1; -1], [0; 0], 'Method', method{1}, 'Step', 1e-2);
    b = nsd_simulate(sys, [0 3], [1; -1], [0; 0], 'Method', method{1}, 'Step', 1e-2, ...
                     'JointForce', 'velocity');
    assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-12);
    assertElementsAlmostEqual(b.multiplier(end)/1e-2, -0.5, 'absolute', 1e-9);
  end
end

function test_a_loop_of_steps_is_a_run()
  [sys, q0] = pendulum(1);
  state = struct('q', q0, 'v', [0; 0]);
  for k = 1:20
    state = nsd_step(sys, 'genalpha', (k - 1)*1e-2, state, 1e-2, 'JointForce', 'velocity');
  end
  sol = nsd_simulate(sys, [0 0.2], q0, [0; 0], 'Method', 'genalpha', 'Step', 1e-2, ...
                     'JointForce', 'velocity');
  assertElementsAlmostEqual(state.q', sol.q(end, :), 'absolute', 1e-12);
end

function test_steps_that_no_force_reaches_are_refused()
  [sys, q0] = pendulum(1);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], q0, [0; 0], 'Method', 'newmark', ...
                        'Step', 1e-2, 'Gamma', 0, 'JointForce', 'velocity'), ...
                        'nsd:simulate:badParameters');
end
