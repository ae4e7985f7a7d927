function test_suite = test_event_driven()
%TEST_EVENT_DRIVEN  Method 'event': located impacts, sticking, release, chatter, the log.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function ball = ballode()
  ball = NsdSystem.lagrangian(1, @(t,q,v) -9.8).contact(@(q) q, 'Restitution', 0.9);
end

function test_ballode_hits_at_the_exact_times_and_comes_to_rest()
  sol = nsd_simulate(ballode(), [0 50], 0, 20, 'Method', 'event');
  e = sol.events;
  hits = e.t(strcmp(e.kind, 'impact'));
  exact = 40/9.8*(1 - 0.9.^(1:10)')/0.1;
  assertElementsAlmostEqual(hits(1:10), exact, 'absolute', 1e-10);
  assertElementsAlmostEqual(e.t(strcmp(e.kind, 'accumulation')), 400/9.8, 'absolute', 1e-9);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q(end), 0, 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.reaction(end), 9.8, 'absolute', 1e-12);
  assertTrue(min(sol.gap) > -1e-12);
end

function test_linear_ball_is_the_same_ball()
  sys = NsdSystem.linear(1, 0, 0, -9.8).contact(1, 0, 'Restitution', 0.9);
  e = nsd_simulate(sys, [0 50], 0, 20, 'Method', 'event').events;
  assertElementsAlmostEqual(e.t(1:4), [4.081632653061; 7.755102040816; 11.061224489796; ...
                            14.036734693878], 'absolute', 1e-10);
end

function test_kern_landing_accumulates_where_it_should()
  % g = 10, dropped from 1/2, e = 0.9: t1 (1 + e)/(1 - e)
  sys = NsdSystem.linear(1, 0, 0, -10).contact(1, 0, 'Restitution', 0.9);
  e = nsd_simulate(sys, [0 10], 0.5, 0, 'Method', 'event').events;
  assertElementsAlmostEqual(e.t(strcmp(e.kind, 'accumulation')), 6.008327554320, ...
                            'absolute', 1e-10);
end

function test_two_rows_at_a_jump()
  sol = nsd_simulate(ballode(), [0 5], 0, 20, 'Method', 'event');
  k = find(diff(sol.t) == 0);
  assertEqual(numel(k), 1);
  assertElementsAlmostEqual(sol.v(k), -20, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v(k + 1), 18, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.impulse(k + 1), 38, 'absolute', 1e-9);
  assertEqual(sol.impulse(k), 0);
  e = sol.events;
  assertElementsAlmostEqual([e.vBefore, e.vAfter, e.impulse, e.loss], [-20, 18, 38, 38], ...
                            'absolute', 1e-9);
  assertElementsAlmostEqual([e.q, e.v], [0, 18], 'absolute', 1e-9);
end

function test_energy_ledger_closes()
  for sys = {ballode(), NsdSystem.linear(2, 0.1, 4, nsd_harmonic(3, 2)).contact(1, 0.5, ...
             'Restitution', 0.7)}
    sol = nsd_simulate(sys{1}, [0 8], 1, 0, 'Method', 'event');
    E = sol.energy;
    works = E.external + E.damping + E.impact + E.joint + E.numerical;
    scale = max(abs(E.total));
    assertTrue(max(abs(E.total - E.total(1) - works)) < 1e-12*max(1, scale));
    assertTrue(max(abs(E.numerical)) < 1e-6*scale);     % RelTol 1e-8 over some hundred steps
    assertEqual(sol.stats.ledger, 'remainder');
  end
end

function test_moving_table_by_function_and_by_rate()
  slow = NsdSystem.lagrangian(1, @(t,q,v) -9.81);
  table = @(q,t) q - 0.04*sin(20*t);
  for sys = {slow.contact(table, 'Restitution', 0.3), ...
             slow.contact(table, 'Restitution', 0.3, 'Jacobian', @(q,t) 1, 'Rate', ...
                          @(q,t) -0.8*cos(20*t))}
    e = nsd_simulate(sys{1}, [0 0.25], 0.1, 0, 'Method', 'event', 'RelTol', 1e-11, ...
                     'AbsTol', 1e-12).events;
    assertElementsAlmostEqual(e.t(1:2), [0.1240098246952; 0.1842430468117], 'absolute', 1e-10);
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'accumulation')), 0.200207897702, ...
                              'absolute', 1e-9);
  end
