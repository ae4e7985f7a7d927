function test_suite = test_save()
%TEST_SAVE  save and load of solutions, systems and worlds: MAT and HDF5, read by Python too.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function runs = examples_of_runs()
% one run of each family; friction, joints, events and given times among them
  pendulum = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)).contact(@(q) q + 0.1).start(1, 0);
  block = NsdSystem.linear(1, [], [], -9.81).contact(1, 0, 'Restitution', 0.5).start(1, 0);
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay').start([2; 0]);
  world = NsdBodies('Gravity', [0 -10], 'Friction', 0.3).plane([0 1]).disc('Radius', 1, ...
                    'Position', [0; 2]);
  runs = {nsd_simulate(block, [0 1], 'Step', 1e-2), ...
          nsd_simulate(block, [0 1], 'Method', 'event'), ...
          nsd_simulate(pendulum, [0 1], 'Step', 1e-2), ...
          nsd_simulate(pendulum, linspace(0, 1, 7), 'Method', 'event'), ...
          nsd_simulate(relay, [0 1], 'Step', 1e-2), ...
          simulate_quietly(world, [0 1], 'Step', 1e-2)};
end

function test_solutions_come_back_equal()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  runs = examples_of_runs();
  for k = 1:numel(runs)
    for ending = {'.mat', '.h5'}
      file = fullfile(folder, sprintf('run%d%s', k, ending{1}));
      runs{k}.save(file);
      back = NsdSolution.load(file);
      assertTrue(isequal(back, runs{k}), file);
      assertEqual(back.at(0.37), runs{k}.at(0.37));
      assertEqual(evalc('disp(back)'), evalc('disp(runs{k})'));
      again = NsdSolution.load(file, runs{k}.system);
      assertEqual(again.gap, runs{k}.gap);
    end
  end
end

function test_the_file_says_where_it_comes_from()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'ball.mat');
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 1e-2, 'Method', 'kern', 'Events', []);
  sol.save(file);
  s = load(file);
  assertEqual(s.nsd.version, nsd_version());
  assertTrue(~isempty(regexp(s.nsd.date, '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$', 'once')), s.nsd.date);
  assertEqual(s.kept.Options.Method, 'kern');
  assertEqual(s.kept.Options.Step, 1e-2);
end

function test_equal_runs_are_equal_and_others_are_not()
  run = @(step) nsd_simulate(nsd_ball(), [0 1], 'Step', step);
  [a, b] = deal(run(1e-2), run(1e-2));
  assertTrue(isequal(a, b));
  assertTrue(isequal(a, b, a));
  assertFalse(isequal(a, run(5e-3)));
  assertFalse(isequal(a, 1));
  assertFalse(isequal(a, NsdSolution()));
  assertTrue(isequal(NsdSolution(), NsdSolution()));
end

function test_systems_come_back_with_their_functions()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  stiffness = 3;
  deep = @(q) stiffness*q;
  systems = {nsd_ball(), nsd_oscillator(), nsd_elastic_bar(), ...
             NsdSystem.lagrangian(@(q) 1 + q^2, @(t, q, v, p) -p.k*deep(q)).parameter('k', 2) ...
               .contact(@(q) q + 0.5, 'Restitution', 0.5).start(1, 0), ...
             NsdSystem.linear(1, 0, 1, @cos).start(0, 0), nsd_pendulum(), ...
             NsdSystem.hybrid(@(t, x) [x(2); -1], @(x) x(1), @(x, k, t) [0; -0.5*x(2)]) ...
               .start([1; 0])};
  for k = 1:numel(systems)
    for ending = {'.mat', '.h5'}
      file = fullfile(folder, sprintf('system%d%s', k, ending{1}));
      systems{k}.save(file);
      back = NsdSystem.load(file);
      one = simulate_quietly(systems{k}, [0 1]);
      two = simulate_quietly(back, [0 1]);
      assertTrue(isequal(one, two), file);
    end
  end
end

function test_worlds_come_back()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  world = NsdBodies('Friction', 0.3).plane([0 0 1]).sphere('Radius', 0.5, 'Position', [0; 0; 0.6]);
  for ending = {'.mat', '.h5'}
    file = fullfile(folder, ['world' ending{1}]);
    world.save(file);
    back = NsdBodies.load(file);
    assertTrue(isequal(simulate_quietly(back, [0 0.2], 'Step', 0.01), ...
                       simulate_quietly(world, [0 0.2], 'Step', 0.01)));
  end
end

function test_local_functions_are_refused_before_anything_is_written()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  sys = NsdSystem.lagrangian(1, @local_force).start(1, 0);
  assertExceptionThrown(@() sys.save(file), 'nsd:file:notSaved');
  assertEqual(exist(file, 'file'), 0);
end

function F = local_force(~, q, ~)
  F = -q;
end

