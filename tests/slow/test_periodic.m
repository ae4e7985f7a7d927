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

function sys = damped(w, q, v)
% x'' + x'/10 + x = cos(w t), x <= 0.2
  sys = NsdSystem.linear(1, 0.1, 1, nsd_harmonic(1, w)).contact(-1, 0.2, 'Restitution', 0.8);
  sys = sys.start(q, v);
end

function test_grazing_is_where_the_smooth_amplitude_is_the_gap()
  % 1/sqrt((1 - w^2)^2 + c^2 w^2) = 0.2 with c = 0.1, from the side that does not touch and from
  % the one-impact orbit, whose impact fades; a grazing used to be known to a branch step only
  w = sqrt(max(roots([1, 0.1^2 - 2, 1 - 1/0.2^2])));
  free = nsd_branch(@(w) damped(w, -0.2, 0), [2.5 2.3], @(w) 2*pi/w, 'Points', 4);
  assertEqual({free.bifurcations.kind}, {'grazing'});
  assertElementsAlmostEqual(free.bifurcations.parameter, w, 'absolute', 1e-8);
  before = free.impacts == 0;
  assertTrue(free.bifurcations.within <= 1e-8 && sum(before) > 1);
  assertTrue(all(diff(free.clearance(before)) < 0) && all(free.stable(before)));
  hit = nsd_branch(@(w) damped(w, -0.247, 0.0275), [2.4 2.5], @(w) 2*pi/w, 'Points', 4);
  assertEqual(hit.impacts([1 end])', [1 0]);
  assertElementsAlmostEqual(hit.bifurcations(end).parameter, w, 'absolute', 1e-8);
end

function test_unknown_period_is_found_with_the_state()
  % an elastic ball comes back after 2 sqrt(2 h/g), whatever h: the nearest member of the family
  orbit = nsd_periodic(nsd_ball('Restitution', 1), 0.8);
  assertEqual(orbit.status, 'ok');
  assertElementsAlmostEqual(orbit.period, 2*sqrt(2*orbit.q/9.81), 'absolute', 1e-9);
  % van der Pol's oscillator with a wall: a limit cycle, the same by multiple shooting
  sys = NsdSystem.lagrangian(1, @(t, q, v) -q + (1 - q^2)*v);
  sys = sys.contact(1, 1, 'Restitution', 0.8).start(1, 0);
  one = nsd_periodic(sys, 5, 'Settle', 4);
  assertTrue(strcmp(one.status, 'ok') && one.stable);
  assertElementsAlmostEqual(one.multipliers(1), 1, 'absolute', 1e-6);
  several = nsd_periodic(sys, 4.3, 'Settle', 4, 'Segments', 2);
  assertElementsAlmostEqual(several.period, one.period, 'absolute', 1e-8);
  sol = nsd_simulate(sys, [0 one.period], one.q, one.v, 'Method', 'event', 'RelTol', 1e-11);
  assertElementsAlmostEqual([sol.q(end) sol.v(end)], [one.q one.v], 'absolute', 1e-8);
end

function test_families_of_motions_without_damping_keep_the_size_of_the_guess()
  % from T = 6 the harmonic oscillator ended at rest after one step, with status 'rest' and
  % stable = true; x = 0 solves x(T) = x0 for every T. Periods of amplitude 1: 2 pi; 4 K(sin 1/2)
  % of the pendulum; 4 pi/3 with an elastic wall at -1/2
  wall = NsdSystem.linear(1, 0, 1).contact(1, 0.5, 'Restitution', 1);
  pendulum = NsdSystem.lagrangian(1, @(t, q, v) -sin(q));
  cases = {NsdSystem.linear(1, 0, 1), 2*pi, [6 8]; pendulum, 4*ellipke(sin(0.5)^2), [6 8]; ...
           wall, 4*pi/3, 5};
  for k = 1:size(cases, 1)
    for T = cases{k, 3}
      orbit = nsd_periodic(cases{k, 1}.start(1, 0), T);
      assertEqual(orbit.status, 'ok');
      assertElementsAlmostEqual([orbit.q, orbit.v, orbit.period], [1, 0, cases{k, 2}], ...
                                'absolute', 1e-8);
      assertTrue(~orbit.stable);
    end
  end
end

function test_a_period_beyond_all_steps_is_refused()
  % T = 1e300 never came back
  sys = NsdSystem.linear(1, 0, 1).start(1, 0);
  assertExceptionThrown(@() nsd_periodic(sys, 1e300), 'nsd:periodic:failed');
  message = message_of(@() nsd_periodic(sys, 1e300));
  assertTrue(~isempty(strfind(message, 'raise MaxSteps')));
end

function test_rest_is_no_periodic_motion()
  [id, ~, orbit] = warning_of(@() nsd_periodic(nsd_ball('Restitution', 0.5), 0.8, 'Settle', 5));
  assertEqual({id, orbit.status}, {'nsd:periodic:rest', 'rest'});
end

function test_multiple_shooting_holds_an_orbit_that_parts_by_1e13()
  % x'' = 25 x + cos t: x = -cos(t)/26, multiplier exp(10 pi) = 4e13. One run of 2 pi loses it
  sys = NsdSystem.linear(1, 0, -25, nsd_harmonic(1, 1)).start(0.3, 0);
  [id, ~, single] = warning_of(@() nsd_periodic(sys, 2*pi));
  assertEqual({id, single.status}, {'nsd:periodic:stalled', 'stalled'});
  orbit = nsd_periodic(sys, 2*pi, 'Segments', 12);
  assertEqual(orbit.status, 'ok');
  assertElementsAlmostEqual([orbit.q orbit.v], [-1/26 0], 'absolute', 1e-12);
  assertElementsAlmostEqual(orbit.multipliers(1), exp(10*pi), 'relative', 1e-9);
  assertTrue(~orbit.stable && numel(orbit.solution) == 12);
  t = 2*pi*(0:11)/12;
  guessed = nsd_periodic(sys, 2*pi, -cos(t)/20, sin(t)/20, 'Segments', 12);
  assertElementsAlmostEqual(guessed.q, -1/26, 'absolute', 1e-12);
end

function test_periods_that_do_not_fit_the_forcing_are_refused()
  % x(T) = x(0) may well have a solution then, but the motion does not repeat itself
  refused = @(sys, T, id, varargin) assertExceptionThrown(@() nsd_periodic(sys, T, ...
                                                          varargin{:}), ['nsd:periodic:' id]);
  refused(oscillator(2.5), 2.5, 'badPeriod');
  refused(oscillator(2.5), pi/2.5, 'badPeriod');
  refused(nsd_pendulum(), 6, 'badPeriod');
  moving = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q, t) q - 0.1*sin(3*t));
  refused(moving.start(1, 0), 2, 'badPeriod');
  refused(oscillator(2.5), 2*pi/2.5, 'badMethod', 'Method', 'moreau');
  refused(oscillator(2.5), 2*pi/2.5, 'unknownOption', 'Setle', 3);
  refused(oscillator(2.5), 2*pi/2.5, 'badValue', 'Settle', -1);
  refused(oscillator(2.5), 2*pi/2.5, 'badValue', 'FreePeriod', 'on');
  refused(oscillator(2.5), 2*pi/2.5, 'badGuess', [1 2], 0);
  refused(NsdSystem.firstOrder(-1, 1, 1).start(1), 1, 'badSystem');
  rough = NsdSystem.linear(eye(2)).contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]);
  assertExceptionThrown(@() nsd_lyapunov(rough.start([0; 0]), 1, 3), 'nsd:lyapunov:friction');
  assertExceptionThrown(@() nsd_branch(@oscillator, [2.6 2.7], 1, 'Pints', 3), ...
                        'nsd:branch:unknownOption');