end

function test_joints_are_held_all_the_time()
  % a pendulum of length 1 in the plane that swings against a wall x >= -0.2, from the side
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -9.81]);
  sys = sys.joint(@(q) q(1)^2 + q(2)^2 - 1).contact([1; 0], 0.2, 'Restitution', 0.8);
  sol = nsd_simulate(sys, [0 3], [sin(0.5); -cos(0.5)], [0; 0], 'Method', 'event', ...
                     'RelTol', 1e-9, 'AbsTol', 1e-11);
  assertEqual(sol.status, 'ok');
  assertTrue(max(abs(sum(sol.q.^2, 2) - 1)) < 1e-12);
  angle = NsdSystem.lagrangian(1, @(t,q,v) -9.81*sin(q)).contact(@(q) sin(q) + 0.2, ...
                               'Restitution', 0.8);
  same = nsd_simulate(angle, [0 3], 0.5, 0, 'Method', 'event', 'RelTol', 1e-9, 'AbsTol', 1e-11);
  n = numel(same.events.t);
  assertEqual(n, 2);
  assertElementsAlmostEqual(sol.events.t, same.events.t, 'absolute', 1e-6);
  % the first impact: mgl (cos a - cos b) = v^2/2; the joint carries m v^2/l + m g cos
  v = sqrt(2*9.81*(sqrt(1 - 0.04) - cos(0.5)));
  assertElementsAlmostEqual(same.events.vBefore(1), -v*sqrt(1 - 0.04), 'absolute', 1e-7);
  k = find(diff(sol.t) == 0, 1);
  assertElementsAlmostEqual(sol.multiplier(k), -(v^2 + 9.81*sqrt(1 - 0.04))/2, 'absolute', 1e-6);
end

function test_redundant_contacts_carry_together()
  % a plank on three supports, the third of which is not needed
  sys = NsdSystem.linear(diag([1 1/3]), 0, 0, [-9.81; 0]);
  sys = sys.contact([1 1 1; -1 0 1], [0; 0; 0]);
  sol = nsd_simulate(sys, [0 1], [0.1; 0], [0; 0], 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sum(sol.reaction(end, :)), 9.81, 'absolute', 1e-9);
  assertTrue(all(sol.reaction(end, :) >= 0));
  assertElementsAlmostEqual(sol.q(end, :), [0 0], 'absolute', 1e-12);
end

function test_status_words()
  warning('off', 'nsd:simulate:maxEvents', 'local');
  warning('off', 'nsd:simulate:maxSteps', 'local');
  sol = nsd_simulate(ballode(), [0 50], 0, 20, 'Method', 'event', 'MaxSteps', 7);
  assertEqual({sol.status, sol.stats.steps}, {'maxSteps', 7});
  assertTrue(sol.t(end) < 50);
  sol = nsd_simulate(ballode(), [0 50], 0, 20, 'Method', 'event', 'MaxEvents', 5);
  assertEqual(sol.status, 'maxEvents');
  assertTrue(sol.t(end) < 50);
  assertExceptionThrown(@() nsd_simulate(NsdSystem.linear(1, 0, 0, ones(1, 1001)).contact(1), ...
                        [0 1], 1, 0, 'Method', 'event'), 'nsd:simulate:method');
  bad = NsdSystem.lagrangian(1, @(t,q,v) error_later(t));
  assertExceptionThrown(@() nsd_simulate(bad, [0 1], 1, 0, 'Method', 'event'), 'my:own');
end

function f = error_later(t)
  if t > 0.5, error('my:own', 'no force any more'); end
  f = -1;
end

