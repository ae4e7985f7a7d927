function test_suite = test_output_function()
%TEST_OUTPUT_FUNCTION  OutputFcn: the calls that odeplot expects, in every family of methods.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function cases = every_family()
% name, system, span, options
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay').start([2; 0]);
  curved = NsdSystem.firstOrder(@(t, x) -x + sin(t), @(x, l, t) x + l, @(x, l, t) l);
  sliding = NsdSystem.filippov(@(t, x, side) -side + 0.5*cos(t), @(x) x).start(0.3);
  ball = as_lagrangian(nsd_ball(), 'matrix').start(1, 0);
  world = NsdBodies('Friction', 0.3).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [0 0.2; 0 0; 1 2.5], 'Spin', [1 2 3]);
  discs = NsdBodies('Gravity', [0 -9.81]).plane([0 1], 0).disc('Radius', 0.5, ...
      'Position', [0 0.2; 1 2.5]);
  cases = { ...
    'bodies', world, [0 1], {'Step', 0.02}; ...
    'bodies in the plane', discs, [0 1], {'Step', 0.02}; ...
    'linear', nsd_ball(), [0 2], {'Step', 0.05}; ...
    'kern', nsd_ball(), [0 2], {'Step', 0.05, 'Method', 'kern'}; ...
    'paoli', nsd_oscillator(), [0 6], {'Step', 0.05, 'Method', 'paoli'}; ...
    'newmark', nsd_two_balls(), [0 1], {'Step', 0.02, 'Method', 'newmark'}; ...
    'handles', ball, [0 2], {'Step', 0.05}; ...
    'compiled', nsd_pendulum(), [0 10], {'Step', 0.1}; ...
    'event-newmark', nsd_pendulum(), [0 10], {'Step', 0.05, 'Method', 'event-newmark'}; ...
    'event', nsd_pendulum(), [0 10], {'Method', 'event'}; ...
    'event, linear', nsd_ball(), [0 2], {'Method', 'event'}; ...
    'relay', relay, [0 5], {'Step', 0.05}; ...
    'newton', curved.start(1), [0 2], {'Step', 0.05}; ...
    'filippov', sliding, [0 5], {}};
end

function f = recorder(seen)
  f = @(t, y, flag) record(seen, t, y, flag);
end

function stop = record(seen, t, y, flag)
% keeps every call in the map; stops where the map says
  stop = false;
  switch flag
    case 'init'
      seen('span') = t;
      seen('t') = zeros(0, 1);
      seen('y') = zeros(numel(y), 0);
      seen('first') = y;
    case 'done'
      seen('done') = [seen('done'), double(isempty(t) && isempty(y))];
    otherwise
      seen('t') = [seen('t'); t];
      seen('y') = [seen('y'), y];
      stop = t >= seen('ending');
  end
end

function seen = new_map(ending)
  seen = containers.Map();
  seen('ending') = ending;
  seen('done') = [];
end

function y = rows_of(sol)
  y = [sol.q, sol.v];
  if ~isempty(sol.x), y = sol.x; end
end

