function test_suite = test_newmark_limits()
%TEST_NEWMARK_LIMITS  Nonsmooth Newmark family: the naive scheme, redundancy, bad input, failures.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_naive_scheme_fails_as_the_lecture_says()
  % the impact lives on in the acceleration: with gamma = 1/2 a ball leaves with 1 + 2e times its
  % speed; gamma = 1 is consistent
  naive = simulate_quietly(nsd_ball(), [0 0.47], 'Step', 1e-4, 'Method', 'naive');
  hit = naive.events.vBefore(1);
  k = round(naive.events.t(1)/1e-4) + 2;
  assertElementsAlmostEqual(naive.v(k), -(1 + 2*0.9)*hit, 'absolute', 0.01);
  assertTrue(naive.stats.energyGain > 1);
  good = simulate_quietly(nsd_ball(), [0 1], 'Step', 1e-4, 'Method', 'naive', 'Gamma', 1, ...
                          'Beta', 0.5);
  ref = simulate_quietly(nsd_ball(), [0 1], 'Step', 1e-4);
  assertElementsAlmostEqual(good.q(end), ref.q(end), 'absolute', 5e-3);
  stuck = simulate_quietly(nsd_ball(), [0 2], 'Step', 1e-3, 'Method', 'naive', 'Gamma', 1, ...
                           'Beta', 0.5, 'Constraint', 'position');
  assertTrue(min(stuck.gap) > -1e-12);
  assertTrue(max(stuck.q(stuck.t > 0.6)) < 0.5);       % no impact law: it does not bounce to 0.81
end

function test_redundant_contacts_at_two_levels_share_the_load()
  % the same contact three times: singular blocks; the motion is that of one
  one = NsdSystem.linear(2, 0.3, 5, -9).contact(1, 0.2, 'Restitution', 0.4);
  many = NsdSystem.linear(2, 0.3, 5, -9).contact([1 1 2], [0.2; 0.2; 0.4], 'Restitution', 0.4);
  for method = {'newmark', 'hht', 'genalpha'}
    o = nsd_options('Step', 0.01, 'Method', method{1}, 'GGL', 'on');
    a = simulate_quietly(one, [0 3], 1, 0, o);
    b = simulate_quietly(many, [0 3], 1, 0, o);
    assertEqual(b.status, 'ok');
    assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-10);
    assertElementsAlmostEqual(b.impulse*[1; 1; 2], a.impulse, 'absolute', 1e-9);
  end
end

function test_parameters_outside_the_stable_range_warn()
  ball = nsd_ball();
  for given = {{'Gamma', 0.4}, {'Gamma', 0.5, 'Beta', 0.2}, {'Gamma', 0.9, 'Beta', 0.3}}
    id = warning_of(@() nsd_simulate(ball, [0 0.1], 'Method', 'newmark', given{1}{:}));
    assertEqual(id, 'nsd:simulate:unstableParameters');
  end
  id = warning_of(@() nsd_simulate(ball, [0 0.1], 'Method', 'newmark', 'Gamma', 0.9));
  assertEqual(id, '');
end

function test_bad_parameters_are_refused()
  ball = nsd_ball();
  bad = {{'Alpha', 0.4}, {'Alpha', -0.1}, {'Alpha', NaN}, {'SpectralRadius', 1.1}, ...
         {'SpectralRadius', -1}, {'Gamma', 2}, {'Beta', -1}, {'GGL', 'yes'}, {'Beta', [1 2]}};
  for k = 1:numel(bad)
    assertExceptionThrown(@() nsd_simulate(ball, [0 1], bad{k}{:}), 'nsd:options:badValue');
  end
  assertExceptionThrown(@() simulate_quietly(ball, [0 1], 'Method', 'naive', 'Gamma', 0, ...
                        'Beta', 0), ...
                        'nsd:simulate:badParameters');
end

function test_singular_iteration_matrix_is_an_error()
  % M + h^2/4 K = 0 for K = -4/h^2; a power of two, so that it is exactly zero
  h = 2^-6;
  for n = [1 6 20]
    sys = NsdSystem.linear(eye(n), 0, -4/h^2*eye(n));
    assertExceptionThrown(@() simulate_quietly(sys, [0 4*h], ones(n, 1), zeros(n, 1), 'Step', h, ...
                          'Method', 'newmark'), 'nsd:simulate:singular');
  end
end

function test_inconsistent_joints_at_the_start_are_projected_with_a_note()
  sys = NsdSystem.linear(eye(2)).joint([1; 1], 0);
  id = warning_of(@() nsd_simulate(sys, [0 1], [1; 0], [0; 0], 'Method', 'hht', 'GGL', 'on'));
  assertEqual(id, 'nsd:simulate:jointStart');
