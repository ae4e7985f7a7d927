function test_suite = test_benchmark()
%TEST_BENCHMARK  nsd_benchmark: closed forms of rigid bodies, and what it tells.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_closed_form_is_met_as_its_scheme_allows()
  found = nsd_benchmark('forms', 'Print', 'off');
  assertTrue(all([found.ok]));
  assertTrue(all(strcmp({found.status}, 'ok')));
  for row = found(strcmp({found.accuracy}, 'h^2'))      % the phase of a change within its step
    assertTrue(row.order > 1.4 && row.order < 2.6);   % adds some scatter
  end
  smooth = found(strcmp({found.name}, 'top') | strncmp({found.title}, 'free body', 9));
  assertElementsAlmostEqual([smooth.order], [2 2], 'absolute', 0.02);
  discs = found(strcmp({found.name}, 'disc'));
  assertElementsAlmostEqual([discs.order], [1 2], 'absolute', 0.1);
end

function test_mechanisms_agree_with_minimal_coordinates()
% double and triple pendulum, slider-crank and four-bar: the limit of three steps, and order two
  found = nsd_benchmark({'double', 'triple', 'crank', 'fourbar'});
  assertTrue(all([found.error] < 1e-9));
  assertElementsAlmostEqual([found.order], [2 2 2 2], 'absolute', 0.01);
end

function test_a_box_slides_farther_with_less_friction_and_the_row_says_what_it_is()
  found = nsd_benchmark({'C6', 'c12'});
  assertEqual(unique({found.name}), {'C12', 'C6'});
  assertElementsAlmostEqual([found(1:2).value], [2.35628723666 0], 'absolute', 1e-10);
  assertElementsAlmostEqual([found.error], abs([found.value] - [found.exact]), 'absolute', 0);
  assertTrue(all(isnan([found.order])));
  assertTrue(isempty(found(1).published));
end

function test_engines_rolling_and_bouncing_are_right_and_others_are_named()
  text = evalc('nsd_benchmark({''C1'', ''C4''});');
  assertTrue(~isempty(strfind(text, 'i7-7700HQ')));
  found = nsd_benchmark('C1');
  assertEqual(found.step, 0.01);
  assertTrue(found.value < 1e-18);
  assertEqual(found.published(1).engine, 'RaiSim');
  assertEqual(found.published(1).value, 186);
end

function test_balls_of_666_do_not_sink_by_default()
% SimBenchmark's 666 at a step of 0.01: sum of squared penetrations, mean over the steps
  found = nsd_benchmark('C3', 'Print', 'off');
  assertTrue(found.value < 1e-4);
end

function test_unknown_cases_are_refused_with_those_that_exist()
  assertExceptionThrown(@() nsd_benchmark('C99'), 'nsd:benchmark:unknownCase');
  assertExceptionThrown(@() nsd_benchmark(7), 'nsd:benchmark:unknownCase');
  assertExceptionThrown(@() nsd_benchmark('C5', 'Print', 'maybe'), 'nsd:benchmark:badValue');
  assertExceptionThrown(@() nsd_benchmark('C5', 'Prin', 'on'), 'nsd:benchmark:unknownOption');
end