function test_every_row_is_shown_once()
  cases = every_family();
  for k = 1:size(cases, 1)
    seen = new_map(Inf);
    sol = simulate_quietly(cases{k, 2}, cases{k, 3}, cases{k, 4}{:}, 'OutputFcn', recorder(seen));
    y = rows_of(sol);
    assertEqual(sol.status, 'ok', cases{k, 1});
    assertEqual(seen('span'), cases{k, 3}, cases{k, 1});
    assertEqual(seen('first'), y(1, :)', cases{k, 1});
    assertEqual(seen('y')', y(2:end, :), cases{k, 1});
    t = seen('t');
    assertElementsAlmostEqual(t, sol.t(2:end), 'absolute', 1e-12);  % t0 + k h, summed once more
    assertEqual(seen('done'), 1, cases{k, 1});
  end
end

function test_looking_changes_no_bit()
  cases = every_family();
  for k = 1:size(cases, 1)
    with = simulate_quietly(cases{k, 2}, cases{k, 3}, cases{k, 4}{:}, ...
                            'OutputFcn', recorder(new_map(Inf)));
    without = simulate_quietly(cases{k, 2}, cases{k, 3}, cases{k, 4}{:});
    assertEqual(rows_of(with), rows_of(without), cases{k, 1});
  end
end

function test_true_ends_the_run_there()
  cases = every_family();
  for k = 1:size(cases, 1)
    span = cases{k, 3};
    ending = 0.4*span(2);
    seen = new_map(ending);
    sol = simulate_quietly(cases{k, 2}, span, cases{k, 4}{:}, 'OutputFcn', recorder(seen));
    assertEqual(sol.status, 'stopped', cases{k, 1});
    t = seen('t');
    assertTrue(t(end) >= ending && all(t(1:end-1) < ending), cases{k, 1});
    assertElementsAlmostEqual(sol.t(end), t(end), 'absolute', 1e-12);
    assertEqual(numel(sol.t), numel(t) + 1, cases{k, 1});
    assertEqual(seen('done'), 1, cases{k, 1});
  end
end

function test_true_ends_runs_with_given_times_and_few_rows()
  times = linspace(0, 2, 9);
  for method = {'moreau', 'event-newmark'}
    seen = new_map(1);
    sol = simulate_quietly(as_lagrangian(nsd_ball(), 'matrix').start(1, 0), times, 'Step', 0.01, ...
                           'Method', method{1}, 'OutputFcn', recorder(seen));
    assertElementsAlmostEqual(sol.t', times(1:5), 'absolute', 1e-12);
    assertEqual(sol.status, 'stopped');
    assertEqual(numel(seen('t')), 4);
  end
  seen = new_map(1);
  sol = nsd_simulate(nsd_ball(), [0 2], 'Step', 0.01, 'OutputEvery', 30, ...
                     'OutputFcn', recorder(seen));
  assertElementsAlmostEqual(sol.t', 0:0.3:1.2, 'absolute', 1e-12);
end

function test_both_sides_of_a_jump_are_shown()
  seen = new_map(Inf);
  nsd_simulate(nsd_pendulum(), [0 6], 'Step', 0.05, 'Method', 'event-newmark', ...
               'OutputFcn', recorder(seen));
  t = seen('t');
  y = seen('y');
  twice = find(diff(t) == 0);
  assertEqual(numel(twice), 1);
  assertElementsAlmostEqual(y(2, twice + 1), -0.7*y(2, twice), 'absolute', 1e-12);
end

function test_selected_entries()
  seen = new_map(Inf);
  sol = nsd_simulate(nsd_two_balls(), [0 1], 'Step', 0.01, 'OutputFcn', recorder(seen), ...
                     'OutputSel', [4 1]);
  assertEqual(seen('y')', [sol.v(2:end, 2), sol.q(2:end, 1)]);
  assertEqual(seen('first'), [sol.v(1, 2); sol.q(1, 1)]);
  world = NsdBodies().sphere('Radius', 1, 'Position', [0 5; 0 0; 0 0], 'Velocity', [1 2 3; 4 5 6]');
  sol = nsd_simulate(world, [0 0.1], 'Step', 0.05, 'OutputFcn', recorder(seen), ...
                     'OutputSel', [1 15 22 26]);
  assertEqual(seen('y')', [sol.q(2:end, 1), sol.v(2:end, [1 8 12])]);
  bad = @() nsd_simulate(nsd_ball(), [0 1], 'OutputFcn', recorder(seen), 'OutputSel', 3);
  assertExceptionThrown(bad, 'nsd:options:badValue');
end

function test_errors_of_the_function_keep_their_name_and_time()
  cases = every_family();
  for k = 1:size(cases, 1)
    run = @(varargin) simulate_quietly(cases{k, 2}, cases{k, 3}, cases{k, 4}{:}, ...
                                       'OutputFcn', @raise_later, varargin{:});
    assertExceptionThrown(@() run(), 'my:own:trouble');
    sol = run('OnError', 'return');
    assertEqual(sol.status, 'userError', cases{k, 1});
    assertTrue(~isempty(strfind(sol.stats.userError, '[OutputFcn at t = ')), cases{k, 1});
  end
end

function stop = raise_later(t, ~, flag)
  stop = false;
  if isempty(flag) && t > 0.5, error('my:own:trouble', 'no more'); end
end

function test_answers_that_are_no_number()
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.1, 'OutputFcn', @(t, y, flag) []);
  assertEqual(sol.status, 'ok');
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.1, 'OutputFcn', @(t, y, flag) true);
  assertEqual({sol.status, numel(sol.t)}, {'stopped', 2});
end

function test_answers_that_are_neither_true_nor_false_are_refused()
  % fuzz_functions 321401 and its like: a cell, a struct or NaN counted as false, a text as true,
  % so that a function that had gone wrong was never heard
  for wrong = {{1}, struct('a', 1), NaN, 'text', [0 NaN]}
    for method = {'moreau', 'event'}
      run = @() nsd_simulate(nsd_ball(), [0 1], 'Step', 0.1, 'Method', method{1}, ...
                             'OutputFcn', @(t, y, flag) wrong{1});
      assertExceptionThrown(run, 'nsd:simulate:badStop');
    end
  end
end

function test_odeplot_draws_the_rows()
  if exist('odeplot') == 0 %#ok<EXIST>
    moxunit_throw_test_skipped_exception('this host has no odeplot');
  end
  before = get(0, 'DefaultFigureVisible');
  set(0, 'DefaultFigureVisible', 'off');
  restore = onCleanup(@() set(0, 'DefaultFigureVisible', before));
  open = findall(0, 'Type', 'figure');
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.2, 'OutputFcn', @odeplot);
  drawn = setdiff(findall(0, 'Type', 'figure'), open);
  lines = findobj(drawn, 'Type', 'line');
  points = get(lines, 'YData');
  close(drawn);
  assertEqual(numel(lines), 2);
  found = sortrows([points{1}(:), points{2}(:)]', 1);
  assertElementsAlmostEqual(found, sortrows([sol.q, sol.v]', 1), 'absolute', 0);
end

function test_bad_options_are_refused()
  assertExceptionThrown(@() nsd_options('OutputFcn', 'odeplot'), 'nsd:options:badValue');
  assertExceptionThrown(@() nsd_options('OutputSel', 0), 'nsd:options:badValue');
  assertExceptionThrown(@() nsd_options('OutputSel', 1.5), 'nsd:options:badValue');
end

function test_single_steps_are_not_shown()
  seen = new_map(Inf);
  state = nsd_step(nsd_ball(), 'moreau', 0, struct('q', 1, 'v', 0), 0.01, ...
                   'OutputFcn', recorder(seen));
  assertEqual(state.status, 'ok');
  assertFalse(isKey(seen, 'span'));
end
