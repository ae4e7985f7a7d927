function test_suite = test_course()
%TEST_COURSE  The questions of the course know right from wrong; its scripts run in test_examples.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_right_answers_are_right()
  answers = {'ball', 8.5789; 'cradle', [-1 2 2]/3; 'rocking', 0.9118; 'stickslip', 0.6822; ...
             'oscillator', 0.91174; 'pendulum', 5.225998; 'bar', 3.8545e-4; 'diodes', 0.79032; ...
             'order', 1.05; 'energy', 0.36; 'grazing', 0.51; 'chaos', 2.6533};
  assertEqual(sort(answers(:, 1))', sort(questions()));
  for k = 1:size(answers, 1)
    [ok, text] = nsd_check(answers{k, :});
    assertTrue(ok, text);
  end
end

function test_mistakes_get_the_hint_that_fits()
  [ok, text] = nsd_check('ball', sqrt(2/9.81));
  assertTrue(~ok && ~isempty(strfind(text, 'first impact')));
  [ok, text] = nsd_check('cradle', [0 0 1]);
  assertTrue(~ok && ~isempty(strfind(text, 'small gap')));
  [ok, text] = nsd_check('cradle', 1);
  assertTrue(~ok && ~isempty(strfind(text, '3 numbers, yours 1')));
  [ok, text] = nsd_check('energy', 7);
  assertTrue(~ok && ~isempty(strfind(text, 'not yet')));
  assertTrue(~nsd_check_quietly('ball', NaN));
  assertExceptionThrown(@() nsd_check('bagel', 1), 'nsd:check:unknown');
end

function test_wrong_numbers_are_looked_at()
  says = {'ball', 8578.9, 'units'; 'ball', -8.5789, 'sign'; 'ball', 8.5, 'Close'; ...
          'ball', 85.789, 'units'; 'ball', 200, 'too large'; 'ball', 0.01, 'too small'; ...
          'ball', '8.5789', 'not a char'; 'ball', Inf, 'finite'; 'ball', 8.5789 + 1i, 'real'; ...
          'bar', 0.38545, 'units'; 'energy', 36, 'units'; 'cradle', [2 2 -1]/3, 'order is not'; ...
          'cradle', [1 -2 -2]/3, 'sign'; 'cradle', [-1 2 0]/3, '2 of the numbers'; ...
          'oscillator', 0.7, 'cos(2 t)'; 'grazing', {0.5}, 'not a cell'};
  for k = 1:size(says, 1)
    [ok, text] = nsd_check(says{k, 1:2});
    assertTrue(~ok && ~isempty(strfind(text, says{k, 3})), text);
  end
  assertTrue(nsd_check_quietly('cradle', [-1; 2; 2]/3));
  assertTrue(nsd_check_quietly('ball', single(8.579)));
end

function test_answers_of_the_exercise_sheets_are_right()
  % doc/course/sheets.md holds a call of nsd_check for every question of the course
  root = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  calls = regexp(fileread(fullfile(root, 'doc', 'course', 'sheets.md')), ...
                 '`nsd_check\(''(\w+)'', ([^`]*)\)`', 'tokens');
  asked = cellfun(@(call) call{1}, calls, 'UniformOutput', false);
  assertEqual(sort(asked), sort(questions()));
  for k = 1:numel(calls)
    assertTrue(nsd_check_quietly(asked{k}, eval(calls{k}{2})), asked{k});
  end
end

function names = questions()
  words = regexp(evalc('nsd_check()'), '(?m)^  (\w+) ', 'tokens');
  names = cellfun(@(w) w{1}, words, 'UniformOutput', false);
end

function ok = nsd_check_quietly(varargin)
  [ok, ~] = nsd_check(varargin{:});
end
