function test_suite = test_event_limits()
%TEST_EVENT_LIMITS  Method 'event' where contacts repeat, face each other, or meet in a corner.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function n = count(sol, kind)
  n = sum(strcmp(sol.events.kind, kind));
end

function test_errors_of_integration_on_smooth_tracks_are_no_jumps()
% A step in which a held contact left its surface by a thousand AbsTol was refused as a jump of the
% gap, though RelTol of the position allows more: a circle of radius 1 ended as stalled with RelTol
% 1e-5, one of radius 1e4 with the tolerances of the defaults
  for k = [1 1e2 1e4; 1e-5 1e-5 1e-8]
    [R, tol] = deal(k(1), k(2));
    sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -9.81]).contact(@(q) R - sqrt(q(1)^2 + q(2)^2));
    sol = nsd_simulate(sys, [0 3*sqrt(R)], [0; -R], [0.5*sqrt(9.81*R); 0], 'Method', 'event', ...
                       'RelTol', tol);
    assertEqual(sol.status, 'ok');
    highest = R - 0.125*R;                                        % v^2 = 2 g (R - height)
    assertElementsAlmostEqual(-max(sol.q(:, 2)), highest, 'absolute', 2e-3*R);
  end
end

function test_a_slow_load_after_a_fast_impact_is_held()
  % Beside the accelerations before the impact, v^2, the weight was taken for rounding: the pendulum
  % was not held, sank a little and was carried back, 2000 times in a hundredth of the run.
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  sys = sys.joint(@(q) q(1)^2 + q(2)^2 - 1).contact(@(q) q(2) + 0.5);
  for v = [1e6 1e8 2^31]
    [~, warned, sol] = warning_of(@() nsd_simulate(sys, [0 0.01], [1; 0], [0; -v], 'Method', ...
                                  'event', 'MaxSteps', 1000));
    assertEqual({sol.status, warned}, {'ok', ''});
    assertElementsAlmostEqual(sol.q(end, :), [sqrt(0.75) -0.5], 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.v(end, :), [0 0], 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.reaction(end), 9.81, 'relative', 1e-8);
    assertEqual([count(sol, 'impact'), count(sol, 'attach')], [1 1]);
  end
end

function test_a_slow_impact_after_a_fast_one_is_seen()
% Speeds up to the round-off of the largest acceleration over the whole span were rest: 100 m/s for
% the second pendulum, whose impact was passed over, since the first one turned for 1e-10 s
  sys = NsdSystem.lagrangian(eye(4), @(t, q, v) [0; -9.81; 0; -9.81]);
  sys = sys.joint(@(q) [q(1)^2 + q(2)^2 - 1; q(3)^2 + q(4)^2 - 1]);
  sys = sys.contact(@(q) [q(2) + 0.5; q(4) + 0.5]);
  run = @(v) nsd_simulate(sys, [0 0.1], [1; 0; 1; 0], [0; -v; 0; -10], 'Method', 'event', ...
                          'MaxSteps', 1000);
  [slow, fast] = deal(run(10), run(2^31));
  assertEqual(fast.status, 'ok');
  second = @(sol) strcmp(sol.events.kind, 'impact') & sol.events.contact == 2;
  assertEqual([sum(second(slow)), sum(second(fast))], [1 1]);
  assertElementsAlmostEqual(fast.events.vBefore(second(fast)), ...
                            slow.events.vBefore(second(slow)), 'relative', 1e-6);
  assertElementsAlmostEqual(fast.reaction(end, :), [9.81 9.81], 'relative', 1e-8);
end

function test_a_body_falls_off_the_edge_of_a_table()
  % the gap jumps from 0 to 1 while the contact is held: projection carried the body down to the
  % floor between two rows, with status ok and no event
  height = @(q) q(2) - 1*(q(1) < 2);
  for options = {{}, {'Friction', 0.01, 'Tangent', @(q) [1; 0]}}
    table = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).contact(height, options{1}{:});
    run = @(method) nsd_simulate(table, [0 3], [0; 1], [1.5; 0], 'Method', method);
    [~, warned, sol] = warning_of(@() run('event'));
    assertEqual(sol.status, 'stalled');
    assertTrue(~isempty(strfind(warned, 'gap that jumps')), warned);
    assertElementsAlmostEqual(sol.q(end, :), [2 1], 'absolute', 1e-6);
    [~, ~, sol] = warning_of(@() run('auto'));
    assertEqual({sol.status, sol.stats.method}, {'ok', 'event, then moreau'});
    edge = sol.t(find(sol.q(:, 1) >= 2 - 1e-6, 1));
    flies = sol.t > edge & sol.q(:, 2) > 0.01 & sol.t < edge + 0.44;
    assertTrue(sum(flies) > 10);
    assertElementsAlmostEqual(sol.q(flies, 2), 1 - 9.81*(sol.t(flies) - edge).^2/2, ...
                              'absolute', 0.03);
  end
