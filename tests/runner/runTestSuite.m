function results = runTestSuite(suite)
%RUNTESTSUITE  Run every test of a suite, whatever the others do.
%   RESULTS = RUNTESTSUITE(SUITE) is a struct array with fields name, outcome ('passed',
%   'failed' or 'skipped'), message and location. A test that leaves another folder, path
%   or state of warnings behind has failed: MOxUnit would run the tests after it in that state.
%   All three are put back after each test.
  results = struct('name', {}, 'outcome', {}, 'message', {}, 'location', {});
  for k = 1:numel(suite)
    results(end+1) = run_one(suite(k)); %#ok<AGROW>
  end
end

function result = run_one(test)
  result = struct('name', test.name, 'outcome', 'passed', 'message', '', 'location', '');
  folder = pwd();
  search = path();
  warnings = warning();
  try
    test.run();
  catch err
    if strcmp(err.identifier, 'moxUnit:testSkipped')
      result.outcome = 'skipped';
      result.message = err.message;
    else
      result.outcome = 'failed';
      result.message = with_identifier(err);
      result.location = where_raised(err.stack);
    end
  end
  left = [left_folder(folder), left_path(search), left_warnings(warnings)];
  if ~isempty(left) && strcmp(result.outcome, 'passed')
    result.outcome = 'failed';
    result.message = sprintf('the test leaves behind:%s [moxUnit:leftBehind]', left);
  end
end

function text = left_folder(before)
  text = '';
  try
    if ~strcmp(pwd(), before), text = sprintf(' the folder %s;', pwd()); end
  catch
    text = ' a folder that is gone;';             % pwd fails there
  end
  cd(before);
end

function text = left_path(before)
% folders that came or went; their order may change
  [was, is] = deal(strsplit(before, pathsep()), strsplit(path(), pathsep()));
  changed = setxor(was, is);
  text = '';
  if ~isempty(changed), text = sprintf(' %s on or off the path;', changed{1}); end
  if ~strcmp(before, path()), path(before); end
end

function text = left_warnings(before)
% identifiers the test made known go back to the state of all others
  text = '';
  all_others = before(strcmp({before.identifier}, 'all')).state;
  now = warning();
  for k = 1:numel(now)
    hit = strcmp({before.identifier}, now(k).identifier);
    state = all_others;
    if any(hit), state = before(hit).state; end
    if ~strcmp(now(k).state, state)
      text = sprintf(' the warning %s %s;', now(k).identifier, now(k).state);
    end
    if ~any(hit), warning(all_others, now(k).identifier); end
  end
  warning(before);
end

function text = with_identifier(err)
  text = err.message;
  if ~isempty(err.identifier)
    text = sprintf('%s [%s]', text, err.identifier);
  end
end

function text = where_raised(stack)
  % the line that raised, and the line of the test that led there, outside the runner
  places = {};
  runner = fileparts(mfilename('fullpath'));
  for k = 1:numel(stack)
    [folder, name, ext] = fileparts(stack(k).file);
    if strcmp(folder, runner) && strcmp(name, mfilename())
      break
    elseif ~isempty(name) && ~strncmp(folder, runner, numel(runner))
      places{end+1} = sprintf('%s%s:%d', name, ext, stack(k).line); %#ok<AGROW>
    end
  end
  if isempty(places)
    text = '?';
  elseif numel(places) == 1
    text = places{1};
  else
    text = sprintf('%s, from %s', places{1}, places{end});
  end
end
