function test_suite = test_options()
%TEST_OPTIONS  nsd_options: merging, checking, and what it offers for a slip of the pen.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_names_ignore_case_and_later_values_win()
  o = nsd_options('STEP', 1, 'theta', 0.7, 'Step', 2);
  assertEqual([o.Step, o.Theta], [2 0.7]);
end

function test_structs_merge_as_in_odeset()
  old = nsd_options('Step', 1, 'Theta', 0.7);
  new = nsd_options('Step', 2, 'Activation', 0.25);
  o = nsd_options(old, new, 'Method', 'KERN');
  assertEqual([o.Step, o.Theta, o.Activation], [2 0.7 0.25]);
  assertEqual(o.Method, 'kern');
end

function test_empty_values_mean_default()
  o = nsd_options('Step', [], 'Theta', []);
  a = nsd_simulate(nsd_ball(), [0 1], o);
  b = nsd_simulate(nsd_ball(), [0 1]);
  assertEqual(a.q, b.q);
  assertEqual(a.t, b.t);
end

function test_unknown_names_are_refused_and_the_nearest_offered()
  for slip = {{'Stpe', 'Step'}, {'Tetha', 'Theta'}, {'outputevry', 'OutputEvery'}, ...
              {'methode', 'Method'}}
    name = slip{1}{1};
    assertExceptionThrown(@() nsd_options(name, 1), 'nsd:options:unknownOption');
    try
      nsd_simulate(nsd_ball(), [0 1], name, 1);
    catch err
      assertEqual(err.identifier, 'nsd:options:unknownOption');
      assertTrue(~isempty(strfind(err.message, slip{1}{2})), err.message);
    end
  end
end

function test_a_misspelled_word_is_answered_by_the_nearest_one()
  try
    nsd_options('Method', 'events');
  catch err
  end
  assertEqual(err.identifier, 'nsd:options:badValue');
  assertTrue(~isempty(strfind(err.message, 'not "events": did you mean "event"?')));
end

function test_struct_with_a_foreign_field_is_refused()
  assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 1], struct('InitialStep', 1e-3)), ...
                        'nsd:options:unknownOption');
end

function test_values_out_of_range_are_refused()
  bad = {'Step', 0; 'Step', -1; 'Step', NaN; 'Step', Inf; 'Step', [1 2]; 'Step', '1'; ...
         'Step', 1i; 'Theta', -0.1; 'Theta', 1.1; 'Theta', NaN; 'Activation', 2; ...
         'OutputEvery', 0; 'OutputEvery', 1.5; 'OutputEvery', NaN; 'OutputEvery', Inf; ...
         'LcpTol', 0; 'LcpTol', -1; 'LcpTol', NaN; 'MaxIter', 0; 'MaxIter', 2.5; ...
         'MaxIter', 2^31; 'Method', 'euler'; 'Method', 3; 'Method', {'kern'}; ...
         'Progress', 'maybe'; 'Progress', true; 'OnError', 'stop'};
  for k = 1:size(bad, 1)
    assertExceptionThrown(@() nsd_options(bad{k, :}), 'nsd:options:badValue');
    assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 1], bad{k, :}), 'nsd:options:badValue');
  end
end

function test_a_name_without_value_or_no_name_is_refused()
  assertExceptionThrown(@() nsd_options('Step'), 'nsd:options:badValue');
  assertExceptionThrown(@() nsd_options(1, 2), 'nsd:options:unknownOption');
  assertExceptionThrown(@() nsd_options('Step', 1, {2}, 3), 'nsd:options:unknownOption');
end

function test_messages_name_option_and_range()
  try
    nsd_options('Theta', 2);
  catch err
    assertTrue(~isempty(strfind(err.message, 'Theta')) && ~isempty(strfind(err.message, '[0,1]')));
  end
  try
    nsd_options('Method', 'newmrk');
  catch err
    assertTrue(~isempty(strfind(err.message, 'kern')));
  end
end

function test_without_output_every_option_is_listed()
  text = evalc('nsd_options');
  for name = fieldnames(nsd_options())'
    assertTrue(~isempty(strfind(text, name{1})), name{1});
  end
