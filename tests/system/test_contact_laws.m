function test_suite = test_contact_laws()
%TEST_CONTACT_LAWS  Stribeck, curves, rate and state, cohesion, rolling, spinning: known answers.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = block(law, varargin)
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  sys = sys.contact([0; 1], 0, 'Friction', law, 'Tangent', [1; 0], varargin{:});
end

function miss = ledger_miss(sol)
  E = sol.energy;
  work = sum(works_of(E), 2);
  miss = max(abs(E.total - E.total(1) - work))/max(max(abs(E.total)), 1e-3);
end

function test_equal_coefficients_are_coulomb()
  plain = nsd_simulate(block(0.3), [0 1], [0; 0], [2; 0], 'Step', 0.01);
  for law = {nsd_stribeck(0.3, 0.3, 0.1), nsd_stribeck([0 1 2], [0.3 0.3 0.3])}
    sol = nsd_simulate(block(law{1}), [0 1], [0; 0], [2; 0], 'Step', 0.01);
    assertElementsAlmostEqual(sol.q, plain.q, 'absolute', 1e-14);
    assertElementsAlmostEqual(sol.surface.mu, 0.3*ones(101, 1), 'absolute', 1e-15);
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
  end
end

function test_stribeck_block_slows_down_by_the_closed_form()
  % v' = -g mu(v), exponent 1: vs/muK ln(muK exp(v/vs) + muS - muK) falls by g t
  [muS, muK, vs, g, v0] = deal(0.4, 0.2, 0.5, 9.81, 2);
  G = @(v) vs/muK*log(muK*exp(v/vs) + muS - muK);
  law = nsd_stribeck(muS, muK, vs, 'Exponent', 1);
  miss = zeros(1, 2);
  for k = 1:2
    sol = nsd_simulate(block(law), [0 0.6], [0; 0], [v0; 0], 'Step', 2e-3/k);
    exact = vs*log((exp(muK/vs*(G(v0) - g*sol.t)) - muS + muK)/muK);
    miss(k) = max(abs(sol.v(:, 1) - exact));
  end
  assertEqual(miss(2) < 3e-4, true);
  assertElementsAlmostEqual(miss(1)/miss(2), 2, 'absolute', 0.05);      % first order
end

function test_curve_is_the_polygon()
  % mu = 0.2 + 0.1 s: v' = -g (0.2 + 0.1 v)
  sol = nsd_simulate(block(nsd_stribeck([0 4], [0.2 0.6])), [0 0.5], [0; 0], [2; 0], 'Step', 1e-4);
  exact = (2 + 2)*exp(-0.1*9.81*sol.t) - 2;
  assertElementsAlmostEqual(sol.v(:, 1), exact, 'absolute', 1e-4);
  fast = nsd_simulate(block(nsd_stribeck([0 1], [0.5 0.2])), [0 0.1], [0; 0], [5; 0], 'Step', 1e-3);
  assertElementsAlmostEqual(fast.v(end, 1), 5 - 0.2*9.81*0.1, 'absolute', 1e-12);
end

function test_stick_needs_the_static_coefficient()
  % pulled by 0.3 m g: sticks under 0.4/0.2 from rest, but slides on once it moves fast
  sys = NsdSystem.linear(eye(2), 0, 0, 9.81*[0.3; -1]);
  sys = sys.contact([0; 1], 0, 'Friction', nsd_stribeck(0.4, 0.2, 0.01), 'Tangent', [1; 0]);
  rest = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'Step', 0.01);
  moved = nsd_simulate(sys, [0 1], [0; 0], [1; 0], 'Step', 0.01);
  assertElementsAlmostEqual(rest.v(end, 1), 0, 'absolute', 1e-14);
  assertElementsAlmostEqual(moved.v(end, 1), 1 + 0.1*9.81, 'absolute', 1e-11);
end