end

function test_copies_of_a_contact_are_released_together()
  % Two identical contacts: at the release each copy took over from the other without end, and the
  % run was 'stalled'. The motion is that of one contact, whose force the copies share.
  force = nsd_harmonic(1, 3, 0, -0.5);
  one = nsd_simulate(NsdSystem.linear(1, 0, 0, force).contact(1, 0), [0 20], 0, 1, ...
                     'Method', 'event');
  two = nsd_simulate(NsdSystem.linear(1, 0, 0, force).contact([1 1], [0 0]), [0 20], 0, 1, ...
                     'Method', 'event');
  assertEqual(two.status, 'ok');
  assertElementsAlmostEqual(two.at((0:0.1:20)'), one.at((0:0.1:20)'), 'absolute', 1e-9);
  assertEqual([count(two, 'impact'), count(two, 'attach'), count(two, 'detach')], ...
              2*[count(one, 'impact'), count(one, 'attach'), count(one, 'detach')]);
  assertElementsAlmostEqual(two.reaction(:, 1), two.reaction(:, 2), 'absolute', 1e-12);
end

function test_supports_of_a_plank_are_left_one_after_the_other()
  % Four supports of a plank at rest from the start: their gaps were known to be round-off, and any
  % round-off above that opened them; some of the reactions were then negative. The force moves to
  % one end and lifts.
  x = [-0.9 -0.8 -0.2 0.7];
  force = nsd_harmonic([1; -0.3], 2.4, 0, [-1; 0.05]);
  sys = NsdSystem.linear(diag([1 1/3]), 0, 0, force).contact([ones(1, 4); x], zeros(1, 4));
  sol = nsd_simulate(sys, [0 10], [0; 0], [0; 0], 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertTrue(min(sol.reaction(:)) > -1e-9 && min(sol.gap(:)) > -1e-9);
  assertTrue(count(sol, 'detach') > 0 && numel(sol.t) < 1000);
  same = nsd_simulate(sys, [0 10], [0; 0], [0; 0], 'Step', 1e-4);       % moreau
  assertElementsAlmostEqual(sol.q(end, :), same.q(end, :), 'absolute', 2e-3);   % O(h), e = 0
end

function test_mass_in_a_wedge_comes_to_rest_in_its_corner()
  % Impacts on two walls in turns, each throwing the mass off the other: such accumulations had no
  % end, or one at the round-off of velocities, with 1e6 events and 'maxEvents'.
  for angle = [10 30 45 60 80]
    a = angle*pi/180;
    H = [sin(a) -sin(a); cos(a) cos(a)];
    for e = [0 0.2 0.5 0.8]
      linear = NsdSystem.linear(eye(2), 0, 0, [0; -1]).contact(H, [0 0], 'Restitution', e);
      free = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -1]).contact(@(q) H'*q, 'Restitution', e);
      for sys = {linear, free}
        sol = nsd_simulate(sys{1}, [0 150], [0.1; 1], [0; 0], 'Method', 'event');
        assertEqual(sol.status, 'ok');
        assertTrue(numel(sol.events.t) < 5000 && min(sol.gap(:)) > -1e-9);
        assertTrue(e == 0 || count(sol, 'accumulation') > 0);
        assertElementsAlmostEqual([sol.q(end, :), sol.v(end, :)], [0 0 0 0], 'absolute', 1e-9);
        assertElementsAlmostEqual(sol.reaction(end, :), [1 1]/(2*cos(a)), 'absolute', 1e-9);
      end
    end
  end
end

function test_corner_of_three_walls()
  p = (0:2)*2*pi/3 + 0.2;
  H = [0.5*cos(p); 0.5*sin(p); sqrt(3)/2*ones(1, 3)];
  sys = NsdSystem.lagrangian(eye(3), @(t,q,v) [0; 0; -1]).contact(@(q) H'*q, 'Restitution', 0.5);
  sol = nsd_simulate(sys, [0 20], [0.1; 0.2; 1], [0.1; 0; 0], 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertTrue(count(sol, 'accumulation') >= 3);
  assertElementsAlmostEqual([sol.q(end, :), sol.v(end, :)], zeros(1, 6), 'absolute', 1e-9);
end

function test_elastic_contact_of_a_column_rests_with_the_others()
  % e = 1 between two balls of a column whose other contacts lose energy: all bounces accumulate
  H = [1 -1 0; 0 1 -1; 0 0 1];
  sys = NsdSystem.linear(diag([1.7 2.2 6.7]), 0, 0, -9.81*[1.7; 2.2; 6.7]).contact(H, [0 0 0], ...
                         'Restitution', [0.5 1 0.5]);
  sol = nsd_simulate(sys, [0 2], [0.5; 0.85; 1.3], [0.3; -0.3; -1.9], 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0], 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end, :), 9.81*[10.6 8.9 6.7], 'absolute', 1e-9);
  assertTrue(abs(sol.energy.numerical(end)) < 1e-8);
end

function test_a_ball_that_flies_off_is_not_caught_at_the_release_of_others()
  % Five touching pendulums: at the third passage, forces of the four that swing together came to
  % zero just behind the impact, and the first, which left with 1.6 m/s, was taken for resting: it
  % was held, energy grew by a third, and 80 % of it was gone after that, with status ok.
  n = 5;
  for e = [1 0.3]
    cradle = NsdSystem.linear(eye(n), 0, 9.81*eye(n)).contact(diff(eye(n))', 0, 'Restitution', e);
    sol = nsd_simulate(cradle, [0 5], [-0.5; 0; 0; 0; 0], zeros(n, 1));
    E = sol.energy;
    assertElementsAlmostEqual(E.total(1) + E.impact, E.total, 'absolute', 1e-6);
    assertElementsAlmostEqual(E.numerical, 0*E.numerical, 'absolute', 1e-6);
  end
  assertTrue(E.impact(end) < -0.5);
end

function test_walls_that_nearly_touch_hold_what_is_between()
  % Both walls are closed and cannot both be met exactly: 'ray' was all there was to say.
  for gap = [0 1e-11]
    walls = NsdSystem.linear(1, 0, 0).contact(1, 0, 'Restitution', 0.5).contact(-1, gap, ...
                             'Restitution', 0.5);
    curved = NsdSystem.lagrangian(1, @(t,q,v) -1).contact(@(q) [q; gap - q], 'Restitution', 0.5);
    for sys = {walls, curved}
      sol = nsd_simulate(sys{1}, [0 20], 0, 1, 'Method', 'event');
      assertEqual(sol.status, 'ok');
      assertTrue(abs(sol.v(end)) < 1e-12 && min(sol.gap(:)) > -1e-10);
    end
    assertElementsAlmostEqual(sol.reaction(end, :), [1 0], 'absolute', 1e-12);
  end
end

function test_start_below_a_curved_surface_is_moved_onto_it()
  % Newton's method left the start above a convex gap, from where it fell and bounced.
  warning('off', 'nsd:simulate:gapStart', 'local');
  for gap = {@(q) exp(q) - 1, @(q) sin(q), @(q) q + q^3}
    sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81).contact(gap{1}, 'Restitution', 0.5);
    sol = nsd_simulate(sys, [0 1], -0.3, 0, 'Method', 'event');
    assertElementsAlmostEqual(sol.q([1 end]), [0; 0], 'absolute', 1e-12);
    assertEqual(numel(sol.events.t), 0);
    assertElementsAlmostEqual(sol.reaction(end), 9.81, 'absolute', 1e-9);
  end
end

function test_round_off_above_the_surface_is_on_it()
  % 0.1 + 0.2 - 0.3 is 5.6e-17: as wide as the gap had ever been, so that it counted as open
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
  sol = nsd_simulate(sys, [0 1], 0.1 + 0.2 - 0.3, 0, 'Method', 'event');
  assertEqual(numel(sol.events.t), 0);
  assertElementsAlmostEqual(sol.reaction(1), 9.81, 'absolute', 1e-12);
end

function test_impact_at_a_given_time_has_both_sides()
  % One row for the time, after the impact; sol.at(t, 'left') gave that as well.
  ball = NsdSystem.linear(1, 0, 0, -2).contact(1, 0, 'Restitution', 0.5);
  sol = nsd_simulate(ball, [0 0.5 1 1.5 2], 1, 0, 'Method', 'event');        % hits at 1 and 2
  assertEqual(sol.t', [0 0.5 1 1.5 2]);
  assertElementsAlmostEqual(sol.v', [0 -1 1 0 0.5], 'absolute', 1e-12);
  [q, v] = sol.at([0.5; 1; 2], 'left');
  assertElementsAlmostEqual([q, v], [0.75 -1; 0 -2; 0 -1], 'absolute', 1e-12);
  % two coordinates along a joint, against a wall that moves
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -2]).joint(@(q) q(1) - 0.3*q(2));
  sys = sys.contact(@(q,t) q(2) + 0.1*(t - 1), 'Restitution', 0.5);
  whole = nsd_simulate(sys, [0 1], [0.15; 0.5], [0; 0], 'Method', 'event');
  t = whole.events.t(1);
  some = nsd_simulate(sys, [0 t 1], [0.15; 0.5], [0; 0], 'Method', 'event');
  [~, v] = some.at(t, 'left');
  [~, known] = whole.at(t, 'left');
  assertElementsAlmostEqual(v, known, 'absolute', 1e-9);
end

function test_refine_adds_rows_on_the_motion_and_nothing_else()
  sys = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
  run = @(r) nsd_simulate(sys, [0 4], 'Method', 'event', 'Refine', r);
  one = run(1);
  three = run(3);
  assertEqual(three.events.t, one.events.t);
  assertEqual([three.q(end), three.v(end)], [one.q(end), one.v(end)]);
  assertTrue(all(ismember(one.t, three.t)));
  steps = sum(diff(one.t) > 0);
  assertEqual(sum(diff(three.t) > 0), 3*steps);
  exact = nsd_simulate(sys, [0 4], 'Method', 'event', 'RelTol', 1e-12, 'AbsTol', 1e-13);
  [q, v] = exact.at(three.t);
  far = min(abs(bsxfun(@minus, three.t, one.events.t')), [], 2) > 1e-6;   % sides of jumps differ
  assertElementsAlmostEqual([three.q(far), three.v(far)], [q(far), v(far)], 'absolute', 1e-6);
end

function test_lines_between_rows_look_like_the_motion()
  % Refine was 4 also where one exact step is a whole flight: plot(sol.t, sol.q) drew triangles
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
  spring = NsdSystem.linear(1, 0, 100, 0).contact(1, 0.5, 'Restitution', 0.8);
  rod = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -9.81]).joint(@(q) q(1)^2 + q(2)^2 - 1);
  hybrid = NsdSystem.hybrid(@(t,x) [x(2); -9.81], @(x) x(1), @(x) [x(1); -0.9*x(2)]);
  cases = {ball, {1, 0}; spring, {1, 0}; rod, {[1; 0], [0; 0]}; hybrid, {[1; 0]}};
  for k = 1:4
    sol = nsd_simulate(cases{k, 1}, [0 3], cases{k, 2}{:}, 'Method', 'event');
    inner = find(diff(sol.t) > 1e-9);
    middle = (sol.t(inner) + sol.t(inner + 1))/2;
    off = max(abs(sol.at(middle) - (sol.q(inner, :) + sol.q(inner + 1, :))/2));
    assertTrue(all(off < 3e-3*(max(sol.q) - min(sol.q))));    % 1e-3 of the range at that time
    assertTrue(numel(sol.t) < 500);
  end
  assertTrue(max(abs(sum(nsd_simulate(rod, [0 3], [1; 0], [0; 0]).q.^2, 2) - 1)) < 1e-12);
end

function test_force_that_jumps_in_time_costs_some_steps()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -(t > 0.5) + 0*q).contact(@(q) q + 5);
  sol = nsd_simulate(sys, [0 3], 1, 0, 'Method', 'event', 'Compile', 'off');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q(end), 1 - 2.5^2/2, 'absolute', 1e-7);
  assertTrue(sol.stats.steps < 200);
