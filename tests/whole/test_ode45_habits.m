function test_suite = test_ode45_habits()
%TEST_ODE45_HABITS  Options and calls that users of ode45 bring along, and what they are told.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_options_of_ode45_that_are_not_needed_are_no_errors()
  f = @(t, y) [y(2); -y(1)];
  assertEqual(nsd_simulate(f, [0 1], [1; 0], []).t(end), 1);     % "not 0-by-0 double"
  assertEqual(nsd_simulate(ball(), [0 1], [1; 0], []).t(end), 1);
  told(@() nsd_simulate(ball(), [0 1], 1, []), 'nsd:simulate:badSize', 'v0');
  for c = {'Jacobian', 'BDF', 'MaxOrder'; eye(2), 'on', 3}       % "has no option"
    assertEqual(warning_of(@() nsd_options(odeset(c{:}))), 'nsd:options:notRead');
  end
  told(@() nsd_options(odeset('AbsTol', [1e-6, 1e-8])), 'nsd:options:badValue', 'write 1e-08');
  told(@() nsd_options('AbsTol', -1), 'nsd:options:badValue', 'a positive number, not -1');
end

function test_a_misspelt_file_of_events_or_output_is_named()
  % "nargin: FCN must be a string or function handle", without an identifier
  f = @(t, y) -y;
  told(@() nsd_simulate(f, [0 1], 1, odeset('Events', @evbal)), 'nsd:options:badValue', ...
       'none of the name evbal');
  told(@() nsd_simulate(f, [0 1], 1, odeset('OutputFcn', @odeplt)), 'nsd:options:badValue', ...
       'none of the name odeplt');
  assertTrue(~isempty(nsd_options('Events', @plus).Events));     % a built-in is there
end

function test_deval_takes_rows_as_its_third_argument()
  sol = nsd_simulate(ball(), [0 0.4], 1, 0);
  [y, yp] = deval(sol, [0.1 0.2]);
  [speed, force] = deval(sol, [0.1 0.2], 2);
  assertEqual({speed, force}, {y(2, :), yp(2, :)});
  assertEqual(deval([0.1 0.2], sol, [2 1]), y([2 1], :));
  told(@() deval(sol, 0.1, 3), 'nsd:solution:badRows', '1 to 2');
end

function test_disp_says_which_event_of_the_user_ended_the_run()
  % a contact was added and odeset('Events') forgotten: 'stopped' at the first impact, and no word
  stop = odeset('Events', @(t, y) deal([y(1) - 5; y(1)], [1; 1], [0; -1]));
  sol = nsd_simulate(ball(), [0 2], 1, 0, stop);
  assertEqual(sol.status, 'stopped');
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'ended by your event 2')));
  sol = nsd_simulate(ball(), [0 2], 1, 0, 'OutputFcn', @(t, y, flag) true);
  assertEqual(sol.status, 'stopped');
  assertTrue(isempty(strfind(evalc('disp(sol)'), 'your event')));
end

function test_states_before_the_events_of_a_system_with_resets()
  % they were those after it, with a column of multipliers behind
  tank = NsdSystem.hybrid(@(t, x) [1; 0.5], @(x) 3 - x(1), @(x) [0; x(2) + 1]);
  [~, ~, te, ye, ~, yb] = nsd_simulate(tank, [0 7], [0; 0]);
  assertElementsAlmostEqual(te, [3; 6], 'absolute', 1e-8);
  assertElementsAlmostEqual(yb, [3 1.5; 3 4], 'absolute', 1e-8);
  assertElementsAlmostEqual(ye, [0 2.5; 0 5], 'absolute', 1e-8);
  [~, ~, ~, ~, ~, yb] = nsd_simulate(tank, [0 2 7], [0; 0]);     % no rows at the events
  assertEqual(yb, NaN(2));
end

function test_the_struct_of_ode45()
  sol = nsd_simulate(ball(), [0 1.5], 1, 0);
  s = sol.toOde();
  [t, y, te, ye, ie, yb] = nsd_simulate(ball(), [0 1.5], 1, 0);
  assertEqual({s.x, s.y, s.xe, s.ye, s.ie, s.yafter}, {t', y', te', yb', ie', ye'});
  mode = NsdSystem.hybrid(@(t, x) 1, @(x) 3 - x, @(x) 0);
  s = nsd_simulate(mode, [0 5], 0).toOde();
  assertElementsAlmostEqual([s.xe, s.ye, s.yafter], [3 3 0], 'absolute', 1e-8);
end

function test_extra_arguments_are_not_passed_on()
  % the message spoke of states: "after x0 come options ... not 1-by-1 double"
  f = @(t, y, p) [y(2); -p];
  for options = {[], odeset(), odeset('RelTol', 1e-6)}
    told(@() nsd_simulate(f, [0 2], [1; 0], options{1}, 9.81), 'nsd:options:unknownOption', ...
         'extra arguments are not passed on to the function; write @(t,y) f(t,y,p)');
  end
  told(@() nsd_simulate(ball(), [0 2], 1, 0, [], 9.81), 'nsd:options:unknownOption', 'passed on');
  named = NsdSystem.hybrid(@(t, y, p) [y(2); -p.g]).parameter('g', 9.81);
  short = @(t, y) f(t, y, 9.81);
  assertEqual(nsd_simulate(named, [0 2], [1; 0]).y(end, :), ...
              nsd_simulate(short, [0 2], [1; 0]).y(end, :));
end

function test_the_arguments_of_outputfcn_are_told()
  % "called with too many inputs", Octave:invalid-fun-call
  told(@() nsd_simulate(ball(), [0 2], 1, 0, 'OutputFcn', @(t, y) 1), 'nsd:options:badValue', ...
       'OutputFcn is called as f(t, y, flag)');
  for f = {@(t, y, flag) false, @(varargin) false}
    assertEqual(nsd_simulate(ball(), [0 0.1], 1, 0, 'OutputFcn', f{1}).status, 'ok');
  end
end

function test_the_mass_matrix_of_odeset_belongs_to_the_system()
  % a plain odefun was sent to lagrangian and linear
  f = @(t, y) -y;
  told(@() nsd_simulate(f, [0 1], 1, odeset('Mass', 2)), 'nsd:options:unknownOption', ...
       'NsdSystem.hybrid(f, ''Mass'', M)');
  sol = nsd_simulate(NsdSystem.hybrid(f, 'Mass', 2), [0 1], 1);
  assertElementsAlmostEqual(sol.y(end), exp(-1/2), 'absolute', 1e-7);    % RelTol is 1e-8
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
end
