function test_suite = test_fuzz()
%TEST_FUZZ  A few seconds of each fuzzer of tests/fuzz; `make fuzz SECONDS=n` runs them longer.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_nothing_is_found_in_a_few_seconds()
  if exist('OCTAVE_VERSION', 'builtin') == 0, return; end    % children are made by fork
  root = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  code = sprintf('addpath(''%s''); run_fuzz(3)', fullfile(root, 'tests', 'fuzz'));
  [status, said] = system(sprintf('octave-cli --no-init-file --eval "%s" 2>&1', code));
  assertEqual(status, 0, said);
end
