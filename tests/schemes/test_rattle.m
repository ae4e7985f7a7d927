function test_suite = test_rattle()
%TEST_RATTLE  'rattle': orders with friction, exact gaps and joints, impacts, energies, failures.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sol = run(sys, T, q0, v0, varargin)
  sol = nsd_simulate(sys, [0 T], q0, v0, 'Method', 'rattle', varargin{:});
  assertEqual(sol.status, 'ok');
end

function last = end_of_event(sys, span, q0, v0)
  ref = nsd_simulate(sys, span, q0, v0, 'Method', 'event', 'RelTol', 1e-12, 'AbsTol', 1e-14);
  last = ref.q(end, :);
end

function assert_second_order(sys, T, q0, v0, steps)
% order of the error at the end over halved steps, against 'event'
  last = end_of_event(sys, [0 T], q0, v0);
  miss = zeros(size(steps));
  for k = 1:numel(steps)
    sol = run(sys, T, q0, v0, 'Step', T/steps(k));
    miss(k) = max(abs(sol.q(end, :) - last));
  end
  line = polyfit(log(steps), log(miss), 1);
  assertTrue(abs(-line(1) - 2) < 0.1, sprintf('order %.2f (%s)', -line(1), sprintf('%g ', miss)));
end

function [sys, q0, v0] = track()
% a mass that slides with friction on a parabolic track: the normal turns
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  sys = sys.contact(@(q) q(2) - q(1)^2/2, 'Friction', 0.2, ...
                    'Tangent', @(q) [1; q(1)]/sqrt(1 + q(1)^2));
  [q0, v0] = deal([1; 0.5], [-0.5; -0.5]);
end

function [sys, q0, v0] = bowl()
% a mass that slides in a bowl in space: normal and direction of friction turn
  n = @(q) sqrt(1 + q(1)^2 + q(2)^2);
  w = @(q) sqrt(1 + q(1)^2);
  sys = NsdSystem.lagrangian(eye(3), @(t, q, v) [0.6; 0; -9.81]);
  sys = sys.contact(@(q) q(3) - (q(1)^2 + q(2)^2)/2, 'Friction', 0.15, 'Tangent', ...
      @(q) [1/w(q), -q(1)*q(2)/w(q)/n(q); 0, w(q)/n(q); q(1)/w(q), q(2)/w(q)/n(q)]);
  [q0, v0] = deal([1; 0; 0.5], [0; 1.5; 0]);
end

function sys = pendulum_by_joint()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).potential(@(q) 9.81*(1 + q(2)));
  sys = sys.joint(@(q) q(1)^2 + q(2)^2 - 1);
end

function test_order_is_two_while_a_mass_slides_on_a_curved_track()
  [sys, q0, v0] = track();
  assert_second_order(sys, 0.4, q0, v0, [20 40 80]);
end

function test_order_is_two_in_a_bowl_where_friction_turns()
  [sys, q0, v0] = bowl();
  assert_second_order(sys, 0.5, q0, v0, [20 40 80]);
end

function test_order_is_two_while_friction_holds_the_corner_of_a_rocking_block()
  [sys, q0, v0] = rocking_block();
  assert_second_order(sys, 0.1, q0, v0, [50 100 200]);
end

function test_order_is_two_while_the_slider_of_a_crank_slides_in_its_guide()
% two corners slide with friction from 0.0089 to 0.0150
  [sys, q0, v0] = slider_crank_clearance();
  ref = nsd_simulate(sys, [0 0.01], q0, v0, 'Method', 'event', 'RelTol', 1e-12, 'AbsTol', 1e-14);
  assert_second_order(sys, 0.004, ref.q(end, :)', ref.v(end, :)', [20 40 80]);
end

function test_order_is_two_between_the_impacts_of_an_oscillator()
  sys = NsdSystem.linear(1, 0.3, 4, 0).contact(1, 0.25, 'Restitution', 0.8);
  assert_second_order(sys, 0.9, 1, 0, [20 40 80]);
