function test_suite = test_periodic_states()
%TEST_PERIODIC_STATES  Periodic motions of systems with resets and switches: walkers, relays.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_the_gait_of_the_simplest_walker()
% Garcia, Chatterjee, Ruina, Coleman (1998), slope 0.009: the state after a step, to twelve digits;
% of their map of steps the pair of multipliers is -0.190 +- 0.558i. Differences of runs leave 1e-5
  slope = 0.009;
  fall = @(t, x) [x(2); sin(x(1) - slope); x(4); ...
                  sin(x(1) - slope) + x(2)^2*sin(x(3)) - cos(x(1) - slope)*sin(x(3))];
  foot = @(x) max(2*x(1) - x(3), x(1) + 0.05);
  step = @(x) [-x(1); cos(2*x(1))*x(2); -2*x(1); cos(2*x(1))*(1 - cos(2*x(1)))*x(2)];
  orbit = nsd_periodic(NsdSystem.hybrid(fall, foot, step), 3.9, [0.2; -0.2; 0.4; -0.016]);
  assertEqual(orbit.status, 'ok');
  assertTrue(orbit.stable);
  after = [0.200310900544287 -0.199832473004977 0.400621801088574 -0.015822999948318];
  assertElementsAlmostEqual(orbit.solution.events.x, after, 'absolute', 1e-9);
  pair = orbit.multipliers(abs(imag(orbit.multipliers)) > 0);
  assertElementsAlmostEqual([real(pair(1)), abs(imag(pair(1)))], [-0.190 0.558], 'absolute', 1e-3);
end

function test_the_rimless_wheel_in_closed_form()
% between two impacts the energy w^2/2 + cos(theta) stays; an impact leaves cos(2a) of the spin, so
% that the map of w^2 has the slope cos(2a)^2
  [a, s] = deal(pi/8, 0.1);
  wheel = NsdSystem.hybrid(@(t, x) [x(2); sin(x(1))], @(x) a + s - x(1), ...
                           @(x) [x(1) - 2*a; cos(2*a)*x(2)]);
  orbit = nsd_periodic(wheel, 2.2, [s - a; 0.5], 'Settle', 3);
  w = cos(2*a)*sqrt(2*(cos(s - a) - cos(s + a))/(1 - cos(2*a)^2));
  assertElementsAlmostEqual(orbit.solution.events.x, [s - a, w], 'absolute', 1e-9);
  assertElementsAlmostEqual(orbit.multipliers, [1; cos(2*a)^2], 'absolute', 1e-6);
end

function test_a_relay_repeats_what_a_long_run_settles_to()
  relay = NsdSystem.filippov(@(t, x, side) [x(2); x(3); -x(1) - 2*x(2) - 3*x(3) - side], @(x) x(1));
  sol = nsd_simulate(relay, [0 60], [1; 0; 0]);
  half = mean(diff(sol.events.t(end-4:end)));
  orbit = nsd_periodic(relay, 1.9*half, sol.x(end, :)');
  assertEqual(orbit.status, 'ok');
  assertElementsAlmostEqual(orbit.period, 2*half, 'absolute', 1e-6);
end

function test_a_reset_is_the_impact_of_the_mechanical_system()
  reset = @(x) [x(1); -0.7*x(2)];
  hybrid = NsdSystem.hybrid(@(t, x) [x(2); -x(1) - 0.2*x(2) + cos(2.5*t)], @(x) x(1) + 0.3, reset);
  mass = NsdSystem.linear(1, 0.2, 1, nsd_harmonic(1, 2.5)).contact(1, 0.3, 'Restitution', 0.7);
  one = nsd_periodic(hybrid, 2*pi/2.5, [0; 0], 'Settle', 20);
  other = nsd_periodic(mass, 2*pi/2.5, 0, 0, 'Settle', 20);
  assertElementsAlmostEqual(one.x, other.x, 'absolute', 1e-9);
  assertElementsAlmostEqual(other.x, [other.q; other.v], 'absolute', 0);
  assertElementsAlmostEqual(sort(abs(one.multipliers)), sort(abs(other.multipliers)), ...
                            'absolute', 1e-6);
  assertExceptionThrown(@() nsd_periodic(hybrid, 2, [0; 0]), 'nsd:periodic:badPeriod');
end

function test_what_cannot_be_shot_is_told()
  circuit = NsdSystem.firstOrder(-1, 1, 1);
  assertExceptionThrown(@() nsd_periodic(circuit, 2, 1), 'nsd:periodic:badSystem');
  ode = NsdSystem.hybrid(@(t, x) -x);
  assertExceptionThrown(@() nsd_periodic(ode, 2), 'nsd:periodic:noStart');
  assertExceptionThrown(@() nsd_periodic(ode, 2, 1, 2), 'nsd:periodic:badGuess');
  assertExceptionThrown(@() nsd_branch(@(p) ode, [0 1], 2), 'nsd:branch:badSystem');
  decay = nsd_lyapunov(ode.start(1), 0.5, 4);
  assertElementsAlmostEqual(decay, -1, 'absolute', 1e-6);        % x' = -x
end
