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

function test_letters_left_out_or_in_another_order_are_told()
  % 'of' was answered by "did you mean "on"?", and 'mpa' by nothing
  for slip = {{'Compile', 'of', 'off'}, {'Chatter', 'mpa', 'map'}, {'Project', 'onn', 'on'}, ...
              {'Integrator', 'dp45', 'dp54'}, {'Locate', 'bisect', 'bisection'}}
    try
      nsd_options(slip{1}{1:2});
    catch err
    end
    assertTrue(~isempty(strfind(err.message, ['did you mean "' slip{1}{3} '"?'])), err.message);
  end
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
  assertEqual(known(strcmp('Method', {known.name})).check, [{'auto'}, methods]);
  kinds = all_kinds();
  for option = known'
    assertTrue(iscell(option.methods) && all(ismember(option.methods, methods)), option.name);
    assertTrue(iscell(option.systems) && all(ismember(option.systems, kinds)), option.name);
  end
  assertEqual(sort(unique([table.systems])), sort(kinds));
end

function test_each_kind_of_system_has_its_methods()
  assertEqual(nsd_methods_of('linear'), {'moreau', 'moreau-dissipative', 'kern', 'paoli', ...
                                         'newmark', 'hht', 'genalpha', 'rattle', 'naive', 'event'});
  assertEqual(nsd_methods_of('lagrangian'), {'moreau', 'paoli', 'newmark', 'hht', 'genalpha', ...
                                             'rattle', 'event-newmark', 'event'});
  assertEqual(nsd_methods_of('lagrangian', 'friction'), {'moreau', 'newmark', 'hht', ...
                                                         'genalpha', 'rattle', 'event'});
  assertEqual(nsd_methods_of('linear', 'friction'), {'moreau', 'moreau-dissipative', ...
                                                     'newmark', 'hht', 'genalpha', 'rattle', ...
                                                     'event'});
end

function test_methods_that_do_not_fit_the_system_name_those_that_do()
  linear = nsd_ball();
  nonlinear = NsdSystem.lagrangian(1, @(t, q, v) -q).start(1, 0);
  cases = {linear, 'theta', 'is for NsdSystem.firstOrder'; ...
           linear, 'event-newmark', 'Method ''event-newmark'' is for nonlinear systems; write'; ...
           nonlinear, 'kern', ['Method ''kern'' is for linear systems; nonlinear ones take ' ...
                               'moreau, paoli, newmark, hht, genalpha, rattle, ' ...
                               'event-newmark, event']};
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

function test_every_kind_has_a_row_that_says_what_its_systems_have()
  for name = all_kinds()
    kind = nsd_kind(name{1});
    assertEqual(kind.name, name{1});
    assertEqual(kind.methods, nsd_methods_of(name{1}));
    assertEqual([numel(kind.panels), numel(kind.events)], [4 9]);
  end
  assertEqual(nsd_kind(nsd_ball()).name, 'linear');
  assertEqual(nsd_kind(nsd_pendulum()).name, 'lagrangian');
  functions = NsdSystem.firstOrder(@(t, x) -x, @(x, l, t) x, @(x, l, t) l);
  assertEqual(nsd_kind(functions).name, 'firstOrderNonlinear');
  assertEqual(nsd_kind(functions).methods, {'theta'});
end

function test_an_option_that_nothing_reads_is_told_for_every_method_and_kind()
  % Weight with moreau changed nothing and said nothing; only options of event were refused.
  % What the tables promise is asked of nsd_simulate: no word where the option is read, an error
  % where an option of 'event' is given to others, a warning otherwise.
  table = nsd_option_table();
  table = table(~ismember({table.name}, {'Method', 'Controller', 'Sample', 'Input'}));
  for name = all_kinds()
    sys = example_of(name{1});
    kind = nsd_kind(sys);
    assertEqual(kind.name, name{1});
    for method = kind.methods
      for option = table'
        told = outcome(sys, method{1}, option.name, a_value(option));
        wanted = '';
        if ~nsd_is_read(option, method{1}, kind)
          wanted = 'nsd:options:notRead';
          if any(strcmp('event', option.methods)), wanted = 'nsd:options:badValue'; end
        end
        assertEqual(told, wanted, [name{1} ' ' method{1} ' ' option.name ' ' told]);
      end
    end
  end
end

function test_options_of_event_are_refused_where_nothing_reads_them()
  run = @() nsd_simulate(nsd_ball(), [0 1], 'Method', 'moreau', 'Refine', 2);
  assertExceptionThrown(run, 'nsd:options:badValue');
  relay = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  assertExceptionThrown(@() nsd_simulate(relay, [0 1], 1, 'Chatter', 'off'), ...
                        'nsd:options:badValue');
  world = NsdBodies('Gravity', [0 -9.81]).disc('Radius', 1, 'Position', [0; 2]);
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'RelTol', 1e-3), 'nsd:options:badValue');
  state = struct('q', 1, 'v', 0);
  assertExceptionThrown(@() nsd_step(nsd_ball(), 'moreau', 0, state, 0.1, 'RelTol', 1e-3), ...
                        'nsd:options:badValue');
end

function names = all_kinds()
  names = {'linear', 'lagrangian', 'firstOrder', 'firstOrderNonlinear', 'hybrid', 'filippov', ...
           'bodies'};
end

function sys = example_of(kind)
  switch kind
    case 'linear', sys = nsd_ball();
    case 'lagrangian'
      sys = NsdSystem.lagrangian(1, @(t, q, v) -1 - 0*q).contact(@(q) q).start(1, 0);
    case 'firstOrder', sys = NsdSystem.firstOrder(-1, 1, 1, 1).start(1);
    case 'firstOrderNonlinear'
      sys = NsdSystem.firstOrder(@(t, x) -x, @(x, l, t) x + l, @(x, l, t) l).start(1);
    case 'hybrid'
      sys = NsdSystem.hybrid(@(t, x) [x(2); -1], @(x) x(1), @(x) [0; -x(2)]).start([1; 0]);
    case 'filippov', sys = NsdSystem.filippov(@(t, x, side) -side, @(x) x).start(1);
    case 'bodies'
      sys = NsdBodies('Gravity', [0 -9.81]).disc('Radius', 1, 'Position', [0; 2]).plane([0 1]);
  end
end

function value = a_value(option)
% a value that the option takes: its default, or a usual one where that is empty
  value = option.default;
  usual = struct('Step', 0.01, 'Beta', 0.25, 'Alpha', 0.05, 'MaxStep', 0.01, 'Refine', 1, ...
                 'Events', @(t, varargin) 1, 'OutputFcn', @(varargin) false, 'OutputSel', 1);
  if isempty(value), value = usual.(option.name); end
end

function told = outcome(sys, method, name, value)
% identifier of the error, or of the warning about options, of a short run
  try
    told = warning_of(@() nsd_simulate(sys, [0 0.02], 'Method', method, 'Step', 0.01, name, value));
    if ~strncmp(told, 'nsd:options:', 12), told = ''; end
  catch err
    told = err.identifier;
  end
end
