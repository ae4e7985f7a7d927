function test_suite = test_sweep_files()
%TEST_SWEEP_FILES  Files of sweeps: full disks, several writers, damage, changed functions.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_full_disk_leaves_the_file_and_the_results()
  % save says nothing on a full disk: a truncated file replaced the good one
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  whole = sweep('');
  sweep(file);
  forget_runs(file, 40:90);
  before = fileread(file);
  out = child(['out = ' code_of_sweep(file) '[~, id] = lastwarn();' ...
               'printf(''[%s %d %.17g]'', id, sum(strcmp(out.status, ''ok'')), sum(out.q));'], ...
              'ulimit -f 2;');
  wanted = sprintf('[nsd:sweep:notSaved 100 %.17g]', sum(whole.q));
  assertTrue(~isempty(strfind(out, wanted)), out);
  assertTrue(strcmp(fileread(file), before));
  assertEqual(names_in(folder), {'a.mat'});
  assertTrue(isequaln(sweep(file), whole));
end

function test_a_file_that_cannot_be_written_is_told_before_the_first_run()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  counting('begin');
  sys = NsdSystem.lagrangian(1, @counting);
  for file = {fullfile(folder, 'none', 'a.mat'), folder, '/dev/full'}
    assertExceptionThrown(@() nsd_sweep(sys, [], [0 1], 'q0', [1 2], 'v0', 0, 'Compile', 'off', ...
                                        'File', file{1}, 'Progress', 'off'), 'nsd:sweep:badFile');
  end
  assertTrue(counting('end') < 30);              % model checks, but no run of a thousand steps
  out = child(['try, ' code_of_sweep(fullfile(folder, 'a.mat')) 'catch e, ' ...
               'printf(''[%s]'', e.identifier); end'], 'ulimit -f 0;');
  assertTrue(~isempty(strfind(out, '[nsd:sweep:badFile]')), out);
end

function test_a_lock_is_held_by_one_process_and_ends_with_it()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  take = sprintf('printf(''[%%d]'', nsd_kernel(''lock'', ''%s''));', folder);
  unlock = nsd_lock_folder(folder);
  assertTrue(~isempty(strfind(child(take, ''), '[0]')));
  nsd_kernel('lock', 12345);                       % another ticket gives nothing back
  assertTrue(~isempty(strfind(child(take, ''), '[0]')));
  clear unlock
  out = child([take 'fflush(stdout); kill(getpid(), 9);'], '');
  assertTrue(~isempty(strfind(out, '[1]')), out);
  unlock = nsd_lock_folder(folder); %#ok<NASGU>  the other process was killed
  assertEqual(nsd_kernel('lock', fullfile(folder, 'none')), -1);
  assertTrue(isempty(names_in(folder)));
end

function test_a_sweep_saves_when_no_other_process_does()
  % two that saved in the same instant dropped each other's newest runs from the file
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  begun = fullfile(folder, 'begun');
  if ~exist('OCTAVE_VERSION', 'builtin')
    moxunit_throw_test_skipped_exception('starts a second Octave');
  end
  unlock = nsd_lock_folder(folder); %#ok<NASGU>
  text = sprintf('addpath(''%s''); nsd_setup(); nsd_write_file(''%s'', ''x''); %s', ...
                 toolbox_folder(), begun, code_of_sweep(file));
  script = fullfile(folder, 'one.m');
  nsd_write_file(script, text);
  process = system(sprintf('exec octave-cli --no-init-file --no-history ''%s''', script), false, ...
                   'async');
  clock = tic();
  while exist(begun, 'file') ~= 2 && toc(clock) < 60, pause(0.05); end
  pause(2);
  assertTrue(exist(file, 'file') ~= 2);
  clear unlock
  waitpid(process);
  saved = load(file);
  assertTrue(all(saved.done));
end

