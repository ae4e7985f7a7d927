function test_suite = test_conventions()
%TEST_CONVENTIONS  What users rely on: rows, jumps, events, statuses; every method, every system.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_ledger_closes_for_every_method_on_every_system()
  each_run(@ledger_closes, methods_to_test());
end

function test_impulses_push_for_every_method_on_every_system()
  each_run(@(sol, p) assertTrue(all(sol.impulse(:) >= 0), p.name), methods_to_test());
end

function test_impact_law_holds_for_every_velocity_method_on_every_system()
  each_run(@impact_law, velocity_methods());
end

function test_penetration_stays_of_the_order_of_a_step()
  each_run(@penetration, velocity_methods());
end

function test_steps_are_t0_plus_k_h()
  sol = nsd_simulate(NsdSystem.linear(1), [0.3 1.3], 0, 1, 'Step', 0.1);
  assertEqual(sol.t, 0.3 + (0:10)'*0.1);
  assertEqual(sol.stats.steps, 10);
  assertEqual(sol.stats.step, 0.1);
end

function test_without_scales_there_are_a_thousand_steps()
  sol = nsd_simulate(NsdSystem.linear(1), [1 3], 0, 1, 'Method', 'moreau');
  assertEqual(numel(sol.t), 1001);
  assertElementsAlmostEqual(sol.stats.step, 0.002, 'absolute', 1e-17);
end

function test_last_step_is_shortened_to_end_at_t1()
  % it ended at 0.9 with a warning, and with Step 0.4 at 1.2
  [id, ~, sol] = warning_of(@() nsd_simulate(NsdSystem.linear(1), [0 1], 0, 1, 'Step', 0.3));
  assertEqual(id, '');
  assertElementsAlmostEqual(sol.t, [0 0.3 0.6 0.9 1]', 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.q, sol.t, 'absolute', 1e-15);
  assertEqual(sol.stats.steps, 4);
end

function test_every_method_ends_at_t1_with_its_ledger_closed()
  for p = time_stepping_problems()'
    [sys, method] = p{:};
    sol = simulate_quietly(sys, [0 1], 'Step', 0.003, 'Method', method);
    assertEqual(sol.t(end), 1);
    assertTrue(all(diff(sol.t) > 0 & diff(sol.t) <= 0.003*(1 + 1e-9)), method);
    E = sol.energy;
    works = sum(works_of(E), 2);
    assertElementsAlmostEqual(E.total, E.total(1) + works, 'absolute', 1e-9*max(abs(E.total)));
    fine = simulate_quietly(sys, [0 1], 'Step', 0.00025, 'Method', method);
    assertElementsAlmostEqual(sol.q(end, :), fine.q(end, :), 'absolute', 0.02);
  end
end

function list = time_stepping_problems()
  swing = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)).start(1, 0);
  spring = NsdSystem.linear([2 0; 0 1], 0.1*eye(2), [30 -10; -10 20], [0; 1]);
  spring = spring.contact([1 0]', 0.5, 'Restitution', 0.5).start([1; -1], [0; 0]);
  list = [repmat({spring}, 8, 1), {'moreau'; 'moreau-dissipative'; 'kern'; 'paoli'; 'newmark'; ...
                                   'hht'; 'genalpha'; 'rattle'}; ...
          repmat({swing}, 5, 1), {'moreau'; 'paoli'; 'newmark'; 'genalpha'; 'rattle'}];
end

function test_given_times_end_at_t1_too()
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.5).start(1, 0);
  t = [0 0.33 0.5 0.95 0.97 1]';
  all_steps = simulate_quietly(ball, [0 1], 'Step', 0.03);
  some = simulate_quietly(ball, t, 'Step', 0.03);
  assertEqual(some.t, t);
  assertElementsAlmostEqual(some.q, all_steps.at(t), 'absolute', 1e-12);
end

function test_columns_of_forces_end_with_the_last_whole_step()
  sys = NsdSystem.linear(1, 0, 0, zeros(1, 4));
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 1], 0, 1, 'Step', 0.3));
  assertEqual(id, 'nsd:simulate:lastStep');
  assertElementsAlmostEqual(sol.t(end), 0.9, 'absolute', 1e-15);
end

