function test_suite = test_runner()
%TEST_RUNNER  The stand-ins for MOxUnit: what counts as passed, failed and skipped.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function result = outcome_of(f)
  % runs f as the only test of a suite
  if exist('runTestSuite', 'file') ~= 2
    moxunit_throw_test_skipped_exception('MOxUnit runs these tests, not the stand-ins');
  end
  result = runTestSuite(struct('name', 'test_f', 'run', f));
end

function expect(f, outcome, identifier)
  result = outcome_of(f);
  assertEqual(result.outcome, outcome);
  if nargin > 2
    assertTrue(~isempty(strfind(result.message, identifier)), result.message);
  end
end

function test_a_test_that_returns_is_passed()
  expect(@() assertTrue(true), 'passed');
end

function test_a_failing_assertion_is_failed_with_message_and_location()
  result = outcome_of(@() assertTrue(false, 'sky is green'));
  assertEqual(result.outcome, 'failed');
  assertTrue(~isempty(strfind(result.message, 'sky is green')), result.message);
  assertTrue(~isempty(strfind(result.location, 'test_runner.m:')), result.location);
end

function test_an_error_in_a_test_is_failed()
  expect(@() error('nsd:some:thing', 'boom'), 'failed', 'boom [nsd:some:thing]');
  expect(@() this_function_is_not_defined(1), 'failed', 'undefined');
end

function test_a_skipped_test_is_skipped_with_its_reason()
  expect(@() moxunit_throw_test_skipped_exception('no data'), 'skipped', 'no data');
end

function test_names_that_begin_or_end_with_test_are_tests()
  if exist('makeTestSuite', 'file') ~= 2
    moxunit_throw_test_skipped_exception('MOxUnit runs these tests, not the stand-ins');
  end
  suite = makeTestSuite({@test_sine, @helper, @sineTest, @TestSine, @contested_value});
  assertEqual({suite.name}, {'test_sine', 'sineTest', 'TestSine'});
end

function test_one_failure_does_not_stop_the_others()
  if exist('runTestSuite', 'file') ~= 2
    moxunit_throw_test_skipped_exception('MOxUnit runs these tests, not the stand-ins');
  end
  runs = {@() error('a:b', 'first'), @() assertTrue(true), @() assertTrue(false)};
  results = runTestSuite(struct('name', {'a', 'b', 'c'}, 'run', runs));
  assertEqual({results.outcome}, {'failed', 'passed', 'failed'});
end

function test_what_a_test_leaves_behind_is_put_back_and_told()
  % MOxUnit puts nothing back: tests after such a one fail there, and passed here
  [folder, search] = deal(pwd(), path());
  [other, clean] = new_folder(); %#ok<ASGLU>  empty: no file in it hides a function
  expect(@() cd(other), 'failed', 'folder');
  assertEqual(pwd(), folder);
  expect(@() addpath(other), 'failed', 'on or off the path');
  assertEqual(path(), search);
  expect(@() warning('off', 'nsd:runner:example'), 'failed', 'nsd:runner:example off');
  state = warning('query', 'nsd:runner:example');
  assertEqual(state.state, 'on');
end

function test_true_and_false_need_logical_scalars()
  expect(@() assertFalse(false), 'passed');
  expect(@() assertFalse(true), 'failed', 'assertFalse:trueCondition');
  expect(@() assertTrue(1), 'failed', 'assertTrue:invalidCondition');
  expect(@() assertTrue([true true]), 'failed', 'assertTrue:invalidCondition');
  expect(@() assertFalse([]), 'failed', 'assertFalse:invalidCondition');
end

function test_equal_compares_class_size_sparsity_and_values()
  expect(@() assertEqual([1 NaN], [1 NaN]), 'passed');
  expect(@() assertEqual({'a', 1}, {'a', 1}), 'passed');
  expect(@() assertEqual(1, single(1)), 'failed', 'assertEqual:classNotEqual');
  expect(@() assertEqual([1 2], [1; 2]), 'failed', 'assertEqual:sizeNotEqual');
  expect(@() assertEqual(sparse(1), 1), 'failed', 'assertEqual:sparsityNotEqual');
  expect(@() assertEqual('ab', 'ac'), 'failed', '''ab'' and ''ac''');
  expect(@() assertEqual(struct('a', 1), struct('a', 2)), 'failed', 'assertEqual:nonEqual');
end

function test_absolute_tolerance_is_the_bound_on_each_difference()
  expect(@() assertElementsAlmostEqual([1 2], [1 2.25], 'absolute', 0.25), 'passed');
  expect(@() assertElementsAlmostEqual([1 2], [1 2.26], 'absolute', 0.25), 'failed', 'at 2');
  expect(@() assertElementsAlmostEqual(100, 101, 'absolute', 0.5), 'failed', 'tolExceeded');
  expect(@() assertElementsAlmostEqual([], [], 'absolute', 0), 'passed');
end

function test_relative_tolerance_scales_with_the_elements_and_has_a_floor()
  expect(@() assertElementsAlmostEqual(100, 101, 'relative', 0.01), 'passed');
  expect(@() assertElementsAlmostEqual(100, 103, 'relative', 0.01), 'failed');
  expect(@() assertElementsAlmostEqual(0, 1e-9), 'passed');              % floor sqrt(eps)
  expect(@() assertElementsAlmostEqual(0, 1e-9, 'relative', 1e-3, 1e-12), 'failed');
  expect(@() assertElementsAlmostEqual(1e10, 1e10 + 1), 'passed');       % tol sqrt(eps)
end

function test_nan_and_infinity_must_be_in_the_same_places()
  expect(@() assertElementsAlmostEqual([NaN Inf -Inf], [NaN Inf -Inf], 'absolute', 0), 'passed');
  expect(@() assertElementsAlmostEqual(NaN, 1, 'absolute', 1), 'failed');
  expect(@() assertElementsAlmostEqual(Inf, 1), 'failed');
  expect(@() assertElementsAlmostEqual(Inf, -Inf), 'failed');
end

function test_almost_equal_needs_floats_of_one_class_and_size()
  expect(@() assertElementsAlmostEqual(int8(1), int8(1)), 'failed', 'notFloat');
  expect(@() assertElementsAlmostEqual(single(1), 1), 'failed', 'classNotEqual');
  expect(@() assertElementsAlmostEqual([1 2], [1; 2]), 'failed', 'sizeNotEqual');
end

function test_vectors_are_compared_in_the_norm()
  expect(@() assertVectorsAlmostEqual([3 4], [3 4.5], 'relative', 0.12), 'passed');
  expect(@() assertVectorsAlmostEqual([3 4], [3 4.5], 'relative', 0.08), 'failed', 'tolExceeded');
  expect(@() assertVectorsAlmostEqual([0 0], [3 4], 'absolute', 5), 'passed');
  expect(@() assertVectorsAlmostEqual(eye(2), eye(2)), 'failed', 'nonVector');
end

function test_exceptions_are_compared_by_identifier()
  raise = @() error('nsd:lcp:zeroPivot', 'text');
  expect(@() assertExceptionThrown(raise, 'nsd:lcp:zeroPivot'), 'passed');
  expect(@() assertExceptionThrown(raise, {'a:b', 'nsd:lcp:zeroPivot'}), 'passed');
  expect(@() assertExceptionThrown(raise, '*'), 'passed');
  expect(@() assertExceptionThrown(raise, 'nsd:lcp:other'), 'failed', 'wrongException');
  expect(@() assertExceptionThrown(@() sin(1), '*'), 'failed', 'noException');
end