end

function test_force_that_jumps_to_and_fro_ends_the_run()
  % -sign(v) holds v at zero from t = 1 on; steps of 1e-8 filled the memory without a word
  warning('off', 'nsd:simulate:stalled', 'local');
  sys = NsdSystem.lagrangian(1, @(t,q,v) -sign(v));
  sol = nsd_simulate(sys, [0 3], 0, 1, 'Method', 'event', 'Refine', 1);
  assertEqual(sol.status, 'stalled');
  assertTrue(sol.t(end) > 1 && sol.t(end) < 1.01 && sol.stats.steps < 1e5);
  assertElementsAlmostEqual(sol.q(end), 0.5, 'absolute', 1e-6);
end

function test_threshold_of_chatter_with_rows_inside_flights()
  % the bounces end at once, and the step to their end had length zero: rows inside it were NaN
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.5);
  for refine = [1 4]
    sol = nsd_simulate(sys, [0 2], 1, 0, 'Method', 'event', 'Chatter', 'threshold', ...
                       'ChatterSpeed', 1e-3, 'Refine', refine);
    assertEqual(sol.status, 'ok');
    assertEqual(count(sol, 'accumulation'), 1);
    assertElementsAlmostEqual([sol.q(end), sol.v(end), sol.reaction(end)], [0 0 9.81], ...
                              'absolute', 1e-12);
  end
