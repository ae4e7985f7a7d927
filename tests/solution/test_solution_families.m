function test_suite = test_solution_families()
%TEST_SOLUTION_FAMILIES  at, outputs, struct form and plots for every family of systems.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function solutions = every_family()
% name, solution
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay').start([2; 0]);
  sliding = NsdSystem.filippov(@(t, x, side) -side + 0.5*cos(t), @(x) x).start(0.3);
  moving = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  moving = moving.contact(@(q, t) q - 0.1*sin(5*t), 'Restitution', 0.6).start(0.2, 0);
  runs = { ...
    'moreau', nsd_two_balls(), [0 2], {'Step', 0.01}; ...
    'kern', nsd_ball(), [0 2], {'Step', 0.01, 'Method', 'kern'}; ...
    'paoli', nsd_oscillator(), [0 6], {'Step', 0.01, 'Method', 'paoli'}; ...
    'genalpha', nsd_two_balls(), [0 2], {'Step', 0.01, 'Method', 'genalpha'}; ...
    'every third', nsd_ball(), [0 2], {'Step', 0.01, 'OutputEvery', 3}; ...
    'given times', nsd_ball(), linspace(0, 2, 9), {'Step', 0.01}; ...
    'moving', moving, [0 2], {'Step', 0.02}; ...
    'pendulum', nsd_pendulum(), [0 20], {'Step', 0.05}; ...
    'event-newmark', nsd_pendulum(), [0 20], {'Step', 0.05, 'Method', 'event-newmark'}; ...
    'event', nsd_pendulum(), [0 20], {'Method', 'event'}; ...
    'event, linear', nsd_oscillator(), [0 6], {'Method', 'event'}; ...
    'relay', relay, [0 5], {'Step', 0.05}; ...
    'filippov', sliding, [0 5], {}};
  solutions = runs(:, 1:2);
  for k = 1:size(runs, 1)
    solutions{k, 2} = simulate_quietly(runs{k, 2}, runs{k, 3}, runs{k, 4}{:});
  end
end

function y = rows_of(sol)
  y = [sol.q, sol.v];
end

function test_at_the_rows_is_right_continuous()
  runs = every_family();
  for k = 1:size(runs, 1)
    sol = runs{k, 2};
    [~, last] = unique(sol.t, 'last');
    [q, v] = sol.at(sol.t(last));
    assertElementsAlmostEqual(q, sol.q(last, :), 'absolute', 1e-12, runs{k, 1});
    if isempty(sol.x)
      assertElementsAlmostEqual(v, sol.v(last, :), 'absolute', 1e-12, runs{k, 1});
    end
  end
end

function test_left_values_are_those_before_a_jump()
  runs = every_family();
  for k = 1:size(runs, 1)
    sol = runs{k, 2};
    if ~isempty(sol.x), continue; end
    [times, first] = unique(sol.t, 'first');
    [q, v] = sol.at(times, 'left');
    assertElementsAlmostEqual(q, sol.q(first, :), 'absolute', 1e-12, runs{k, 1});
    wanted = sol.v(first, :);
    if numel(times) == numel(sol.t)        % time stepping: the velocity of the step before
      wanted = sol.v(max(first - 1, 1), :);
    end
    assertElementsAlmostEqual(v, wanted, 'absolute', 1e-12, runs{k, 1});
  end
end

function test_at_between_rows_is_the_limit_of_both_sides()
  % right values are limits from the right, left values from the left
  runs = every_family();
  for k = 1:size(runs, 1)
    sol = runs{k, 2};
    times = unique(sol.t);
    inner = times(2:end-1)';
    d = 1e-6*min(diff(times));
    [q, v] = sol.at(inner);
    [qRight, vRight] = sol.at(inner + d);
    assertElementsAlmostEqual([qRight, vRight], [q, v], 'absolute', 1e-5, runs{k, 1});
    [q, v] = sol.at(inner, 'left');
    [qLeft, vLeft] = sol.at(inner - d);
    assertElementsAlmostEqual([qLeft, vLeft], [q, v], 'absolute', 1e-5, runs{k, 1});
  end
end

function test_at_follows_the_steps_of_event_driven_runs()
  % against rows at given times, which the solver computes itself; 1e-10 is AbsTol
  chatters = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
  resting = nsd_oscillator('Force', nsd_harmonic(3, 2, 0.3, -2), 'Restitution', 0.4);
  for sys = {chatters, nsd_ball('Restitution', 0.5), nsd_oscillator(), resting}
    sol = nsd_simulate(sys{1}, [0 8], 'Method', 'event');
    times = linspace(0, 8, 173);
    rows = nsd_simulate(sys{1}, times, 'Method', 'event');
    [q, v] = sol.at(times);
    assertElementsAlmostEqual([q, v], [rows.q, rows.v], 'absolute', 2e-8);
  end
end

