function test_suite = test_adaptive()
%TEST_ADAPTIVE  Time stepping with steps by RelTol and AbsTol, against closed forms and 'event'.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [sys, q0, v0] = oscillator()
  sys = NsdSystem.linear(1, 0, 4, 0).contact(1, 0.25, 'Restitution', 0.8);
  [q0, v0] = deal(1, 0);
end

function [sys, q0, v0] = track()
% a mass on a parabolic track with friction: the normal turns, nothing else happens
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  sys = sys.contact(@(q) q(2) - q(1)^2/2, 'Friction', 0.2, ...
                    'Tangent', @(q) [1; q(1)]/sqrt(1 + q(1)^2));
  [q0, v0] = deal([1; 0.5], [-0.5; -0.5]);
end

function [miss, solves, steps] = errors(sys, T, q0, v0, tolerances, last, varargin)
% error of q at T for each tolerance; LAST: q there, or [] for that of 'event'
  if isempty(last)
    ref = nsd_simulate(sys, [0 T], q0, v0, 'Method', 'event', 'RelTol', 1e-12, 'AbsTol', 1e-14);
    last = ref.q(end, :);
  end
  [miss, solves, steps] = deal(zeros(numel(tolerances), 1));
  for k = 1:numel(tolerances)
    sol = nsd_simulate(sys, [0 T], q0, v0, 'RelTol', tolerances(k), varargin{:});
    assertEqual(sol.status, 'ok');
    miss(k) = max(abs(sol.q(end, :) - last));
    [solves(k), steps(k)] = deal(sol.stats.solves, sol.stats.steps);
  end
end

function slope = slope_of(x, y)
  line = polyfit(log(x(:)), log(y(:)), 1);
  slope = line(1);
end

function assert_proportional(miss, tolerances, most)
% the slope of a line through five points that scatter by a factor of three is uncertain by 0.2
  slope = slope_of(tolerances, miss);
  assertTrue(abs(slope - 1) < 0.3, sprintf('error ~ tolerance^%.2f', slope));
  assertTrue(all(miss(:)' < most*tolerances), sprintf('%.2g ', miss(:)'./tolerances));
end

function test_error_of_the_ball_goes_with_the_tolerance()
  tolerances = 10.^-(3:7);
  miss = errors(nsd_ball('Restitution', 0.9), 2, 1, 0, tolerances, 0.0136843622851, ...
                'Method', 'moreau');
  assert_proportional(miss, tolerances, 10);
end

function test_error_of_the_oscillator_goes_with_the_tolerance()
  [sys, q0, v0] = oscillator();
  tolerances = 10.^-(3:7);
  assert_proportional(errors(sys, 6, q0, v0, tolerances, [], 'Method', 'moreau'), tolerances, 10);
end

function test_errors_of_few_impacts_do_not_scatter()
% an impact anywhere in its step made errors of 0.05 to 1 tolerances by chance, and slopes from 0.65
  tolerances = 10.^-(3:0.5:7);
  systems = {NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.7), 1, 1.3; ...
             NsdSystem.linear(1, 0.1, 4, @(t) 2*cos(1.7*t)).contact(1, 0.3, ...
                                                                    'Restitution', 0.8), 0.5, 6; ...
             NsdSystem.lagrangian(1, @(t, q, v) -4*q - q^3 - 0.1*v + 3*cos(2.2*t)).contact( ...
                                            @(q) 0.4 - q, 'Restitution', 0.7), 0.1, 5};
  for method = {'moreau', 'rattle'}
    for k = 1:size(systems, 1)
      [sys, q0, T] = systems{k, :};
      miss = errors(sys, T, q0, 0, tolerances, [], 'Method', method{1});
      parts = miss(:)'./tolerances;
      assertTrue(max(parts) < 1.5*min(parts), sprintf('%s: %s', method{1}, mat2str(parts, 2)));
      assertTrue(max(parts) < 1.5);
    end
  end
end

function test_an_impact_costs_few_steps_whatever_the_tolerance()
% free flight is exact, so that all steps but those at impacts are as long as allowed: halving took
% three solves more for each factor of 2
  for tolerance = [1e-4 1e-8]
    sol = nsd_simulate(nsd_ball('Restitution', 0.9), [0 2], 1, 0, 'Method', 'moreau', ...
                       'RelTol', tolerance, 'MaxStep', 0.02);
    assertEqual(sum(strcmp(sol.events.kind, 'impact')), 3);
    assertTrue(sol.stats.solves <= 3*(100 + 4*3));
  end
end

function test_error_of_the_rocking_block_goes_with_the_tolerance()
% two impacts magnify errors by a hundred; friction holds the corners
  [sys, q0, v0] = rocking_block();
  tolerances = 10.^-(3:7);
  assert_proportional(errors(sys, 0.35, q0, v0, tolerances, [], 'Method', 'moreau'), ...
                      tolerances, 100);
end

