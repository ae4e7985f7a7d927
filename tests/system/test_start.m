function test_suite = test_start()
%TEST_START  Initial states that penetrate or break joints, and steps above the stability limit.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_penetrated_start_is_kept_by_moreau_and_moved_by_paoli()
  systems = {nsd_ball(), as_lagrangian(nsd_ball(), 'function')};
  for k = 1:2
    [id, ~, sol] = warning_of(@() nsd_simulate(systems{k}, [0 0.1], -0.2, 1, 'Step', 0.01));
    assertFalse(strcmp(id, 'nsd:simulate:gapStart'));
    assertEqual(sol.q(1), -0.2);
    [id, message, sol] = warning_of(@() nsd_simulate(systems{k}, [0 0.1], -0.2, 1, ...
                                                     'Step', 0.01, 'Method', 'paoli'));
    assertEqual(id, 'nsd:simulate:gapStart');
    assertTrue(~isempty(strfind(message, 'contact 1 by 0.2')));
    assertElementsAlmostEqual(sol.q(1), 0, 'absolute', 1e-14);
    assertTrue(min(sol.q) > -0.05);
  end
end

function test_start_option_decides()
  for method = {'moreau', 'paoli'}
    run = @(how) nsd_simulate(nsd_ball(), [0 0.1], -0.2, 1, 'Step', 0.01, 'Method', method{1}, ...
                              'Start', how);
    assertExceptionThrown(@() run('refuse'), 'nsd:simulate:gapStart');
    [id, ~, sol] = warning_of(@() run('project'));
    assertEqual(id, 'nsd:simulate:gapStart');
    assertElementsAlmostEqual(sol.q(1), 0, 'absolute', 1e-14);
    [~, ~, sol] = warning_of(@() run('accept'));
    assertEqual(sol.q(1), -0.2);
  end
end

function test_touching_start_is_left_alone()
  sol = simulate_quietly(nsd_ball(), [0 0.1], 0, 0, 'Method', 'paoli', 'Start', 'refuse');
  assertEqual(sol.q(1), 0);
  assertEqual(sol.status, 'ok');
end

function test_several_contacts_are_left_by_the_least_motion()
  % as nsd_project does it, in the metric of M
  M = [2 0.5; 0.5 1];
  H = [1 1; 0 1];
  sys = NsdSystem.linear(M).contact(H, [0; 0.1]);
  sol = simulate_quietly(sys, [0 0.1], [-1; -0.5], [0; 0], 'Start', 'project');
  assertElementsAlmostEqual(sol.q(1, :)', nsd_project(M, [-1; -0.5], H, [0; 0.1]), ...
                            'absolute', 1e-10);
end

function test_curved_obstacle_is_left_along_its_normal()
  % outside the unit circle from radius 1/2, unit masses: to the circle on the same ray
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]).contact(@(q) norm(q) - 1);
  sol = simulate_quietly(sys, [0 0.1], [0.3; 0.4], [0; 0], 'Start', 'project');
  assertElementsAlmostEqual(sol.q(1, :), [0.6 0.8], 'absolute', 1e-9);
end

function test_broken_joints_are_mended_with_a_note()
  rod = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q) q'*q - 1);
  for method = {'moreau', 'paoli'}
    [id, ~, sol] = warning_of(@() nsd_simulate(rod, [0 0.5], [1.1; 0], [0.3; 1], 'Step', 0.005, ...
                                               'Method', method{1}, 'Project', 'on'));
    assertEqual(id, 'nsd:simulate:jointStart');
    assertElementsAlmostEqual(sol.q(1, :), [1 0], 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.v(1, :), [0 1], 'absolute', 1e-9);
    assertElementsAlmostEqual(sum(sol.q.^2, 2), ones(101, 1), 'absolute', 1e-10);
  end
  assertExceptionThrown(@() nsd_simulate(rod, [0 1], [1.1; 0], [0; 1], 'Start', 'refuse'), ...
                        'nsd:simulate:jointStart');
end

function test_moving_joint_gives_the_start_its_velocity()
  sys = NsdSystem.lagrangian(diag([2 1]), @(t, q, v) [0; 0]).joint(@(q, t) q(1) - 3*t);
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 0.1], [0; 0], [0; 0], 'Step', 0.01));
  assertEqual(id, 'nsd:simulate:jointStart');
  assertElementsAlmostEqual(sol.v(1, :), [3 0], 'absolute', 1e-8);