function test_exact_flight_of_a_forced_oscillator()
  % x'' + 2 zeta x' + x = F cos(w t) with a stop: the closed form of each arc, and Dormand-Prince
  zeta = 0.05; w = 1.3; F = 1; e = 0.7; b = 0.3;
  sys = NsdSystem.linear(1, 2*zeta, 1, nsd_harmonic(F, w)).contact(1, b, 'Restitution', e);
  a = nsd_simulate(sys, [0 60], 0, 0, 'Method', 'event');
  d = nsd_simulate(sys, [0 60], 0, 0, 'Method', 'event', 'Integrator', 'dp54', ...
                   'RelTol', 1e-12, 'AbsTol', 1e-12);
  assertElementsAlmostEqual(a.events.t(1:10), d.events.t(1:10), 'absolute', 1e-10);
  assertTrue(a.stats.steps < d.stats.steps/20);
  arc = @(t, t0, q0, v0) arc_of(t, t0, q0, v0, zeta, w, F);
  [t0, q0, v0] = deal(0, 0, 0);
  for k = 1:10
    t1 = a.events.t(k);
    [q, v] = arc(t1, t0, q0, v0);
    assertElementsAlmostEqual(q, -b, 'absolute', 1e-12);
    assertElementsAlmostEqual(v, a.events.vBefore(k), 'absolute', 1e-11);
    inside = arc(t0 + (0.02:0.02:0.98)*(t1 - t0), t0, q0, v0);
    assertTrue(all(inside > -b));
    [t0, q0, v0] = deal(t1, -b, -e*v);
  end
  E = a.energy;
  assertTrue(max(abs(E.total - E.external - E.damping - E.impact - E.numerical)) < 1e-13);
  assertTrue(max(abs(E.numerical)) < 1e-13);
  % the damping: an independent integral of 2 zeta v^2 over the first arc
  t = linspace(0, a.events.t(1), 20001)';
  [~, v] = arc(t, 0, 0, 0);
  k = find(a.t == a.events.t(1), 1);
  assertElementsAlmostEqual(a.energy.damping(k), -2*zeta*trapz(t, v.^2), 'absolute', 1e-8);
end

function [q, v] = arc_of(t, t0, q0, v0, zeta, w, F)
  D = (1 - w^2)^2 + (2*zeta*w)^2;               % particular solution A cos + B sin
  A = F*(1 - w^2)/D;
  B = F*2*zeta*w/D;
  wd = sqrt(1 - zeta^2);
  c = q0 - A*cos(w*t0) - B*sin(w*t0);
  s = (v0 + A*w*sin(w*t0) - B*w*cos(w*t0) + zeta*c)/wd;
  x = t - t0;
  decay = exp(-zeta*x);
  q = decay.*(c*cos(wd*x) + s*sin(wd*x)) + A*cos(w*t) + B*sin(w*t);
  v = decay.*((s*wd - zeta*c)*cos(wd*x) - (c*wd + zeta*s)*sin(wd*x)) ...
      - A*w*sin(w*t) + B*w*cos(w*t);
end

function test_exact_flight_sticks_and_holds_joints()
  % two masses joined rigidly, pressed against a wall by a slow harmonic force, and a third one free
  sys = NsdSystem.linear(eye(3), 0.1*eye(3), diag([0 0 2]), nsd_harmonic([-1; 0; 0], 0.5));
  sys = sys.joint([1; -1; 0], 0).contact([1; 0; 0], 0, 'Restitution', 0.2);
  a = nsd_simulate(sys, [0 12], [0.2; 0.2; 1], [0; 0; 0], 'Method', 'event');
  d = nsd_simulate(sys, [0 12], [0.2; 0.2; 1], [0; 0; 0], 'Method', 'event', ...
                   'Integrator', 'dp54', 'RelTol', 1e-11, 'AbsTol', 1e-12);
  assertEqual(a.status, 'ok');
  assertEqual(a.events.kind, d.events.kind);
  assertTrue(any(strcmp(a.events.kind, 'detach')));
  assertElementsAlmostEqual(a.events.t, d.events.t, 'absolute', 1e-7);
  assertElementsAlmostEqual(a.q(end, :), d.q(end, :), 'absolute', 1e-7);
  assertTrue(max(abs(a.q(:, 1) - a.q(:, 2))) < 1e-14);
  k = find(a.reaction > 0.1, 1);       % held: the wall carries the force
  assertElementsAlmostEqual(a.reaction(k), cos(0.5*a.t(k)), 'absolute', 1e-12);
