function test_suite = test_order()
%TEST_ORDER  Closed forms, Hausdorff distance, orders of convergence.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- closed forms --------------------------------------------------------------------------

function test_ball_as_in_the_tables()
  exact = nsd_exact('ball');
  hit = exact.impacts(9);
  assertElementsAlmostEqual(hit([1 44])', [0.451523640985731 8.491374025647692], 'absolute', 1e-14);
  assertElementsAlmostEqual(exact.accumulation, 8.578949178728887, 'absolute', 1e-14);
  [q, v] = exact.at([2; 100]);
  assertElementsAlmostEqual([q, v], [0.0136843622851 3.18722218114; 0 0], 'absolute', 1e-11);
end

function test_ball_thrown_from_the_floor()
  exact = nsd_exact('ball', 'Gravity', 9.8, 'Height', 0, 'Velocity', 20);
  hit = exact.impacts(30);
  assertElementsAlmostEqual(hit([1 2 5 10])', ...
    [4.081632653061 7.755102040816 16.714693877551 26.584553465306], 'absolute', 1e-12);
  assertElementsAlmostEqual(exact.accumulation, 40.81632653061, 'absolute', 1e-11);
end

function test_elastic_and_dead_balls()
  exact = nsd_exact('ball', 'Restitution', 1);
  assertEqual(exact.accumulation, Inf);
  assertEqual(numel(exact.impacts(10)), 11);           % t_1 (2j - 1) <= 10
  [q, v] = exact.at(2*exact.impacts(1));               % back at the top
  assertElementsAlmostEqual([q v], [1 0], 'absolute', 1e-14);
  dead = nsd_exact('ball', 'Restitution', 0);
  assertEqual(dead.impacts(10), dead.accumulation);
  [q, v] = dead.at(5);
  assertEqual([q v], [0 0]);
end

function test_both_sides_of_an_impact()
  exact = nsd_exact('ball');
  hit = exact.impacts(2);
  [~, right] = exact.at(hit);
  [~, left] = exact.at(hit, 'left');
  assertElementsAlmostEqual(right, -0.9*left, 'relative', 1e-12);
end

function test_oscillator_and_what_the_solver_says()
  exact = nsd_exact('oscillator');
  assertElementsAlmostEqual(exact.impacts(5)', [0.911738290968 2.79472886787 4.74898992482], ...
                            'absolute', 1e-11);
  assertEqual(exact.accumulation, Inf);
  pressed = nsd_exact('oscillator', 'Wall', -0.5, 'Force', -4, 'Restitution', 0.5);
  assertTrue(isfinite(pressed.accumulation));           % the force holds it at the wall
  [q, v] = pressed.at(pressed.accumulation + 1);
  assertEqual([q v], [-0.5 0]);
  sol = simulate_quietly(pressed.system, [0 3], 'Step', 1e-4);
  assertElementsAlmostEqual(sol.q, pressed.at(sol.t), 'absolute', 1e-3);   % O(h)
end

function test_take_off_and_bar_as_in_the_tables()
  exact = nsd_exact('takeoff');
  [q, v] = exact.at(10);
  assertElementsAlmostEqual([exact.leaves q v], [6.5678525066 2.6657911889 -4.6657371675], ...
                            'absolute', 1e-10);
  assertExceptionThrown(@() exact.at(exact.until + 1e-3), 'nsd:exact:beyond');
  bar = nsd_exact('bar');
  assertElementsAlmostEqual(bar.contact, [5e-4 8.85449645e-4], 'absolute', 1e-12);
  assertElementsAlmostEqual(bar.force, 1270.827478, 'absolute', 1e-6);
  % the displacement has the velocity as its slope, before, in and after the contact
  x = [0 0.3 1];
  for t = [2e-4 6e-4 8e-4 1.1e-3]
    slope = (bar.displacement(x, t + 1e-9) - bar.displacement(x, t - 1e-9))/2e-9;
    assertElementsAlmostEqual(slope, bar.velocity(x, t), 'absolute', 1e-6);
  end
end

function test_what_has_no_closed_form_is_refused()
  assertExceptionThrown(@() nsd_exact('pendulum'), 'nsd:exact:unknown');
  assertExceptionThrown(@() nsd_exact('oscillator', 'Damping', 1), 'nsd:exact:noClosedForm');
  assertExceptionThrown(@() nsd_exact('oscillator', 'Force', nsd_harmonic(1, 2)), ...
                        'nsd:exact:noClosedForm');
  assertExceptionThrown(@() nsd_exact('bar', 'Gravity', 10), 'nsd:exact:noClosedForm');
  assertExceptionThrown(@() nsd_exact('ball', 'Height', -1), 'nsd:exact:noClosedForm');
end

function test_runs_that_miss_an_impact_are_told()
  % the third impact is at 1.9957: coarse runs end without it, and "order 2.44" came without a word
  fails = @(span) warning_of(@() nsd_order(nsd_ball(), 2./[50 100 200], {'hausdorff', 'L1'}, ...
                                           [], 'Span', span, 'Method', 'moreau'));
  [id, text, r] = fails([0 2]);
  assertEqual({id, r.impacts}, {'nsd:order:impacts', [2; 2; 2]});
  assertTrue(~isempty(strfind(text, 'the reference 3')), text);
  [id, ~, r] = fails([0 1.5]);
  assertEqual({id, r.impacts}, {'', [2; 2; 2]});
  assertTrue(all(r.scatter >= 1 & r.scatter < 2));
end

% ---- Hausdorff distance --------------------------------------------------------------------

function test_step_against_ramp_is_exact()
  d = 0.2;
  assertElementsAlmostEqual(nsd_hausdorff([0 .5 .5 1]', [0 0 1 1]', [0 .5-d .5+d 1]', ...
                            [0 0 1 1]'), d/(1 + 2*d), 'absolute', 1e-15);
end

function test_columns_are_compared_one_by_one()
  t = (0:0.1:1)';
  d = nsd_hausdorff(t, [t, 0*t], t, [t, 0*t + 3]);
  assertElementsAlmostEqual(d, [0 3], 'absolute', 1e-15);
end

function test_late_jumps_are_near_in_hausdorff_and_far_in_sup()
  exact = nsd_exact('ball');
  sol = simulate_quietly(exact.system, [0 5], 'Step', 5e-4);
  [~, v] = exact.at(sol.t);
  assertTrue(max(abs(sol.v - v)) > 1);
  assertTrue(nsd_hausdorff(sol, exact) < 0.05);
end

function test_bad_graphs_are_refused()
  assertExceptionThrown(@() nsd_hausdorff([1 0]', [0 0]', 0, 0), 'nsd:hausdorff:notAscending');
  assertExceptionThrown(@() nsd_hausdorff([0 1]', [0 NaN]', 0, 0), 'nsd:hausdorff:notFinite');
  assertExceptionThrown(@() nsd_hausdorff([0 1]', [0 0 0]', 0, 0), 'nsd:hausdorff:badSize');
  assertExceptionThrown(@() nsd_hausdorff(1, 2), 'nsd:hausdorff:missing');
  assertExceptionThrown(@() nsd_hausdorff([], [], 0, 0), 'nsd:hausdorff:badInput');
end

% ---- orders --------------------------------------------------------------------------------

function test_schemes_are_first_order_on_ball_and_oscillator()
  % where in a step an impact falls is chance, so that fits scatter: paoli's order on the ball
  % is 0.51 over 12 steps and 0.91 over these 40, from 1000 to 20000 per run
  cases = {nsd_exact('ball'), 5; nsd_exact('oscillator'), 6; nsd_exact('ball', ...
           'Restitution', 0.5), 3};                     % the last: past its accumulation at 1.35
  for c = 1:3
    steps = cases{c, 2}./round(logspace(3, log10(20000), 40));
    for method = {'moreau', 'paoli', 'newmark'}
      r = nsd_order(cases{c, 1}.system, steps, {'L1', 'hausdorff'}, cases{c, 1}, ...
                    'Span', [0 cases{c, 2}], 'Method', method{1});
      assertTrue(all(abs(r.order - 1) <= 0.3), sprintf('%s: orders %.2f, %.2f in case %d', ...
                 method{1}, r.order, c));
    end
  end
end

function test_p_norms()
  % (h sum |e|^p)^(1/p) by hand; a jump that is late by h contributes h^(1/p)
  exact = nsd_exact('ball');
  r = nsd_order(nsd_ball(), 0.01, {'L2', 'L2.0', 'L4', 'l1.5'}, exact, 'Span', [0 2], ...
                'Method', 'moreau');
  sol = nsd_simulate(nsd_ball(), [0 2], 'Step', 0.01, 'Method', 'moreau');
  [~, v] = exact.at(sol.t);
  norm_of = @(p) (0.01*sum(abs(sol.v - v).^p))^(1/p);
  assertElementsAlmostEqual(r.error, [norm_of(2) norm_of(2) norm_of(4) norm_of(1.5)], ...
                            'absolute', 1e-12);
  r = nsd_order(nsd_ball(), 3./round(logspace(2, 4, 12)), {'L1', 'L4'}, exact, 'Span', [0 3], ...
                'Method', 'moreau');
  assertElementsAlmostEqual(r.order, [1 1/4], 'absolute', 0.15);
end

function test_smooth_motion_is_second_order()
  sys = nsd_oscillator('Wall', -3);
  exact = nsd_exact('oscillator', 'Wall', -3);
  r = nsd_order(sys, 5./[100 200 400 800], {'L1', 'L2', 'sup'}, exact, 'Span', [0 5], ...
                'Quantity', 'q');
  assertElementsAlmostEqual(r.order, [2 2 2], 'absolute', 0.05);
end

function test_event_solver_is_first_order_in_its_tolerance()
  % error per step at the tolerance, of a pair of order 5: error ~ tol, steps ~ tol^(-1/5). The
  % L2 norm of late jumps is the root of how late they are
  tolerances = 10.^-(4:0.5:11);
  exact = nsd_exact('oscillator');
  cases = {exact.system, exact, 6; nsd_pendulum(), [], 20};
  for c = 1:2
    run = {'Span', [0 cases{c, 3}], 'Method', 'event', 'Integrator', 'dp54'};
    r = nsd_order(cases{c, 1}, tolerances, {'L1', 'hausdorff', 'L2'}, cases{c, 2}, run{:});
    assertElementsAlmostEqual(r.order, [1 1 0.5], 'absolute', 0.12);
    assertElementsAlmostEqual(r.workOrder, -0.2, 'absolute', 0.02);
    assertEqual(r.tolerances, tolerances');
    assertTrue(isempty(r.steps) && all(r.error(end, 1:2) < 1e-9));
    r = nsd_order(cases{c, 1}, tolerances, {'L1', 'L2', 'sup', 'hausdorff'}, cases{c, 2}, ...
                  run{:}, 'Quantity', 'q');
    assertElementsAlmostEqual(r.order, [1 1 1 1], 'absolute', 0.12);
  end
end

function test_motions_met_exactly_show_no_order()
  % a parabola is exact in every Runge-Kutta step, linear flights are exact by themselves: what
  % is left is rounding, and a slope through it would mean nothing
  exact = {nsd_exact('ball'), nsd_exact('oscillator')};
  integrator = {'dp54', 'auto'};
  for c = 1:2
    r = nsd_order(exact{c}.system, 10.^-(4:10), {'L1', 'hausdorff'}, exact{c}, ...
                  'Span', [0 5], 'Method', 'event', 'Integrator', integrator{c});
    assertTrue(all(r.error(:) < 1e-12) && all(isnan(r.order)));
  end
end

function test_located_newmark_impacts_keep_the_second_order_of_positions()
  r = nsd_order(nsd_bouncing_pendulum(), 0.5./[100 200 400 800], 'L1', [], 'Span', [0 0.5], ...
                'Method', 'event-newmark', 'Quantity', 'q');
  assertElementsAlmostEqual(r.order, 2, 'absolute', 0.2);
  assertElementsAlmostEqual(r.workOrder, -1, 'absolute', 0.02);
end

function test_first_order_systems_have_an_order_too()
  % x' = -x + lambda, a diode that never conducts: the implicit rule is of second order at 1/2
  sys = NsdSystem.firstOrder(-1, 1, 1, 0).start(1);
  fine = nsd_simulate(sys, [0 1], 'Step', 1e-4);
  r = nsd_order(sys, 1./[10 20 40 80], 'sup', fine, 'Span', [0 1]);
  assertEqual(r.quantity, 'x');
  assertElementsAlmostEqual(r.order, 2, 'absolute', 0.1);
  assertExceptionThrown(@() nsd_order(sys, 1./[10 20], 'sup', [], 'Span', [0 1]), ...
                        'nsd:order:noReference');
end

function test_rigid_bodies_are_measured_against_a_finer_run()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 1]);
  fine = nsd_simulate(world, [0 1], 'Step', 1e-4);
  r = nsd_order(world, 1./[50 100 200 400], 'L1', fine);
  assertElementsAlmostEqual(r.order, 1, 'absolute', 0.3);
  r = nsd_order(world, 1./[50 100 200 400], 'L1', [], 'Span', [0 1]);   % against 'event'
  assertElementsAlmostEqual(r.order, 1, 'absolute', 0.3);
  box = NsdBodies().plane([0 0 1], 0).box('Size', [1 1 1], 'Position', [0 0 1]);
  assertExceptionThrown(@() nsd_order(box, 1./[50 100], 'L1', [], 'Span', [0 1]), ...
                        'nsd:order:noReference');
end

function test_bad_requests_are_refused()
  assertExceptionThrown(@() nsd_order(nsd_ball()), 'nsd:order:missing');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 0.1, 'L0.5'), 'nsd:order:badNorm');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 0.1, 'H1'), 'nsd:order:badNorm');
  assertExceptionThrown(@() nsd_order(nsd_ball(), -0.1), 'nsd:order:badSteps');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 0.1, 'L1', 7), 'nsd:order:badReference');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 0.1, 'L1', [], 'Quantity', 'x'), ...
                        'nsd:order:badQuantity');
  assertExceptionThrown(@() nsd_order(3, 0.1), 'nsd:order:missing');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 1e-3, 'L1', [], 'Method', 'event'), ...
                        'nsd:order:badSpan');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 3, 'L1', [], 'Method', 'event'), ...
                        'nsd:order:badSteps');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 1e-3, 'L1', [], 'Spam', [0 1]), ...
                        'nsd:order:unknownOption');
  assertExceptionThrown(@() nsd_order(nsd_ball(), 1e-3, 'L1', [], 'Span'), 'nsd:order:badValue');
end