end

function test_functions_are_evaluated_once_at_the_start()
  % mass, force, gaps and joints were evaluated to check the system, and again to look at the start
  count_call('reset');
  sys = NsdSystem.lagrangian(@(q) count_call('mass', 1), @(t, q, v) count_call('force', -1)) ...
        .contact(@(q) count_call('gap', q), 'Jacobian', @(q) 1);
  nsd_simulate(sys, [0 1], 1, 0, 'OutputFcn', @(t, y, flag) count_call(flag, false));
  assertEqual(count_call('seen'), struct('mass', 1, 'force', 1, 'gap', 1));
end

function value = count_call(name, value)
% counts calls by name; 'init', the first call of an OutputFcn, keeps the counts of before the run
  persistent counts seen
  switch name
    case 'reset', counts = struct('mass', 0, 'force', 0, 'gap', 0);
    case 'init', seen = counts;
    case 'seen', value = seen;
    case {'mass', 'force', 'gap'}, counts.(name) = counts.(name) + 1;
  end
end

function test_option_start_holds_for_the_joints_of_linear_systems()
  % they were moved whatever Start said, before the option was read
  sys = NsdSystem.linear(diag([1 3])).joint([1; 1], -2);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], [0; 0], [1; 0], 'Start', 'refuse'), ...
                        'nsd:simulate:jointStart');
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 1], [0; 0], [1; 0], 'Start', 'accept'));
  assertEqual(id, '');
  assertEqual(sol.q(1, :), [0 0]);
end

function test_contradictory_start_is_refused()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]).joint(@(q) q'*q + 1);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], [1; 0], [0; 0]), ...
                        'nsd:simulate:startContradicts');
end

function test_step_above_the_stability_limit_is_called_so()
  % omega = 20 rad/s: 2/omega = 0.1
  sys = NsdSystem.linear(1, 0, 400);
  other = NsdSystem.lagrangian(1, @(t, q, v) -400*sin(q));
  for system = {sys, other}
    [id, message] = warning_of(@() nsd_simulate(system{1}, [0 0.33], 0.01, 0, 'Step', 0.11, ...
                                                'Method', 'paoli'));
    assertEqual(id, 'nsd:simulate:stabilityLimit');
    assertTrue(~isempty(strfind(message, '0.1 ')));
    id = warning_of(@() nsd_simulate(system{1}, [0 0.27], 0.01, 0, 'Step', 0.09, ...
                                     'Method', 'paoli'));
    assertEqual(id, '');
  end
  id = warning_of(@() nsd_simulate(sys, [0 0.33], 0, 0, 'Step', 0.11, 'Method', 'kern'));
  assertEqual(id, 'nsd:simulate:stabilityLimit');
  id = warning_of(@() nsd_simulate(sys, [0 3.3], 0.01, 0, 'Step', 1.1, 'Method', 'paoli', ...
                                   'Weight', 0.25));
  assertEqual(id, '');
  % s = 3/16 doubles the limit
  id = warning_of(@() nsd_simulate(sys, [0 0.57], 0.01, 0, 'Step', 0.19, 'Method', 'paoli', ...
                                   'Weight', 3/16));
  assertEqual(id, '');
  id = warning_of(@() nsd_simulate(sys, [0 0.63], 0.01, 0, 'Step', 0.21, 'Method', 'paoli', ...
                                   'Weight', 3/16));
  assertEqual(id, 'nsd:simulate:stabilityLimit');
end

function test_stiff_direction_held_by_a_joint_does_not_count()
  sys = NsdSystem.linear(eye(2), 0, diag([1e6 1])).joint([1; 0]);
  id = warning_of(@() nsd_simulate(sys, [0 1], [0; 1], [0; 0], 'Step', 0.1, 'Method', 'paoli'));
  assertEqual(id, '');
end

function test_large_chain_has_its_limit_too()
  n = 600;
  K = 1e4*spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n);      % omega close to 200
  sys = NsdSystem.linear(speye(n), 0, K).start(zeros(n, 1));
  id = warning_of(@() nsd_simulate(sys, [0 0.06], 'Step', 0.012, 'Method', 'paoli'));
  assertEqual(id, 'nsd:simulate:stabilityLimit');
  id = warning_of(@() nsd_simulate(sys, [0 0.06], 'Step', 0.006, 'Method', 'paoli'));
  assertEqual(id, '');
end