end

function test_order_is_two_for_a_law_of_friction_and_a_damper()
% a mass on a spring slides with a coefficient that falls with the speed
  sys = NsdSystem.linear(eye(2), diag([0.2 0]), diag([4 0]), [0; -10]);
  sys = sys.contact([0; 1], 0, 'Friction', nsd_stribeck(0.3, 0.1, 0.5), 'Tangent', [1; 0]);
  fine = run(sys, 0.4, [1; 0], [-0.5; 0], 'Step', 0.4/5120);
  miss = zeros(1, 3);
  for k = 1:3
    sol = run(sys, 0.4, [1; 0], [-0.5; 0], 'Step', 0.4/(20*2^k));
    miss(k) = abs(sol.q(end, 1) - fine.q(end, 1));
  end
  assertElementsAlmostEqual(log2(miss(1:2)./miss(2:3)), [2 2], 'absolute', 0.1);
end

function test_nsd_order_shows_second_order_with_friction()
  [sys, q0, v0] = track();
  r = nsd_order(sys.start(q0, v0), 0.4./[20 40 80], {'sup', 'L1'}, [], 'Method', 'rattle', ...
                'Span', [0 0.4], 'Quantity', 'q');
  assertElementsAlmostEqual(r.order, [2 2], 'absolute', 0.1);
end

function test_gaps_and_their_velocities_are_zero_while_contacts_stay_closed()
  [sys, q0, v0] = track();
  sol = run(sys, 0.4, q0, v0, 'Step', 0.02);
  U = sol.v(:, 2) - sol.q(:, 1).*sol.v(:, 1);
  assertTrue(max(abs(sol.gap)) < 1e-13 && max(abs(U)) < 1e-12);
end

function test_joints_hold_and_the_energy_does_not_drift()
% a symplectic method: after 200 swings the energy is as far off as after one
  sol = run(pendulum_by_joint(), 400, [1; 0], [0; 0], 'Step', 0.02);
  assertTrue(max(abs(sol.q(:, 1).^2 + sol.q(:, 2).^2 - 1)) < 1e-12);
  assertTrue(max(abs(sum(sol.q.*sol.v, 2))) < 1e-12);
  off = abs(sol.energy.total - sol.energy.total(1));
  early = max(off(sol.t < 4));
  assertTrue(early < 0.02 && max(off) < 1.05*early, sprintf('%g %g', early, max(off)));
end

function test_order_of_a_pendulum_by_a_joint_is_two()
  assert_second_order(pendulum_by_joint(), 1, [1; 0], [0; 0], [25 50 100]);
end

function test_an_elastic_ball_keeps_its_energy_for_ever()
  sol = run(nsd_ball('Restitution', 1), 200, 1, 0, 'Step', 1e-2);
  E = sol.v.^2/2 + 9.81*sol.q;
  assertElementsAlmostEqual(E, 9.81*ones(size(E)), 'absolute', 1e-9);
  assertTrue(min(sol.gap) > -1e-12);
end

function test_bounces_that_accumulate_come_to_rest_on_the_surface()
  sol = run(nsd_ball('Restitution', 0.5), 5, 1, 0, 'Step', 1e-2);
  assertTrue(abs(sol.q(end)) < 1e-12 && sol.v(end) == 0);
  assertElementsAlmostEqual(sum(sol.impulse), 9.81*5, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end), 9.81, 'absolute', 1e-9);
end

