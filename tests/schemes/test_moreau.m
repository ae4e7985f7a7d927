function test_suite = test_moreau()
%TEST_MOREAU  Moreau-Jean: check values, closed forms, plain code, order, larger systems.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_ball_has_the_check_values()
  % m = 1, g = 9.81, y0 = 1, e = 0.9, h = 0.005 at t = 2, given with 10 digits
  sol = nsd_simulate(nsd_ball(), [0 2], 'Step', 0.005);
  assertElementsAlmostEqual([sol.q(end), sol.v(end), sum(sol.impulse)], ...
                            [0.0010599625, -3.585555, 16.034445], 'absolute', 1e-9);
end

function test_oscillator_has_the_check_values_for_theta_one_half()
  sol = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 0.01);
  assertElementsAlmostEqual([sol.q(end), sol.v(end), sum(sol.impulse)], ...
                            [0.505586256402, -0.459988003015, 8.489331115413], 'absolute', 1e-9);
end

function test_oscillator_has_the_check_values_for_theta_one()
  sol = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 0.01, 'Theta', 1);
  assertElementsAlmostEqual([sol.q(end), sol.v(end), sum(sol.impulse)], ...
                            [0.462904311872, -0.307824720233, 7.969637342557], 'absolute', 1e-9);
end

function test_ball_at_rest_has_the_position_of_an_independent_code()
  % the value another code prints; exact arithmetic ends in ...0663
  sol = simulate_quietly(nsd_ball(), [0 10], 'Step', 0.005);
  assertElementsAlmostEqual(sol.q(end), -2.288618090550717e-05, 'absolute', 1e-12);
end

function test_ball_rests_after_the_accumulation_point_on_its_weight()
  % bounces accumulate at 8.5789; then v+ = -0.9 v in every step, below round-off after 400 steps
  sol = simulate_quietly(nsd_ball(), [0 15], 'Step', 0.005);
  rest = sol.t > 11;
  assertElementsAlmostEqual(sol.impulse(rest), repmat(0.04905, sum(rest), 1), 'absolute', 1e-14);
  assertTrue(max(abs(sol.v(rest))) < 1e-14);
  assertEqual(max(sol.q(rest)), min(sol.q(rest)));
end

function test_free_flight_is_the_parabola()
  % theta = 1/2 integrates a constant force exactly; 1000 sums of size 50 leave 1e-11
  sys = NsdSystem.linear(2, 0, 0, -2*9.81);
  sol = nsd_simulate(sys, [1 6], 3, 7, 'Step', 0.005);
  s = sol.t - 1;
  assertElementsAlmostEqual(sol.v, 7 - 9.81*s, 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.q, 3 + 7*s - 9.81/2*s.^2, 'absolute', 1e-11);
end

function test_spring_is_the_midpoint_rotation()
  % without contact theta = 1/2 turns (w q, v) by 2 atan(w h/2) per step
  sys = NsdSystem.linear(1, 0, 4, 0);
  sol = nsd_simulate(sys, [0 10], 1, 0, 'Step', 0.05);
  angle = (0:200)'*2*atan(2*0.05/2);
  assertElementsAlmostEqual(sol.q, cos(angle), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v, -2*sin(angle), 'absolute', 1e-12);
end

function test_impact_of_two_bodies_conserves_momentum_and_obeys_newton()
  % m1 v1 + m2 v2 is kept, v2 - v1 turns round with factor e, whatever the step
  sys = NsdSystem.linear(diag([3 1])).contact([-1; 1], -1, 'Restitution', 0.7);
  sol = nsd_simulate(sys, [0 2], [0; 2], [1; -1], 'Step', 0.01);
  after = sol.v(end, :)';
  assertElementsAlmostEqual([3 1]*after, 2, 'absolute', 1e-14);
  assertElementsAlmostEqual(after(2) - after(1), 0.7*2, 'absolute', 1e-14);
end

function test_chain_of_three_balls_obeys_the_simultaneous_newton_law()
  for e = [0 0.3 0.5 0.9 1]
    sys = chain(3, e);
    for steps = [2000 2001]
      sol = nsd_simulate(sys, [0 2], [-0.9; 2; 4], [1; 0; 0], 'Step', 2/steps);
      exact = [1 - 2*(1+e)/3, (1+e)/3, (1+e)/3];
      assertElementsAlmostEqual(sol.v(end, :), exact, 'absolute', 1e-12);
      % the impact is up to one step late, so positions are good to h (at most 1.7 m/s apart)
      q = [0 2 4] + 1.1*exact;
      assertElementsAlmostEqual(sol.q(end, :), q, 'absolute', 2*2/steps);
      assertElementsAlmostEqual(sol.events.t(1), 0.9, 'absolute', 1.5*2/steps);
    end
  end
