function test_suite = test_simulate()
%TEST_SIMULATE  nsd_simulate: forms of the call, statuses, and what it refuses.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_start_of_the_system_and_given_start_are_the_same()
  a = nsd_simulate(nsd_ball(), [0 1]);
  b = nsd_simulate(nsd_ball(), [0 1], 1, 0);
  assertEqual(a.q, b.q);
  assertEqual(a.v, b.v);
end

function test_given_start_wins_over_the_carried_one()
  sol = nsd_simulate(nsd_ball(), [0 1], 3, -2);
  assertEqual([sol.q(1), sol.v(1)], [3 -2]);
end

function test_options_struct_pairs_and_mixtures_are_the_same()
  o = nsd_options('Step', 0.01, 'Theta', 0.75);
  a = nsd_simulate(nsd_oscillator(), [0 1], o);
  b = nsd_simulate(nsd_oscillator(), [0 1], 'Step', 0.01, 'Theta', 0.75);
  c = nsd_simulate(nsd_oscillator(), [0 1], 1, 0, nsd_options('Step', 0.01), 'theta', 0.75);
  assertEqual(a.q, b.q);
  assertEqual(a.q, c.q);
end

function test_rows_and_columns_of_the_start_are_both_taken()
  sys = NsdSystem.linear(eye(3));
  a = nsd_simulate(sys, [0 1], [1 2 3], [4 5 6]);
  b = nsd_simulate(sys, [0 1], [1; 2; 3], int32([4; 5; 6]));
  assertEqual(a.q, b.q);
end

function test_empty_options_are_none_as_in_ode45()
  a = nsd_simulate(nsd_ball(), [0 1], 1, 0, []);
  b = nsd_simulate(nsd_ball(), [0 1], 1, 0);
  c = nsd_simulate(nsd_ball(), [0 1], 1, 0, [], 'Step', 0.001);
  d = nsd_simulate(nsd_ball(), [0 1], 1, 0, 'Step', 0.001);
  assertEqual(a.q, b.q);
  assertEqual(c.q, d.q);
end

function test_five_outputs_are_those_of_ode45()
  sol = nsd_simulate(nsd_ball(), [0 2]);
  [t, y, te, ye, ie] = nsd_simulate(nsd_ball(), [0 2]);
  assertEqual(t, sol.t);
  assertEqual(y, [sol.q, sol.v]);
  assertEqual(te, sol.events.t);
  assertEqual(ye, [sol.events.q, sol.events.v]);
  assertEqual(ie, sol.events.contact);
  assertEqual(numel(te), 3);    % at 0.4515, 1.2643 and 1.9958
end

function test_five_outputs_without_events_are_empty()
  [t, y, te, ye, ie] = nsd_simulate(nsd_ball(), [0 0.1], 'Method', 'moreau');
  assertEqual(size(t), [1001 1]);
  assertEqual(size(y), [1001 2]);
  assertEqual(size(te), [0 1]);
  assertEqual(size(ye), [0 2]);
  assertEqual(size(ie), [0 1]);
end

function test_system_without_contacts_runs()
  sol = nsd_simulate(NsdSystem.linear(eye(2)), [0 1], [0; 0], [1; 2], 'Method', 'moreau');
  assertEqual(sol.status, 'ok');
  assertEqual(size(sol.impulse), [1001 0]);
  assertEqual(size(sol.gap), [1001 0]);
  assertElementsAlmostEqual(sol.q(end, :), [1 2], 'absolute', 1e-12);
end