function test_rate_and_state_answers_a_step_of_velocity_exactly()
  % held block on a belt: Theta relaxes from L/V1 to L/V2, mu from the peak to mu0 + (a-b) ln
  [V1, V2, L, a, b, mu0, V0] = deal(1e-6, 1e-5, 1e-5, 0.01, 0.015, 0.6, 1e-6);
  law = nsd_rate_state(mu0, a, b, V0, L, 'State', L/V1);
  sys = block(law, 'SurfaceVelocity', V2).joint([1; 0], 0);
  sol = nsd_simulate(sys, [0 20], [0; 0], [0; 0], 'Step', 0.1);
  assertEqual(sol.status, 'ok');
  theta = L/V2 + (L/V1 - L/V2)*exp(-V2*sol.t/L);
  mu = a*asinh(V2/(2*V0)*exp((mu0 + b*log(V0*theta/L))/a));
  assertElementsAlmostEqual(sol.surface.state, theta, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.surface.mu(2:end), mu(1:end-1), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.tangential(2:end), mu(1:end-1)*9.81*0.1, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.surface.mu(end), mu0 + (a - b)*log(V2/V0), 'absolute', 1e-8);
end

function test_rate_and_state_slider_reaches_steady_sliding_when_stiff()
  % a > b: stable; the spring carries mu_ss N
  law = nsd_rate_state(0.6, 0.015, 0.010, 1e-6, 1e-5);
  sys = NsdSystem.linear(eye(2), diag([200 0]), diag([1e4 0]), [0; -9.81]);
  sys = sys.contact([0; 1], 0, 'Friction', law, 'Tangent', [1; 0], 'SurfaceVelocity', 1e-3);
  sol = nsd_simulate(sys, [0 2], [0; 0], [1e-3; 0], 'Step', 1e-3);
  steady = 0.6 + 0.005*log(1e-3/1e-6);
  assertElementsAlmostEqual(sol.surface.mu(end), steady, 'absolute', 1e-6);
  assertElementsAlmostEqual(1e4*sol.q(end, 1), steady*9.81, 'absolute', 1e-4);
end

function test_two_rate_and_state_contacts_share_the_load()
  % one block on two equal contacts slides like a block on one
  law = nsd_rate_state(0.6, 0.010, 0.015, 1e-3, 1e-3);
  one = nsd_simulate(block(law), [0 0.2], [0; 0], [2; 0], 'Step', 0.01);
  sys = NsdSystem.linear(eye(3), 0, 0, [0; -9.81; 0]);
  sys = sys.contact([0 0; 1 1; -1 1], 0, 'Friction', law, 'Tangent', [1 1; 0 0; 0 0]);
  two = nsd_simulate(sys, [0 0.2], [0; 0; 0], [2; 0; 0], 'Step', 0.01);
  assertElementsAlmostEqual(two.q(:, 1), one.q(:, 1), 'absolute', 1e-8);
end

function test_laws_work_in_nonlinear_systems_too()
  for law = {nsd_stribeck(0.4, 0.2, 0.5), nsd_rate_state(0.6, 0.010, 0.015, 1e-3, 1e-3)}
    line = nsd_simulate(block(law{1}), [0 0.3], [0; 0], [2; 0], 'Step', 0.01);
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
    sys = sys.contact(@(q) q(2), 'Friction', law{1}, 'Tangent', [1; 0]);
    sol = nsd_simulate(sys, [0 0.3], [0; 0], [2; 0], 'Step', 0.01);
    assertElementsAlmostEqual(sol.q, line.q, 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.surface.mu, line.surface.mu, 'absolute', 1e-9);
  end
end

function test_cohesive_contact_breaks_at_its_strength_and_costs_its_energy()
  % pulled by 12 t: opens at t = 10/12; the work of the zone is -strength*opening/2
  [strength, opening] = deal(10, 1e-3);
  sys = NsdSystem.linear(1, 0, 0, @(t) 12*t);
  sys = sys.contact(1, 0, 'Cohesion', nsd_cohesive(strength, opening));
  h = 2e-5;
  sol = nsd_simulate(sys, [0 1], 0, 0, 'Step', h);
  assertEqual(sol.status, 'ok');
  opens = sol.t(find(sol.q > 1e-12, 1));
  assertElementsAlmostEqual(opens, strength/12, 'absolute', 2*h + (6e-12/12)^(1/3));  % q = 2 t^3
  assertElementsAlmostEqual(sol.reaction(sol.t < 0.83 & sol.t > 0), ...
      -12*(sol.t(sol.t < 0.83 & sol.t > 0) - h/2), 'absolute', 1e-8);
  assertElementsAlmostEqual(sol.energy.impact(end), -strength*opening/2, 'relative', 2e-3);
  assertElementsAlmostEqual(sol.surface.damage(end), 1, 'absolute', 1e-15);
  assertEqual(all(diff(sol.surface.damage) >= 0), true);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
end

