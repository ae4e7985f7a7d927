function test_suite = test_bodies_tosses()
%TEST_BODIES_TOSSES  A rigid cube follows measured tosses as well as it did when it was measured.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_measured_tosses_are_followed()
% 114 tosses of ContactNets: 0.1257 widths on average (median 0.1051) and 19.64 degrees (8.41) were
% measured when the data was prepared. Impacts amplify what the contact solver leaves (LcpTol 1e-6
% or 1e-9): the means move by 2e-4 and 0.04, the medians by 3e-4 and 0.05.
  file = fullfile(data_folder('cube-tosses'), 'tosses.csv');
  bench = fullfile(fileparts(fileparts(mfilename('fullpath'))), 'bench');
  addpath(bench);
  back = onCleanup(@() rmpath(bench)); %#ok<NASGU>
  text = evalc('errors = bench_tosses(file);');
  assertEqual(size(errors), [114 2]);
  assertElementsAlmostEqual(mean(errors(:, 1)), 0.1257, 'absolute', 1e-3);
  assertElementsAlmostEqual(median(errors(:, 1)), 0.1051, 'absolute', 1e-3);
  assertElementsAlmostEqual(mean(errors(:, 2)), 19.64, 'absolute', 0.2);
  assertElementsAlmostEqual(median(errors(:, 2)), 8.41, 'absolute', 0.2);
  assertTrue(~isempty(strfind(text, 'extra tosses_median')));
end