function test_an_oblique_impact_with_friction_obeys_the_law_of_moreau_at_any_phase()
% a rod without gravity: velocities after its impact are those of 'event', wherever the step ends
  [m, J, l, phi, mu, e] = deal(1, 1/12, 0.5, 0.7, 0.4, 0.6);
  sys = NsdSystem.lagrangian(diag([m m J]), @(t, q, v) [0; 0; 0]);
  sys = sys.contact(@(q) q(2) - l*sin(q(3)), 'Friction', mu, 'Restitution', e, ...
                    'Tangent', @(q) [1; 0; l*sin(q(3))]);
  [q0, v0] = deal([0; l*sin(phi) + 0.01; phi], [1; -1; 0]);
  ref = nsd_simulate(sys, [0 0.02], q0, v0, 'Method', 'event');
  for steps = [2003 3001 5003]
    sol = run(sys, 0.02, q0, v0, 'Step', 0.02/steps);
    assertElementsAlmostEqual(sol.v(end, :), ref.v(end, :), 'absolute', 1e-4);
  end
end

function test_works_of_a_step_add_up_for_a_constant_mass()
% kinetic energy = works of F by (h/2) w'(F + F+), of impulses and of the scheme (RT.9)
  [sys, q0, v0] = bowl();
  sol = run(sys, 0.5, q0, v0, 'Step', 0.01);
  E = sol.energy;
  force = 0.5*[0.6 0 -9.81]*(sol.q(2:end, :) - sol.q(1:end-1, :))'*2;
  works = [0; cumsum(force')] + E.impact + E.friction + E.numerical;
  assertElementsAlmostEqual(E.kinetic - E.kinetic(1), works, 'absolute', 1e-12);
  assertTrue(all(diff(E.friction) <= 0));
end

function test_impacts_lose_energy_or_the_run_says_so()
  [sys, q0, v0] = rocking_block();
  sol = run(sys, 0.35, q0, v0, 'Step', 1e-4);
  assertTrue(all(diff(sol.energy.impact) <= 1e-9));
  assertEqual(sol.stats.energyGain, 0);
end

function test_linear_systems_run_as_the_same_functions()
  sys = NsdSystem.linear(1, 0.1, 4, 0).contact(1, 0.25, 'Restitution', 0.8);
  same = NsdSystem.lagrangian(1, @(t, q, v) -0.1*v - 4*q).contact(@(q) q + 0.25, ...
                              'Restitution', 0.8);
  a = run(sys, 6, 1, 0, 'Step', 0.01);
  b = run(same, 6, 1, 0, 'Step', 0.01);
  assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-11);
end

function test_stiff_dampers_need_no_small_step()
% F is implicit in the velocity of the middle: Newton's iteration takes over
  sys = NsdSystem.linear(1, 1e5, 0, -10);
  sol = run(sys, 1, 0, 1, 'Step', 0.1);
  assertElementsAlmostEqual(sol.v(end), -1e-4, 'absolute', 1);
  assertTrue(all(abs(sol.v) <= 1));
end

function test_a_moving_floor_and_a_driven_joint_are_followed_exactly()
  lift = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  lift = lift.contact(@(q, t) q - 0.1*sin(2*t));
  sol = run(lift, 1, 0, 0.2, 'Step', 0.01);
  assertElementsAlmostEqual(sol.q, 0.1*sin(2*sol.t), 'absolute', 1e-13);
  assertElementsAlmostEqual(sol.v, 0.2*cos(2*sol.t), 'absolute', 1e-12);
end

function test_a_body_that_fits_between_two_walls_stops_there()
% no motion obeys the impact law of one wall and the other wall: the impact is plastic
  sys = NsdSystem.linear(1, 0, 0, 0).contact([1 -1], [0; 0], 'Restitution', 0.5);
  sol = run(sys, 0.1, 0, -1, 'Step', 0.01);
  assertElementsAlmostEqual([sol.q(end), sol.v(end)], [0 0], 'absolute', 1e-12);
end

function test_an_impact_that_friction_makes_impossible_ends_the_run_as_in_other_methods()
% a wedge that sticks to both its sides cannot rebound: the impact was plastic without a word, with
% status 'ok', where 'event', 'moreau' and 'newmark' say that no motion obeys the laws
  sides = {[1 -1; 0.5 0.5], [0; 0], 'Tangent', [0.5 0.5; -1 1]};
  wedge = @(mu, e) NsdSystem.linear(eye(2), 0, 0, [0; -1]).contact(sides{:}, 'Friction', mu, ...
                     'Restitution', e);
  for method = {'rattle', 'event', 'moreau', 'newmark'}
    go = @(sys) simulate_quietly(sys, [0 0.1], [0; 0], [0; -1], 'Method', method{1}, 'Step', 1e-3);
    assertEqual(go(wedge(2, 0.4)).status, 'ray');
    assertEqual(go(wedge(2, 0)).status, 'ok');
    sol = go(wedge(0.1, 0.4));                     % sticks to neither, and rebounds
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.v(end, :), [0 0.3], 'absolute', 2e-3);
  end