end

function test_nonlinear_systems_are_refused_with_a_list_of_methods()
  sys = NsdSystem.lagrangian(1, @(t, q, v) -q);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 0, 'Method', 'naive'), ...
                        'nsd:simulate:method');
end

function test_contradictory_rebounds_end_the_run()
  sys = NsdSystem.linear(1).contact([1 -1], [-0.1; -0.1], 'Restitution', [0.2; 0.8]);
  sol = simulate_quietly(sys, [0 1], 0, 1, 'Step', 0.1, 'Method', 'newmark');
  assertEqual(sol.status, 'ray');
end

function test_contact_without_a_normal_is_named_in_every_path()
  % a gap that closes with time alone; a matrix with a zero column; a closed constant gap
  for o = nonlinear_schemes()
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]).contact(@(q, t) 0.5 - t + 0*q(1));
    [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 1], [0; 0], [1; 1], o{1}));
    assertEqual(id, 'nsd:simulate:noNormal');
    assertEqual(sol.status, 'noNormal');
    assertTrue(~isempty(strfind(message, 'contact 1')));
    assertTrue(abs(sol.t(end) - 0.5) < 0.03);
    sys = NsdSystem.lagrangian(1, @(t, q, v) -1).contact(@(q) -1 + 0*q);
    assertExceptionThrown(@() nsd_simulate(sys, [0 1], 0, 0, o{1}), 'nsd:simulate:noNormal');
  end
  assertExceptionThrown(@() NsdSystem.linear(eye(2)).contact([1 0; 0 0]), 'nsd:system:noNormal');
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  assertExceptionThrown(@() sys.contact([1 0; 0 0]), 'nsd:system:noNormal');
end

function test_flat_point_of_a_gap_is_no_error()
  % inside a circle, through its centre, where the gradient is zero but the gap open
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  sys = sys.contact(@(q) 1 - q'*q, 'Jacobian', @(q) -2*q', 'Restitution', 1);
  for o = nonlinear_schemes()
    sol = simulate_quietly(sys, [0 3], [0; 0], [1; 0], o{1});
    assertEqual(sol.status, 'ok');
    assertTrue(sum(sol.impulse > 0) > 0);
    assertTrue(max(abs(sol.q(:, 1))) < 1.02);
  end
end

function test_singular_iteration_matrix_ends_a_nonlinear_run_with_advice()
  % M - h^2/4 dF/dq = 0; halving mends it
  h = 2^-6;
  sys = NsdSystem.lagrangian(1, @(t, q, v) 4/h^2*q, 'ForceJacobian', @(t, q, v) deal(4/h^2, 0));
  [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 4*h], 1e-3, 0, 'Step', h, ...
                                                   'Method', 'newmark'));
  assertEqual(id, 'nsd:simulate:singular');
  assertEqual(sol.status, 'singular');
  assertEqual(numel(sol.t), 1);
  assertTrue(~isempty(strfind(message, 'StepHalving')));
  sol = simulate_quietly(sys, [0 2*h], 1e-3, 0, 'Step', h, 'Method', 'newmark', 'StepHalving', 1);
  assertEqual(sol.status, 'ok');
end

function test_newton_failure_keeps_the_rows_and_halving_rescues_the_run()
  % a spring that hardens by e^q; four iterations are not enough for a long step
  sys = NsdSystem.lagrangian(1, @(t, q, v) -200*sinh(8*q));
  schemes = {{'newmark'}, {'hht', 'GGL', 'on'}, {'genalpha'}};
  for o = schemes
    [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 2], 0.5, 0, 'Step', 0.1, ...
                                               'Method', o{1}{:}, 'NewtonMaxIter', 4));
    assertEqual(id, 'nsd:simulate:newton');
    assertEqual(sol.status, 'newton');
    assertTrue(sol.stats.newtonResidual > 0);
    assertTrue(all(isfinite([sol.q; sol.v])));
  end
  for o = schemes
    sol = simulate_quietly(sys, [0 0.5], 0.5, 0, 'Step', 0.1, 'Method', o{1}{:}, ...
                           'NewtonMaxIter', 4, 'StepHalving', 12);
    assertEqual(sol.status, 'ok');
    assertEqual(numel(sol.t), 6);
  end
end

