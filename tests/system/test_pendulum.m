function test_suite = test_pendulum()
%TEST_PENDULUM  The compiled pendulum with a stop, by time stepping and event-driven Newmark.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_defaults_are_those_of_the_template()
  % eta = 1/2, beta = 0.05: theta'' = -0.2 theta' - sin(theta) + alpha cos(theta) sin(t)
  sys = nsd_pendulum();
  assertElementsAlmostEqual([sys.InitialPosition, sys.InitialVelocity], [0.1 0], ...
                            'absolute', 1e-16);
  assertElementsAlmostEqual(sys.force(0.4, 0.3, -0.7), ...
                            0.14 - sin(0.3) + 0.1*cos(0.3)*sin(0.4), 'absolute', 1e-16);
  assertElementsAlmostEqual(sys.gap(0.3), 0.4, 'absolute', 1e-16);
  assertElementsAlmostEqual(sys.energy(0.3, 2), 2 + 1 - cos(0.3), 'absolute', 1e-15);
end

function test_physical_units_are_scaled()
  % theta_tt = -kappa theta_t - (ge/L) sin(theta) + (A/L) omega^2 cos(theta) sin(omega t) in seconds
  u = struct('L', 0.6, 'kappa', 0.3, 'ge', 9.81, 'A', 0.05, 'omega', 7);
  sys = nsd_pendulum('Physical', u, 'Stop', -0.2);
  want = -u.kappa*2 - u.ge/u.L*sin(0.3) + u.A/u.L*u.omega^2*cos(0.3)*sin(u.omega*0.11);
  assertElementsAlmostEqual(sys.force(u.omega*0.11, 0.3, 2/u.omega)*u.omega^2, want, ...
                            'absolute', 1e-12);
  assertElementsAlmostEqual(sys.gap(0), 0.2, 'absolute', 1e-15);
  refused = @(varargin) assertExceptionThrown(@() nsd_pendulum(varargin{:}), ...
                                              'nsd:pendulum:badValue');
  refused('Physical', 3);
  refused('Physical', rmfield(u, 'A'));
  refused('Physical', setfield(u, 'L', 0)); %#ok<SFLD>
  refused('Physical', u, 'Damping', 0.1);
end

function test_compiled_functions_are_those_of_the_handles()
  % the same equations as function handles, differenced derivatives: only round-off differs
  given = {'Amplitude', 0.31, 'Damping', 0.08, 'FrequencyRatio', 0.6, 'Stop', -0.2, ...
           'Restitution', 0.8, 'Angle', 0.5, 'Velocity', -0.3};
  fast = nsd_pendulum(given{:});
  slow = NsdSystem.lagrangian(fast.Mass, fast.Force.handle).contact(@(q) q + 0.2, ...
                                                                   'Restitution', 0.8);
  slow = slow.potential(fast.Potential);
  for method = {'moreau', 'paoli', 'event-newmark'}
    a = nsd_simulate(fast, [0 10], 'Method', method{1}, 'Step', 0.01);
    b = nsd_simulate(slow, [0 10], 0.5, -0.3, 'Method', method{1}, 'Step', 0.01);
    assertTrue(any(a.impulse > 0));
    assertElementsAlmostEqual([a.q, a.v], [b.q, b.v], 'absolute', 1e-9);
    assertElementsAlmostEqual(a.energy.potential, b.energy.potential, 'absolute', 1e-9);
  end
end

function test_first_impacts_of_the_periodic_case()
  % exact to the digits given; event-newmark and moreau err with h^2 and h
  known = [5.139513886923; 11.089890376863; 17.462140056099];
  sol = nsd_simulate(nsd_pendulum(), [0 18], 'Method', 'event-newmark', 'Step', 1e-3);
  hits = sol.events.t(strcmp(sol.events.kind, 'impact'));
  assertElementsAlmostEqual(hits, known, 'absolute', 1e-5);
  sol = nsd_simulate(nsd_pendulum(), [0 18], 'Step', 1e-3);
  hits = sol.events.t(strcmp(sol.events.kind, 'impact'));
  assertElementsAlmostEqual(hits, known, 'absolute', 2e-3);
end

function test_lowest_angle_of_the_free_swing()
  % without a stop in the way: minimum of theta, known to 1e-10; newmark errs by h^2/10 or less
  sys = nsd_pendulum('Stop', -1, 'Angle', 0.1);
  sol = nsd_simulate(sys, [0 3], 'Step', 1e-3);
  [low, k] = min(sol.q);
  assertElementsAlmostEqual(low, 0.0529696338998, 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.t(k), 1.909175283375, 'absolute', 2e-3);
end

function test_chatter_case_comes_to_rest_on_the_stop()
  sys = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
  sol = nsd_simulate(sys, [0 7], 'Step', 1e-4);
  [q, v] = sol.at(6);
  assertElementsAlmostEqual([q, v], [0.1 0], 'absolute', 1e-4);
  [q, v] = sol.at(7);
  assertTrue(q > 0.1 && v > 0);          % released at 6.8087
end

function test_energy_ledger_closes()
  sol = nsd_simulate(nsd_pendulum(), [0 20], 'Step', 1e-3);
  E = sol.energy;
  works = sum(works_of(E), 2);
  assertElementsAlmostEqual(E.total - E.total(1), works, 'absolute', 1e-12);
  assertTrue(E.impact(end) < 0);
end

function test_refusals_by_identifier()
  assertExceptionThrown(@() nsd_pendulum('Amplitud', 1), 'nsd:pendulum:unknownOption');
  assertExceptionThrown(@() nsd_pendulum('Stop'), 'nsd:pendulum:badValue');
  assertExceptionThrown(@() nsd_pendulum('FrequencyRatio', 0), 'nsd:pendulum:badValue');
  assertExceptionThrown(@() nsd_pendulum('Stop', NaN), 'nsd:pendulum:notFinite');
  assertExceptionThrown(@() nsd_pendulum('Damping', [1 2]), 'nsd:pendulum:badSize');
  assertExceptionThrown(@() nsd_pendulum('Restitution', 2), 'nsd:system:restitution');
  assertExceptionThrown(@() NsdSystem.compiled('clock'), 'nsd:system:unknownModel');
end
