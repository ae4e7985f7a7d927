% initTestSuite  Stand-in for MOxUnit's script: turn `test_functions` into `test_suite`.
%   The last lines of a test file's main function are
%
%       test_functions = localfunctions();
%       initTestSuite;
%
%   Functions whose name begins or ends with "test" become tests. Called without an output,
%   the test file runs them and prints what happened.

test_suite = makeTestSuite(test_functions);
if nargout == 0
  printTestResults(mfilename(), runTestSuite(test_suite));
  clear test_suite
end
