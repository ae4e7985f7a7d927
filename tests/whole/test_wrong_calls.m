function test_suite = test_wrong_calls()
%TEST_WRONG_CALLS  Starts, events, pictures and sizes as a stranger writes them, and the answers.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_picture_of_a_system_that_has_not_run_says_how_to_run_it()
  % "transpose method not defined for NsdSystem class", "'animate' undefined"
  told(@() plot(ball()), 'nsd:system:notRun', 'nsd_simulate(sys, [t0 t1], q0, v0); plot(sol)');
  told(@() plot(ball(), 'position'), 'nsd:system:notRun', 'plot(sol)');
  told(@() animate(ball().start(1, 0)), 'nsd:system:notRun', '(sys, [t0 t1]); animate(sol)');
  told(@() plot(NsdSystem.hybrid(@(t, x) -x)), 'nsd:system:notRun', '(sys, [t0 t1], x0)');
end

function test_a_start_by_names_is_taken_as_that_of_sweeps()
  % "give q0 and v0: this system has no initial state"
  [sys, span] = deal(NsdSystem.linear(1, 0, 1), [0 5]);
  wanted = nsd_simulate(sys, span, 1, 2).y;
  for k = 1:4                                     % from the third run on calls are kept
    assertEqual(nsd_simulate(sys, span, 'q0', 1, 'v0', 2).y, wanted);
    assertEqual(nsd_simulate(sys, span, 'q0', k, 'v0', 2).q(1), k);
  end
  assertEqual(nsd_simulate(sys, span, 'x0', [1; 2]).y, wanted);
  asked = nsd_simulate(sys, span, 1, 2, 'RelTol', 1e-6).y;
  assertEqual(nsd_simulate(sys, span, 'V0', 2, odeset('RelTol', 1e-6), 'Q0', 1).y, asked);
  assertEqual(nsd_simulate(sys.start(1, 5), span, 'v0', 2).y, wanted);
  decay = @(t, y) -y;
  assertEqual(nsd_simulate(decay, span, 'x0', 3).y, nsd_simulate(decay, span, 3).y);
  told(@() nsd_simulate(sys, span, 'q0', 1), 'nsd:simulate:noStart', 'v0 is missing');
  told(@() nsd_simulate(sys, span, 'q0', 1, 'x0', [1; 2]), 'nsd:simulate:noStart', 'x0 alone');
  told(@() nsd_simulate(decay, span, 'v0', 1), 'nsd:simulate:noStart', '''x0'', x0');
  told(@() nsd_simulate(sys, span, 1, 2, 'q0', 1), 'nsd:options:unknownOption', 'the start');
end

function test_starts_of_studies_and_prepared_runs_are_told_where_they_go()
  % "give a guess", "expected an option name, got double", nsd_simulate where run was called
  driven = NsdSystem.linear(1, 0.1, 4, nsd_harmonic(1, 1));
  orbit = nsd_periodic(driven, 2*pi, [1; 0]);
  assertEqual(orbit.q, nsd_periodic(driven, 2*pi, 1, 0).q);
  told(@() nsd_periodic(driven, 2*pi, [1; 0; 0]), 'nsd:periodic:badGuess', '2 entries, not 3');
  unknown = NsdSystem.lagrangian(@(q) 1, @(t, q, v) cos(t) - q - v);
  told(@() nsd_periodic(unknown, 2*pi, [1; 0]), 'nsd:periodic:badGuess', 'v0 is missing');
  sweep = @(varargin) nsd_sweep(ball(), struct('mass', [1 2]), [0 1], varargin{:});
  told(@() sweep(1, 0), 'nsd:sweep:unknownOption', '''q0'', 1, ''v0'', 0');
  told(@() sweep([1 2]), 'nsd:sweep:unknownOption', '''q0'', [1 2]');
  run = nsd_prepare(ball(), [0 1]);
  told(@() run(1), 'nsd:simulate:noStart', 'v0 is missing: run(q0, v0)');
  told(@() run(), 'nsd:simulate:noStart', 'run(q0, v0)');
  assertEqual(run([1; 0]).y, run(1, 0).y);
  run = nsd_prepare(NsdSystem.hybrid(@(t, x) -x), [0 1]);
  told(@() run(), 'nsd:simulate:noStart', 'give x0, run(x0)');
end

function test_events_of_odeset_with_one_output_are_told_that_the_run_goes_on()
  % ode45 refuses such a function; here its zeros are logged, where an end was perhaps meant
  half = @(t, y) y(1) - 0.5;
  of_odeset = @(f) warning_of(@() nsd_simulate(ball(), [0 1], 1, 0, odeset('Events', f)));
  [id, message] = warning_of(@() nsd_simulate(ball(), [0 1], 1, 0, odeset('Events', half)));
  assertEqual(id, 'nsd:simulate:eventStays');
  assertTrue(~isempty(strfind(message, 'first at t = 0.319')), message);
  assertEqual(of_odeset(@(t, y) deal(half(t, y), 0, 0)), '');
  assertEqual(of_odeset(@(t, y) y(1) - 5), '');                         % has no zero
  assertEqual(warning_of(@() nsd_simulate(ball(), [0 1], 1, 0, 'Events', half)), '');
end

function test_names_of_arguments_say_what_comes_in_their_place()
  % "argument 2 would not be v", and what would it be?
  told(@() ball().contact(@(q, v) q), 'nsd:system:badGap', 'not be v, it would be t');
  told(@() NsdSystem.lagrangian(1, @(q, v) -q), 'nsd:system:badForce', 'not be q, it would be t');
end

function test_worlds_say_why_two_or_three_numbers_are_wanted()
  % "plane takes a normal of 2 numbers": the length of Gravity decides, which was not said
  [flat, deep] = deal(NsdBodies('Gravity', [0 -9.81]), NsdBodies());
  told(@() flat.plane([0 0 1], 0), 'nsd:bodies:badPlane', 'Gravity has two numbers');
  told(@() deep.plane([0 1], 0), 'nsd:bodies:badPlane', 'Gravity has three numbers');
  place = {'Position', [0; 0; 1]};
  told(@() deep.box('Size', [1 1], place{:}), 'nsd:bodies:badSize', 'Gravity has three numbers');
  told(@() deep.box('Size', 1, 'Position', [0 1]), 'nsd:bodies:badSize', 'three numbers');
  told(@() flat.box('Size', 1, place{:}), 'nsd:bodies:badSize', 'Gravity has two numbers');
  told(@() flat.box('Size', [1 1 1], 'Position', [0; 1]), 'nsd:bodies:badSize', 'two numbers');
  told(@() flat.box([0.5; 1], [0; 1.5]), 'nsd:bodies:unknownOption', ...
       'world.box(''Size'', ..., ''Position'', ...)');
  box = flat.box('Size', 1, 'Position', [0; 1]);
  told(@() box.start('Velocity', [1; 0]), 'nsd:bodies:badStart', 'write world.start(q0, v0)');
end

function test_the_gap_of_unnamed_coordinates_has_no_unit()
  % "gap (m)" stood beside a "position" without a unit
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));                                     %#ok<NASGU>
  [~, ax] = plot(nsd_simulate(ball(), [0 1], 1, 0), {'position', 'gap'});
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax, 'UniformOutput', false);
  assertEqual(reshape(labels, 1, []), {'position', 'gap'});
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
end