end

function test_numbers_of_other_classes_are_taken()
  a = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.25, 'Theta', 0.5, 'OutputEvery', 2, 'MaxIter', 9);
  b = nsd_simulate(nsd_ball(), int8([0 1]), 'Step', single(0.25), 'Theta', single(0.5), ...
                   'OutputEvery', int32(2), 'MaxIter', uint8(9));
  assertEqual(a.t, b.t);
  assertEqual(a.q, b.q);
end

function test_largest_iteration_limit_is_taken()
  sys = NsdSystem.linear(eye(2), 0, 0, [-1; -1]).contact(eye(2), 0);
  sol = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'MaxIter', 2^31 - 1);
  assertEqual(sol.status, 'ok');
end

function test_the_table_names_methods_and_kinds_of_systems_that_exist()
  known = nsd_option_table();
  [table, methods] = nsd_method_table();
  assertEqual(known(strcmp('Method', {known.name})).check, methods);
  kinds = {'linear', 'lagrangian', 'firstOrder', 'hybrid', 'filippov', 'bodies'};
  for option = known'
    assertTrue(iscell(option.methods) && all(ismember(option.methods, methods)), option.name);
    assertTrue(iscell(option.systems) && all(ismember(option.systems, kinds)), option.name);
  end
  assertEqual(sort(unique([table.systems])), sort(kinds));
end

function test_each_kind_of_system_has_its_methods()
  assertEqual(nsd_methods_of('linear'), {'moreau', 'moreau-dissipative', 'kern', 'paoli', ...
                                         'newmark', 'hht', 'genalpha', 'naive', 'event'});
  assertEqual(nsd_methods_of('lagrangian'), {'moreau', 'paoli', 'newmark', 'hht', 'genalpha', ...
                                             'event-newmark', 'event'});
  assertEqual(nsd_methods_of('lagrangian', 'friction'), {'moreau', 'newmark', 'hht', ...
                                                         'genalpha', 'event'});
  assertEqual(nsd_methods_of('linear', 'friction'), {'moreau', 'moreau-dissipative', ...
                                                     'newmark', 'hht', 'genalpha', 'event'});
end

function test_methods_that_do_not_fit_the_system_name_those_that_do()
  linear = nsd_ball();
  nonlinear = NsdSystem.lagrangian(1, @(t, q, v) -q).start(1, 0);
  cases = {linear, 'theta', 'is for NsdSystem.firstOrder'; ...
           linear, 'event-newmark', 'Method ''event-newmark'' is for nonlinear systems; write'; ...
           nonlinear, 'kern', ['Method ''kern'' is for linear systems; nonlinear ones take ' ...
                               'moreau, paoli, newmark, hht, genalpha, event-newmark, event']};
  for k = 1:size(cases, 1)
    told = '';
    try
      nsd_simulate(cases{k, 1}, [0 1], 'Method', cases{k, 2});
    catch err
      told = err.message;
    end
    assertTrue(~isempty(strfind(told, cases{k, 3})), told);
  end
end

function test_options_of_event_are_refused_where_nothing_reads_them()
  of_event = {'RelTol', 'AbsTol', 'MaxStep', 'Integrator', 'Chatter', 'ChatterSpeed', ...
              'ChatterHeight', 'Stabilize', 'Attraction', 'Refine', 'Events', 'MaxEvents', ...
              'MaxSteps', 'Sensitivity'};
  assertEqual(nsd_event_option_names(), of_event);
  assertEqual(numel(nsd_event_option_names('linear')), 0);
  assertEqual(numel(nsd_event_option_names('lagrangian')), 0);
  assertEqual(nsd_event_option_names('hybrid'), {'Stabilize', 'Attraction'});
  assertEqual(nsd_event_option_names('filippov'), {'Chatter', 'ChatterSpeed', 'ChatterHeight', ...
              'Stabilize', 'Attraction', 'Sensitivity'});
  assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 1], 'Refine', 2), 'nsd:options:badValue');
  relay = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  assertExceptionThrown(@() nsd_simulate(relay, [0 1], 1, 'Chatter', 'off'), ...
                        'nsd:options:badValue');
end