end

function test_dips_of_long_steps_are_seen()
  % An exact flight takes long steps; a dip whose quintic stays above zero was passed over with
  % status ok: cos(t) against a wall at 1e-4 above its lowest point, and a moving wall.
  osc = NsdSystem.linear(1, 0, 1).contact(1, 1 - 1e-4, 'Restitution', 0.5);
  sol = nsd_simulate(osc, [0 4], 1, 0, 'Method', 'event');
  assertElementsAlmostEqual(sol.events.t(1), acos(-(1 - 1e-4)), 'absolute', 1e-9);
  still = NsdSystem.lagrangian(1, @(t, q, v) 0*q).contact(@(q, t) q + cos(t), 'Restitution', 0.5);
  sol = nsd_simulate(still, [0 4], 1 - 3e-3, 0, 'Method', 'event');
  assertElementsAlmostEqual(sol.events.t(1), acos(-(1 - 3e-3)), 'absolute', 1e-7);
end

function test_shallow_dips_of_exact_flight_are_seen()
  % the quintic of a flight of half a period is off by 1e-7: dips of 1e-8 below the stop were missed
  for depth = [1e-8 1e-7 2e-7]
    sys = NsdSystem.linear(1, 0, 0.47).contact(1, 1.36 - depth, 'Restitution', 0.6);
    sol = nsd_simulate(sys, [0 1.2*pi/sqrt(0.47)], 1.36, 0, 'Method', 'event');
    assertEqual(sol.events.kind, {'impact'});
    speed = sqrt(0.47*(1.36^2 - (1.36 - depth)^2));
    assertElementsAlmostEqual(sol.events.vBefore, -speed, 'relative', 1e-6);
  end
end

function test_impulses_at_given_times_are_those_since_the_time_before()
  % they were all zero. The ball lands at sqrt(0.2) with sqrt(20), then with half of that, ...
  u = sqrt(20);
  free = NsdSystem.lagrangian(1, @(t,q,v) -10).contact(@(q) q, 'Restitution', 0.5);
  times = [0 0.2 sqrt(0.2) 1 1.2];
  for method = {'event', 'event-newmark'}
    sol = nsd_simulate(free, times, 1, 0, 'Method', method{1});
    assertElementsAlmostEqual(sol.impulse, [0; 0; 1.5; 0.75; 0.375]*u, 'absolute', 1e-9);
    all_rows = nsd_simulate(free, [0 1.2], 1, 0, 'Method', method{1});
    assertElementsAlmostEqual(sum(sol.impulse), sum(all_rows.impulse), 'absolute', 1e-9);
  end
  rough = NsdSystem.linear(eye(2), 0, 0, [0; -10]).contact([0; 1], 0, 'Friction', 0.3, ...
                           'Tangent', [1; 0], 'Restitution', 0.5);
  sol = nsd_simulate(rough, [0 0.4 1 1.3], [0; 1], [4; 0], 'Method', 'event');
  all_rows = nsd_simulate(rough, [0 1.3], [0; 1], [4; 0], 'Method', 'event');
  assertElementsAlmostEqual([sol.impulse(3, :), sol.tangential(3, :)], [2.25 -0.675]*u, ...
                            'absolute', 1e-9);
  assertElementsAlmostEqual(sum(sol.tangential), sum(all_rows.tangential), 'absolute', 1e-9);
end

function test_given_times_come_back_as_given()
  times = linspace(0, 3, 77)';
  for sys = {NsdSystem.linear(2, 0, 0, -19.62), NsdSystem.lagrangian(2, @(t,q,v) -19.62)}
    ball = sys{1}.contact(1, 0, 'Restitution', 0.5);
    sol = nsd_simulate(ball, times, 1, 0, 'Method', 'event');
    assertEqual(sol.t, times);
  end
