function test_suite = test_refusals()
%TEST_REFUSALS  What newcomers type first, and what they are told.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_properties_of_a_system_are_not_assigned()
  % ball.restitution = 0.5 did nothing, without a word, and the run went on with 0.9
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
  told(@() assigned(ball, 'restitution', 0.5), 'nsd:system:readOnly', 'parameter(''restitution''');
  told(@() assigned(ball, 'M', 2), 'nsd:system:readOnly', 'parameter(''mass''');
  told(@() assigned(ball, 'F', 0), 'nsd:system:readOnly', 'parameter(''constant''');
  told(@() assigned(ball, 'Labels', {'x'}), 'nsd:system:readOnly', 'named(');
  told(@() assigned(ball, 'foo', 0), 'nsd:system:readOnly', 'new system');
  told(@() part_assigned(ball), 'nsd:system:readOnly', 'Gaps');
  assertEqual(ball.parameter('restitution', 0.5).restitution, 0.5);
end

function test_properties_of_worlds_and_solutions_are_not_assigned()
  world = NsdBodies('Gravity', [0 -9.81]);
  told(@() assigned(world, 'Gravity', [0 0]), 'nsd:bodies:readOnly', 'parameter(''gravity''');
  told(@() assigned(world, 'Contacts', 3), 'nsd:bodies:readOnly', 'Contacts');
  sol = nsd_simulate(nsd_ball(), [0 0.1]);
  told(@() assigned(sol, 'q', 3), 'nsd:solution:readOnly', 'copy');
end

function test_options_of_one_scheme_choose_it()
  % 'GGL', 'on' without Method ran 'moreau' and said that GGL changes nothing
  ball = nsd_ball();
  sol = nsd_simulate(ball, [0 0.1], 'GGL', 'on');
  assertEqual({sol.stats.method, sol.stats.why}, {'newmark', 'GGL asks for it'});
  sol = nsd_simulate(ball, [0 0.1], 'SpectralRadius', 0.5, 'Step', 1e-3);
  assertEqual(sol.stats.method, 'genalpha');
end

function test_forces_and_matrices_of_several_coordinates()
  told(@() NsdSystem.linear(eye(3), 0, 0, -10), 'nsd:system:badForce', '[0; 0; -10]');
  K = [200 -100; 0 100];                         % an entry is missing
  [id, message] = warning_of(@() NsdSystem.linear(eye(2), 0, K));
  assertEqual(id, 'nsd:system:notSymmetric');
  assertTrue(~isempty(strfind(message, 'K(2,1) = 0')), message);
  id = warning_of(@() NsdSystem.linear(eye(2), K, [2 -1; -1 1]*100));
  assertEqual(id, '');                           % C may have gyroscopic terms
end

function test_a_start_below_the_floor_is_the_same_by_auto_and_event()
  % 'auto' took time stepping, which kept the ball under the floor for ever, with status ok
  ball = nsd_ball();
  for depth = [0.01 1]
    [id, message, sol] = warning_of(@() nsd_simulate(ball, [0 0.1], -depth, 0));
    assertEqual({id, sol.method}, {'nsd:simulate:gapStart', 'event'});
    assertTrue(~isempty(strfind(message, 'sign')), message);
    assertElementsAlmostEqual(sol.q(1), 0, 'absolute', 1e-12);
    [~, ~, named] = warning_of(@() nsd_simulate(ball, [0 0.1], -depth, 0, 'Method', 'event'));
    assertEqual({named.t, named.q}, {sol.t, sol.q});
  end
  told(@() nsd_simulate(ball, [0 0.1], -1, 0, 'Start', 'refuse'), 'nsd:simulate:gapStart', '1');
end

function test_words_for_shapes_that_are_tried_first_name_the_right_one()
  world = NsdBodies();
  told(@() world.ball('Radius', 1), 'nsd:bodies:unknownName', 'world.sphere(...)');
  told(@() kept(world.cube('Size', 1)), 'nsd:bodies:unknownName', 'world.box(...)');
  told(@() kept(world.floor([0 0 1], 0)), 'nsd:bodies:unknownName', 'world.plane(...)');
  told(@() kept(world.ground()), 'nsd:bodies:unknownName', 'plane');
  told(@() kept(world.wall()), 'nsd:bodies:unknownName', 'plane');
  told(@() kept(world.circle()), 'nsd:bodies:unknownName', 'disc');
  told(@() kept(world.block()), 'nsd:bodies:unknownName', 'box');
