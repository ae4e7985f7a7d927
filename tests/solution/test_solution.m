function test_suite = test_solution()
%TEST_SOLUTION  NsdSolution: sizes, at, struct form, summary.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_impacts_through_touching_balls_are_told()
  % Newton's cradle with touching balls goes -0.6 0.4 0.4 0.4 0.4, '1 impact', without a word
  word = '4 contacts are hit at once at t = 1';
  H = [eye(4); zeros(1, 4)]*-1 + [zeros(1, 4); eye(4)];
  [q, v] = deal([-1; 0; 0; 0; 0], [1; 0; 0; 0; 0]);
  cradle = @(varargin) NsdSystem.linear(eye(5)).contact(H, 0, 'Restitution', 1, varargin{:});
  for more = {{}, {'Step', 1e-3}}
    shown = evalc('disp(nsd_simulate(cradle(), [0 2], q, v, more{1}{:}))');
    assertTrue(~isempty(strfind(shown, word)), shown);
  end
  shown = evalc('disp(nsd_simulate(cradle(''MultipleImpact'', ''sequential''), [0 2], q, v))');
  assertTrue(isempty(strfind(shown, 'at once')), shown);               % it was chosen
  shown = evalc('disp(nsd_simulate(cradle(), [0 2], [-1; 0.01; 0.02; 0.03; 0.04], v))');
  assertTrue(isempty(strfind(shown, 'at once')), shown);
  two = NsdSystem.linear(eye(2), 0, 0, [-1; -1]).contact(eye(2), 0, 'Restitution', 0.5);
  shown = evalc('disp(nsd_simulate(two, [0 2], [1; 1], [0; 0]))');     % each by itself
  assertTrue(isempty(strfind(shown, 'at once')), shown);
end

function test_summary_of_a_conservative_run_shows_no_work_of_forces()
  % 'work external -8.5e-08' of a pendulum without other forces, and 'energy 3e-64 J at the end'
  sys = NsdSystem.energies(@(q, v) v^2/2, @(q) -9.81*cos(q));
  sys = sys.contact(@(q) q + 0.3, 'Restitution', 1);
  for method = {'event', 'moreau'}
    shown = evalc('disp(nsd_simulate(sys, [0 5], pi/2, 0, ''Method'', method{1}))');
    assertTrue(isempty(strfind(shown, 'external')), shown);
    assertTrue(~isempty(strfind(shown, 'energy 0 J at the start')), shown);
    assertTrue(~isempty(strfind(shown, 'numerical')), shown);
  end
  shown = evalc('disp(nsd_simulate(NsdSystem.linear(1, 1, 1), [0 200], 1, 0))');
  assertTrue(~isempty(strfind(shown, ', 0 J at the end')), shown);
end

function test_a_run_that_fails_at_its_start_returns_the_start()
  % a force that fails at its second call ends the run at its start: sol.energy raised an error of
  % the interpreter, because there was no row. Now the start comes back, with its energy v^2/2.
  failing_force('begin');
  sys = NsdSystem.lagrangian(1, @failing_force).contact(@(q) q + 1);
  sol = simulate_quietly(sys, [0 1], 1, 2, 'Method', 'event-newmark', 'Step', 1e-3, ...
                         'Compile', 'off', 'OnError', 'return');
  assertEqual(sol.status, 'userError');
  assertEqual([sol.t, sol.q, sol.v], [0 1 2]);
  assertTrue(all(cellfun(@isscalar, struct2cell(sol.energy))));
  assertEqual(sol.energy.total, 2);
  [q, v] = sol.at(0);
  assertEqual([q, v], [1 2]);
  file = [tempname() '.csv'];
  sol.export(file);
  text = fileread(file);
  delete(file);
  assertTrue(strncmp(text, 't,q1,v1', 3) && sum(text == sprintf('\n')) == 2, text);
  assertTrue(~isempty(evalc('disp(sol)')));
  assertEqual(NsdSolution.fromStruct(sol.toStruct(), sys).q, 1);
end

function F = failing_force(t, q, ~)
  persistent calls
  if ischar(t)
    calls = 0;
    return
  end
  calls = calls + 1;
  if calls > 1, error('mine:broken', 'call %d', calls); end
  F = -q;
end

function test_times_may_be_integers_or_singles()
  % int32(1) made positions integers: 1 m instead of 0.71 m
  sol = nsd_simulate(nsd_ball(), [0 2], 'Step', 0.002);
  [q, v] = sol.at(int32(1));
  [q1, v1] = sol.at(1);
  assertEqual([q, v], [q1, v1]);
  assertEqual(deval(sol, single(0.5)), deval(sol, 0.5));
end

function test_sizes_are_rows_by_coordinates_contacts_and_joints()
  sol = simulate_quietly(three_by_two(), [0 1], 'Step', 0.1);
  assertEqual(size(sol.t), [11 1]);
  assertEqual(size(sol.q), [11 3]);
  assertEqual(size(sol.v), [11 3]);
  assertEqual(size(sol.gap), [11 2]);
  assertEqual(size(sol.impulse), [11 2]);
  assertEqual(size(sol.reaction), [11 2]);
  assertEqual(size(sol.multiplier), [11 1]);
  assertEqual(size(sol.energy.total), [11 1]);