function test_jammed_contacts_with_contradictory_rebounds_end_as_ray()
  % two walls, both closed: v+ >= -0.2 from one, v+ <= -0.8 from the other
  sys = NsdSystem.linear(1).contact([1 -1], [-0.1; -0.1], 'Restitution', [0.2; 0.8]);
  [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 1], 0, 1));
  assertEqual(sol.status, 'ray');
  assertEqual(id, 'nsd:simulate:ray');
  assertTrue(~isempty(strfind(message, 't = 0')) && ~isempty(strfind(message, '1 2')));
  assertTrue(~isempty(strfind(message, 'Restitution')));
  assertEqual([sol.t, sol.q, sol.v], [0 0 1]);
  assertEqual(sol.impulse, [0 0]);
  assertEqual(sol.stats.contacts(:)', [1 2]);
end

function test_rows_before_a_jam_come_back()
  % the body flies for 0.5 s
  [id, ~, sol] = warning_of(@() nsd_simulate(jam(), [0 1], 0, 1, 'Step', 0.01));
  assertEqual(id, 'nsd:simulate:ray');
  assertEqual(sol.status, 'ray');
  assertTrue(abs(sol.t(end) - 0.5) < 0.02);
  assertEqual(size(sol.q, 1), sol.stats.steps + 1);
  assertElementsAlmostEqual(sol.q, sol.t, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.stats.stopTime, sol.t(end), 'absolute', 1e-12);
end

function test_every_ray_is_a_contradiction()
  % Farkas: H_A'v >= -e U, J'v = 0 has no solution exactly when some z >= 0 has
  % H_A z + J w = 0 and (e U)'z = -1; lsqnonneg finds it
  restore = seeded(71); %#ok<NASGU>
  rays = 0;
  for trial = 1:60
    n = 1 + mod(trial, 6);
    [sys, q0, v0, options] = random_system(n, 0, (n > 4)*2);
    H = randn(n, 6);
    sys = sys.contact(H, 0.3*randn(6, 1) - H'*q0, 'Restitution', rand(6, 1));
    sol = simulate_quietly(sys, [0 0.5], q0, v0, options);
    if strcmp(sol.status, 'ray')
      rays = rays + 1;
      U = H'*sol.v(end, :)';
      closed = sol.stats.contacts;
      assertEqual(closed(:), find(sol.gap(end, :)' + 0.5*options.Step*U <= 0));
      J = full(sys.JointNormals);
      speed = sys.Restitution(closed).*U(closed)/norm(U);
      A = [H(:, closed), J, -J; speed', zeros(1, 2*size(J, 2))];
      [~, miss] = lsqnonneg(A, [zeros(n, 1); -1]);
      assertTrue(miss < 1e-12, sprintf('trial %d: %.1e', trial, miss));
    else
      assertEqual(sol.status, 'ok');
    end
  end
  assertTrue(rays >= 5);
end

function test_rows_at_given_times_up_to_a_jam_come_back()
  % h = 0.01: the last good step ends at 0.5, which is one of the times
  all_rows = simulate_quietly(jam(), [0 1], 0, 1, 'Step', 0.01);
  times = [0:0.05:0.45, all_rows.t(end), 1];
  sol = simulate_quietly(jam(), times, 0, 1, 'Step', 0.01);
  assertEqual(sol.status, 'ray');
  assertElementsAlmostEqual(sol.t', times(1:end-1), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.q, sol.t, 'absolute', 1e-12);
end

function test_jam_in_the_first_step_with_given_times_keeps_the_start()
  sys = NsdSystem.linear(1).contact([1 -1], [-0.1; -0.1], 'Restitution', [0.2; 0.8]);
  sol = simulate_quietly(sys, [0 0.1 1], 0, 1);
  assertEqual(sol.status, 'ray');
  assertEqual([sol.t, sol.q, sol.v], [0 0 1]);
  assertTrue(~isempty(evalc('disp(sol)')));
  assertEqual(sol.energy.total, 0.5);
end

function test_explicit_runs_beyond_the_stability_limit_are_diverged()
  for method = {'kern', 'moreau'}
    for n = [1 6]
      sys = NsdSystem.linear(eye(n), 0, 1e8*eye(n)).contact(eye(n), 0.5, 'Restitution', 0.5);
      f = @() nsd_simulate(sys, [0 5], ones(n, 1), zeros(n, 1), 'Method', method{1}, ...
                           'Theta', 0, 'Step', 0.01);
      [id, ~, sol] = warning_of(f);
      assertEqual(sol.status, 'diverged');
      assertEqual(id, 'nsd:simulate:diverged');
      assertTrue(all(isfinite([sol.q(:); sol.v(:)])));
      assertTrue(sol.t(end) < 5);
    end
  end
end

function test_negative_stiffness_runs_in_every_size()
  % M + h^2 theta^2 K is indefinite: no Cholesky; theta = 1/2 gives q = cosh-like growth
  for n = [1 4 6 12 60]
    sys = NsdSystem.linear(eye(n), 0, -eye(n));
    sol = simulate_quietly(sys, [0 1], ones(n, 1), zeros(n, 1), 'Step', 1e-3);
    assertElementsAlmostEqual(sol.q(end, :), repmat(cosh(1), 1, n), 'absolute', 1e-6);
    stiff = NsdSystem.linear(eye(n), 0, -1e6*eye(n));
    sol = simulate_quietly(stiff, [0 0.3], ones(n, 1), zeros(n, 1), 'Step', 0.1);
    assertEqual(sol.status, 'ok');
    % one step of the midpoint rule by hand: q1 = (1 + a)/(1 - a), a = h^2 1e6/4
    assertElementsAlmostEqual(sol.q(2, 1), (1 + 2500)/(1 - 2500), 'absolute', 1e-9);
  end
end

function test_singular_iteration_matrix_is_an_error()
  % 1 - 16 (h/2)^2 = 0 exactly at h = 1/2
  for n = [1 6 60]
    sys = NsdSystem.linear(speye(n), 0, -16*speye(n));
    assertExceptionThrown(@() nsd_simulate(sys, [0 1], ones(n, 1), zeros(n, 1), 'Step', 0.5), ...
                          'nsd:simulate:singular');
  end
end

function test_no_system_is_refused()
  assertExceptionThrown(@() nsd_simulate('decay', [0 1], 1), 'nsd:simulate:badSystem');
  assertExceptionThrown(@() nsd_simulate(nsd_ball()), 'nsd:simulate:missing');
end

function test_bad_time_spans_are_refused()
  for span = {[], 1, [0 NaN], [0 Inf], [1 0], [0 0], [0 1 1], [0 2 1], 'ab', {0, 1}, [0 1i]}
    assertExceptionThrown(@() nsd_simulate(nsd_ball(), span{1}), 'nsd:simulate:badSpan');
  end
end

function test_bad_starts_are_refused_by_reason()
  ball = nsd_ball();
  two = NsdSystem.linear(eye(2));
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], NaN, 0), 'nsd:simulate:notFinite');
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 0, Inf), 'nsd:simulate:notFinite');
  assertExceptionThrown(@() nsd_simulate(two, [0 1], 1, [0; 0]), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(two, [0 1], eye(2), [0; 0]), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(two, [0 1], [0; 1i], [0; 0]), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], [], []), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 1), 'nsd:simulate:noStart');
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 1, 2, 3), 'nsd:options:unknownOption');
  assertExceptionThrown(@() nsd_simulate(two, [0 1]), 'nsd:simulate:noStart');