function test_end_may_differ_by_a_billionth_of_a_step()
  run = @(T) nsd_simulate(NsdSystem.linear(1), [0 T], 0, 1, 'Step', 0.25).stats.steps;
  assertEqual(run(1 + 0.25e-10), 4);
  assertEqual(run(1 + 0.25e-7), 5);
  assertEqual(run(1 - 0.25e-7), 4);
end

function test_round_off_in_the_span_does_not_warn()
  for h = [0.1 0.01 0.005 1/3 1e-3]
    for N = [3 7 30 1000]
      f = @() nsd_simulate(NsdSystem.linear(1), [0.7 0.7+N*h], 0, 1, 'Step', h);
      assertEqual(warning_of(f), '');
    end
  end
end

function test_output_every_keeps_those_rows_and_the_end()
  all_rows = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 0.01);
  for every = [2 7 50 600 1000]
    kept = unique([1:every:601, 601]);
    sol = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 0.01, 'OutputEvery', every);
    assertEqual(sol.t, all_rows.t(kept));
    assertEqual(sol.q, all_rows.q(kept));
    total = cumsum(all_rows.impulse);
    assertElementsAlmostEqual(sol.impulse, [0; diff(total(kept))], 'absolute', 1e-13);
    assertEqual(sol.events.t, all_rows.events.t);       % events are not thinned
    assertEqual(sol.events.v, all_rows.events.v);
    assertEqual(sol.events.q, all_rows.events.q);
  end
end

function test_given_times_are_the_rows()
  times = [0; 0.005; 0.01; 0.017; 0.5; 3.14159; 6];
  all_rows = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 0.01);
  sol = nsd_simulate(nsd_oscillator(), times, 'Step', 0.01);
  assertEqual(sol.t, times);
  assertElementsAlmostEqual(sol.q(2), mean(all_rows.q(1:2)), 'absolute', 1e-15);
  assertEqual(sol.v(4), all_rows.v(2));
  assertElementsAlmostEqual(sol.q([3 5 7]), all_rows.q([2 51 601]), 'absolute', 1e-14);
  assertEqual(sol.v([3 5 7]), all_rows.v([2 51 601]));
  assertEqual(sol.events.t, all_rows.events.t);
end

function test_row_at_a_given_last_time_is_the_state_at_that_time()
  % 1.04 is not a whole number of steps: the row must not be that of t = 1
  sol = simulate_quietly(NsdSystem.linear(1), [0 0.5 1.04], 0, 1, 'Step', 0.1);
  assertElementsAlmostEqual(sol.q(end), sol.t(end), 'absolute', 1e-12);
end

function test_impacts_are_first_steps_with_an_impulse()
  sol = simulate_quietly(nsd_ball('Restitution', 0.5), [0 3], 'Step', 0.005);
  on = sol.impulse > 0;
  first = find(on & ~[false; on(1:end-1)]);
  impact = strcmp(sol.events.kind, 'impact');
  assertEqual(sol.events.t(impact), sol.t(first));
  assertEqual(sol.events.impulse(impact), sol.impulse(first));
  assertEqual(sol.events.vBefore(impact), sol.v(first - 1));
  assertEqual(sol.events.vAfter(impact), sol.v(first));
  assertEqual(sol.events.q(impact, :), sol.q(first, :));
  assertEqual(sol.events.v(impact, :), sol.v(first, :));
  assertTrue(all(sol.events.loss >= 0));
end

function test_detach_follows_three_steps_with_an_impulse_and_never_a_bounce()
  % pressed down for a second, then pulled up
  sys = NsdSystem.linear(1, 0, 0, @(t) -2 + 4*(t >= 1)).contact(1, 0);
  sol = nsd_simulate(sys, [0 2], 0, 0, 'Step', 0.01);
  assertEqual(sol.events.kind, {'impact'; 'detach'});
  on = find(sol.impulse > 0);
  assertEqual(sol.events.t(2), sol.t(on(end) + 1));
  bounces = nsd_simulate(nsd_ball(), [0 2], 'Step', 0.005);
  assertEqual(unique(bounces.events.kind), {'impact'});
end

function test_two_steps_of_contact_are_no_sustained_contact()
  % exactly that many steps with an impulse; kern takes the force at their ends
  for steps = 1:5
    F = [0, -ones(1, steps), 10*ones(1, 10 - steps)];
    sys = NsdSystem.linear(1, 0, 0, F).contact(1, 0);
    sol = nsd_simulate(sys, [0 10], 0, 0, 'Step', 1, 'Method', 'kern');
    assertEqual(sum(sol.impulse > 0), steps);
    assertEqual(any(strcmp(sol.events.kind, 'detach')), steps >= 3);
  end
