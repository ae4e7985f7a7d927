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