end

function test_ledger_of_a_changing_mass_follows_the_tolerance()
  % Differences of M(q) over too short a way, and differences of those in the Jacobian of the
  % Rosenbrock method, left 1e-5 and 1 of energy that were not there.
  M = @(q) [2 cos(q(1) - q(2)); cos(q(1) - q(2)) 1];
  F = @(t,q,v) [-sin(q(1) - q(2))*v(2)^2 - 19.62*sin(q(1)); ...
                sin(q(1) - q(2))*v(1)^2 - 9.81*sin(q(2))];
  for method = {'dp54', 'rosenbrock'}
    sol = nsd_simulate(NsdSystem.lagrangian(M, F), [0 3], [0.5; 0.4], [0; 0], 'Method', 'event', ...
                       'Integrator', method{1});
    assertTrue(max(abs(sol.energy.numerical)) < 1e-6);     % energies of 4 at RelTol 1e-8
  end
end

function test_stiff_integrator_holds_joints_at_ordinary_steps()
  % after the projection onto the joint the slope of the step belonged to another point, and the
  % Jacobian from it was wrong: 8000 steps, whatever the tolerance
  rod = NsdSystem.lagrangian(eye(2), @(t,q,v) [0.3*cos(2*t); -9.81]).joint(@(q) q'*q - 1);
  run = @(varargin) nsd_simulate(rod, [0 5], [sin(0.4); -cos(0.4)], [0; 0], 'Method', 'event', ...
                                 varargin{:});
  sol = run('RelTol', 1e-6, 'AbsTol', 1e-6, 'Integrator', 'rosenbrock');
  assertTrue(sol.stats.steps < 400);
  known = run('RelTol', 1e-11, 'AbsTol', 1e-12);
  assertElementsAlmostEqual(sol.q(end, :), known.q(end, :), 'absolute', 1e-5);
end

function test_a_floor_that_hardly_moves_is_no_impact_at_the_start()
  % the tail of a bump far away moved the floor by 1e-97 per second: an impact and an attach at t0
  floor = @(q, t) q - 0.5*exp(-((t - 3)/0.2)^2);
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81).contact(floor, 'Restitution', 0);
  sol = nsd_simulate(sys, [0 1], 0, 0, 'Method', 'event');
  assertEqual(numel(sol.events.t), 0);
  assertElementsAlmostEqual(sol.reaction(1), 9.81, 'absolute', 1e-12);