end

function test_first_row_is_the_start_with_zero_impulse()
  sol = nsd_simulate(nsd_ball('Height', 0), [0 1], 'Step', 0.001);   % closed from the start on
  assertEqual([sol.t(1), sol.q(1), sol.v(1), sol.impulse(1), sol.reaction(1)], [0 0 0 0 0]);
  assertTrue(sol.impulse(2) > 0);
end

function test_gap_and_reaction_follow_from_positions_and_impulses()
  sol = simulate_quietly(three_by_two(), [0 1], 'Step', 0.1);
  sys = sol.system;
  for k = [1 4 11]
    assertElementsAlmostEqual(sol.gap(k, :)', sys.gap(sol.q(k, :)'), 'absolute', 1e-15);
  end
  assertElementsAlmostEqual(sol.reaction, sol.impulse/0.1, 'absolute', 1e-12);
end

function test_at_is_linear_in_q_and_right_continuous_in_v()
  sol = nsd_simulate(nsd_oscillator(), [0 1], 'Step', 0.25);
  [q, v] = sol.at(0.25 + 0.1);
  assertElementsAlmostEqual(q, 0.6*sol.q(2) + 0.4*sol.q(3), 'absolute', 1e-15);
  assertEqual(v, sol.v(2));
  [q, v] = sol.at(0.5);
  assertEqual([q v], [sol.q(3) sol.v(3)]);
  [q, v] = sol.at(0.5, 'left');
  assertEqual([q v], [sol.q(3) sol.v(2)]);
  [~, v] = sol.at(0, 'left');
  assertEqual(v, sol.v(1));
end

function test_at_takes_many_times_in_any_order()
  sol = simulate_quietly(three_by_two(), [0 1], 'Step', 0.1);
  [q, v] = sol.at([0.9 0.05 0.5]);
  assertEqual(size(q), [3 3]);
  [q2, v2] = sol.at(0.05);
  assertEqual(q(2, :), q2);
  assertEqual(v(2, :), v2);
end

function test_at_finds_the_row_of_a_time_that_differs_by_round_off()
  % 3*0.1 > 0.3 in binary: at(0.3) must not be the velocity of the step before
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.1);
  for k = 0:10
    [q, v] = sol.at(k/10);
    assertElementsAlmostEqual(q, sol.q(k+1), 'absolute', 1e-13);
    assertEqual(v, sol.v(k+1));
    [~, v] = sol.at(k/10, 'left');
    assertEqual(v, sol.v(max(k, 1)));
  end
end

function test_at_covers_the_ends_of_the_span_for_every_span()
  % t0 + N h misses t1 by round-off for some spans
  for T = [0.1:0.1:5, pi, exp(1), 1e-7/3, 12345.678]
    for t0 = [0, 0.3, -2/3]
      sol = nsd_simulate(NsdSystem.linear(1), [t0 t0+T], 0, 1, 'Step', T/30);
      q = sol.at(t0 + T);
      assertElementsAlmostEqual(q, sol.q(end), 'absolute', 1e-12*T);
    end
  end
end

function test_at_agrees_with_rows_at_given_times()
  times = [0, 0.1, 0.1234, 0.3, 0.45, 0.7, 0.99, 1];
  full_run = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.01);
  given = nsd_simulate(nsd_ball(), times, 'Step', 0.01);
  [q, v] = full_run.at(times);
  assertElementsAlmostEqual(given.q, q, 'absolute', 1e-14);
  assertEqual(given.v, v);
end

function test_at_of_a_single_row_is_that_row()
  sys = NsdSystem.linear(1).contact([1 -1], [-0.1; -0.1], 'Restitution', [0.2; 0.8]);
  sol = simulate_quietly(sys, [0 1], 0, 1, 'Step', 0.001);
  assertEqual(numel(sol.t), 1);
  [q, v] = sol.at(0);
  assertEqual([q v], [0 1]);
end

function test_at_refuses_times_outside_and_nonsense()
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001);
  for t = {-1, 2, NaN, [0.5 NaN], 'a', {}}
    assertExceptionThrown(@() sol.at(t{1}), 'nsd:solution:outside');
  end
  assertExceptionThrown(@() sol.at(0.5, 'before'), 'nsd:solution:badSide');
end

function test_struct_form_survives_save_and_load()
  sol = simulate_quietly(three_by_two(), [0 1], 'Step', 0.1);
  s = sol.toStruct();
  file = [tempname() '.mat'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  save('-v7', file, '-struct', 's');
  back = load(file);
  for name = {'t', 'q', 'v', 'gap', 'impulse', 'reaction', 'multiplier', 'energy', 'status'}
    assertEqual(back.(name{1}), sol.(name{1}));
  end
  assertEqual(back.events.t, sol.events.t);
end

function test_properties_cannot_be_overwritten()
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001);
  assertExceptionThrown(@() overwrite(sol));