end

function test_gap_of_exactly_zero_is_closed_in_every_size()
  % at rest on the floor from the start: the first step already carries the weight
  for n = [1 2 4 5 12 60]
    for method = {'moreau', 'moreau-dissipative', 'kern'}
      sys = NsdSystem.linear(eye(n), 0, 0, -9.81*ones(n, 1)).contact(eye(n), 0);
      sol = nsd_simulate(sys, [0 1], zeros(n, 1), zeros(n, 1), 'Step', 0.1, 'Method', method{1});
      assertElementsAlmostEqual(sol.impulse(2:end, :), repmat(0.981, 10, n), 'absolute', 1e-14);
      assertEqual(max(abs(sol.q(:))), 0);
    end
  end
end

function test_chain_with_a_small_gap_passes_the_velocity_on()
  % two impacts in turn instead of one: e = 1 hands the whole velocity to the last ball
  sol = nsd_simulate(chain(3, 1), [0 2], [-0.9; 2; 4.01], [1; 0; 0], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.v(end, :), [0 0 1], 'absolute', 1e-12);
end

function test_penetrated_separating_contact_gains_the_energy_that_is_reported()
  % ball y = -0.1, v = 0.5, h = 0.1, e = 0: P = 0.481 and U_1/2 P = +0.12025 by hand
  sys = nsd_ball('Restitution', 0);
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 0.1], -0.1, 0.5, 'Step', 0.1));
  assertElementsAlmostEqual(sol.impulse(2), 0.481, 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.energy.impact(2), 0.12025, 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.stats.energyGain, 0.12025, 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.stats.energyGainTime, 0.1, 'absolute', 1e-15);
  assertEqual(id, 'nsd:energy:gain');
  assertEqual(sol.events.loss, 0);       % a loss is never negative
end

function test_schemes_agree_with_plain_code_on_random_systems()
  % the kernels and pinv on the full system: condition up to 1e4, 20 steps
  restore = seeded(11); %#ok<NASGU>
  closed = 0;
  for trial = 1:40
    n = 1 + mod(trial, 7);
    p = (trial > 25)*min(mod(trial, 3), max(n - 2, 0));
    m = min(1 + mod(trial, 4), n - p);
    [sys, q0, v0, options] = random_system(n, m, p);
    options.Activation = rand();
    for method = {'moreau', 'moreau-dissipative'}
      options.Method = method{1};
      sol = simulate_quietly(sys, [0 0.2], q0, v0, options);
      assertEqual(sol.status, 'ok');
      [q, v, P] = plain_run(sys, options, q0, v0, 20);
      size_v = max(1, max(abs(v(:))));
      assertElementsAlmostEqual(sol.q, q, 'absolute', 1e-9*size_v);
      assertElementsAlmostEqual(sol.v, v, 'absolute', 1e-9*size_v);
      assertElementsAlmostEqual(sol.impulse, P, 'absolute', 1e-8*size_v);
      closed = closed + sum(P(:) > 0);
    end
  end
  assertTrue(closed > 100);   % the comparison is about contacts
end

function test_impacts_of_the_oscillator_come_at_the_exact_times()
  sol = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 1e-4);
  assertElementsAlmostEqual(sol.events.t, [0.911738290968; 2.79472886787; 4.74898992482], ...
                            'absolute', 5e-4);   % each up to a step and a half late
end

function test_column_of_beads_comes_to_rest_on_its_weight()
  % N beads with e = 0: the floor carries N m g, bead k the weight above it
  N = 20;
  sol = simulate_quietly(beads(N, 0), [0 3], 'Step', 1e-3);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.reaction(end, :), 9.81*(N:-1:1), 'absolute', 1e-8);
  assertTrue(max(abs(sol.v(end, :))) < 1e-10);
end

function test_impulse_on_the_floor_balances_the_weight_of_a_bead_column()
  % momentum: sum of floor impulses = change of momentum + N m g T
  sol = simulate_quietly(beads(30, 0.5), [0 2], 'Step', 1e-3);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sum(sol.impulse(:, 1)), sum(sol.v(end, :)) + 30*9.81*2, ...
                            'absolute', 1e-8);
  assertTrue(min(sol.gap(:)) > -0.02);   % a step at the speed of fall, about 6 m/s, is 0.006
end