function test_glue_is_the_same_in_every_scheme_and_for_nonlinear_systems()
  % pull-off at the strength, energy of fracture strength*opening/2; functions run as matrices
  schemes = {'moreau', 'off'; 'newmark', 'off'; 'newmark', 'on'; 'hht', 'on'; 'genalpha', 'off'};
  for k = 1:size(schemes, 1)
    how = {'Step', 1e-4, 'Method', schemes{k, 1}};
    if k > 1, how = [how, {'GGL', schemes{k, 2}}]; end %#ok<AGROW>
    law = nsd_cohesive(10, 1e-3);
    linear = NsdSystem.linear(1, 0, 0, @(t) 12*t).contact(1, 0, 'Cohesion', law);
    other = NsdSystem.lagrangian(1, @(t, q, v) 12*t).contact(@(q) q, 'Cohesion', law);
    one = nsd_simulate(linear, [0 1], 0, 0, how{:});
    two = nsd_simulate(other, [0 1], 0, 0, how{:});
    opens = two.t(find(two.q > 1e-8, 1));
    assertElementsAlmostEqual(opens, 10/12, 'absolute', 2e-4 + (1e-8/2)^(1/3));
    assertElementsAlmostEqual(two.energy.impact(end), -10*1e-3/2, 'relative', 1e-2);
    assertElementsAlmostEqual(two.q, one.q, 'absolute', 1e-10);
    assertElementsAlmostEqual(two.impulse, one.impulse, 'absolute', 1e-10);
    assertElementsAlmostEqual(two.surface.damage, one.surface.damage, 'absolute', 1e-7);
    assertElementsAlmostEqual([ledger_miss(one) ledger_miss(two)], [0 0], 'absolute', 1e-12);
  end
end

function test_glue_with_friction_and_delay_runs_the_same_as_functions()
  [M, C, K, F] = deal([2 0.3; 0.3 1], [0.2 0.05; 0.05 0.1], diag([5 8]), [3; 14]);
  law = nsd_cohesive(10, 1e-3, 'Delay', 0.02);
  linear = NsdSystem.linear(M, C, K, F);
  linear = linear.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0], 'Cohesion', law);
  other = NsdSystem.lagrangian(M, @(t, q, v) F - C*v - K*q).potential(@(q) q'*K*q/2);
  other = other.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', @(q) [1; 0], 'Cohesion', law);
  for method = {'moreau', 'newmark', 'genalpha'}
    run = @(s) quiet_run(@() nsd_simulate(s, [0 1], [0; 0], [0; -1], 'Step', 1e-3, ...
                                          'Method', method{1}));
    [one, two] = deal(run(linear), run(other));
    assertElementsAlmostEqual(two.q, one.q, 'absolute', 1e-12);
    assertElementsAlmostEqual([two.impulse two.tangential], [one.impulse one.tangential], ...
                              'absolute', 1e-12);
    assertElementsAlmostEqual(two.surface.damage, one.surface.damage, 'absolute', 1e-12);
    assertElementsAlmostEqual(two.energy.impact, one.energy.impact, 'absolute', 1e-12);
  end
end

function test_glue_that_is_whole_holds_whatever_rounding_makes_of_its_gap()
  % the pull of a closed contact was lost where the gap was below zero, by rounding or because
  % the mass had sunk in, and an opening of 1e-17 counted as damage
  for b = [-1e-9 -1e-17 0 1e-17]
    sys = NsdSystem.linear(1, 0, 0, 9.9).contact(1, b, 'Cohesion', nsd_cohesive(10, 1e-3));
    sol = nsd_simulate(sys, [0 1], 0, 0, 'Step', 1e-3);
    assertElementsAlmostEqual(sol.q, 0*sol.q, 'absolute', 0.1*1e-3^2 + 1e-12);   % one free step
    assertEqual(sol.surface.damage(end), 0);
  end
  a = 0.7;                                          % a lever whose tip is glued to the floor
  lever = NsdSystem.lagrangian(1, @(t, q, v) 9*cos(q));
  lever = lever.contact(@(q) sin(q) - sin(a), 'Cohesion', nsd_cohesive(10, 1e-3));
  sol = nsd_simulate(lever, [0 1], a, 0, 'Step', 1e-3);
  assertElementsAlmostEqual(sol.q(end), a, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end), -9, 'absolute', 1e-6);
end

