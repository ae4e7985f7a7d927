function test_suite = test_sweep_study()
%TEST_SWEEP_STUDY  What sweeps find: a period doubling, two attractors, their basins.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_first_period_doubling_of_the_impact_oscillator()
  % the one-impact orbit loses stability at 2.65334773 (exact); beyond it the squared difference
  % of two successive speeds grows linearly
  osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
  assertElementsAlmostEqual(doubling(osc), 2.65334773, 'absolute', 5e-4);
end

function test_the_same_doubling_with_recorded_functions()
  osc = NsdSystem.lagrangian(1, @(t, q, v, p) cos(p.omega*t) - q).contact(@(q) -q, ...
                             'Restitution', 0.8).parameter('omega', 2.6);
  assertElementsAlmostEqual(doubling(osc), 2.65334773, 'absolute', 5e-4);
end

function test_one_impact_orbit_at_omega_2_5()
  % closed form: impact at t0 = 1.2022601495 modulo the period, speed 0.6453521784 before it
  osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.5)).contact(-1, 0, 'Restitution', 0.8);
  T = 2*pi/2.5;
  out = nsd_sweep(osc, [], [0 250*T], 'q0', [-1 -0.5 -2], 'v0', 0, 'Method', 'event', ...
                  'Reduce', 'poincare', 'Section', 'impact', 'Samples', 1, 'Progress', 'off');
  assertElementsAlmostEqual(mod(out.samples.t, T), repmat(1.2022601495, 3, 1), 'absolute', 1e-6);
  assertElementsAlmostEqual(out.samples.v, repmat(-0.8*0.6453521784, 3, 1), 'absolute', 1e-6);
end

function test_two_motions_of_the_pendulum_and_who_ends_in_which()
  swing = nsd_pendulum('Amplitude', 0.3, 'FrequencyRatio', 0.8, 'Stop', 0.2, 'Restitution', 0.8);
  given = {[0 60*pi], 'Period', 2*pi, 'Method', 'event', 'RelTol', 1e-6, 'Samples', 4, ...
           'Progress', 'off'};
  b = nsd_basin(swing, linspace(0.3, 1.5, 6), linspace(-0.9, 0.9, 5), given{:});
  assertEqual(b.period, [2; 1]);
  assertTrue(all(b.attractor(:) > 0));
  again = nsd_basin(swing, linspace(0.3, 1.5, 6), linspace(-0.9, 0.9, 5), given{:}, ...
                    'Threads', 1);
  assertEqual(again.attractor, b.attractor);
end

function omega = doubling(osc)
  p = struct('omega', linspace(2.654, 2.66, 7));
  out = nsd_sweep(osc, p, @(p) [0 600*pi/p.omega], 'q0', -1, 'v0', 0, 'Method', 'event', ...
                  'RelTol', 1e-6, 'Reduce', 'poincare', 'Section', 'impact', 'Samples', 8, ...
                  'Progress', 'off');
  split = max(out.samples.v, [], 2) - min(out.samples.v, [], 2);
  fit = polyfit(split.^2, p.omega', 2);
  omega = fit(end);
end