function test_at_in_event_driven_runs_against_the_exact_oscillator()
  % q = cos(2t) until the first impact at acos(-1/4)/2 = 0.9117
  sol = nsd_simulate(nsd_oscillator(), [0 2], 'Method', 'event');
  t = linspace(0, 0.9, 31)';
  [q, v] = sol.at(t);
  assertElementsAlmostEqual([q, v], [cos(2*t), -2*sin(2*t)], 'absolute', 1e-9);
  [~, before] = sol.at(sol.events.t(1), 'left');
  [~, after] = sol.at(sol.events.t(1));
  assertElementsAlmostEqual([before, after], sqrt(15)/2*[-1 0.8], 'absolute', 1e-9);
end

function test_hybrid_rows_between_steps()
  % the pendulum as x' = f with a reset, rows at given times: as exact as the steps, also in those
  % that an impact ends; sol.at: cubics, whose error is h^4/384 of a fourth derivative
  f = @(t, x) [x(2); -0.2*x(2) - sin(x(1)) + 0.1*cos(x(1))*sin(t)];
  sys = NsdSystem.hybrid(f, @(x) x(1) + 0.1, @(x) [x(1); -0.7*x(2)]);
  times = linspace(0, 8, 400)';
  exact = nsd_simulate(nsd_pendulum(), times, 'Method', 'event', 'RelTol', 1e-12, ...
                       'AbsTol', 1e-13);
  rows = nsd_simulate(sys, times, [0.1; 0]);
  assertElementsAlmostEqual(rows.x, [exact.q, exact.v], 'absolute', 1e-7);
  sol = nsd_simulate(sys, [0 8], [0.1; 0]);
  assertElementsAlmostEqual(sol.at(times), rows.x, 'absolute', 1e-6);
  hit = sol.events.t(1);
  speeds = [sol.at(hit, 'left'); sol.at(hit)];
  assertElementsAlmostEqual(speeds(2, 2), -0.7*speeds(1, 2), 'absolute', 1e-12);
  fine = nsd_simulate(sys, [0 8], [0.1; 0], 'Refine', 5);
  assertElementsAlmostEqual(fine.at(times), rows.x, 'absolute', 1e-7);
end

function test_filippov_rows_between_steps()
  % an oscillator on a belt: sol.at was on lines between rows, 1e-3 off at every tolerance; cubics
  % with the rates of both sides of a switch, through sticking as well
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -x(1) - 0.3*side], @(t, x) x(2) - 0.2);
  times = linspace(0, 10, 1001)';
  exact = nsd_simulate(sys, times, [1; 0], 'RelTol', 1e-12, 'AbsTol', 1e-13);
  sol = nsd_simulate(sys, [0 10], [1; 0]);
  assertEqual(sol.events.kind, {'cross'; 'slide'; 'leave'});
  assertElementsAlmostEqual(sol.at(times), exact.x, 'absolute', 1e-6);
  fine = nsd_simulate(sys, [0 10], [1; 0], 'Refine', 10);
  assertElementsAlmostEqual(fine.at(times), exact.x, 'absolute', 1e-7);
  hit = sol.events.t(1);
  [~, rates] = deval(sol, hit + [-1e-3, 1e-3]);              % -x -+ 0.3 beside the surface
  x = sol.at(hit);
  assertElementsAlmostEqual(rates(2, :), -x(1) + [0.3 -0.3], 'absolute', 1e-2);
end

function test_five_outputs_in_every_family()
  for sys = {nsd_ball(), nsd_pendulum()}
    sol = nsd_simulate(sys{1}, [0 6], 'Step', 0.01);
    [t, y, te, ye, ie] = nsd_simulate(sys{1}, [0 6], 'Step', 0.01);
    assertEqual(t, sol.t);
    assertEqual(y, rows_of(sol));
    assertEqual(te, sol.events.t);
    assertEqual(ye, [sol.events.q, sol.events.v]);
    assertEqual(ie, sol.events.contact);
    assertTrue(numel(te) > 0);
  end
  sliding = NsdSystem.filippov(@(t, x, side) -side + 0.5*cos(t), @(x) x).start(0.3);
  [t, y, te, ye, ie] = nsd_simulate(sliding, [0 5]);
  assertEqual(size(y), [numel(t) 1]);
  assertEqual({size(ye), size(ie)}, {size(te), size(te)});
  assertElementsAlmostEqual(ye, zeros(size(te)), 'absolute', 1e-9);  % switches are at x = 0
  relay = NsdSystem.firstOrder(0, 1, 1, 0, 'Law', 'relay');
  [t, y, te, ye, ie] = nsd_simulate(relay, [0 2], 1);
  assertEqual({size(y), size(te), size(ye), size(ie)}, {size(t), [0 1], [0 1], [0 1]});
end

function test_struct_form_and_back()
  runs = every_family();
  for k = 1:size(runs, 1)
    sol = runs{k, 2};
    file = [tempname() '.mat'];
    remove = onCleanup(@() delete(file));
    s = sol.toStruct();
    save('-v7', file, '-struct', 's');
    back = NsdSolution.fromStruct(load(file));
    for name = {'t', 'q', 'v', 'x', 'y', 'lambda', 'gap', 'impulse', 'reaction', ...
                'multiplier', 'energy', 'events', 'status', 'stats'}
      assertEqual(back.(name{1}), sol.(name{1}), [runs{k, 1} ' ' name{1}]);
    end
    middle = mean(sol.t([1 end]));
    [q, v] = sol.at(middle);
    [q2, v2] = back.at(middle);
    assertEqual({q2, v2}, {q, v}, runs{k, 1});
    assertEqual(evalc('disp(back)'), evalc('disp(sol)'), runs{k, 1});
    clear remove
  end