function test_cohesive_force_follows_the_line_and_returns_through_the_origin()
  % a stiff spring leads the mass through an opening of 0.5, back to 0.25, and on
  path = @(t) 0.5e-3*min(t, 1) - 0.25e-3*min(max(t - 1, 0), 1) + 0.5e-3*max(t - 2, 0);
  k = 1e6;
  sys = NsdSystem.linear(1, 2e3, k, @(t) k*path(t));
  sys = sys.contact(1, 0, 'Cohesion', nsd_cohesive(10, 1e-3));
  sol = nsd_simulate(sys, [0 3], 0, 0, 'Step', 2e-4, 'Theta', 1);
  at = @(x, t) interp1(sol.t, x, t);
  for t = [0.3 0.6 0.9]
    assertElementsAlmostEqual(at(sol.reaction, t), -10*(1 - at(sol.q, t)/1e-3), 'absolute', 0.05);
  end
  damaged = 1e-3*at(sol.surface.damage, 1.2);
  for t = [1.3 1.6 1.9 2.2]
    pull = 10*at(1 - sol.surface.damage, t)*at(sol.q, t)/damaged;
    assertElementsAlmostEqual(at(sol.reaction, t), -pull, 'absolute', 0.05);
  end
  damage = sol.surface.damage;
  assertElementsAlmostEqual(at(damage, 1.9), at(damage, 1.1), 'absolute', 1e-9);
end

function test_delayed_damage_relaxes_exponentially_and_costs_more()
  % held open by a stiff spring at half the opening: beta - 1/2 decays with tau
  sys = NsdSystem.linear(1, 2e4, 1e8, 1e8*5e-4);
  law = nsd_cohesive(10, 1e-3, 'Delay', 0.2);
  sol = nsd_simulate(sys.contact(1, 0, 'Cohesion', law), [0 1], 5e-4, 0, 'Step', 1e-3, 'Theta', 1);
  beta = 1 - sol.surface.damage;
  decay = exp(-(sol.t - sol.t(2))/0.2);
  assertElementsAlmostEqual(beta(2:end) - 0.5, (beta(2) - 0.5)*decay(2:end), 'absolute', ...
                            3*10/1e8/1e-3);         % the spring gives way by F/k
  assertElementsAlmostEqual(beta(end), 0.5, 'absolute', 5e-3);
  cost = zeros(1, 3);
  for k = 1:3                                       % delays 0, short, long
    sys = NsdSystem.linear(1, 0, 0, @(t) 12*t);
    sys = sys.contact(1, 0, 'Cohesion', nsd_cohesive(10, 1e-3, 'Delay', 0.02*(k - 1)));
    run = nsd_simulate(sys, [0 1.2], 0, 0, 'Step', 1e-4);
    cost(k) = -run.energy.impact(end);
  end
  assertEqual(all(diff(cost) > 0), true);
  small = NsdSystem.linear(1, 0, 0, @(t) 12*t);
  small = small.contact(1, 0, 'Cohesion', nsd_cohesive(10, 1e-3, 'Delay', 1e-7));
  run = nsd_simulate(small, [0 1.2], 0, 0, 'Step', 1e-4);
  assertElementsAlmostEqual(-run.energy.impact(end), cost(1), 'relative', 1e-9);
end

function test_glued_block_has_cohesion_of_mohr_and_coulomb()
  % |T| <= mu (N + strength) = 0.3 (1 + 10): pulled by 3.2 it holds, by 3.4 it slides
  for pull = [3.2 3.4]
    sys = NsdSystem.linear(eye(2), 0, 0, [pull; -1]);
    sys = sys.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0], ...
                      'Cohesion', nsd_cohesive(10, 1e-3));
    sol = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'Step', 0.01);
    assertElementsAlmostEqual(sol.v(end, 1), max(0, pull - 3.3), 'absolute', 1e-9);
  end
end

function test_rolling_disc_slows_down_by_its_rolling_friction()
  [R, g, muR] = deal(0.1, 9.81, 0.002);
  sys = NsdSystem.linear(diag([1, 1, R^2/2]), 0, 0, [0; -g; 0]);
  sys = sys.contact([0; 1; 0], -R, 'Friction', 0.5, 'Tangent', [1; 0; R], 'Rolling', muR, ...
                    'RollingTangent', [0; 0; 1]);
  sol = nsd_simulate(sys, [0 10], [0; R; 0], [1; 0; -1/R], 'Step', 0.01);
  a = muR*g/R/1.5;                                   % (m + I/R^2) a = muR N/R
  assertElementsAlmostEqual(sol.v(1:700, 1), 1 - a*sol.t(1:700), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0], 'absolute', 1e-10);
  assertElementsAlmostEqual(abs(sol.rolling(2)), muR*g*0.01, 'absolute', 1e-12);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
