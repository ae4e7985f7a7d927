function test_suite = test_contents()
%TEST_CONTENTS  toolbox/Contents.m and the folder say the same.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_public_function_is_listed_in_contents()
  missing = setdiff(public_names(), listed_names());
  assertTrue(isempty(missing), ['not in toolbox/Contents.m: ' strjoin(missing, ', ')]);
end

function test_every_listed_function_exists()
  gone = setdiff(listed_names(), public_names());
  assertTrue(isempty(gone), ['listed in toolbox/Contents.m but not there: ' strjoin(gone, ', ')]);
end

function test_plot_and_animate_are_listed_with_where_their_help_stands()
  % they are methods of NsdSolution, and help animate finds nothing
  text = fileread(toolbox_folder('Contents.m'));
  assertTrue(~isempty(regexp(text, 'plot\(sol\)[^\n]*help NsdSolution', 'once')));
  assertTrue(~isempty(regexp(text, 'animate\(sol\)[^\n]*help NsdSolution\.animate', 'once')));
end

function names = public_names()
  [~, names] = cellfun(@fileparts, public_files(), 'UniformOutput', false);
  names = setdiff(names, {'Contents'});
end

function names = listed_names()
  % lines such as  %   nsd_simulate  - Integrate a mechanical system
  text = fileread(toolbox_folder('Contents.m'));
  names = regexp(text, '^%\s+(\w+)\s+-\s', 'tokens', 'lineanchors');
  names = cellfun(@(token) token{1}, names, 'UniformOutput', false);
end
