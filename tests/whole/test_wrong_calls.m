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
  go = nsd_prepare(ball(), [0 1]);
  told(@() go(1), 'nsd:simulate:noStart', 'v0 is missing: go(q0, v0)');
  told(@() go(), 'nsd:simulate:noStart', 'go(q0, v0)');
  assertEqual(go([1; 0]).y, go(1, 0).y);
  go = nsd_prepare(NsdSystem.hybrid(@(t, x) -x), [0 1]);
  told(@() go(), 'nsd:simulate:noStart', 'give x0, go(x0)');
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

function test_nothing_of_unnamed_coordinates_has_a_unit()
  % "gap (m)", then "energy (J)", stood beside a "position" without a unit
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));                                     %#ok<NASGU>
  panels = {'position', 'gap', 'energy', 'impulse'};
  assertEqual(labels_of(ball(), panels), {'position', 'gap', 'energy', 'contact impulse'});
  assertEqual(labels_of(ball().named('ball', {'height'}), panels), ...
              {'position (m)', 'gap (m)', 'energy (J)', 'contact impulse (N s)'});
  wheel = ball().named('wheel', {'phi (rad)'});
  assertEqual(labels_of(wheel, {'energy', 'impulse'}), {'energy (J)', 'contact impulse (N m s)'});
  small = ball().named('ball', {'x (mm)'});
  assertEqual(labels_of(small, {'gap', 'energy'}), {'gap (mm)', 'energy'});
end

function labels = labels_of(sys, panels)
  [~, ax] = plot(nsd_simulate(sys, [0 1], 1, 0), panels);
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax, 'UniformOutput', false);
  labels = reshape(labels, 1, []);
end

function test_what_events_of_worlds_cannot_carry_is_told_once()
  % the message stood there twice, the first time cut off: "a spring, which ; take Method"
  world = NsdBodies('Gravity', [0 -9.81]).plane([0 1], 0);
  world = world.disc('Radius', 1, 'Position', [0 5; 1 1]);
  hinged = world.joint('hinge', [1 2], 'Point', [2.5; 1]);
  fixed = NsdBodies().plane([0 0 1], 0);
  fixed = fixed.sphere('Radius', 1, 'Position', [0; 0; 1], 'Fixed', true);
  refused = {world.force(1, [0; 1]), 'spring, which is not among them'; ...
             hinged, '(hinge), which is not among them'; ...
             fixed, 'no body of the world is free, which leaves nothing to run'};
  for k = 1:size(refused, 1)
    message = message_of(@() nsd_simulate(refused{k, 1}, [0 1], 'Method', 'event'));
    assertTrue(~isempty(strfind(message, refused{k, 2})), message);
    assertEqual(numel(strfind(message, 'Method ''moreau''')), 1, message);
  end
end

function test_energies_are_told_in_the_words_of_energies()
  % "M(q) is not positive definite", "[mass at t = 0], called as M(q)": nobody had given an M
  run = @(T, V, q) nsd_simulate(NsdSystem.energies(T, V), [0 1], q, 0*q);
  fall = @(q) 9.81*q(end);
  told(@() run(@(q,v) q^2/2, fall, 1), 'nsd:simulate:notDefinite', 'T has no square of v:');
  told(@() run(@(q,v) v(1)^2/2, fall, [1; 1]), 'nsd:simulate:notDefinite', 'square of v(2)');
  told(@() run(@(q,v) -v^2/2, fall, 1), 'nsd:simulate:notDefinite', 'T is not positive definite');
  for T = {@(q,v) v*v/2, @(q,v) v^2/2}
    message = message_of(@() run(T{1}, fall, [1; 1]));
    assertTrue(~isempty(strfind(message, 'called as T(q,v)')), message);
    assertTrue(~isempty(strfind(message, 'v''*v [energies at t = 0]')), message);
    assertTrue(isempty(strfind(message, 'M(q)')), message);
  end
  told(@() run(@(q,v) v.^2/2, fall, [1; 1]), 'nsd:system:badEnergy', 'v''*v');
  told(@() NsdSystem.energies(@(q,v) v^2, @(q,v) q), 'nsd:system:badEnergy', ...
       '@(q), @(q,p), @(q,t), @(q,t,p)');
  assertEqual(run(@(q,v) v^2/2, @(q,t) q*(1 + t), 1).status, 'ok');     % as listed
end