function test_a_file_that_was_tampered_with_executes_nothing()
  % a second line of the text of a function, and a value with a name of several statements, were
  % executed while the file was loaded
  [folder, clean] = new_folder(); %#ok<ASGLU>
  [file, trace] = deal(fullfile(folder, 'system.mat'), fullfile(folder, 'trace'));
  k = 3;
  NsdSystem.lagrangian(1, @(t, q, v) -k*q).save(file);
  evil = sprintf('fclose(fopen(''%s'', ''w''))', trace);
  texts = {sprintf('@(t, q, v) -q\n%s', evil), ['@(t, q, v) -q; ' evil], evil, '@(t, q, v)', ''};
  names = {['a = 1; ' evil '; b'], 'eval', 'nsd_text'};
  for k = 1:numel(texts) + numel(names)
    data = load(file);
    change = @(f) setfield(f, 'nsdFunction', texts{min(k, end)});
    if k > numel(texts), change = @(f) with_value(f, names{k - numel(texts)}); end
    data = changed(data, change);
    other = fullfile(folder, 'other.mat');
    save('-v7', other, '-struct', 'data');
    assertExceptionThrown(@() NsdSystem.load(other), 'nsd:file:notRead');
    assertFalse(exist(trace, 'file') == 2);
  end
  assertEqual(NsdSystem.load(file).force(0, 2, 0), -6);
end

function f = with_value(f, name)
  f.nsdValues.(name) = 1;
end

function x = changed(x, change)
% the data of a file with all its functions changed
  if isstruct(x) && isscalar(x) && isfield(x, 'nsdFunction')
    x = change(x);
  elseif isstruct(x)
    x = cell2struct(changed(struct2cell(x), change), fieldnames(x), 1);
  elseif iscell(x)
    x = cellfun(@(y) changed(y, change), x, 'UniformOutput', false);
  end
end

function test_other_names_and_files_are_refused()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sol = nsd_simulate(nsd_ball(), [0 0.1], 'Step', 1e-2);
  assertExceptionThrown(@() sol.save(fullfile(folder, 'a.txt')), 'nsd:file:badFormat');
  assertExceptionThrown(@() sol.save(fullfile(folder, 'no', 'a.mat')), 'nsd:file:noFolder');
  assertExceptionThrown(@() NsdSolution.load(fullfile(folder, 'a.mat')), 'nsd:file:notRead');
  sol.save(fullfile(folder, 'a.mat'));
  assertExceptionThrown(@() NsdSystem.load(fullfile(folder, 'a.mat')), 'nsd:file:notRead');
  nsd_write_file(fullfile(folder, 'b.h5'), 'no HDF5');
  assertExceptionThrown(@() NsdSolution.load(fullfile(folder, 'b.h5')), 'nsd:file:notRead');
end

function test_events_as_a_table_and_as_csv()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sol = nsd_simulate(nsd_ball(), [0 2], 'Method', 'event');
  e = sol.events;
  file = fullfile(folder, 'events.csv');
  sol.export(file, 'events');
  lines = strsplit(strtrim(fileread(file)), sprintf('\n'));
  assertEqual(numel(lines), numel(e.t) + 1);
  names = strsplit(lines{1}, ',');
  assertEqual(names(1:3), {'t', 'contact', 'kind'});
  cells = strsplit(lines{2}, ',');
  assertEqual(str2double(cells{1}), e.t(1));
  assertEqual(cells{3}, e.kind{1});
  assertEqual(numel(cells), numel(names));
  if exist('OCTAVE_VERSION', 'builtin')
    T = sol.eventTable();
    assertEqual(T(1, :), names);
    assertEqual([T{2:end, 1}]', e.t);
  end
  assertExceptionThrown(@() sol.export(file, 'gaps'), 'nsd:solution:badExport');
end

function test_python_reads_both_formats()
  python = '/usr/bin/python3';
  if system([python ' -c "import scipy.io, h5py" >/dev/null 2>&1']) ~= 0
    moxunit_throw_test_skipped_exception('there is no python3 with scipy and h5py');
  end
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sol = nsd_simulate(nsd_two_balls(), [0 1], 'Step', 1e-2);
  mat = fullfile(folder, 'run.mat');
  hdf = fullfile(folder, 'run.h5');
  sol.save(mat);
  sol.save(hdf);
  reader = toolbox_folder('..', 'examples', 'python', 'read_run.py');
  [code, text] = system(sprintf('%s %s %s %s', python, reader, mat, hdf));
  assertEqual(code, 0, text);
  found = sscanf(text, 'rows %d coordinates %d events %d last %g %g\n');
  wanted = [size(sol.q), numel(sol.events.t), sol.q(end, 1), sol.v(end, 2)]';
  assertElementsAlmostEqual(found(1:5), wanted, 'absolute', 1e-14);
  assertElementsAlmostEqual(found(6:10), wanted, 'absolute', 1e-14);
end

function test_rows_are_saved_by_the_names_that_the_run_gives_them()
% no list says what a circuit records: what its run names is there again, also after a second saving
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay').start([2; 0]);
  sol = nsd_simulate(relay, [0 1]);
  again = NsdSolution.fromStruct(NsdSolution.fromStruct(sol.toStruct()).toStruct());
  for name = {'x', 'lambda', 'y', 'impulse'}
    assertEqual(again.(name{1}), sol.(name{1}), name{1});
  end
  assertTrue(isequal(again, sol));
end
