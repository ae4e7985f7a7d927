function test_suite = test_compare()
%TEST_COMPARE  One model with every scheme, and the self-test of the toolbox.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_names_of_runs_cover_no_curve_and_the_reference_is_seen()
  % a legend lay over the energies, whose axis went to +10 J for it, and eight lines under 'event'
  closing = onCleanup(@() close('all'));
  ball = nsd_ball().named('ball', {'height (m)'});
  evalc('nsd_compare(ball, [0 2], {''event'', ''moreau'', ''paoli''})');
  axes_ = findobj(gcf(), 'Type', 'axes', '-not', 'Tag', 'nsd:names');
  assertEqual(numel(axes_), 4);
  assertTrue(isempty(findobj(gcf(), 'Tag', 'legend')));
  labels = arrayfun(@(ax) get(get(ax, 'YLabel'), 'String'), axes_, 'UniformOutput', false);
  assertTrue(all(ismember({'height (m)', 'energy without external work (J)', ...
                           'smallest gap (m)', '|height - that of ''event''| (m)'}, labels)));
  energy = axes_(strncmp(labels, 'energy', 6));
  assertTrue(max(ylim(energy)) < 5, mat2str(ylim(energy)));
  curves = findobj(energy, 'Type', 'line');                      % the last drawn comes first
  assertEqual(get(curves(1), 'Color'), [0 0 0]);
  assertTrue(get(curves(1), 'LineWidth') < get(curves(2), 'LineWidth'));
  names = get(findobj(findobj(gcf(), 'Tag', 'nsd:names'), 'Type', 'text'), 'String');
  assertTrue(all(ismember({'event', 'moreau', 'paoli', 'ball'}, names)));
end

function test_columns_say_what_the_solutions_hold()
  exact = nsd_exact('ball');
  methods = {'moreau', {'moreau', 'Theta', 1}, 'paoli', 'newmark'};
  r = nsd_compare(exact.system, [0 1.8], methods, 'Step', 1e-3, 'Reference', exact);
  assertEqual(r.method, {'moreau'; 'moreau Theta 1'; 'paoli'; 'newmark'});
  assertEqual(r.status, {'ok'; 'ok'; 'ok'; 'ok'});
  assertEqual(r.steps, 1800*ones(4, 1));
  assertEqual(r.impacts, 2*ones(4, 1));
  for k = 1:4
    sol = r.solution{k};
    miss = abs(sol.q - exact.at(sol.t));
    assertElementsAlmostEqual(r.error(k), mean((miss(1:end-1) + miss(2:end))/2), 'relative', 1e-12);
    assertElementsAlmostEqual(r.penetration(k), max(0, -min(sol.gap)), 'absolute', 1e-15);
  end
  assertTrue(all(r.error < 0.01) && all(r.error > 0));
end

function test_a_scheme_that_refuses_has_its_words_in_the_table()
  r = nsd_compare(nsd_ball(), [0 1], {'moreau', 'theta'}, 'Step', 1e-2);
  assertEqual(r.status{1}, 'ok');
  assertTrue(~isempty(strfind(r.status{2}, 'firstOrder')));
  assertTrue(isnan(r.seconds(2)) && isempty(r.solution{2}));
end

function test_all_schemes_agree_on_a_linear_model()
  r = nsd_compare(nsd_oscillator(), [0 3], [], 'Step', 1e-3, ...
                  'Reference', nsd_exact('oscillator'));
  ran = ~cellfun(@isempty, r.solution);
  assertTrue(sum(ran) >= 6);
  assertTrue(all(r.error(ran) < 5e-3));                       % O(h)
end

