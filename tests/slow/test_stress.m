function test_suite = test_stress()
%TEST_STRESS  A few rounds of tests/fuzz/stress_files and stress_memory, which run for long by hand.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_killed_sweeps_full_disks_and_three_writers_lose_nothing()
  if ~exist('OCTAVE_VERSION', 'builtin') || ~isunix()
    moxunit_throw_test_skipped_exception('kills processes of octave-cli');
  end
  restore = with_fuzz_on_the_path(); %#ok<NASGU>
  lost = NaN;
  text = evalc('lost = stress_files(2, 2, 1);');
  assertEqual(lost, 0, text);
end

function test_memory_does_not_grow()
  if exist('/proc/self/status', 'file') ~= 2
    moxunit_throw_test_skipped_exception('reads the memory of the process from /proc');
  elseif ~isempty(getenv('ASAN_OPTIONS'))
    moxunit_throw_test_skipped_exception('the address sanitizer keeps freed memory for a time');
  end
  restore = with_fuzz_on_the_path(); %#ok<NASGU>
  worst = NaN;
  text = evalc('worst = stress_memory(60, '''', 0.3);');
  assertTrue(worst < 2000, text);            % kB; an array of 100 kB lost in each call is 3 MB
end

function restore = with_fuzz_on_the_path()
  before = path();
  addpath(toolbox_folder('..', 'tests', 'fuzz'));
  restore = onCleanup(@() path(before));
end