end

function test_a_pulse_of_the_floor_is_not_stepped_over()
  % a body at rest let one step span the run; as with odeset, none is longer than a tenth of it
  floor = @(q, t) q - 0.5*exp(-((t - 5)/0.1)^2);
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81).contact(floor, 'Restitution', 0);
  sol = nsd_simulate(sys, [0 10], 0, 0, 'Method', 'event');
  assertTrue(any(strcmp(sol.events.kind, 'detach')));
  assertTrue(min(sol.gap) > -1e-9);
end

function test_force_passes_from_a_wall_to_the_one_behind()
  % a body between two walls without play: where the force turns, one wall takes over from the other
  % with a force that begins at zero, and whose round-off released it at once
  for mass = [1 1.7 2.3]
    sys = NsdSystem.linear(mass, 0, 0, nsd_harmonic(0.9, 1.3, 0.4, 0.2));
    sys = sys.contact([0.6161 0.6831 -0.9142], [0 0.5368 0]);
    sol = nsd_simulate(sys, [0 10], 0, 0, 'Method', 'event');
    assertEqual(sol.status, 'ok');
    assertTrue(max(abs(sol.q)) < 1e-12 && min(sol.reaction(:)) > -1e-9);
    assertTrue(count(sol, 'attach') >= 3 && numel(sol.events.t) < 20);
  end
end

% ---- forces that are zero, or not unique, or not found ----------------------------------------

function test_contact_and_joint_whose_forces_vanish_together_let_go()
  % A sticking contact and a joint share a force F cos(t), which vanishes at pi/2: runs stalled
  % there at every tolerance. The shares had no common unit, so that they bent near zero, and the
  % rounding that was left of them was taken for forces inside their cones. Behind pi/2 the mass
  % moves along the joint, q = u (u'F) (-cos(t) - (t - pi/2)).
  F = [0.5; -2];
  for angle = [0.2 0.5 pi/4 1 2.2 2.6 3]
    u = [-sin(angle); cos(angle)]*sign(cos(angle));
    exact = -u'*(u'*F)*(cos(3) + 3 - pi/2);
    nonlinear = NsdSystem.lagrangian(eye(2), @(t, q, v) F*cos(t));
    linear = NsdSystem.linear(eye(2), 0, 0, @(t) F*cos(t));
    for sys = {nonlinear, linear}
      held = sys{1}.contact([0; 1], 0, 'Friction', 0.5, 'Tangent', [1; 0]);
      held = held.joint([cos(angle); sin(angle)], 0);
      sol = nsd_simulate(held, [0 3], [0; 0], [0; 0], 'Method', 'event');
      assertEqual(sol.status, 'ok');
      assertElementsAlmostEqual(sol.events.t(1), pi/2, 'absolute', 1e-8);
      assertElementsAlmostEqual(sol.q(end, :), exact, 'absolute', 1e-6);
    end
  end
end