end

function test_messages_name_the_argument()
  message = message_of(@() nsd_simulate(nsd_ball(), [0 1], 1, [1 2]));
  assertTrue(~isempty(strfind(message, 'v0')) && ~isempty(strfind(message, '1-by-2')));
  message = message_of(@() nsd_simulate(nsd_ball(), [0 1], 1i, 1));
  assertTrue(~isempty(strfind(message, 'q0')) && ~isempty(strfind(message, 'complex')));
  message = message_of(@() nsd_simulate(nsd_ball(), [0 1], [1; 0; 0]));
  assertTrue(~isempty(strfind(message, 'needs q0 (1) and v0 (1)')), message);
end

function test_step_longer_than_the_span_is_refused()
  assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 1], 'Step', 3), 'nsd:simulate:badStep');
  % ran to t = 5 with a warning
  assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 3], 'Step', 5), 'nsd:simulate:badStep');
end

function test_steps_beyond_reason_are_refused_with_the_remedy()
  ball = nsd_ball();
  assertExceptionThrown(@() nsd_simulate(ball, [0 1e3], 'Step', 1e-8), 'nsd:simulate:badStep');
  message = message_of(@() nsd_simulate(ball, [0 1e3], 'Step', 1e-8));
  assertTrue(~isempty(strfind(message, 'OutputEvery')), message);
  far = @() nsd_simulate(ball, [1e15 1e15 + 1], 'Step', 0.1);     % eps(1e15) is 1/8
  assertExceptionThrown(far, 'nsd:simulate:badStep');