function test_three_writers_of_one_file_lose_nothing()
  % they wrote one part and moved it away under each other: two of three raised and lost their runs
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  whole = sweep('');
  start = sprintf('addpath(''%s''); nsd_setup();', toolbox_folder());
  script = fullfile(folder, 'one.m');
  nsd_write_file(script, sprintf(['%s out = %s printf(''[%%d %%.17g]\\n'', ' ...
                                  'sum(strcmp(out.status, ''ok'')), sum(out.q));'], start, ...
                                 code_of_sweep(file)));
  one = sprintf('octave-cli --no-init-file --no-history ''%s'' > ''%s''', script, folder);
  system(sprintf('(%s/1 2>&1) & (%s/2 2>&1) & (%s/3 2>&1); wait', one, one, one));
  wanted = sprintf('[100 %.17g]\n', sum(whole.q));
  for k = 1:3
    out = fileread(fullfile(folder, sprintf('%d', k)));
    assertTrue(strncmp(out, wanted, numel(wanted)), out);    % no warning, no error before
  end
  saved = load(file);
  assertTrue(all(saved.done));
  assertEqual(names_in(folder), {'1', '2', '3', 'a.mat', 'one.m'});
  assertTrue(isequaln(sweep(file), whole));
end

function test_runs_that_another_process_saved_are_taken_over()
  % a function of the solution plays the other process: it writes the whole file in the first run
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  other = fullfile(folder, 'b.mat');
  values = nsd_sweep(ball(), [], [0 1], many{:}, 'Reduce', @(sol) meddling(sol, file, other));
  nsd_sweep(ball(), [], [0 1], many{:}, 'Reduce', @(sol) meddling(sol, file, other), 'File', other);
  saved = load(other);
  saved.raw.last(1, end) = 123;                  % to see that it comes from there
  store(other, saved);
  out = nsd_sweep(ball(), [], [0 1], many{:}, 'Reduce', @(sol) meddling(sol, file, other), ...
                  'File', file);
  assertEqual(out.t(end), 123);
  assertEqual(out.value, values.value);
  function given = many()
    given = {'q0', linspace(1, 2, 80), 'v0', 0, 'Step', 0.1, 'Compile', 'off', 'Progress', 'off'};
  end
end

