function test_suite = test_written_files()
%TEST_WRITTEN_FILES  Files are written whole or not at all; names of files are never commands.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_full_disk_is_told_and_leaves_the_old_file()
  % fprintf and fclose say nothing: sol.export left a table that was cut in a number, in silence
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'ball.csv');
  code = ['sol = nsd_simulate(nsd_ball(), [0 2], ''Step'', 0.005);' ...
          'try, sol.export(''%s''); catch e, printf(''[%%s]'', e.identifier); end'];
  out = limited(8, code, file);
  assertTrue(~isempty(strfind(out, '[nsd:file:notWritten]')), out);
  assertEqual(names_in(folder), {});
  sol = simulate_quietly(nsd_ball(), [0 0.1], 'Step', 0.01);
  sol.export(file);
  before = fileread(file);
  limited(8, code, file);
  assertEqual(fileread(file), before);
  assertEqual(names_in(folder), {'ball.csv'});
end

function test_a_full_disk_is_told_where_a_solution_is_saved()
  % the reader of a MAT-file that is cut off raised its own error, without an identifier
  [folder, clean] = new_folder(); %#ok<ASGLU>
  code = ['sol = nsd_simulate(nsd_ball(), [0 2], ''Step'', 0.0005);' ...
          'try, sol.save(''%s''); catch e, printf(''[%%s]'', e.identifier); end'];
  out = limited(8, code, fullfile(folder, 'ball.mat'));
  assertTrue(~isempty(strfind(out, '[nsd:file:notWritten]')), out);
  assertEqual(names_in(folder), {});
end

function test_a_table_is_written_where_the_name_is_odd()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sol = simulate_quietly(nsd_ball(), [0 0.1], 'Step', 0.01);
  for name = odd_names()
    inside = fullfile(folder, name{1});
    mkdir(inside);
    file = fullfile(inside, [name{1} '.csv']);
    sol.export(file);
    table = csvread(file, 1, 0);
    assertEqual(table(end, 1:2), [sol.t(end), sol.q(end)]);
    assertEqual(names_in(inside), {[name{1} '.csv']});
  end
  assertEqual(sort(names_in(folder)), sort(odd_names()));
end

function test_pictures_are_whole_or_not_there()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  for name = {'film.gif', 'frame%d.png'}
    code = ['sol = nsd_simulate(nsd_ball(), [0 0.2], ''Step'', 0.01);' ...
            'figure(''Visible'', ''off'');' ...
            'try, animate(sol, ''FrameRate'', 10, ''File'', ''%s''); ' ...
            'catch e, printf(''[%%s]'', e.identifier); end'];
    out = limited(1, code, fullfile(folder, strrep(name{1}, '%', '%%')));
    assertTrue(~isempty(strfind(out, '[nsd:file:')), out);
    assertEqual(names_in(folder), {});
  end
end

function test_pictures_are_written_where_the_name_is_odd()
  % print hands the name to a shell, imwrite takes [0] for a number of a picture
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sol = simulate_quietly(nsd_ball(), [0 0.2], 'Step', 0.01);
  inside = fullfile(folder, 'a $(touch marker) `touch marker`[0]''');
  mkdir(inside);
  cd(folder);
  figure('Visible', 'off');
  film = animate(sol, 'FrameRate', 10, 'File', fullfile(inside, 'x[0].gif'));
  frames = animate(sol, 'At', 0.1, 'File', fullfile(inside, 'y.png'));
  close(gcf());
  assertEqual(sort(names_in(inside)), {'x[0].gif', 'y0001.png'});
  assertEqual(exist(fullfile(folder, 'marker'), 'file'), 0);
  bytes = [fileread(film{1}), fileread(frames{1})];
  assertTrue(~isempty(strfind(bytes, 'GIF89a')) && ~isempty(strfind(bytes, 'IEND')));
end

function test_devices_and_folders_are_not_replaced()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sol = simulate_quietly(nsd_ball(), [0 0.1], 'Step', 0.01);
  assertExceptionThrown(@() sol.export(folder), 'nsd:file:notRegular');
  if isunix()
    assertExceptionThrown(@() sol.export('/dev/full'), 'nsd:file:notRegular');
  end
end

function test_a_link_stays_a_link_to_the_file_that_is_written()
  if ~isunix() || ~exist('OCTAVE_VERSION', 'builtin')
    moxunit_throw_test_skipped_exception('makes a symbolic link with symlink()');
  end
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'real.csv');
  symlink(file, fullfile(folder, 'link.csv'));
  nsd_write_file(file, 'old');
  nsd_write_file(fullfile(folder, 'link.csv'), 'new');
  assertEqual(fileread(file), 'new');
  assertEqual(readlink(fullfile(folder, 'link.csv')), file);
end

function test_what_a_killed_process_left_is_removed()
  if ~exist('OCTAVE_VERSION', 'builtin')
    moxunit_throw_test_skipped_exception('this host does not know which processes live');
  end
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.txt');
  octave_child(sprintf(['function cut_short(part), fclose(fopen(part, ''w'')); ' ...
                        'kill(getpid(), 9); end\n' ...
                        'addpath(''%s''); nsd_setup(); nsd_write_file(''%s'', ' ...
                        '@(part) cut_short(part));'], toolbox_folder(), file));
  assertEqual(numel(names_in(folder)), 1);
  nsd_write_file(file, 'whole');
  assertEqual(names_in(folder), {'a.txt'});
end

function test_a_writer_that_fails_leaves_nothing()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'a.txt');
  assertExceptionThrown(@() nsd_write_file(file, @(part) error('mine:own', 'no')), ...
                        'nsd:file:notWritten');
  assertExceptionThrown(@() nsd_write_file(file, @(part) nsd_write_file(part, 'x'), ...
                                           @(part) 'it is short'), 'nsd:file:notWritten');
  assertExceptionThrown(@() nsd_write_file(file, @(part) nsd_write_file(part, 'x'), ...
                                           @(part) load(part)), 'nsd:file:notWritten');
  assertExceptionThrown(@() nsd_write_file(fullfile(folder, 'b', 'c'), 'x'), 'nsd:file:noFolder');
  assertEqual(names_in(folder), {});
end

function out = limited(blocks, code, varargin)
% output of code in a child whose files may have that many blocks of 512 bytes: a full disk
  start = sprintf('addpath(''%s''); nsd_setup(); warning(''off'', ''all'');\n', toolbox_folder());
  out = octave_child([start sprintf(code, varargin{:})], sprintf('ulimit -f %d;', blocks));
end

function names = odd_names()
  names = {'a b', 'a$(touch marker)b', '`touch marker`', 'quote''s', 'a;touch marker', ...
           '[ab]*?', '$HOME', '"double"', sprintf('two\nlines')};
end

function names = names_in(folder)
  names = readdir(folder)';
  names = names(~ismember(names, {'.', '..'}));
  if isempty(names), names = {}; end
end