end

function test_start_that_violates_joints_is_moved_with_a_warning()
  sys = NsdSystem.linear(diag([1 3])).joint([1; 1], -2);
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 1], [0; 0], [1; 0]));
  assertEqual(id, 'nsd:simulate:jointStart');
  % nearest in the mass metric: q = M^-1 J lambda with J'q = 2; v loses its part along M^-1 J
  assertElementsAlmostEqual(sol.q(1, :), [1.5 0.5], 'absolute', 1e-14);
  assertElementsAlmostEqual(sol.v(1, :), [0.25 -0.25], 'absolute', 1e-14);
end

function test_joints_that_contradict_each_other_are_refused()
  sys = NsdSystem.linear(eye(2)).joint([1; 1], 0).joint([2; 2], -1);
  assertExceptionThrown(@() warning_of(@() nsd_simulate(sys, [0 1], [0; 0], [0; 0])), ...
                        'nsd:simulate:jointsContradict');
end

function test_joints_hold_during_the_run_and_redundant_ones_change_nothing()
  one = NsdSystem.linear(diag([1 2 3]), 0, eye(3), [1; -1; 2]).joint([1; 1; 0], 0);
  one = one.contact([0; 0; 1], 0.2, 'Restitution', 0.5);
  two = one.joint([2; 2; 0], 0);
  a = nsd_simulate(one, [0 5], [1; -1; 0], [1; -1; -2]);
  b = nsd_simulate(two, [0 5], [1; -1; 0], [1; -1; -2]);
  assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-11);
  assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', 1e-11);
  assertTrue(max(abs(a.q(:, 1) + a.q(:, 2))) < 1e-12);
  % minimum norm shares the load: mu is along [1 2], and acts as the single joint
  assertElementsAlmostEqual(b.multiplier*[1; 2], a.multiplier, 'absolute', 1e-12);
  assertElementsAlmostEqual(b.multiplier(:, 2), 2*b.multiplier(:, 1), 'absolute', 1e-12);
end

function test_contact_and_joint_in_the_same_direction_are_a_bilateral_constraint()
  % the joint carries the weight, the contact has nothing left to do
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0).joint(1, 0);
  sol = nsd_simulate(sys, [0 1], 0, 0, 'Method', 'moreau');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.multiplier(2:end), repmat(9.81e-3, 1000, 1), 'absolute', 1e-15);
  assertEqual(max(abs(sol.impulse)), 0);
end

function test_too_few_iterations_are_a_status_and_a_warning()
  n = 12;
  H = [1, zeros(1, n-1); diff(eye(n))]';
  sys = NsdSystem.linear(eye(n), 0, 0, -9.81*ones(n, 1)).contact(H, 0);
  f = @() nsd_simulate(sys, [0 0.1], zeros(n, 1), -(1:n)', 'MaxIter', 1, 'LcpTol', 1e-15);
  [id, ~, sol] = warning_of(f);
  assertTrue(any(strcmp(sol.status, {'ok', 'maxIter', 'stalled'})));
  if strcmp(sol.status, 'ok')       % a direct method needs no iteration: then it must be right
    assertTrue(sol.stats.lcpResidual <= 1e-10);
  else
    assertEqual(id, ['nsd:simulate:' sol.status]);
  end
end

function sys = jam()
% a slot of negative width: the wall at 0.6 is behind the body, the one at 0.5 before it; when
% the body gets there, v+ <= -0.8 from one and v+ >= -0.2 from the other
  sys = NsdSystem.linear(1).contact([-1 1], [0.5; -0.6], 'Restitution', [0.8; 0.2]);
end