end

function test_systems_are_made_by_the_name_of_their_kind()
  for word = {'linear', 'lagrangian', 'energies', 'firstOrder', 'filippov', 'hybrid'}
    told(@() NsdSystem(1, 0, 0, -9.81), 'nsd:system:construct', word{1});
  end
  told(@() NsdSystem.linear([1 2]), 'nsd:system:badSize', 'did you mean diag([1 2])');
  told(@() NsdSystem.linear(eye(2), 0, [1 2]), 'nsd:system:badSize', 'did you mean diag(K)');
  told(@() NsdSystem.lagrangian(1, -9.81), 'nsd:system:badForce', '@(t,q,v) -9.81');
  told(@() NsdSystem.lagrangian(1, 'weight'), 'nsd:system:badForce', '@weight');
  told(@() NsdSystem.linear(1).friction, 'nsd:system:missing', 'disp(sys)');
end

function test_values_of_options_say_what_was_given()
  told(@() nsd_simulate(nsd_ball(), [0 1], 'Step', '0.1'), 'nsd:options:badValue', ...
       'not the char ''0.1'': write 0.1');
  told(@() nsd_simulate(nsd_ball(), [0 1], 'Step', -1), 'nsd:options:badValue', 'not -1');
end

function test_a_gap_that_is_text_raises_without_warnings_of_the_host()
  text = NsdSystem.lagrangian(1, @(t,q,v) -9.81).contact(@(q) disp(q));
  lastwarn('');
  told(@() nsd_simulate(text, [0 1], 1, 0), 'nsd:simulate:relationSize', 'not char');
  assertEqual(lastwarn(), '');
end

function test_a_misspelt_panel_offers_the_nearest()
  sol = nsd_simulate(nsd_ball(), [0 0.1]);
  told(@() plot(sol, 'enrgy'), 'nsd:solution:badPlot', 'did you mean ''energy''?');
end

function test_messages_count_in_words()
  world = evalc('disp(NsdBodies().plane([0 0 1], 0))');
  assertTrue(~isempty(strfind(world, ', 1 plane,')), world);
  told(@() NsdSystem.linear(1).contact([1; 2]), 'nsd:system:badSize', 'must have 1 row,');
  told(@() NsdBodies().sphere('Radius', 1, 'Position', [0; 0; 1], 'Velocity', [1; 2]), ...
       'nsd:bodies:badSize', 'for 1 body,');
end