function test_error_of_the_slider_crank_with_clearance_goes_with_the_tolerance()
  [sys, q0, v0] = slider_crank_clearance();
  tolerances = 10.^-(4:8);
  assert_proportional(errors(sys, 0.05, q0, v0, tolerances, [], 'Method', 'moreau'), ...
                      tolerances, 200);
end

function test_error_goes_with_the_tolerance_while_the_slider_is_held_by_its_guide()
% From 8.8 to 15 ms two corners slide along the guide. Steps there are of order 1 with a small
% error of order 2, which extrapolation removes: what remained went with the power 2/3 of the
% tolerance, from 0.2 to 13 tolerances, and the slope was 0.60 at 20 ms.            (AD.11)
  [sys, q0, v0] = slider_crank_clearance();
  tolerances = 10.^-(4:8);
  for T = [0.015 0.02 0.025]
    assert_proportional(errors(sys, T, q0, v0, tolerances, [], 'Method', 'moreau'), ...
                        tolerances, 8);
  end
end

function test_sliding_that_turns_back_is_seen()
% A spring turns the sliding around four times without a stop. Friction of the end of the step acted
% from its start, in the whole and in the halves alike: errors of 8000 tolerances.  (AD.12)
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [-20*q(1) + 3*cos(5*t); -9.81]);
  sys = sys.contact(@(q) q(2), 'Friction', 0.2, 'Tangent', @(q) [1; 0]);
  tolerances = 10.^-(3:8);
  for method = {'moreau', 'rattle', 'newmark'}
    miss = errors(sys, 1.9, [0.5; 0], [0; 0], tolerances, [], 'Method', method{1});
    assertTrue(all(miss' < tolerances), sprintf('%s: %s', method{1}, mat2str(miss', 2)));
  end
end

function test_small_tolerances_are_those_of_the_contact_solver_too()
% residuals of 1e-10 stood in the difference of whole and halves: 'stalled' with steps of 1e-13 s
  [sys, q0, v0] = slider_crank_clearance();
  [~, ~, steps] = errors(sys, 0.012, q0, v0, 1e-11, zeros(1, 3), 'Method', 'moreau');
  assertTrue(steps < 30000);
end

function test_newmark_family_has_the_error_of_its_tolerance()
  [sys, q0, v0] = oscillator();
  for method = {'newmark', 'hht', 'genalpha'}
    miss = errors(sys, 6, q0, v0, [1e-4 1e-6], [], 'Method', method{1});
    assertTrue(all(miss' < 100*[1e-4 1e-6]), sprintf('%s: %g %g', method{1}, miss));
  end
end

function test_steps_of_own_length_need_a_tenth_of_the_work_and_less()
% constant steps for an error of 1e-6 at T = 2: the ball misses by more than 1e-6 with 1e6 of them
  [ball, last] = deal(nsd_ball('Restitution', 0.9), 0.0136843622851);
  [miss, solves] = errors(ball, 2, 1, 0, 1e-7, last, 'Method', 'moreau');
  assertTrue(miss < 1e-6);
  sol = nsd_simulate(ball, [0 2], 1, 0, 'Method', 'moreau', 'Step', 2e-6, 'OutputEvery', 1e6);
  assertTrue(abs(sol.q(end) - last) > 1e-6);
  assertTrue(sol.stats.steps > 10*solves);
end

function test_order_is_two_between_events_where_a_normal_turns()
% friction along a curved track: constant steps have order 1 there
  [sys, q0, v0] = track();
  for method = {'moreau', 'newmark'}
    [miss, ~, steps] = errors(sys, 0.4, q0, v0, [1e-4 1e-5 1e-6], [], 'Method', method{1}, ...
                              'MaxStep', 1);
    order = -slope_of(steps, miss);
    assertTrue(abs(order - 2) < 0.3, sprintf('%s: order %.2f', method{1}, order));
  end
end

function test_gap_of_a_turning_normal_stays_closed_to_the_tolerance()
  [sys, q0, v0] = track();
  sol = nsd_simulate(sys, [0 0.4], q0, v0, 'Method', 'moreau', 'RelTol', 1e-6);
  assertTrue(max(abs(sol.gap)) < 1e-6);
end

function test_stick_and_slip_on_a_belt_meet_event()
  belt = NsdSystem.linear(eye(2), zeros(2), diag([1 0]), [0; -10]);
  belt = belt.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0], 'SurfaceVelocity', 0.5);
  ref = nsd_simulate(belt, [0 12], [0; 0], [0; 0], 'Method', 'event', 'RelTol', 1e-12);
  sol = nsd_simulate(belt, [0 12], [0; 0], [0; 0], 'Method', 'moreau', 'RelTol', 1e-7);
  assertElementsAlmostEqual(sol.q(end, :), ref.q(end, :), 'absolute', 1e-6);
  kinds = @(s) s.events.kind(ismember(s.events.kind, {'stick', 'slip'}));
  assertEqual(kinds(sol), kinds(ref));
end

