function test_suite = test_help_examples()
%TEST_HELP_EXAMPLES  Every example in a help text runs.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_help_example_runs()
% and leaves the warnings as they were
  files = public_files();
  before = warning();
  problems = {};
  for k = 1:numel(files)
    blocks = help_examples(files{k});
    for j = 1:numel(blocks)
      problems = [problems, problem_of(name_of(files{k}), blocks{j})]; %#ok<AGROW>
    end
    if ~isequal(warning(), before)
      problems{end+1} = sprintf('%s changes warnings', name_of(files{k})); %#ok<AGROW>
      before = warning();
    end
  end
  report(problems);
end

function test_every_public_function_has_an_example()
  without = {'Contents', 'nsd_setup'};   % a list; the set-up itself
  files = public_files();
  problems = {};
  for k = 1:numel(files)
    if ~any(strcmp(name_of(files{k}), without)) && isempty(help_examples(files{k}))
      problems{end+1} = sprintf('%s has no example in its help', name_of(files{k})); %#ok<AGROW>
    end
  end
  report(problems);
end

function test_every_maker_of_a_system_has_an_example()
  % `help NsdSystem.linear` was one line
  text = fileread(which('NsdSystem'));
  for name = {'linear', 'lagrangian', 'firstOrder', 'filippov', 'hybrid', 'contact', 'joint'}
    shown = regexp(text, ['\n    %' upper(name{1}) '  .*?\n      '], 'match', 'once');
    assertTrue(~isempty(example_blocks(shown)), name{1});
  end
end

function test_help_shows_the_first_comment_block()
  % `help name` must find what check_help looks for in the file
  files = public_files();
  problems = {};
  for k = 1:numel(files)
    name = name_of(files{k});
    first = upper([name '  ']);
    if strcmp(name, 'Contents'), first = 'NSD: NONSMOOTH DYNAMICS'; end    % the form of `ver nsd`
    if isempty(strfind(upper(evalc(['help ' name])), first))
      problems{end+1} = sprintf('help %s shows no H1 line', name); %#ok<AGROW>
    end
  end
  report(problems);
end

function test_an_example_ends_at_a_blank_line_or_at_see_also()
  text = sprintf('%s\n', 'function f()', '%F  Title.', '%   Example', '%       x = 1;', ...
                 '%       y = 2;', '%', '%   Text.', '%   Example', '%       z = 3;', ...
                 '%   See also G.', 'end');
  blocks = example_blocks(text);
  assertEqual(blocks, {sprintf('x = 1;\ny = 2;'), 'z = 3;'});
end

function test_a_failing_example_is_named_with_its_message()
  problem = problem_of('nsd_some', 'error(''nsd:some:thing'', ''boom'')');
  assertEqual(problem, {'nsd_some: boom [nsd:some:thing]'});
  assertEqual(problem_of('nsd_some', 'x = 1;'), {});
end

function name = name_of(file)
  [~, name] = fileparts(file);
end

function blocks = help_examples(file)
  blocks = example_blocks(fileread(file));
end

function blocks = example_blocks(text)
  % Comment lines below `%   Example` that are indented deeper than it, function by function
  % and method by method, each block as one text.
  lines = regexp(text, '\r?\n', 'split');
  blocks = {};
  code = {};
  depth = -1;   % indentation of the word Example while inside a block
  for k = 1:numel(lines) + 1
    [body, indent] = comment_of(lines, k);
    inside = depth >= 0 && ~isempty(body) && indent > depth;
    if inside
      code{end+1} = body; %#ok<AGROW>
    elseif depth >= 0
      blocks{end+1} = strjoin(code, sprintf('\n')); %#ok<AGROW>
      code = {};
      depth = -1;
    end
    if ~inside && ~isempty(regexp(body, '^Examples?(:.*)?$', 'once'))   % or `Example: a ball`
      depth = indent;
    end
  end
  blocks = blocks(~cellfun(@isempty, blocks));
end

function [body, indent] = comment_of(lines, k)
  % text of comment line k and the blanks before it; empty past the end or without comment
  body = '';
  indent = 0;
  if k <= numel(lines) && ~isempty(regexp(lines{k}, '^\s*%', 'once'))
    text = deblank(regexprep(lines{k}, '^\s*%', ''));
    body = strtrim(text);
    indent = numel(text) - numel(body);
  end
end

function report(problems)
  assertTrue(isempty(problems), strjoin(problems, sprintf('\n')));
end