end

function test_errors_go_with_the_tolerance_and_need_few_steps()
% at an error of 1e-6: a tenth of the constant steps of 'rattle' and less
  [block, q, v] = rocking_block();
  [crank, qc, vc] = slider_crank_clearance();
  osc = NsdSystem.linear(1, 0, 4, 0).contact(1, 0.25, 'Restitution', 0.8);
  cases = {nsd_ball('Restitution', 0.9), 2, 1, 0, 1e-7, 2e4; osc, 6, 1, 0, 1e-7, 4e4; ...
           block, 0.35, q, v, 1e-8, 3e4; crank, 0.05, qc, vc, 1e-8, 4e4};
  for k = 1:4
    [sys, T, q0, v0, tol, constant] = cases{k, :};
    last = end_of_event(sys, [0 T], q0, v0);
    sol = run(sys, T, q0, v0, 'RelTol', tol);
    miss = max(abs(sol.q(end, :) - last));
    assertTrue(miss < 1e-6, sprintf('case %d: %g', k, miss));
    assertTrue(constant > 10*sol.stats.solves, sprintf('case %d: %d', k, sol.stats.solves));
    sol = run(sys, T, q0, v0, 'Step', T/constant, 'OutputEvery', constant);
    assertTrue(max(abs(sol.q(end, :) - last)) > 1e-6, sprintf('case %d', k));
  end
end

function test_friction_in_space_stops_where_event_stops()
  slope = NsdSystem.linear(eye(3), zeros(3), zeros(3), [2; 0; -9.81]);
  slope = slope.contact([0; 0; 1], 0, 'Friction', 0.4, 'Tangent', [1 0; 0 1; 0 0]);
  last = end_of_event(slope, [0 2], [0; 0; 0], [-1; 1.5; 0]);
  sol = run(slope, 2, [0; 0; 0], [-1; 1.5; 0], 'RelTol', 1e-7);
  assertElementsAlmostEqual(sol.q(end, :), last, 'absolute', 1e-6);
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0], 'absolute', 1e-9);
end

function test_cohesion_pulls_until_its_strength()
% pulled by 12 t: opens where the pull reaches 10
  sys = NsdSystem.linear(1, 0, 0, @(t) 12*t).contact(1, 0, 'Cohesion', nsd_cohesive(10, 1e-3));
  sol = run(sys, 1, 0, 0, 'Step', 1e-3);
  opens = sol.t(find(sol.q > 1e-5, 1));
  assertElementsAlmostEqual(opens, 10/12, 'absolute', 0.02);
end

function test_what_rattle_does_not_take_says_so()
  soft = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Stiffness', 1e4);
  assertExceptionThrown(@() run(soft, 1, 1, 0), 'nsd:simulate:compliance');
  columns = NsdSystem.linear(1, 0, 0, zeros(1, 11));
  assertExceptionThrown(@() run(columns, 1, 0, 0, 'Step', 0.1), 'nsd:simulate:method');
  spring = NsdSystem.linear(1, 0, 1e4, 0);
  assertEqual(warning_of(@() nsd_simulate(spring, [0 0.1], 1, 0, 'Method', 'rattle', ...
                                          'Step', 0.05)), 'nsd:simulate:stabilityLimit');
end