end

function test_contacts_that_throw_into_each_other_end_closed_and_at_rest()
  % In a narrow V each wall throws the mass into the other. After twenty rounds of the law the
  % mass was left approaching a wall that it then went through, with status ok.
  a = 85*pi/180;
  H = [sin(a) -sin(a); cos(a) cos(a)];
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -1]).contact(H, [0 0], 'Restitution', 0.5);
  sol = nsd_simulate(sys, [0 5], [0.01; 1], [0; 0], 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertTrue(min(sol.gap(:)) > -1e-12);
  assertTrue(abs(sol.energy.numerical(end)) < 1e-12 && norm(sol.v(end, :)) < 1e-9);
end

function test_forces_of_rows_are_those_of_their_time()
  % rows at the ends of steps had the forces of the last row inside: off by 0.08 N here
  systems = {NsdSystem.linear(1, 0, 0, nsd_harmonic(1, 1, 0, -10)).contact(1, 0), ...
             NsdSystem.lagrangian(1, @(t, q, v) cos(t) - 10).contact(@(q) q), ...
             NsdSystem.lagrangian(1, @(t, q, v) cos(t) - 10).joint(@(q) q)};
  for k = 1:3
    for refine = [1 4 16]
      sol = nsd_simulate(systems{k}, [0 3], 0, 0, 'Method', 'event', 'Refine', refine);
      force = [sol.reaction, sol.multiplier];
      assertElementsAlmostEqual(force, 10 - cos(sol.t), 'absolute', 1e-12);
    end
  end
  rough = NsdSystem.linear(eye(2), 0, 0, nsd_harmonic([0.5; 1], 1, 0, [0; -10]));
  rough = rough.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  sol = nsd_simulate(rough, [0 3], [0; 0], [0; 0], 'Method', 'event');
  assertElementsAlmostEqual([sol.reaction, sol.tangentialReaction], ...
                            [10 - cos(sol.t), -0.5*cos(sol.t)], 'absolute', 1e-12);
end

function test_a_contact_that_opens_at_once_has_two_rows()
  % Between the last row at rest and the row after the release sol.at bent the motion: a ball at
  % rest had 5 mm and -0.08 m/s a little before it was thrown up, and its force was drawn as a ramp.
  push = @(t) 2*9.81*(t >= 4 & t < 4.3) - 9.81;
  ball = NsdSystem.linear(1, 0, 0, push).contact(1, 0, 'Restitution', 0.7);
  sol = nsd_simulate(ball, [0 5], 1, 0, 'Method', 'event');
  open = sol.events.t(strcmp(sol.events.kind, 'detach'));
  assertElementsAlmostEqual(open, 4, 'absolute', 1e-12);
  [q, v] = sol.at([3.7; 3.95; 3.999]);
  assertElementsAlmostEqual([q, v], zeros(3, 2), 'absolute', 1e-13);
  rows = find(sol.t == open);
  assertElementsAlmostEqual(sol.reaction(rows), [9.81; 0], 'absolute', 1e-9);
  given = nsd_simulate(ball, [0 3.95 5], 1, 0, 'Method', 'event');
  assertElementsAlmostEqual(given.q(2), 0, 'absolute', 1e-13);
end

function test_a_force_that_fades_out_has_one_row_where_it_ends()
  pull = @(t) -9.81 + 9.81*t/2;                   % the weight is lifted off at t = 2
  ball = NsdSystem.linear(1, 0, 0, pull).contact(1, 0);
  sol = nsd_simulate(ball, [0 3], 0, 0, 'Method', 'event');
  open = sol.events.t(strcmp(sol.events.kind, 'detach'));
  assertElementsAlmostEqual(open, 2, 'absolute', 1e-12);
  assertEqual(sum(sol.t == open), 1);
  assertElementsAlmostEqual(sol.q(end), 9.81/12, 'relative', 1e-9);
end