function test_a_number_alone_is_taken_for_the_restitution_of_a_ball()
  told(@() nsd_ball(0.5), 'nsd:model:unknownOption', '''Restitution'', 0.5');
end

function test_laws_of_friction_are_shown_by_their_name()
  % nsd_stribeck was shown as "friction 1"
  sys = NsdSystem.linear(eye(2)).contact([0; 1], 0, 'Friction', nsd_stribeck(0.5, 0.3, 0.2), ...
                                         'Tangent', [1; 0]);
  text = evalc('disp(sys)');
  assertTrue(~isempty(strfind(text, 'Stribeck''s curve: from 0.5 to 0.3')), text);
end

function test_laws_of_impact_are_for_rigid_contacts()
  told(@() NsdSystem.linear(1).contact(1, 0, 'Stiffness', 1e4, 'Impact', 'poisson'), ...
       'nsd:system:impact', 'Stiffness');
end

function test_systems_may_stand_in_an_array()
  [a, b] = deal(nsd_ball(), nsd_ball('Restitution', 0.5));
  list(2) = b;
  list(1) = a;
  assertEqual(list(2).restitution, 0.5);
  assertEqual(list(1).restitution, a.restitution);
end

function test_a_saved_system_comes_back_whole()
  ball = NsdSystem.linear(2, 0, 3, -9.81).contact(1, 0, 'Restitution', 0.9);
  s = ball.toStruct();
  assertFalse(isfield(s, 'restitution'));
  assertTrue(isequal(NsdSystem.fromStruct(s), ball));
  s.M = 7;                                       % files of earlier versions hold these names
  assertEqual(NsdSystem.fromStruct(s).M, 2);
end

function test_t_q_and_v_in_a_wrong_place_are_refused()
  % @(q,v) was called with (q,t), and its v was the time, without a word
  sys = NsdSystem.lagrangian(1, @(t,q,v) -q);
  told(@() sys.contact(@(q,v) q + 0.3 + 0.1*v), 'nsd:system:badGap', '@(q,t)');
  told(@() sys.contact(@(v) v), 'nsd:system:badGap', 'would not be v');
  told(@() sys.contact(@(t) t), 'nsd:system:badGap', 'would not be t');
  told(@() sys.joint(@(q,v,p) q + v), 'nsd:system:badGap', 'joint');
  told(@() sys.contact(@(q) q, 'Jacobian', @(q,v) 1), 'nsd:system:badGap', 'Jacobian');
  told(@() NsdSystem.lagrangian(1, @(q,v) -q), 'nsd:system:badForce', '@(t,q,v)');
  told(@() sys.contact('q+0.3'), 'nsd:system:badSize', '@(q) q+0.3');
  assertEqual(sys.start(1, 0).contact(@(t,q) q + 2*t).gap(1, 3), 7);
  assertEqual(sys.start(1, 0).contact(@(x) x + 1).gap(1), 2);
end

function test_a_limit_of_friction_takes_its_arguments_by_name()
  % @(v) was called with the time
  sys = NsdSystem.lagrangian(1, @(t,q,v) 2*cos(3*t)).start(0, 1);
  full = nsd_simulate(sys.friction(1, @(t,q,v) 0.1 + abs(v)), [0 3]);
  short = nsd_simulate(sys.friction(1, @(v) 0.1 + abs(v)), [0 3]);
  assertElementsAlmostEqual(short.q(end), full.q(end), 'absolute', 1e-12);
  mixed = nsd_simulate(sys.friction(1, @(v,t) 0.1 + abs(v) + t), [0 3]);
  full = nsd_simulate(sys.friction(1, @(t,q,v) 0.1 + abs(v) + t), [0 3]);
  assertElementsAlmostEqual(mixed.q(end), full.q(end), 'absolute', 1e-12);
  withP = sys.parameter('a', 0.1).friction(1, @(v,p) p.a + abs(v));
  assertElementsAlmostEqual(nsd_simulate(withP, [0 3]).q(end), short.q(end), 'absolute', 1e-12);
  linear = NsdSystem.linear(1, 0, 0, 1);
  told(@() linear.friction(1, @(v) abs(v)), 'nsd:system:linearOnly', 'lagrangian');
end

function test_a_gap_that_is_true_or_false_is_refused()
  % q > -0.3 ran with status ok, and nothing ever touched
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81*sin(q)).contact(@(q) q > -0.3, 'Restitution', 0.7);
  told(@() nsd_simulate(sys, [0 3], 1, 0), 'nsd:simulate:relationLogical', 'positive when open');
  rod = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -9.81]).joint(@(q) norm(q) == 1);
  told(@() nsd_simulate(rod, [0 1], [1; 0], [0; 0]), 'nsd:simulate:relationLogical', ...
       'norm(q) - 1 for norm(q) == 1');
end

function test_letters_of_the_theory_offer_their_options()
  sys = NsdSystem.linear(1, 0, 0, -9.81);
  for pair = {'e', 'mu', 'k', 'c'; 'Restitution', 'Friction', 'Stiffness', 'Damping'}
    told(@() sys.contact(1, 0, pair{1}, 0.9), 'nsd:system:unknownOption', ['nearest: ' pair{2}]);
  end
  told(@() nsd_ball('e', 0.5), 'nsd:model:unknownOption', 'nearest: Restitution');
  told(@() nsd_simulate(nsd_ball(), [0 1], 'Tolerance', 1e-6), 'nsd:options:unknownOption', ...
       'nearest: RelTol');
end

function kept(world) %#ok<INUSD>
end

function assigned(object, name, value)
  object.(name) = value; %#ok<NASGU>
end

function part_assigned(ball)
  ball.Gaps{1}.b = 3; %#ok<NASGU>
end
