function test_suite = test_examples()
%TEST_EXAMPLES  Every example and every lesson runs, once, and asks its question.
%   A nsd_simulate in front of the real one runs nonlinear systems again with their functions
%   called back and compiled, and compares (fixtures/comparing).
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_example_runs_alike_by_every_provider()
  comparing = on_path(fullfile(fileparts(which('compare_providers')), 'comparing')); %#ok<NASGU>
  setappdata(0, 'nsd_compare_runs', 0);
  problems = {};
  for file = files_below(toolbox_folder('..', 'examples'), '^example_\w+\.m$')
    [~, name] = fileparts(file{1});
    setappdata(0, 'nsd_compare_this', compared(name));
    problems = [problems, problem_of(name, [smaller(name) name])]; %#ok<AGROW>
  end
  setappdata(0, 'nsd_compare_this', true);
  assertTrue(isempty(problems), strjoin(problems, sprintf('\n')));
  assertTrue(getappdata(0, 'nsd_compare_runs') >= 10);
  clear comparing    % animate keeps this frame alive in Octave 7.3, and with it what is on the path
end

function test_every_lesson_runs_and_asks_its_question()
  setappdata(0, 'nsd_compare_this', true);
  comparing = on_path(fullfile(fileparts(which('compare_providers')), 'comparing')); %#ok<NASGU>
  setappdata(0, 'nsd_compare_runs', 0);
  known = regexp(evalc('nsd_check()'), '(?m)^  (\w+) ', 'tokens');
  known = cellfun(@(w) w{1}, known, 'UniformOutput', false);
  for file = files_below(toolbox_folder('..', 'examples', 'course'), '^course_\w+\.m$')
    [~, name] = fileparts(file{1});
    [problem, text] = problem_of(name, name);
    assertTrue(isempty(problem), [problem{:}]);
    asked = regexp(text, '(?m)^(\w+): ', 'tokens');
    assertTrue(~isempty(asked) && any(strcmp(asked{end}{1}, known)), name);
  end
  assertTrue(getappdata(0, 'nsd_compare_runs') >= 2);
end

function settings = smaller(name)
% fewer elements than in the picture: test_elastic_bar runs the large bar
  settings = '';
  if strcmp(name, 'example_doyen_bar'), settings = 'elements = [200 100 100]; '; end
end

function yes = compared(name)
% Not compared: a gap with a corner, whose derivatives jump where differences are smeared, and
% branches of periodic motions, which make a thousand runs of one system.
  yes = ~any(strcmp(name, {'example_table_edge', 'example_bifurcation_curves'}));
end

function back = on_path(folder)
  addpath(folder);
  back = onCleanup(@() rmpath(folder));
end