end

function test_events_name_the_contact()
  sys = NsdSystem.linear(eye(2), 0, 0, [-9.81; -9.81]).contact(eye(2), 0, 'Restitution', 0.9);
  sol = nsd_simulate(sys, [0 0.8], [1; 2], [0; 0], 'Step', 0.001);
  assertEqual(sol.events.contact, [1; 2]);     % the higher one falls longer
  assertElementsAlmostEqual(sol.events.t, sqrt(2*[1; 2]/9.81), 'absolute', 2e-3);
end

function test_events_of_one_step_come_in_the_order_of_contacts()
  sys = NsdSystem.linear(eye(3), 0, 0, -9.81*ones(3, 1)).contact(eye(3), 0, 'Restitution', 0.9);
  sol = nsd_simulate(sys, [0 0.5], [1; 1; 1], [0; 0; 0], 'Step', 0.001);
  assertEqual(sol.events.contact, [1; 2; 3]);
  assertEqual(sol.events.t(1), sol.events.t(3));
  assertEqual(size(sol.events.q), [3 3]);
end

function test_many_events_are_all_logged()
  % more than any first guess of the log's size: 1000 bounces
  sys = nsd_ball('Restitution', 1, 'Height', 1e-3);
  sol = simulate_quietly(sys, [0 30], 'Step', 1e-3);
  on = sol.impulse > 0;
  assertEqual(numel(sol.events.t), sum(on & ~[false; on(1:end-1)]));
  assertTrue(numel(sol.events.t) > 900);
end

function test_progress_line_appears_when_asked_and_goes_away()
  text = evalc('nsd_simulate(nsd_ball(), [0 1], ''Progress'', ''on'');');
  assertTrue(~isempty(strfind(text, '%')));
  assertEqual(evalc('nsd_simulate(nsd_ball(), [0 1], ''Progress'', ''off'');'), '');
  assertEqual(nsd_progress_word('off'), 'off');
  if nsd_is_interactive(), return; end
  assertTrue(isempty(strfind(text, char(13))), 'carriage returns fill the log of a batch job');
  assertEqual(nsd_progress_word([]), 'auto lines');               % a line each minute
  assertEqual(evalc('nsd_simulate(nsd_ball(), [0 1]);'), '');
end

function list = methods_to_test()
  list = {'moreau', 'moreau-dissipative', 'kern', 'paoli'};
end

function list = velocity_methods()
  list = {'moreau', 'moreau-dissipative', 'kern'};
end

function each_run(check, list)
  problems = system_collection();
  for k = 1:numel(problems)
    p = problems(k);
    for method = list
      for theta = [0.5 0.8]
        p.method = method{1};
        sol = simulate_quietly(p.sys, p.span, 'Step', p.step, 'Method', method{1}, 'Theta', theta);
        assertEqual(sol.status, 'ok', [p.name ', ' method{1}]);
        check(sol, p);
      end
    end
  end
end

function ledger_closes(sol, p)
% relative to all energy that went through the books, each entry being rounded at its own size
  E = sol.energy;
  works = works_of(E);
  through = max(abs(E.total)) + sum(sum(abs(diff(works))));
  miss = max(abs(E.total - E.total(1) - sum(works, 2)));
  assertTrue(miss <= 1e-12*through, sprintf('%s, %s: %.1e', p.name, p.method, miss/through));
end

function impact_law(sol, p)
% P > 0 only with U+ = -e U; elsewhere in contact U+ >= -e U; residual of the solver 1e-10
  U = full(sol.v*p.sys.ContactNormals);
  slack = U(2:end, :) + bsxfun(@times, p.sys.Restitution', U(1:end-1, :));
  P = sol.impulse(2:end, :);
  scale = max(1, max(abs(U(:))));
  assertTrue(all(abs(slack(P > 0)) < 1e-8*scale), [p.name ', ' p.method]);
end

function penetration(sol, p)
% activation foresees half a step (moreau) or sees the end of it (kern)
  speed = max(max(abs(sol.v*p.sys.ContactNormals)));
  assertTrue(min(min(sol.gap)) >= -2*p.step*speed, [p.name ', ' p.method]);
end
