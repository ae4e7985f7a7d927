function results = runTestSuite(suite)
%RUNTESTSUITE  Run every test of a suite, whatever the others do.
%   RESULTS = RUNTESTSUITE(SUITE) is a struct array with fields name, outcome ('passed',
%   'failed' or 'skipped'), message and location. Folder, path and warning states are put
%   back after each test.
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
  cd(folder);
  if ~strcmp(search, path())
    path(search);
  end
  restore_warnings(warnings);
end

function restore_warnings(before)
  % identifiers the test made known go back to the state of all others
  all_others = before(strcmp({before.identifier}, 'all')).state;
  now = warning();
  for id = setdiff({now.identifier}, {before.identifier})
    warning(all_others, id{1});
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
