function test_suite = test_periodic()
%TEST_PERIODIC  Periodic motions through impacts, their multipliers, branches, exponents.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = oscillator(w)
% x'' + x = cos(w t), x <= 0, r = 0.8; near its one-impact orbit
  sys = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, w)).contact(-1, 0, 'Restitution', 0.8);
  sys = sys.start(-0.7, -0.2);
end

function test_orbit_of_the_impacting_pendulum()
  orbit = nsd_periodic(nsd_pendulum(), 2*pi, 'Settle', 3);
  assertEqual(orbit.status, 'ok');
  hit = orbit.solution.events;
  assertElementsAlmostEqual(mod(hit.t(1), 2*pi), 4.870009731738, 'absolute', 1e-9);
  assertElementsAlmostEqual(hit.vAfter(1), 0.1169355970438, 'absolute', 1e-9);
  assertElementsAlmostEqual(hit.vBefore(1), -0.1670508529197, 'absolute', 1e-9);
  assertTrue(orbit.stable);
end

function test_volume_shrinks_by_damping_and_by_restitution_squared()
  % det Phi = r^2 exp(-c T), c = 0.2 of the pendulum, one impact in the period 2 pi
  orbit = nsd_periodic(nsd_pendulum(), 2*pi, 'Settle', 3);
  assertElementsAlmostEqual(det(orbit.Phi), 0.49*exp(-0.4*pi), 'absolute', 1e-8);
  assertElementsAlmostEqual(prod(orbit.multipliers), 0.49*exp(-0.4*pi), 'absolute', 1e-8);
  undamped = nsd_periodic(oscillator(2.5), 2*pi/2.5, 'Settle', 30);
  assertElementsAlmostEqual(det(undamped.Phi), 0.64, 'absolute', 1e-8);
end

function test_multipliers_are_those_of_differences()
  % central differences of the map: h^2 and the error of the runs over h leave 1e-7
  orbit = nsd_periodic(nsd_pendulum(), 2*pi, 'Settle', 3);
  x = [orbit.q; orbit.v];
  D = zeros(2);
  for k = 1:2
    e = 1e-5*(1:2 == k)';
    more = period_map(nsd_pendulum(), x + e, 6*pi);
    less = period_map(nsd_pendulum(), x - e, 6*pi);
    D(:, k) = (more - less)/2e-5;
  end
  assertElementsAlmostEqual(orbit.Phi, D, 'absolute', 1e-6);
end

function test_one_impact_orbit_of_the_oscillator()
  orbit = nsd_periodic(oscillator(2.5), 2*pi/2.5, 'Settle', 30);
  hit = orbit.solution.events;
  assertElementsAlmostEqual(mod(hit.t(1), 2*pi/2.5), 1.2022601495, 'absolute', 1e-9);
  assertElementsAlmostEqual(-hit.vBefore(1), 0.6453521784, 'absolute', 1e-9);
end

function test_multiple_shooting_and_a_boundary_of_ones_own_agree()
  single = nsd_periodic(oscillator(2.5), 2*pi/2.5, 'Settle', 5);
  several = nsd_periodic(oscillator(2.5), 2*pi/2.5, 'Settle', 5, 'Segments', 3);
  own = nsd_periodic(oscillator(2.5), 2*pi/2.5, 'Settle', 5, 'Boundary', @(a, b) 2*(b - a));
  assertElementsAlmostEqual([several.q several.v], [single.q single.v], 'absolute', 1e-8);
  assertElementsAlmostEqual([own.q own.v], [single.q single.v], 'absolute', 1e-8);
end

function test_boundary_values_of_a_free_flight()
  % from height 0 to height 1 in 0.5 s: v0 = 1/0.5 + 9.81*0.5/2, with the floor touched at start
  ball = nsd_ball('Height', 0.01, 'Velocity', 1);
  orbit = nsd_periodic(ball, 0.5, 'Boundary', @(a, b) [a(1) - 0.01; b(1) - 1]);
  assertEqual(orbit.status, 'ok');
  assertElementsAlmostEqual(orbit.v, 0.99/0.5 + 9.81*0.25, 'absolute', 1e-9);
end

function test_branch_finds_the_period_doubling()
  b = nsd_branch(@oscillator, [2.6 2.7], @(w) 2*pi/w, 'Points', 4, 'Settle', 40);
  assertEqual(b.status, 'ok');
  assertElementsAlmostEqual(b.parameter([1 end])', [2.6 2.7], 'absolute', 1e-9);
  kinds = {b.bifurcations.kind};
  assertEqual(kinds, {'doubling'});
  assertElementsAlmostEqual(b.bifurcations.parameter, 2.65334773, 'absolute', 1e-7);
  assertElementsAlmostEqual(min(real(b.bifurcations.multipliers)), -1, 'absolute', 1e-6);
  assertTrue(b.stable(1) && ~b.stable(end));
end

function test_exponents_of_a_periodic_motion_are_its_multipliers()
  % both multipliers have modulus sqrt(det Phi); their sum is exactly log(det)/T
  L = nsd_lyapunov(nsd_pendulum(), 2*pi, 12, 'Settle', 8);
  assertElementsAlmostEqual(sum(L), log(0.49)/(2*pi) - 0.2, 'absolute', 1e-7);
  assertTrue(all(L < 0));
end

function test_bad_requests_are_refused()
  assertExceptionThrown(@() nsd_periodic(nsd_pendulum()), 'nsd:periodic:missing');
  assertExceptionThrown(@() nsd_periodic(NsdSystem.linear(1), 1), 'nsd:periodic:noStart');
  assertExceptionThrown(@() nsd_periodic(nsd_ball(), 1, 'Boundary', 3), ...
                        'nsd:periodic:badBoundary');
  assertExceptionThrown(@() nsd_branch(nsd_ball(), [0 1], 1), 'nsd:branch:missing');
  assertExceptionThrown(@() nsd_lyapunov(nsd_ball()), 'nsd:lyapunov:missing');
end

function y = period_map(sys, x, t)
  sol = nsd_simulate(sys, [t, t + 2*pi], x(1), x(2), 'Method', 'event', 'RelTol', 1e-12, ...
                     'AbsTol', 1e-14);
  y = [sol.q(end); sol.v(end)];
end