end

function test_a_system_given_back_can_be_asked()
  sol = simulate_quietly(nsd_pendulum(), [0 6], 'Step', 0.05);
  back = NsdSolution.fromStruct(sol.toStruct(), nsd_pendulum());
  assertEqual(back.gap, sol.gap);
  assertEqual(back.energy, sol.energy);
  assertElementsAlmostEqual(back.system.gap(0.3), 0.4, 'absolute', 1e-15);
  assertExceptionThrown(@() NsdSolution.fromStruct(sol.toStruct(), nsd_ball()), ...
                        'nsd:solution:badSystem');
  assertExceptionThrown(@() NsdSolution.fromStruct(struct('t', 1)), 'nsd:solution:badStruct');
  assertExceptionThrown(@() NsdSolution.fromStruct(3), 'nsd:solution:badStruct');
end

function test_a_saved_solution_that_lacks_a_part_is_refused_by_name()
  % as one of an older version: t, q, energy gave errors of the interpreter, later, without a name
  whole = nsd_simulate(nsd_ball(), [0 1], 1, 0).toStruct();
  for name = {'t', 'q', 'v', 'gap', 'energy'}
    refused(rmfield(whole, name{1}), name{1});
  end
  for name = fieldnames(whole.kept)'
    s = whole;
    s.kept = rmfield(whole.kept, name{1});
    if any(strcmp(name{1}, {'Adaptive', 'Options'})), NsdSolution.fromStruct(s); continue; end
    refused(s, ['kept.' name{1}]);
  end
  for name = {'t', 'contact', 'kind', 'vBefore', 'vAfter', 'impulse', 'loss', 'row', ...
          'stateQ'}
    s = whole;
    s.kept.Log = rmfield(whole.kept.Log, name{1});
    refused(s, ['kept.Log.' name{1}]);
  end
  for name = fieldnames(whole.kept.Flight)'       % what sol.at flies along
    s = whole;
    s.kept.Flight = rmfield(whole.kept.Flight, name{1});
    refused(s, ['kept.Flight.' name{1}]);
  end
  s = whole;
  s.q = s.q(1:end-1, :);
  refused(s, 'rows of q');
end

function refused(s, word)
  said = '';
  try
    NsdSolution.fromStruct(s);
  catch err
    said = [err.identifier ' ' err.message];
  end
  assertTrue(strncmp(said, 'nsd:solution:badStruct', 22) && ~isempty(strfind(said, word)), said);
end

function test_restored_solutions_are_drawn_and_exported()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  file = [tempname() '.csv'];
  runs = every_family();
  for k = [1 8 10 12]
    back = NsdSolution.fromStruct(runs{k, 2}.toStruct());
    clf(f);
    [~, handles] = plot(back);
    assertEqual(numel(handles), 4, runs{k, 1});
    back.export(file);
    assertTrue(exist(file, 'file') == 2);
    delete(file);
  end
end

function test_plot_goes_into_given_axes()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  sol = nsd_simulate(nsd_pendulum(), [0 20], 'Step', 0.05, 'Method', 'event-newmark');
  left = subplot(1, 2, 1);
  right = subplot(1, 2, 2);
  [~, ax] = plot(left, sol, 'phase');
  assertEqual(ax, left);
  assertEqual(numel(findobj(left, 'Tag', 'nsd:curve')), 1);
  assertTrue(isempty(get(right, 'Children')));
  plot(left, sol);                                  % no WHAT: the positions
  assertEqual(get(get(left, 'XLabel'), 'String'), 'time (s)');
  plot(sol, 'velocity', 'Parent', right, 'LineWidth', 3);
  lines = findobj(right, 'Tag', 'nsd:curve');
  assertEqual(get(lines, 'LineWidth'), 3);
  assertExceptionThrown(@() plot(sol, 'phase', 'Parent', f), 'nsd:solution:badPlot');
end

function test_phase_curve_is_broken_at_impacts()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  sol = nsd_simulate(nsd_pendulum(), [0 20], 'Step', 0.05, 'Method', 'event-newmark');
  [~, ax] = plot(sol, 'phase');
  curve = findobj(ax, 'Tag', 'nsd:curve');
  bars = findobj(ax, 'Tag', 'nsd:jump');
  hits = sum(strcmp(sol.events.kind, 'impact'));
  assertEqual(sum(isnan(get(curve, 'YData'))), hits);
  x = reshape(get(bars, 'XData'), 3, []);
  y = reshape(get(bars, 'YData'), 3, []);
  assertElementsAlmostEqual(x(1:2, :), -0.1*ones(2, hits), 'absolute', 1e-9);
  assertElementsAlmostEqual(y(2, :), -0.7*y(1, :), 'absolute', 1e-9);
end