function test_works_of_a_run_begin_behind_the_correction_of_its_start()
  % The start is moved onto the joint and is then behind the wall: the run moves it once more, and
  % the energy of that was external work of the first row.
  sys = NsdSystem.linear(eye(3), 0.1*eye(3), [2 -1 0; -1 2 -1; 0 -1 2], nsd_harmonic([1; 0; 0], 2));
  sys = sys.contact([0; 0; 1], 0.1).joint([2; 2; 2], 1).start([0; 0; 0.05], [0; 0; 1]);
  sol = simulate_quietly(sys, [0 0.01], 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertEqual(sol.energy.external(1), 0);
  assertTrue(ledger_miss(sol) < 1e-12);
end

function test_a_run_that_crawls_ends()
  % Negative damping: the velocity grows to 1e110, where its powers overflow and steps become the
  % shortest possible ones. A billion of them, for an hour, were allowed until MaxSteps.
  sys = NsdSystem.linear(1, -2^31).contact(1, 0, 'Restitution', 0.5);
  sol = simulate_quietly(sys, [0 0.01], 1e-3, -1, 'Method', 'event', 'OutputEvery', 1e4);
  assertEqual(sol.status, 'stalled');
  assertTrue(sol.stats.steps < 3e6);
end

function test_resting_without_force_writes_no_million_rows()
  % The ball meets q = 0, where its force -q vanishes, and stays there at -7e-18 by rounding, which
  % pushed it off: 10^6 grazes, four million rows, until MaxEvents ended the run.
  sys = NsdSystem.lagrangian(1, @(t, q, v) -q).contact(@(q) q).start(1, 0);
  sol = nsd_simulate(sys, [0 2], 'Method', 'event', 'Events', @(t, q, v) deal(q - 0.5, 0, 0));
  assertEqual(sol.status, 'ok');
  assertEqual(sol.events.kind, {'user'; 'impact'});
  assertTrue(numel(sol.t) < 200);
  assertElementsAlmostEqual(sol.q(end), 0, 'absolute', 1e-15);
end

function test_an_impact_behind_which_no_forces_are_found_is_logged()
  % A body between two walls without play, thrown at one of them: the impacts stop it, then it may
  % hang or fall, and the run ends. Its velocity was zero without an event and without impulses.
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -1]);
  sys = sys.contact([1 -1; 0 0], [0; 0], 'Restitution', 0.4, 'Friction', 0.3, ...
                    'Tangent', [0 0; 1 1]);
  sol = simulate_quietly(sys, [0 0.1], [0; 0], [-1; 0], 'Method', 'event');
  assertEqual(sol.status, 'ambiguous');
  assertEqual(sol.events.kind, {'impact'; 'impact'});
  assertElementsAlmostEqual(sol.v(end, :), [0 0], 'absolute', 1e-12);
  assertElementsAlmostEqual(diff(sol.impulse(end, :)), -1, 'absolute', 1e-12);    % stops v = -1
  assertElementsAlmostEqual(sol.impulse(end, :), sol.events.impulse', 'absolute', 1e-12);
end

function test_bounces_beside_a_sliding_contact_go_on_where_no_forces_end_them()
  % One contact slides, another bounces ever lower. Held while both slide they would have no forces,
  % and the run ended with 'noForces' as soon as the bounces were to be cut short. They go on, end
  % with the sliding, and both contacts stick. System 30670 of fuzz_methods.
  sys = NsdSystem.linear([2.5 -0.3 -0.3; -0.3 1.8 -0.2; -0.3 -0.2 1], 0, 0, [3.3; -1.6; -0.4]);
  sys = sys.contact([0.4 -0.5; -0.2 0.7; 0.8 -0.5], [4.5e-5; 0], 'Restitution', [0.8; 0], ...
                    'Friction', 0.7, 'Tangent', [0.6 0.8; 0.8 0.5; 0 -0.2]);
  v0 = [-4.99; 8.99; 17.99]*1e-3;                             % along the second contact, nearly
  sol = simulate_quietly(sys, [0 1], zeros(3, 1), v0, 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertTrue(count(sol, 'impact') > 100);
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0], 'absolute', 1e-9);
  stepped = simulate_quietly(sys, [0 1], zeros(3, 1), v0, 'Method', 'moreau', 'Step', 1e-4);
  assertElementsAlmostEqual(stepped.q(end, :), sol.q(end, :), 'absolute', 1e-6);
end

function test_an_impact_without_solution_has_the_row_of_the_state_that_meets_it()
  % One degree of freedom, friction beyond what the rebound allows: the run ended with 'ray' and its
  % last row was that of the step before, up to a tenth of a second earlier.
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -1]);
  sys = sys.joint([1; -0.5], 0).contact([0; 1], 0.5, 'Restitution', 0.4, 'Friction', 3, ...
                                       'Tangent', [-1; 0]);
  sol = simulate_quietly(sys, [0 3], [0; 0], [0; 0], 'Method', 'event');
  assertEqual(sol.status, 'ray');
  assertElementsAlmostEqual(sol.gap(end), 0, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.t(end), sol.stats.stopTime, 'absolute', 0);
end

