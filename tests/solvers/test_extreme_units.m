function test_suite = test_extreme_units()
%TEST_EXTREME_UNITS  Status 'ok' means that the law holds, whatever the units of the problem.
%   tests/fuzz/fuzz_solvers.m looks for more.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_friction_in_every_unit_is_that_of_order_one()
  % below 1e-155 lengths became zero, and any impulse was 'ok'
  W = [2 0.3 -0.2; 0.3 1.5 0.1; -0.2 0.1 1];
  q = [-1; 0.8; -0.5];
  r = nsd_friction(W, q, 0.4);
  for a = [-1000 -520 -330 330 520 1000]
    for b = [-1000 -330 330 1000]
      if abs(b - a) > 1000, continue, end      % impulses beyond the range of numbers
      [s, info] = nsd_friction(pow2(W, a), pow2(q, b), 0.4);
      assertEqual(info.status, 'ok');
      assertElementsAlmostEqual(pow2(s, a - b), r, 'absolute', 1e-9);
    end
  end
end

function test_impulses_beyond_the_range_of_numbers_are_not_ok()
  W = pow2([2 0.3; 0.3 1.5], 1000);
  [r, info] = nsd_friction(W, pow2([-1; 0.8], -1000), 0.4);
  assertFalse(strcmp(info.status, 'ok') && all(r == 0));
  [~, info] = nsd_lcp(1e300*[2 1; 1 2], 1e-300*[-5; 6]);      % z = 2.5e-600
  assertFalse(strcmp(info.status, 'ok'));
  [~, info] = nsd_lcp(1e-300*[2 1; 1 2], 1e300*[-5; 6]);      % z = 2.5e600
  assertFalse(strcmp(info.status, 'ok'));
end

function test_a_zero_diagonal_does_not_hide_a_wrong_answer()
  % z was compared with q as it is: in tiny units of z every z >= 0 with w >= 0 was 'ok'
  M = [0 1; 2 0];
  q = [-1; -3];
  for a = [-900 -300 -60 60 300 900]
    [z, info] = nsd_lcp(pow2(M, a), q);
    assertEqual(info.status, 'ok');
    assertElementsAlmostEqual(pow2(z, a), [1.5; 1], 'absolute', 1e-9);
    [z, info] = nsd_mlcp(pow2(M, a), pow2(q, 100), [true; false]);
    assertEqual(info.status, 'ok');
    assertElementsAlmostEqual(pow2(z, a - 100), [1.5; 1], 'absolute', 1e-9);
  end
end

function test_large_numbers_of_a_mixed_problem_are_not_called_infinite()
  % the reduced problem overflowed, and the error said that an input is NaN or infinite
  M = 1e300*[2 1; 1 2];
  [z, info] = nsd_mlcp(M, 1e-2*[-4; 1], [true; false]);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(z*1e302, [2; 0], 'absolute', 1e-9);
end

function test_a_relay_sees_a_slack_that_is_tiny_beside_its_bounds()
  % z - w was z by rounding, so that every bound was 'ok' whatever the sign of w
  M = 1e-270*[0 6.4; 6.4 0];
  q = [2e-4; -4e-5];
  [z, info] = nsd_relay(M, q, -3e49, 5e49);
  assertEqual(info.status, 'ok');
  assertEqual(z, [-3e49; 5e49]);
end

function test_projections_near_the_largest_number_are_finite_or_not_ok()
  keep = seeded(19); %#ok<NASGU>
  for k = 1:50
    big = realmax()*rand(2, 1);
    [x, info] = nsd_project(eye(2), big.*sign(randn(2, 1)), randn(2, 2), realmax()*(rand() - 0.5));
    assertTrue(all(isfinite([x; info.lambda])) || ~strcmp(info.status, 'ok'));
  end
end

function test_velocities_of_a_contact_have_the_rounding_of_what_it_holds()
  % fuzz_public 90006662: under 1e308 N the energies of a ball did not add up, and its velocity was
  % zero where Newton's law has 0.5 m/s. The force gives h F/m in a step and the contact takes that
  % back: what is left is known to the rounding of h F/m, in every scheme, and no better
  h = 1e-3;
  for method = {'moreau', 'moreau-dissipative', 'kern', 'newmark', 'hht', 'genalpha'}
    for F = 10.^[8:4:24, 100, 200, 300]
      sys = NsdSystem.linear(1, 0, 0, -F).contact(1, 0, 'Restitution', 0.5);
      sol = nsd_simulate(sys, [0 h], 0, -1, 'Step', h, 'Method', method{1});
      assertEqual(sol.status, 'ok');
      assertTrue(abs(sol.v(2) - 0.5) <= 2*eps(h*F), sprintf('%s, %g N', method{1}, F));
      E = sol.energy;
      miss = E.total(2) - E.total(1) - E.external(2) - E.impact(2) - E.numerical(2);
      assertTrue(abs(miss) <= 4*F*max(eps(h*h*F), eps(h)), sprintf('%s, %g N', method{1}, F));
    end
  end
end