end

function test_sphere_rolls_and_spins_to_rest()
  [R, g, muR, muS] = deal(0.1, 9.81, 0.002, 0.001);
  I = 0.4*R^2;
  D = [eye(3); cross(repmat([0 0 -R], 3, 1), eye(3), 2)'];
  sys = NsdSystem.linear(diag([1 1 1 I I I]), 0, 0, [0; 0; -g; 0; 0; 0]);
  sys = sys.contact(D(:, 3), -R, 'Friction', 0.5, 'Tangent', D(:, 1:2), 'Rolling', muR, ...
                    'RollingTangent', [zeros(3, 2); eye(3, 2)], 'Spinning', muS, ...
                    'SpinningTangent', [zeros(5, 1); 1]);
  sol = nsd_simulate(sys, [0 9], [0; 0; R; 0; 0; 0], [0.6; 0.8; 0; -8; 6; 20], 'Step', 0.01);
  assertEqual(sol.status, 'ok');
  a = 5/7*muR*g/R;
  early = 1:600;
  assertElementsAlmostEqual(sol.v(early, 1:2)*[0.6; 0.8], 1 - a*sol.t(early), 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.v(early, 6), 20 - muS*g/I*sol.t(early), 'absolute', 1e-7);
  assertElementsAlmostEqual(max(abs(sol.v(end, :))), 0, 'absolute', 1e-8);
  assertEqual(size(sol.rolling, 2), 3);
end

function test_sticking_below_sliding_warns_of_a_swap()
  % nsd_stribeck(0.3, 0.5, 0.1) was taken in silence: friction that grows with speed
  [id, message, law] = warning_of(@() nsd_stribeck(0.3, 0.5, 0.1));
  assertEqual(id, 'nsd:stribeck:rises');
  assertTrue(~isempty(strfind(message, 'nsd_stribeck(0.5, 0.3, 0.1)?')));
  assertEqual(law.parameters(1:3), [0.3 0.5 0.1]);
  assertEqual(warning_of(@() nsd_stribeck(0.5, 0.3, 0.1)), '');
  assertEqual(warning_of(@() nsd_stribeck(0.3, 0.3, 0.1)), '');
end

function test_bad_laws_are_refused_by_name()
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  raises = @(id, varargin) assertExceptionThrown(@() sys.contact([0; 1], 0, varargin{:}), id);
  raises('nsd:system:badLaw', 'Friction', struct('x', 1), 'Tangent', [1; 0]);
  raises('nsd:system:badLaw', 'Friction', nsd_cohesive(1, 1), 'Tangent', [1; 0]);
  raises('nsd:system:badLaw', 'Friction', @(s) 0.3, 'Tangent', [1; 0]);   % nsd_stribeck(S, MU)
  raises('nsd:system:badLaw', 'Cohesion', nsd_stribeck(0.4, 0.2, 1));
  raises('nsd:system:missingTangent', 'Friction', nsd_stribeck(0.4, 0.2, 1));
  assertExceptionThrown(@() nsd_stribeck(0.4, -0.2, 1), 'nsd:stribeck:badValue');
  assertExceptionThrown(@() nsd_stribeck(0.4, 0.2, 0), 'nsd:stribeck:badValue');
  assertExceptionThrown(@() nsd_stribeck([1 0], [0.2 0.3]), 'nsd:stribeck:badCurve');
  assertExceptionThrown(@() nsd_stribeck([0 1], [0.2 0.3i]), 'nsd:stribeck:badCurve');
  assertExceptionThrown(@() nsd_stribeck(0.4), 'nsd:stribeck:missing');
  assertExceptionThrown(@() nsd_rate_state(0.6, 0, 0.01, 1, 1), 'nsd:rateState:badValue');
  assertExceptionThrown(@() nsd_rate_state(0.6, 0.01), 'nsd:rateState:missing');
  assertExceptionThrown(@() nsd_cohesive(10), 'nsd:cohesive:missing');
  assertExceptionThrown(@() nsd_cohesive(10, 0), 'nsd:cohesive:badValue');
end
