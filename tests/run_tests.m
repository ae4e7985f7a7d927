function [passed, failed, skipped] = run_tests(filter)
%RUN_TESTS  Run the tests: every tests/ROOM/test_*.m, or those whose name contains FILTER.
%   RUN_TESTS() prints one line per test file, what failed and where, and the totals. It raises
%   nsd:tests:failed when a test failed, which makes `octave-cli --eval` and `matlab -batch`
%   exit with a non-zero code.
%
%   RUN_TESTS(FILTER) takes the files whose path contains FILTER, such as 'lcp' or 'events';
%   so does the environment variable NSD_TEST. '-slow' leaves out the files of tests/slow.
%   [PASSED, FAILED, SKIPPED] = RUN_TESTS(...) returns the counts instead of raising.
%   If NSD_RESULTS names a file, the closing line is written there too. Where NSD_SHARE names an
%   empty folder, several processes with the same one share the files: each takes the next one.
%
%   MOxUnit runs the tests when the environment variable MOXUNIT_DIR names its folder, else the
%   stand-ins in tests/runner, which go on the path only then.
%
%   Example
%       addpath tests
%       run_tests lcp
  if nargin < 1
    filter = getenv('NSD_TEST');
  end
  here = fileparts(mfilename('fullpath'));
  files = test_files(here, filter);
  search = path();
  restore = onCleanup(@() path(search)); %#ok<NASGU>
  addpath(here, fullfile(here, 'fixtures'), fullfile(here, 'fixtures', 'cluster'), ...
          fullfile(here, 'fixtures', 'mechanisms'), fullfile(here, 'fixtures', 'messages'), ...
          fullfile(here, 'children'), fullfile(here, 'data'));
  folders = unique(cellfun(@fileparts, files, 'UniformOutput', false));
  if ~isempty(folders), addpath(folders{:}); end
  addpath(fullfile(fileparts(here), 'toolbox'));
  nsd_setup();
  no_screen();

  if isempty(getenv('MOXUNIT_DIR'))
    addpath(fullfile(here, 'runner'));
    counts = run_with_stand_ins(files);
  else
    counts = run_with_moxunit(files, getenv('MOXUNIT_DIR'));
  end

  closing = sprintf('%d passed, %d failed', counts(1:2));
  if counts(3) > 0
    closing = sprintf('%s, %d skipped', closing, counts(3));
  end
  fprintf('%s\n', closing);
  write_results(closing);
  if nargout == 0 && counts(2) > 0
    error('nsd:tests:failed', '%d tests failed\n', counts(2));   % \n: Octave prints no stack
  elseif nargout == 0 && isempty(files)
    error('nsd:tests:none', 'no test matches ''%s''\n', filter);
  end
  [passed, failed, skipped] = deal(counts(1), counts(2), counts(3));
  if nargout == 0
    clear passed
  end
end

function files = test_files(folder, filter)
% full names, room by room
  listing = dir(folder);
  rooms = {listing([listing.isdir]).name};
  files = {};
  for room = sort(rooms(~strncmp(rooms, '.', 1)))
    listing = dir(fullfile(folder, room{1}, 'test_*.m'));
    start = [fullfile(folder, room{1}) filesep()];
    files = [files, strcat(start, sort({listing.name}))]; %#ok<AGROW>
  end
  inside = cellfun(@(file) file(numel(folder)+2:end), files, 'UniformOutput', false);
  if strcmp(filter, '-slow')
    files = files(~strncmp(inside, 'slow', 4));
  elseif ~isempty(filter)
    files = files(~cellfun(@isempty, strfind(inside, filter)));
  end
end

function no_screen()
  set(0, 'defaultfigurevisible', 'off');
  if exist('OCTAVE_VERSION', 'builtin') && any(strcmp(available_graphics_toolkits(), 'gnuplot'))
    warning('off', 'Octave:gnuplot-graphics');   % it recommends a screen
    graphics_toolkit('gnuplot');
  end
end

function counts = run_with_stand_ins(files)
  counts = [0 0 0];
  for k = 1:numel(files)
    [~, name] = fileparts(files{k});
    if ~is_mine(name), continue; end
    clock = tic();
    results = [];
    said = evalc('results = results_of(name, files{k});');   % also warnings, which tests provoke
    close('all');
    printTestResults(name, results, toc(clock));
    outcomes = {results.outcome};
    if any(strcmp(outcomes, 'failed')), fprintf('%s', said); end
    counts = counts + [sum(strcmp(outcomes, 'passed')), sum(strcmp(outcomes, 'failed')), ...
                       sum(strcmp(outcomes, 'skipped'))];
  end
end

function results = results_of(name, file)
  try
    results = runTestSuite(feval(name));
  catch err   % the file itself does not run: one failed test
    results = struct('name', name, 'outcome', 'failed', 'message', err.message, ...
                     'location', file);
  end
end

function mine = is_mine(name)
% false when another process that shares the folder NSD_SHARE has taken the test file
  folder = getenv('NSD_SHARE');
  mine = isempty(folder);
  if ~mine
    [~, ~, trouble] = mkdir(folder, name);        % one process alone can make it
    mine = isempty(trouble);
  end
end

function counts = run_with_moxunit(files, moxunit)
  % MOxUnit closes with a line such as  FAILED (passed=7, failure=1, error=1, skipped=2)
  folder = pwd();
  back = onCleanup(@() cd(folder)); %#ok<NASGU>
  cd(moxunit);
  if exist('moxunit_set_path', 'file') ~= 2
    cd('MOxUnit');   % the folder of the repository rather than of its code
  end
  moxunit_set_path();
  ok = false;
  text = evalc('ok = moxunit_runtests(files{:}, ''-verbose'');');
  fprintf('%s', text);
  closing = regexp(text, '^(OK|FAILED) \([^)]*\)', 'match', 'lineanchors');
  last = strjoin(closing(end:end), '');   % '' when there is none
  number = @(word) sum(str2double(regexp(last, ['(?<=\<' word '=)\d+'], 'match')));
  counts = [number('passed'), number('failure') + number('error'), number('skipped')];
  if ~ok && counts(2) == 0
    counts(2) = 1;
  end
end

function write_results(closing)
  name = getenv('NSD_RESULTS');
  if isempty(name)
    return
  end
  id = fopen(name, 'w');
  if id < 0
    error('nsd:tests:badFile', 'cannot write NSD_RESULTS = %s', name);
  end
  fprintf(id, '%s\n', closing);
  fclose(id);
end