function test_resting_weight_is_the_sum_of_impulses_at_given_times()
% momentum: impulses = m g T, with m = 1, from rest to rest
  times = 0:0.1:4;
  sol = nsd_simulate(nsd_ball('Restitution', 0.5), times, 1, 0, 'Method', 'moreau', ...
                     'RelTol', 1e-6);
  assertEqual(sol.t', times);
  assertElementsAlmostEqual(sum(sol.impulse), 9.81*4, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end), 9.81, 'absolute', 1e-9);
end

function test_rows_at_given_times_are_as_exact_as_the_steps()
  times = [0, 0.2, 0.4515, 0.4516, 1, 2];
  exact = nsd_exact('ball', 'Restitution', 0.9);
  sol = nsd_simulate(nsd_ball('Restitution', 0.9), times, 1, 0, 'Method', 'moreau', ...
                     'RelTol', 1e-7);
  assertElementsAlmostEqual(sol.q, exact.at(times'), 'absolute', 1e-6);
end

function test_states_between_rows_lie_on_cubics()
  [sys, q0, v0] = oscillator();
  sol = nsd_simulate(sys, [0 0.9], q0, v0, 'Method', 'moreau', 'RelTol', 1e-7);
  t = (0.01:0.013:0.89)';
  assertElementsAlmostEqual(sol.at(t), cos(2*t), 'absolute', 1e-6);
  again = NsdSolution.fromStruct(sol.toStruct(), sys);
  assertEqual(again.at(t), sol.at(t));
end

function test_ledger_closes_and_impacts_only_lose()
  [sys, q0, v0] = slider_crank_clearance();
  sol = nsd_simulate(sys, [0 0.05], q0, v0, 'Method', 'moreau', 'RelTol', 1e-6);
  E = sol.energy;
  works = E.external + E.impact + E.friction + E.numerical;
  assertElementsAlmostEqual(E.total - E.total(1), works, 'absolute', 1e-12);
  rest = 10*1e-6*E.total(1);                     % contacts at rest move by the tolerance
  assertTrue(all(diff(E.impact) <= rest) && all(diff(E.friction) <= rest));
end

function test_a_force_of_time_is_evaluated_where_the_steps_are()
% x'' = cos(3 t) from rest: x = (1 - cos(3 t))/9
  sys = NsdSystem.linear(1, 0, 0, @(t) cos(3*t));
  sol = nsd_simulate(sys, [0 5], 0, 0, 'Method', 'moreau', 'RelTol', 1e-7);
  assertElementsAlmostEqual(sol.q(end), (1 - cos(15))/9, 'absolute', 1e-6);
end

function test_the_run_ends_with_max_steps()
  warning('off', 'nsd:simulate:maxSteps', 'local');
  sol = nsd_simulate(nsd_ball(), [0 2], 1, 0, 'Method', 'moreau', 'RelTol', 1e-6, 'MaxSteps', 5);
  assertEqual(sol.status, 'maxSteps');
  assertEqual(sol.stats.steps, 5);
end

function test_one_tolerance_sets_the_other()
  a = nsd_simulate(nsd_ball(), [0 1], 1, 0, 'Method', 'moreau', 'RelTol', 1e-5);
  b = nsd_simulate(nsd_ball(), [0 1], 1, 0, 'Method', 'moreau', 'AbsTol', 1e-7);
  assertEqual(a.q, b.q);
end

function test_sweeps_make_the_same_runs()
  ball = nsd_ball('Restitution', 0.5);
  out = nsd_sweep(ball, [], [0 1], 'q0', 1, 'v0', [-1 0 1], 'Method', 'moreau', 'RelTol', 1e-6);
  for k = 1:3
    sol = nsd_simulate(ball, [0 1], 1, k - 2, 'Method', 'moreau', 'RelTol', 1e-6);
    assertEqual(out.q(k, :), sol.q(end, :));
  end
end

function test_order_over_tolerances_is_one()
  [sys, q0, v0] = oscillator();
  r = nsd_order(sys.start(q0, v0), 10.^-(4:6), 'L1', [], 'Method', 'moreau', 'Vary', 'RelTol', ...
                'Span', [0 6], 'Quantity', 'q');
  assertTrue(abs(r.order - 1) < 0.3);
  assertEqual(r.tolerances, 10.^-(4:6)');
end

function test_what_has_no_tolerances_says_so()
  step = @(varargin) nsd_step(nsd_ball(), 'moreau', 0, struct('q', 1, 'v', 0), 0.1, varargin{:});
  assertExceptionThrown(@() step('RelTol', 1e-3), 'nsd:options:badValue');
  run = @(method) nsd_simulate(nsd_ball(), [0 1], 1, 0, 'Method', method, 'RelTol', 1e-3);
  assertExceptionThrown(@() run('paoli'), 'nsd:options:badValue');
  columns = NsdSystem.linear(1, 0, 0, zeros(1, 11));
  assertExceptionThrown(@() nsd_simulate(columns, [0 1], 0, 0, 'Step', 0.1, 'RelTol', 1e-3, ...
                                         'Method', 'moreau'), 'nsd:simulate:method');
end