function test_forces_that_grow_without_bound_are_called_jammed()
  % Two contacts hold each other ever more firmly while one of them slides. The steps got shorter
  % and shorter before the determinant changed its sign, and the run said 'stalled'.
  H = [0.33 0.79 -0.75; 0.94 0.43 -0.65; 0.01 0.43 0.08];
  S = [0.88 0.41 0.45; 0.64 -0.47 -0.47; -0.73 0.36 -0.01];
  T = [0.16 -0.43 0; -0.99 -0.74 0.95; 0.04 0.52 -0.3];
  gap = @(q) H'*q + [0.06; 0; 0.05] + [-0.29; -0.08; 0.305].*(S'*q).^2;
  force = @(t, q, v) [-1.97; -4.04; -0.99] + [2.17; 2.13; -4.29]*sin(5.86*t) - 0.2*v*(v'*v);
  sys = NsdSystem.lagrangian(diag([0.66 0.78 1.33]), force);
  sys = sys.contact(gap, 'Friction', [0.82; 0.7; 0.39], 'Tangent', T, ...
                    'SurfaceVelocity', [0.14; 0.36; 0.09]);
  sol = simulate_quietly(sys, [0 1], zeros(3, 1), [0.39; 0.25; -0.16], 'Method', 'event');
  assertEqual(sol.status, 'jammed');
  assertTrue(max(sol.reaction(:)) > 1e6);
end

function test_a_load_that_ends_where_a_wedge_may_hold_or_let_go_is_called_ambiguous()
  % The load that presses a body against two walls fades out; then it may leave, or wedge. At that
  % instant a wall was said to slide and to stick in turn, and the run ended with 'noForces', in
  % system 20583 of fuzz_methods with 'stalled' after a hundred such events.
  H = [-0.304 0.619; 0.953 0.786];
  T = [-0.746 -0.839; 0.666 0.543];
  force = @(t, q, v) [0.886; -4.061] + [-2.163; 4.065]*sin(4.329*t);
  sys = NsdSystem.lagrangian(@(q) [1.74 -0.376; -0.376 1.59]*(1 + 0.1*q(1)^2), force);
  sys = sys.joint(@(q) [0.693 0.485]*q);
  sys = sys.contact(@(q) H'*q, 'Friction', [0.5725; 0.7603], 'Tangent', T);
  sol = simulate_quietly(sys, [0 1], [0; 0], [0; 0], 'Method', 'event');
  assertEqual(sol.status, 'ambiguous');
  assertTrue(isempty(sol.events.kind));
end

function test_an_impact_with_impulses_beyond_rounding_is_called_jammed()
  % Normal and tangent move the body in almost one direction: to stick takes impulses of millions of
  % times the velocity, which no solver finds to its tolerance. The run said 'stalled'.
  sys = NsdSystem.linear(eye(2), 0, 0, [0; 0]);
  sys = sys.contact([0.537; 0], 0.05, 'Friction', 0.628, 'Tangent', [0.8646; 7e-4]);
  v0 = [-1/0.537; (0.324 + 0.8646/0.537)/7e-4];
  sol = simulate_quietly(sys, [0 1], [0; 0], v0, 'Method', 'event');
  assertEqual(sol.status, 'jammed');
  assertElementsAlmostEqual(sol.gap(end), 0, 'absolute', 1e-9);
end

function test_an_impact_that_is_solved_to_rounding_only_is_called_jammed()
  % As above, with impulses of 2e5 times the velocity: the answer was known to rounding, but that
  % was more than the tolerance, and the run said 'stalled'. System 110001448 of fuzz_methods.
  sys = NsdSystem.linear(eye(2), 0, 0, [0; 0]);
  sys = sys.contact([0.0946; 0], 0.001, 'Friction', 0.709, 'Restitution', 0.18, ...
                    'Tangent', [-0.7077; 0.00414]);
  sol = simulate_quietly(sys, [0 1], [0; 0], [-0.0683; -239.2], 'Method', 'event');
  assertEqual(sol.status, 'jammed');
  assertElementsAlmostEqual(sol.gap(end), 0, 'absolute', 1e-9);
end

function test_a_joint_may_bear_nearly_all_of_the_load()
  % A body on a joint between two walls without play, which bear a millionth of the load. Rounding
  % of the joint's part left contacts without any forces that obey the law: 'noForces' at the start,
  % and in system 110000646 of fuzz_methods where the load passes from one wall to the other.
  [H, T, J] = deal([-0.9 -0.5; 0.4 -0.9], [-0.4 -0.9; -0.9 0.5], [0.6; 0.2]);
  for share = [1e-4 1e-5 1e-6 1e-7]
    for M = {eye(2), [2 0.3; 0.3 1]}
      for way = [1 -1]
        F = 1.37*J + way*share*[0.2; -0.6];
        linear = NsdSystem.linear(M{1}, 0, 0, F).joint(J);
        function_system = NsdSystem.lagrangian(M{1}, @(t, q, v) F).joint(@(q) J'*q);
        for sys = {linear, function_system}
          sys = sys{1}.contact(H, [0; 0], 'Friction', 0.5, 'Tangent', T); %#ok<FXSET>
          sol = simulate_quietly(sys, [0 1], [0; 0], [0; 0], 'Method', 'event');
          assertEqual(sol.status, 'ok');
          assertElementsAlmostEqual(sol.q(end, :), [0 0], 'absolute', 1e-12);
        end
      end
    end
  end
end

function test_forces_stay_in_their_cones_in_the_rows_of_transitions()
  % Modes are decided for a moment later; one that began with forces outside its cones, and ended at
  % once, had a row all the same, with friction of up to ten times its limit.
  H = [-1.3 1.5 -0.4; 0.5 -1 0.4; -1.8 0 1];
  T = [1.2 1.4 0.5; 0.5 1.8 -0.2; -1.8 -0.3 -1.3];
  mu = [0.2 0.8 0.8];
  force = @(t, q, v) [-0.2; -1.4; -0.7] + [-2; 0.9; 1]*sin(2*t);
  sys = NsdSystem.lagrangian(diag([1.4 0.8 0.8]), force);
  sys = sys.contact(@(q) H'*q, 'Friction', mu', 'Tangent', T);
  sol = simulate_quietly(sys, [0 2], zeros(3, 1), zeros(3, 1), 'Method', 'event');
  excess = abs(sol.tangentialReaction) - bsxfun(@times, sol.reaction, mu);
  assertTrue(max(excess(:)) <= 1e-6*max(sol.reaction(:)));
end

function test_a_wedge_that_could_let_go_says_so()
  % The joint is so steep that friction 0.5 holds the mass against any pull: behind pi/2 it may stay
  % or leave. The run stays, as it should, but said nothing; time stepping may leave.
  F = [0.5; -2];
  for angle = [1.3 0.5]
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) F*cos(t));
    sys = sys.contact([0; 1], 0, 'Friction', 0.5, 'Tangent', [1; 0]);
    sys = sys.joint([cos(angle); sin(angle)], 0);
    [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 3], [0; 0], [0; 0], 'Method', 'event'));
    assertEqual(sol.status, 'ok');
    assertEqual(sol.stats.severalSolutions > 0, angle == 1.3);
    assertEqual(strcmp(id, 'nsd:simulate:ambiguous'), angle == 1.3);
  end