end

function test_orbits_that_stick_and_slip_have_their_multipliers()
  % where a mass has stuck its velocity is forgotten, and dx at release is cos(s) dx after sliding
  % for s; contacts with friction were refused
  turns = @(sol) slide_times(sol, 8*pi);
  force = @(F) nsd_harmonic(F, 0.25);
  family = @(F) NsdSystem.linear(1, 0, 1, force(F)).friction(1, 0.4).start(0, 0);
  b = nsd_branch(family, [1 0.7], 8*pi, 'Points', 1, 'Settle', 3);
  assertEqual(b.status, 'ok');
  assertElementsAlmostEqual(b.parameter([1 end])', [1 0.7], 'absolute', 1e-9);
  for k = [1 numel(b.parameter)]
    o = nsd_periodic(family(b.parameter(k)), 8*pi, b.q(k, :)', b.v(k, :)');
    assertEqual(o.solution.events.kind, {'slip'; 'stick'; 'slip'; 'stick'});
    assertElementsAlmostEqual(o.multipliers', [prod(cos(turns(o.solution))), 0], 'absolute', 1e-8);
    assertElementsAlmostEqual(b.multipliers(k, :), o.multipliers.', 'absolute', 1e-8);
  end
  block = NsdSystem.lagrangian(eye(2), @(t, q, v) [0.7*cos(0.25*t) - q(1); -4]);
  block = block.contact(@(q) q(2), 'Friction', 0.1, 'Tangent', @(q) [1; 0]);
  same = nsd_periodic(block.start([o.q; 0], [o.v; 0]), 8*pi);          % the same by a contact
  assertElementsAlmostEqual(same.multipliers(1), o.multipliers(1), 'absolute', 1e-8);
end

function s = slide_times(sol, T)
% how long the motion slides after each slip
  [t, kind] = deal(sol.events.t, sol.events.kind);
  stops = t(strcmp(kind, 'stick'));
  stops = [stops; stops + T];
  s = arrayfun(@(from) min(stops(stops > from)) - from, t(strcmp(kind, 'slip')));
end

function test_the_period_of_stick_and_slip_on_a_belt_is_found()
  % friction that is weaker in motion; one multiplier is 1, along the motion, stick leaves no other
  belt = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -10]).start([1.2; 0], [0.5; 0]);
  belt = belt.contact([0; 1], 0, 'Friction', nsd_stribeck(0.3, 0.1, 0.5), 'Tangent', [1; 0], ...
                      'SurfaceVelocity', 0.5);
  o = nsd_periodic(belt, 8, 'Settle', 2);
  assertEqual({o.status, o.solution.events.kind'}, {'ok', {'slip', 'stick'}});
  assertElementsAlmostEqual(abs(o.multipliers'), [1 0 0 0], 'absolute', 1e-6);
  again = nsd_simulate(belt, [0 o.period], o.q, o.v, 'Method', 'event', 'RelTol', 1e-11);
  assertElementsAlmostEqual([again.q(end, :), again.v(end, :)], [o.q; o.v]', 'absolute', 1e-8);
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
  assertExceptionThrown(@() nsd_branch(@oscillator, [2.6 2.6], 1), 'nsd:branch:badValue');
  assertExceptionThrown(@() nsd_branch(@oscillator, [2.6 NaN], 1), 'nsd:branch:badValue');
  assertExceptionThrown(@() nsd_lyapunov(nsd_ball()), 'nsd:lyapunov:missing');
end

function y = period_map(sys, x, t)
  sol = nsd_simulate(sys, [t, t + 2*pi], x(1), x(2), 'Method', 'event', 'RelTol', 1e-12, ...
                     'AbsTol', 1e-14);
  y = [sol.q(end); sol.v(end)];
end

function test_a_branch_goes_around_the_fold_of_the_ball_on_a_table()
  % One impact per period needs Gamma >= pi (1 - e)/(1 + e), pi/3 for e = 1/2. Its impact is then at
  % the beginning of the period: the branch went on to the ball at rest and called that grazing.
  start = 1.1;
  [q, v] = bouncing(start);
  b = nsd_branch(@(G) table_ball(G).start(q, v), [start 0.9], 2*pi/20, 'Points', 12);
  assertEqual({b.bifurcations.kind}, {'fold'});
  assertElementsAlmostEqual(b.bifurcations.parameter, pi/3, 'absolute', 1e-9);
  assertTrue(all(b.impacts == 1) && b.stable(1) && ~b.stable(end));
  for k = 1:numel(b.parameter)                 % rows hold the state at T0, whatever the branch used
    [q, v] = bouncing(b.parameter(k), 2*b.stable(k) - 1);
    assertElementsAlmostEqual([b.q(k), b.v(k)], [q, v], 'absolute', 1e-6);
  end
end

function test_a_ball_at_rest_does_not_graze()
  % its contact is hit with a speed of rounding at some values of the parameter and not at others
  b = nsd_branch(@(G) table_ball(G).start(0, G*9.81/20), [0.5 0.7], 2*pi/20, 'Points', 5);
  assertEqual(b.status, 'ok');
  assertTrue(isempty(b.bifurcations) && ~any(b.impacts));
end

function sys = table_ball(Gamma)
% a ball on a table that moves as A sin(20 t), A = Gamma g/20^2
  A = Gamma*9.81/20^2;
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q, t) q - A*sin(20*t), ...
                                                         'Restitution', 0.5);
end

function [q, v] = bouncing(Gamma, side)
% the state at t = 0 of the motion with one impact per period; side 1: the stable one, -1: the other
  if nargin < 2, side = 1; end
  [w, g] = deal(20, 9.81);
  T = 2*pi/w;
  phi = side*acos(pi/3/Gamma);                 % phase of the impact
  flown = T - mod(phi, 2*pi)/w;                % time since the impact before t = 0
  q = Gamma*g/w^2*sin(phi) + g*T/2*flown - g*flown^2/2;
  v = g*T/2 - g*flown;
end