function test_parameters_outside_the_stable_range_warn_for_nonlinear_systems()
  sys = NsdSystem.lagrangian(1, @(t, q, v) -q).contact(1, 2);
  id = warning_of(@() nsd_simulate(sys, [0 0.1], 1, 0, 'Method', 'newmark', 'Gamma', 0.4));
  assertEqual(id, 'nsd:simulate:unstableParameters');
  sol = simulate_quietly(sys, [0 5], 1, 0, 'Method', 'newmark', 'Gamma', 0.4, 'Step', 0.05);
  assertTrue(sol.stats.energyGain > 0);                % and the gain is noticed
  sol = simulate_quietly(sys, [0 5], 1, 0, 'Method', 'newmark', 'Step', 0.05);
  assertEqual(sol.stats.energyGain, 0);
end

function test_inconsistent_nonlinear_joints_at_the_start_are_projected_with_a_note()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q) q'*q - 1);
  for ggl = {'off', 'on'}
    [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 0.1], [1.1; 0], [0.3; 1], 'Step', 0.01, ...
                                               'Method', 'hht', 'GGL', ggl{1}));
    assertEqual(id, 'nsd:simulate:jointStart');
    assertElementsAlmostEqual(sol.q(1, :), [1 0], 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.v(1, :), [0 1], 'absolute', 1e-9);
  end
end

function test_contradictory_joints_end_the_run()
  % q1 = 0 and q1 = t cannot both hold
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  sys = sys.joint(@(q, t) [q(1); q(1) - max(0, t - 0.2)]);
  for o = nonlinear_schemes()
    if any(strcmp(o{1}.Method, {'moreau', 'paoli'})), continue; end
    sol = simulate_quietly(sys, [0 1], [0; 0], [0; 1], o{1});
    assertTrue(any(strcmp(sol.status, {'newton', 'ray'})), sol.status);
    assertTrue(abs(sol.t(end) - 0.2) < 0.03);
  end
end

function test_a_system_at_rest_on_stiff_springs_converges()
  % equilibrium: forces of 1e6 cancel to rounding, which is no motion
  sys = NsdSystem.lagrangian(1, @(t, q, v) 1e7*(1/3 - q)).contact(1, 0);
  for method = {'newmark', 'hht', 'genalpha'}
    sol = simulate_quietly(sys, [0 1], 1/3, 0, 'Step', 1e-2, 'Method', method{1});
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.q, ones(size(sol.q))/3, 'absolute', 1e-12);
  end
end

function test_dampers_that_give_energy_are_told()
  % genalpha and hht overshoot where C stops a motion within a step: 9 J of 1 J, status ok, no word
  sys = stiffly_damped();
  for method = {'genalpha', 'hht'}
    id = warning_of(@() nsd_simulate(sys, [0 1], 'Step', 1e-3, 'Method', method{1}));
    assertEqual(id, 'nsd:energy:damping');
  end
  for method = {'newmark', 'moreau'}
    [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 1], 'Step', 1e-3, 'Method', method{1}));
    assertFalse(strcmp(id, 'nsd:energy:damping'));
    assertTrue(max(sol.energy.damping) <= 0);
  end
end

function test_a_damper_that_drives_is_none_that_fails()
  % negative damping gives energy by itself
  sys = NsdSystem.linear(1, -0.1, 1, 0).contact(1, 9).start(1, 0);
  id = warning_of(@() nsd_simulate(sys, [0 10], 'Step', 1e-2, 'Method', 'genalpha'));
  assertEqual(id, '');
end

function test_a_contact_at_rest_that_pushes_in_every_second_step_is_told()
  % with GGL the force of the contact, 10 N, came as 0 20 0 20
  told_of = @(method) ~isempty(strfind(printed(method), 'in every second step'));
  assertTrue(told_of('genalpha'));
  assertFalse(told_of('newmark'));
end

function text = printed(method)
  options = {'Step', 1e-3, 'Method', method, 'GGL', 'on'};
  text = evalc('nsd_simulate(stiffly_damped(), [0 1], options{:});');
end

function sys = stiffly_damped()
% two masses with a damper that stops their relative motion in 1e-7 s
  sys = NsdSystem.linear(diag([1 1e-3]), 1e4*[1 -1; -1 1], 5e6*[1 -1; -1 1], [-10; 0]);
  sys = sys.contact([0; 1], 0).start([0.1; 0.1], [0; 0]);
end

function options = nonlinear_schemes()
  options = {nsd_options('Method', 'moreau', 'Step', 0.01), ...
             nsd_options('Method', 'paoli', 'Step', 0.01), ...
             nsd_options('Method', 'newmark', 'Step', 0.01), ...
             nsd_options('Method', 'hht', 'GGL', 'on', 'Step', 0.01), ...
             nsd_options('Method', 'genalpha', 'Step', 0.01), ...
             nsd_options('Method', 'genalpha', 'GGL', 'on', 'Step', 0.01)};
end