end

function test_a_function_that_fails_while_the_run_starts_ends_the_run()
  % the row of the start was written before there were accelerations: the session crashed
  for k = 2:12
    count_down(k);
    sys = NsdSystem.lagrangian(@(q) count_down()*eye(2), @(t, q, v) [0; -9.81]);
    sys = sys.joint(@(q) q(1)^2 + q(2)^2 - 1).contact(@(q) q(2) + 0.5);
    sol = simulate_quietly(sys, [0 0.1], [1; 0], [0; 0], 'Method', 'event', 'Compile', 'off', ...
                           'OnError', 'return');
    assertEqual(sol.status, 'userError');
  end
end

function test_a_corner_without_play_brings_the_body_to_rest()
  % of the rounds of impacts the last ones met a wall at just more than the speed that counts as
  % rest and left the other at just less: no impulses rebound from both, and every twelfth run of
  % these ended with 'ray'. e: restitutions of the two walls, c: the second normal
  cases = [0.86 0.853 0.360206 -0.02; 0.212 0.0928 0.787151 0.05; 0.561 0.668 1.9733 0.1; ...
           0.427 0.592 1.46693 -0.07];
  for k = 1:300
    e = 0.9*[mod(0.618*k, 1); mod(0.414*k, 1)];
    cases(end+1, :) = [e', 10^(mod(0.732*k, 1) - 0.5), 0.2*mod(0.236*k, 1) - 0.1]; %#ok<AGROW>
  end
  for k = 1:size(cases, 1)
    [e, c, v] = deal(cases(k, 1:2)', cases(k, 3), cases(k, 4));
    smooth = NsdSystem.linear(1, 0, 0, 0.5).contact([1 -c], [0; 0], 'Restitution', e);
    sol = simulate_quietly(smooth, [0 0.01], 0, v, 'Method', 'event');
    assertEqual(sol.status, 'ok');
    assertTrue(abs(sol.q(end)) < 1e-13);
    rough = NsdSystem.linear(eye(2), 0, 0, [0.5; 0]);
    rough = rough.contact([1 -c; 0 0], [0; 0], 'Restitution', e, 'Friction', [0.3; 0.3], ...
                          'Tangent', [0.6 0.3; 0.8 1]);
    sol = simulate_quietly(rough, [0 0.01], [0; 0], [v; 0.1], 'Method', 'event');
    assertEqual(sol.status, 'ok');
    assertTrue(abs(sol.q(end, 1)) < 1e-12);
  end
end

function one = count_down(k)
% count_down(k) sets the count; then count_down() returns 1, and raises at its k-th call
  persistent left
  one = 1;
  if nargin > 0
    left = k;
    return
  end
  left = left - 1;
  if left == 0, error('my:fails', 'the last call'); end
end