function test_a_million_steps_stay_finite_bounded_and_closed()
  sol = simulate_quietly(nsd_oscillator('Force', nsd_harmonic(1, 1.3)), [0 1000], 'Step', 1e-3);
  assertEqual(sol.status, 'ok');
  assertEqual(size(sol.q), [1000001 1]);
  assertTrue(max(abs(sol.q)) < 10);
  E = sol.energy;
  works = E.external + E.damping + E.impact + E.numerical;
  % a million sums, each rounded to eps times the running total of |works|
  assertTrue(max(abs(E.total - E.total(1) - works)) < 1e-10*max(abs(E.external)));
end

function test_sparse_chain_of_two_thousand_masses_runs()
  n = 2000;
  one = ones(n, 1);
  K = 1e4*spdiags([-one 2*one -one], -1:1, n, n);
  H = sparse(200:200:n, 1:10, 1, n, 10);
  sys = NsdSystem.linear(speye(n), 0.1*speye(n), K, -9.81*one).contact(H, 1e-3, 'Restitution', 0.5);
  sol = simulate_quietly(sys, [0 0.02], 0*one, 0*one, 'Step', 1e-4);
  assertEqual(sol.status, 'ok');
  E = sol.energy;
  works = E.external + E.damping + E.impact + E.numerical;
  assertTrue(max(abs(E.total - E.total(1) - works)) < 1e-12*max(abs(E.external)));
  % gravity pulls every mass 1e-3 down in 0.0143 s, at 0.14 m/s: 1.4e-5 m in a step
  assertTrue(min(sol.gap(:)) > -1.4e-5);
  assertEqual(sum(sol.impulse > 0, 1) >= 1, true(1, 10));
end

function sys = chain(n, e)
  H = diff(eye(n))';
  sys = NsdSystem.linear(eye(n)).contact(H, -2, 'Restitution', e);
end

function sys = beads(N, e)
  H = [1, zeros(1, N-1); diff(eye(N))]';
  b = [-0.5; -ones(N-1, 1)];
  q0 = 0.6 + 1.1*(0:N-1)';
  sys = NsdSystem.linear(eye(N), 0, 0, -9.81*ones(N, 1));
  sys = sys.contact(H, b, 'Restitution', e).start(q0);
end

function [q, v, P] = plain_run(sys, options, q0, v0, steps)
  q = q0';
  v = v0';
  P = zeros(1, sys.Contacts);
  none = zeros(sys.Coordinates, 1);
  for k = 1:steps
    F = [sys.force((k-1)*options.Step, none, none), sys.force(k*options.Step, none, none)];
    [q1, v1, P1] = plain_step(sys, options.Method, F, q(k, :)', v(k, :)', options);
    q(k+1, :) = q1';
    v(k+1, :) = v1';
    P(k+1, :) = P1';
  end
end

function test_a_column_of_beads_that_touch_stays_where_it_is()
  % gaps of +1e-17 let go of their contacts step by step: the top of 100 beads fell by 1 cm, that of
  % 500 freely, and so did columns whose gaps were exactly zero
  for n = [20 60]
    H = sparse([1:n, 1:n-1], [1:n, 2:n], [ones(1, n), -ones(1, n-1)], n, n);
    b = [-0.05; -0.1*ones(n-1, 1)];
    touching = 0.05 + 0.1*(0:n-1)';
    linear = NsdSystem.linear(speye(n), 0, 0, -9.81*ones(n, 1));
    full_gaps = NsdSystem.lagrangian(eye(n), @(t, q, v) -9.81*ones(n, 1)).contact(@(q) H'*q + b);
    for method = {'moreau', 'kern', 'newmark', 'hht', 'genalpha'}
      options = nsd_options('Step', 1e-3, 'Method', method{1}, 'Compile', 'off');
      for start = {touching, zeros(n, 1)}
        level = b*(start{1}(end) > 0);
        sol = simulate_quietly(linear.contact(H, level), [0 0.03], start{1}, zeros(n, 1), options);
        assertElementsAlmostEqual(sol.q(end, :)', start{1}, 'absolute', 1e-12);
        assertElementsAlmostEqual(sol.impulse(end, 1), n*9.81e-3, 'absolute', 1e-9);
      end
      if n == 20 && ~strcmp(method{1}, 'kern')
        sol = simulate_quietly(full_gaps, [0 0.03], touching, zeros(n, 1), options);
        assertElementsAlmostEqual(sol.q(end, :)', touching, 'absolute', 1e-12);
      end
    end
  end
end