function test_contacts_without_their_first_arguments_are_told()
  % "did you mean @Restitution?", "the rebound is written 'Restitution', 0"
  told(@() ball().contact('Restitution', 0.9), 'nsd:system:missing', ...
       'write contact(1, 0, ''Restitution'', 0.9)');
  plane = NsdSystem.linear(eye(2));
  told(@() plane.contact('Friction', 'mu'), 'nsd:system:missing', 'contact([0; 1], 0, ''Fric');
  told(@() plane.contact([0; 1], 0, 'Friction', 0.3, [1; 0]), 'nsd:system:unknownOption', ...
       '''Tangent'', [1;0]');
  told(@() plane.contact(ones(3), 0), 'nsd:system:badSize', 'one column per contact');
  told(@() plane.joint(ones(3), 0), 'nsd:system:badSize', 'one column per joint');
  free = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  told(@() free.contact(@(q) q, 0, 'Restitution', 0.5), 'nsd:system:badGap', 'takes no b');
  told(@() free.contact(@(q) q, -0.5), 'nsd:system:badGap', 'contact(@(q) ... - 0.5)');
  told(@() free.joint(@(q) q, 0.5), 'nsd:system:badGap', 'joint(@(q) ... + 0.5)');
end

function test_forces_of_another_size_or_as_text_are_told()
  % "must be real 2-by-1", "not 1-by-6 char", "q(2): out of bound 1"
  flat = @(M, F, q) nsd_simulate(NsdSystem.lagrangian(M, F), [0 1], q, 0*q);
  told(@() flat(eye(2), @(t,q,v) -9.81, [0; 1]), 'nsd:simulate:forceSize', '[0; -9.81] acts on');
  told(@() NsdSystem.linear(1, 0, 0, 'cos(t)'), 'nsd:system:badForce', 'did you mean @(t) cos(t)?');
  told(@() NsdSystem.lagrangian(1, 'cos(t)'), 'nsd:system:badForce', '@(t,q,v) cos(t)');
  beyond = @(f) isempty(strfind(message_of(f), 'the system has 1 coordinate (M is 1-by-1)'));
  assertFalse(beyond(@() flat(1, @(t,q,v) -q(2), 1)));
  other = [1 2 3];
  assertTrue(beyond(@() flat(1, @(t,q,v) -other(4), 1)));         % an index of something else
  message = message_of(@() flat(@(q) 1 + q(2), @(t,q,v) 1, 1));
  assertTrue(~isempty(strfind(message, 'q and v have as many entries as q0')), message);
  current = NsdSystem.firstOrder(-1, 1, 1, 1);
  told(@() nsd_simulate(current, [0 1], 1, 'Method', 'moreau'), 'nsd:simulate:method', ...
       'NsdSystem.firstOrder takes theta');
end

function test_a_start_off_its_joints_says_how_to_be_refused()
  rod = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -9.81]).joint(@(q) norm(q) - 1);
  [id, message] = warning_of(@() nsd_simulate(rod, [0 0.1], [2; 0], [0; 0]));
  assertEqual(id, 'nsd:simulate:jointStart');
  assertTrue(~isempty(strfind(message, '''refuse'' raises')), message);
  told(@() nsd_simulate(rod, [0 0.1], [2; 0], [0; 0], 'Start', 'refuse'), ...
       'nsd:simulate:jointStart', 'violate the joints');
end

function test_a_tangent_along_the_normal_of_an_open_gap_is_refused()
  % accepted, and friction did nothing: normals of open gaps were not known at the start
  fall = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  along = @(T) fall.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', T);
  for height = [0 1]
    told(@() nsd_simulate(along([0; 1]), [0 1], [0; height], [1; 0]), ...
         'nsd:system:badTangent', 'zero or parallel to its normal');
  end
  assertTrue(nsd_simulate(along([1; 0]), [0 1], [0; 1], [1; 0]).v(end, 1) < 1);
end

function test_starts_of_another_length_are_told_the_right_ones()
  % "v0 is missing"
  told(@() nsd_simulate(ball(), [0 2], [1; 0; 0]), 'nsd:simulate:noStart', ['the start has 3 ' ...
       'entries; this system needs q0 (1) and v0 (1), or [q0; v0] with 2']);
  told(@() nsd_simulate(nsd_two_balls(), [0 2], 1), 'nsd:simulate:noStart', 'has 1 entry');
  told(@() nsd_simulate(ball(), [0 2], 1), 'nsd:simulate:noStart', 'v0 is missing');
end

function test_gaps_written_as_an_events_file_are_told()
  % "deal: nargin > 1 and nargin != nargout"
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) deal(q, 1, -1));
  told(@() nsd_simulate(sys, [0 1], 1, 0), 'nsd:simulate:userError', 'write the value alone');
end

function test_calls_of_studies_name_what_is_missing()
  % "no single number omega", "nsd_simulate: expected an option name", "a norm must be one of"
  driven = NsdSystem.linear(1, 0.1, 1, @(t) cos(2*t)).contact(1, 1).start(0, 0);
  told(@() nsd_bifurcation(driven, 'omega', [1 2], [0 10]), 'nsd:sweep:badValue', ...
       'Period is missing');
  told(@() nsd_prepare(ball(), [0 2], 1, 0), 'nsd:prepare:startGiven', 'sol = go(q0, v0)');
  told(@() nsd_order(nsd_ball(), 'Step', 0.1), 'nsd:order:badSteps', 'behind the system');
  told(@() NsdSystem.hybrid(@(t, x) -1, {@(x) x}, {@(x) 1}), 'nsd:system:badFunction', ...
       'guards are one function');
end

function test_an_option_of_a_contact_given_twice_warns()
  free = NsdSystem.linear(1, 0, 0, -9.81);
  twice = @(e) free.contact(1, 0, 'restitution', 0.8, 'Restitution', e);
  [id, ~, sys] = warning_of(@() twice(0.5));
  assertEqual(id, 'nsd:options:twice');
  assertElementsAlmostEqual(sys.Restitution, 0.5);
  assertEqual(warning_of(@() twice(0.8)), '');
end

function test_a_study_of_the_order_warns_of_penetration_once()
  % four runs, four times the same lines
  closed = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.5).start(1, 0);
  order = @() nsd_order(closed, [0.1 0.05 0.025], 'L1', [], 'Method', 'moreau', 'Span', [0 1]);
  [~, text] = order_of(order);
  assertEqual(numel(strfind(text, 'penetrat')), 1, text);
end

function [r, text] = order_of(order) %#ok<STOUT>  set by evalc
  text = evalc('r = order();');
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
end