function test_damaged_files_are_named_and_left_alone()
  % a file without results gave an error of the interpreter, one with shortened results was taken
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  damages = {@(s) rmfield(s, 'raw'), @(s) setfield(s, 'raw', 7), ...
             @(s) with_raw(s, 'last', s.raw.last(:, 1:end-1)), ...
             @(s) with_raw(s, 'last', s.raw.last(1:2, :)), ...
             @(s) with_raw(s, 'last', single(s.raw.last)), ...
             @(s) with_raw(s, 'status', s.raw.status(1:3)), ...
             @(s) with_raw(s, 'status', num2cell(1:100)'), ...
             @(s) setfield(s, 'raw', rmfield(s.raw, 'gain')), ...
             @(s) setfield(s, 'done', s.done(1:50)), @(s) setfield(s, 'done', 7*s.done)};
  sweep(file);
  good = load(file);
  for k = 1:numel(damages)
    store(file, damages{k}(good));
    refused(file, 'nsd:sweep:badFile', func2str(damages{k}));
  end
  store(file, good);
  bytes = nsd_read_bytes(file);
  nsd_write_file(file, bytes(1:floor(end/2)));
  refused(file, 'nsd:sweep:badFile', 'cut in half');
end

function test_a_file_of_another_version_is_refused()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  sweep(file);
  saved = load(file);
  saved.content.version = '0.0.1';
  store(file, saved);
  refused(file, 'nsd:sweep:otherFile', 'version');
  citation = fileread(toolbox_folder('..', 'CITATION.cff'));
  assertTrue(~isempty(strfind(citation, sprintf('\nversion: %s\n', nsd_version()))));
end

function test_names_of_files_are_not_commands()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  cd(folder);
  whole = sweep('');
  for name = {'a b.mat', '$(touch marker).mat', '`touch marker`.mat', 'a"; touch marker; ".mat', ...
              '[x]*.mat', 'quote''s.mat'}
    assertTrue(isequaln(sweep(name{1}), whole), name{1});
    assertTrue(isequaln(sweep(fullfile(folder, name{1})), whole), name{1});
    assertEqual(names_in(folder), name);
    nsd_remove_file(fullfile(folder, name{1}));
  end
end

function test_going_on_notices_functions_that_changed()
  % functions that cannot be recorded were compared by name: q = 0.540 came from the old one
  [folder, clean] = new_folder(); %#ok<ASGLU>
  addpath(folder);
  mkdir(fullfile(folder, 'private'));
  mine = fullfile(folder, 'mine_force.m');
  deep = fullfile(folder, 'mine_inner.m');
  hidden = fullfile(folder, 'private', 'mine_hidden.m');
  text = @(k) sprintf(['function F = mine_force(t, q, v)\n%% a comment\n' ...
                       '  F = 0;\n' ...
                       '  if t >= 0, F = mine_inner(q) + mine_hidden() + beside(); end\n' ...
                       'end\n\nfunction x = beside()\n  x = %d;\nend\n'], k);
  inner = @(k) sprintf('function F = mine_inner(q)\n  F = -%d*q;\nend\n', k);
  value = @(k) sprintf('function x = mine_hidden()\n  x = %d;\nend\n', k);
  [a, b, c] = deal(1, 2, 0);
  write_all();
  for f = {@mine_force, @(t, q, v) mine_force(t, q, v), @(t, q, v) feval('mine_force', t, q, v)}
    file = fullfile(folder, 'a.mat');
    changes = {@() deal(2, 2, 0), @() deal(1, 3, 0), @() deal(1, 2, 1)};
    run = @() nsd_sweep(NsdSystem.lagrangian(1, f{1}), [], [0 1], 'q0', [1 2], 'v0', 0, ...
                        'Step', 0.1, 'Compile', 'off', 'File', file, 'Progress', 'off');
    first = run();
    assertTrue(isequaln(run(), first));
    nsd_write_file(mine, strrep(text(1), 'a comment', 'another comment'));
    assertTrue(isequaln(run(), first));
    for k = 1:3
      [a, b, c] = changes{k}();
      write_all();
      assertExceptionThrown(run, 'nsd:sweep:otherFile');
    end
    [a, b, c] = deal(1, 2, 0);
    write_all();
    assertTrue(isequaln(run(), first));
    nsd_remove_file(file);
  end
  rmpath(folder);
  function write_all()
    nsd_write_file(mine, text(a));
    nsd_write_file(deep, inner(b));
    nsd_write_file(hidden, value(c));
    clear('mine_force', 'mine_inner', 'mine_hidden');
    rehash();
  end
end

function test_functions_with_letters_that_are_no_utf8_can_be_kept_in_a_file()
  % a comment in Latin-1 in the file of a function ended the sweep with an error of the interpreter
  [folder, clean] = new_folder(); %#ok<ASGLU>
  text = sprintf('function F = latin_force(t, q, v)\n  F = -2*q;  %% Sto%c\nend\n', char(223));
  nsd_write_file(fullfile(folder, 'latin_force.m'), text);
  addpath(folder);
  warning('off', 'octave:get_input:invalid_utf8', 'local');
  file = fullfile(folder, 'a.mat');
  run = @() nsd_sweep(NsdSystem.lagrangian(1, @latin_force), [], [0 1], 'q0', [1 2], 'v0', 0, ...
                      'Step', 0.1, 'Compile', 'off', 'File', file, 'Progress', 'off');
  first = run();
  assertEqual(first.status, {'ok'; 'ok'});
  assertTrue(isequaln(run(), first));
  rmpath(folder);
end

function test_values_that_functions_hold_are_compared_at_any_depth()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  run = @(sys) nsd_sweep(sys, [], [0 1], 'q0', [1 2], 'v0', 0, 'Step', 0.1, 'Compile', 'off', ...
                         'File', file, 'Progress', 'off');
  run(nested_force(1, 2));
  run(nested_force(1, 2));
  assertExceptionThrown(@() run(nested_force(1, 3)), 'nsd:sweep:otherFile');
  nsd_remove_file(file);
  assertExceptionThrown(@() run(NsdSystem.lagrangian(1, holding(inputParser()))), ...
                        'nsd:sweep:badValue');
end

function test_nested_functions_are_compared_with_the_values_they_share()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.mat');
  first = with_nested(1, 0, file);
  assertTrue(isequaln(with_nested(1, 7, file), first));      % its function does not use the 7
  assertExceptionThrown(@() with_nested(2, 0, file), 'nsd:sweep:otherFile');
end

function out = with_nested(k, unused, file) %#ok<INUSL>  seen by functions()
  out = nsd_sweep(NsdSystem.lagrangian(1, @inside), [], [0 1], 'q0', [1 2], 'v0', 0, 'Step', ...
                  0.1, 'Compile', 'off', 'File', file, 'Progress', 'off');
  function F = inside(~, q, ~)
    F = -k*q;
  end
end

function sys = nested_force(k, j)
  list = {k, {j, struct('x', {1, j})}};
  inner = @(q) -list{2}{2}(2).x*q;
  sys = NsdSystem.lagrangian(1, @(t, q, v) k*inner(q));
end

function f = holding(object)
  f = @(t, q, v) -q*isempty(object);
end

function refused(file, id, label)
  before = fileread(file);
  found = '';
  try
    sweep(file);
  catch err
    found = err.identifier;
    assertTrue(~isempty(strfind(err.message, file)), err.message);
  end
  assertEqual(found, id, label);
  assertTrue(strcmp(fileread(file), before), label);
end

function s = with_raw(s, name, value)
  s.raw.(name) = value;
end

function forget_runs(file, runs)
% as if the sweep had been stopped
  saved = load(file);
  saved.done(runs) = false;
  saved.raw.last(:, runs) = NaN;
  store(file, saved);
end

function store(file, saved) %#ok<INUSD>  saved by its fields
  nsd_remove_file(file);
  save(file, '-v7', '-struct', 'saved');
end

function value = meddling(sol, file, other)
  value = sol.q(end);
  if sol.q(1) == 1 && exist(other, 'file') == 2 && exist(file, 'file') ~= 2
    nsd_write_file(file, nsd_read_bytes(other));
  end
end

function out = counting(t, q, ~)
% a force that counts its calls; counting('begin') and counting('end') give the number
  persistent calls
  if ischar(t)
    out = calls;
    calls = 0;
    return
  end
  calls = calls + 1;
  out = -q;
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
end

function out = sweep(file)
  out = [];
  eval(strrep(['out = ' code_of_sweep('FILE')], '''FILE''', 'file'));
end

function text = code_of_sweep(file)
% text of a sweep of a hundred runs, which is in parts of 64 at first
  text = sprintf(['nsd_sweep(NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, ' ...
                  '''Restitution'', 0.8), struct(''omega'', linspace(2.5, 3, 100)), [0 20], ' ...
                  '''Step'', 0.01, ''q0'', -1, ''v0'', 0, ''File'', ''%s'', ' ...
                  '''Progress'', ''off''); '], file);
end

function out = child(code, before)
  start = sprintf('addpath(''%s''); nsd_setup(); warning(''off'', ''all'');\n', toolbox_folder());
  start = [start 'warning(''on'', ''nsd:sweep:notSaved'');' sprintf('\n')];
  out = octave_child([start code], before);
end

function names = names_in(folder)
  listing = dir(folder);
  names = sort({listing(~[listing.isdir]).name});
end