end

function test_summary_says_status_and_closure()
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001);
  text = evalc('disp(sol)');
  assertTrue(~isempty(strfind(text, 'ok')) && ~isempty(strfind(text, '1001')));
  assertTrue(numel(strfind(text, sprintf('\n'))) < 10);
end

function test_a_body_at_rest_has_hit_nothing()
  % its first step closes the contact and logs it, but nothing approached
  sol = nsd_simulate(nsd_ball(), [0 1], 0, 0, 'Step', 0.001);
  assertEqual(sol.events.kind, {'impact'});
  assertEqual(sol.events.vBefore, 0);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), '  0 impacts; 1 contact closed')));
end

function test_events_are_printed_as_a_short_table()
  % sol.events at the prompt printed hundreds of lines
  sol = nsd_simulate(nsd_ball(), [0 10], 1, 0);
  text = evalc('sol.eventTable();');
  lines = strsplit(strtrim(text), sprintf('\n'));
  assertEqual(numel(lines), 13);                  % counts, names, five rows, dots, five rows
  count = numel(sol.events.t);
  assertTrue(~isempty(strfind(lines{1}, sprintf('%d events: ', count))), lines{1});
  assertElementsAlmostEqual(sscanf(lines{3}, '%g', 2)', [1, sol.events.t(1)], 'relative', 1e-6);
  assertElementsAlmostEqual(sscanf(lines{13}, '%g', 2)', [count, sol.events.t(end)], ...
                            'relative', 1e-6);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'sol.eventTable()')));
  flight = nsd_simulate(nsd_ball(), [0 0.1], 1, 0);
  assertEqual(strtrim(evalc('flight.eventTable();')), 'no events');
  world = NsdBodies('Gravity', [0 0 -9.81]).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Position', [0 0 0.2]);
  drop = simulate_quietly(world, [0 0.5], 'Step', 1e-2);
  assertTrue(~isempty(strfind(evalc('drop.eventTable();'), 'bodies')));
end

function test_export_writes_no_other_format_than_its_name_says()
  % export('run.xlsx') wrote a CSV table that no spreadsheet opened by that name
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001);
  for name = {'run.xlsx', 'run.mat', 'run.json'}
    assertExceptionThrown(@() sol.export(fullfile(tempdir(), name{1})), 'nsd:solution:badFile');
    assertTrue(exist(fullfile(tempdir(), name{1}), 'file') == 0);
  end
end

function test_a_solution_is_not_made_by_hand()
  assertExceptionThrown(@() NsdSolution(3), 'nsd:solution:construct');
end

function test_empty_solution_shows()
  assertTrue(~isempty(evalc('disp(NsdSolution())')));
end

function test_the_summary_says_what_the_energy_is_where_a_force_does_work()
  % a ball 1 m up had "energy 0 J at the start" without a word that its weight counts as work
  fall = {[0 1], 1, 0};
  note = @(sys) nnz(strfind(summary_of(nsd_simulate(sys, fall{:})), '(energy is kinetic'));
  assertEqual(note(NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0)), 1);
  weight = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(1, 0);
  assertEqual(note(weight), 1);
  assertEqual(note(weight.potential(@(q) 9.81*q)), 0);
  assertEqual(note(NsdSystem.linear(1, 0, 1)), 0);
end

function text = summary_of(sol) %#ok<INUSD>  printed
  text = evalc('disp(sol)');
end

function overwrite(sol)
  sol.q = 3;
end

function sys = three_by_two()
  sys = NsdSystem.linear(diag([1 2 3]), 0, eye(3), [0; 0; -9.81]);
  sys = sys.contact([1 0; 0 0; 0 1], [0.5; 0.1], 'Restitution', [0.5; 0.25]);
  sys = sys.joint([1; -1; 0], 0).start([0; 0; 0], [1; 1; 0]);
end

function test_impacts_of_one_step_share_their_state()
  % a column of 10^4 beads that close in the first step: the report copied 300 equal states of them
  sys = NsdSystem.linear(eye(3), 0, 0, -10*ones(3, 1)).contact(eye(3), -[1; 1; 1], ...
                                                              'Restitution', 0.5);
  sol = nsd_simulate(sys, [0 0.2], [1.1; 1.1; 1.15], zeros(3, 1), 'Step', 1e-3, 'OutputEvery', 50);
  assertEqual(sum(strcmp(sol.events.kind, 'impact')), 3);
  [q, t] = sol.impactStates(100);
  assertElementsAlmostEqual(t, [sqrt(0.02); sqrt(0.03)], 'absolute', 2e-3);
  assertEqual(size(q), [2 3]);
  assertEqual(size(sol.impactStates(1)), [1 3]);
  none = nsd_simulate(sys, [0 0.1], [2; 2; 2], zeros(3, 1), 'Step', 1e-3, 'OutputEvery', 50);
  assertEqual(size(none.impactStates(100)), [0 3]);
end