function test_every_kind_of_system_has_its_list_and_its_picture()
  % first-order systems have no velocities and no energy: their picture used to fail
  before = get(0, 'DefaultFigureVisible');
  restore = onCleanup(@() set(0, 'DefaultFigureVisible', before)); %#ok<NASGU>
  set(0, 'DefaultFigureVisible', 'off');
  rough = NsdSystem.linear(eye(2), 0, 0, [0; -10]);
  rough = rough.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]).start([0; 0], [1; 0]);
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay').start([2; 0]);
  sliding = NsdSystem.filippov(@(t, x, side) -side, @(x) x).start(1);
  cases = {nsd_ball(), 4; nsd_pendulum(), 4; rough, 4; relay, 3; sliding, 4};
  for k = 1:size(cases, 1)
    r = nsd_compare(cases{k, 1}, [0 0.5], [], 'Plot', 'on');
    assertTrue(any(strcmp(r.status, 'ok')));
    assertEqual(numel(findobj(gcf(), 'Type', 'axes', 'Tag', '')), cases{k, 2});
    close('all');
  end
  nsd_compare(nsd_ball(), [0 1], [], 'Plot', 'on');       % what lies on one curve is told apart
  panels = findobj(gcf(), 'Type', 'axes', 'Tag', '');
  apart = panels(strcmp(get(panels, 'YScale'), 'log'));
  assertEqual(numel(apart), 1);
  y = get(findobj(apart, 'Type', 'line'), 'YData');
  assertTrue(max(cellfun(@max, y)) > 1e-3);
  colours = cell2mat(get(findobj(apart, 'Type', 'line'), 'Color'));
  assertEqual(size(unique(colours, 'rows'), 1), size(colours, 1));
  close('all');
  text = evalc('nsd_compare(nsd_ball(), [0 1], {''moreau'', ''event''}, ''Plot'', ''off'')');
  assertTrue(~isempty(regexp(text, 'event .* reference', 'once')), text);
  r = nsd_compare(rough, [0 0.5]);
  assertTrue(~isempty(strfind(r.status{strcmp(r.method, 'paoli')}, 'friction')));
end

function test_a_start_is_given_as_in_nsd_simulate()
  % without one each row of the table said so, nine times, and numbers were no cell of names
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
  r = nsd_compare(ball, [0 0.4], 1, 0, {'moreau', 'event'}, 'Step', 1e-2);
  assertEqual(r.status, {'ok'; 'ok'});
  assertElementsAlmostEqual(r.solution{2}.q(end), 1 - 9.81*0.4^2/2, 'absolute', 1e-12);
  relay = NsdSystem.firstOrder(-1, 1, 1, 0, 'Law', 'relay');
  assertEqual(nsd_compare(relay, [0 1], 2).status{1}, 'ok');
  assertExceptionThrown(@() nsd_compare(ball, [0 1]), 'nsd:compare:noStart');
  assertExceptionThrown(@() nsd_compare(ball, [0 1], 1), 'nsd:compare:noStart');
end

function test_options_may_follow_the_span_without_a_list_of_schemes()
  % 'Step' was taken for a scheme: "expected an option name, got double", "has no option off"
  r = nsd_compare(nsd_ball(), [0 0.5], 'Step', 1e-2);
  assertEqual(r.steps(1), 50);
  assertEqual(r.method, nsd_compare(nsd_ball(), [0 0.5], [], 'Step', 1e-2).method);
  assertEqual(nsd_compare(nsd_ball(), [0 0.5], 'Plot', 'off', 'Step', 1e-2).method, r.method);
  assertEqual(nsd_compare(nsd_ball(), [0 0.5], nsd_options('Step', 1e-2)).steps(1), 50);
  assertEqual(nsd_compare(nsd_ball(), [0 0.5], 1, 0, 'Step', 1e-2).steps(1), 50);
  assertEqual(nsd_compare(nsd_ball(), [0 0.5], 'moreau', 'Step', 1e-2).method, {'moreau'});
  assertEqual(nsd_compare(nsd_ball(), [0 0.5], 1, 0, 'paoli', 'Step', 1e-2).method, {'paoli'});
  told(@() nsd_compare(nsd_ball(), [0 1], 'Stp', 1e-3), 'nsd:compare:unknownOption', 'Step');
end

function test_bad_requests_are_refused()
  assertExceptionThrown(@() nsd_compare(nsd_ball(), [0 1], [], 'Refrence', 3), ...
                        'nsd:compare:unknownOption');
  assertExceptionThrown(@() nsd_compare(nsd_ball(), [0 1], [], 'Plot', 3), 'nsd:compare:badValue');
  assertExceptionThrown(@() nsd_compare(nsd_ball(), [0 1], [], 'Coordinate', 0), ...
                        'nsd:compare:badValue');
  assertExceptionThrown(@() nsd_compare(nsd_ball()), 'nsd:compare:missing');
  assertExceptionThrown(@() nsd_compare(7, [0 1]), 'nsd:compare:missing');
  assertExceptionThrown(@() nsd_compare(nsd_ball(), [0 1], {7}), 'nsd:compare:badMethods');
  assertExceptionThrown(@() nsd_compare(nsd_ball(), [0 1], [], 'Reference', 3), ...
                        'nsd:compare:badReference');
end

function test_self_test_passes_and_says_so()
  text = evalc('ok = nsd_selftest();');
  assertTrue(ok, text);
  assertTrue(isempty(strfind(text, 'FAILED')));
end
