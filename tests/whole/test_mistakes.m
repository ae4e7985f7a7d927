function test_suite = test_mistakes()
%TEST_MISTAKES  What newcomers get wrong, and what they are told. Numbers are those of a trial.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_sizes_of_forces_and_normals_name_the_fix()               % 1, 2, 3
  told(@() NsdSystem.linear(eye(2), 0, 0, 1), 'nsd:system:badForce', '2-by-1');
  told(@() NsdSystem.linear(eye(2)).contact([1 0]), 'nsd:system:badSize', 'did you mean H''');
  told(@() NsdSystem.linear(eye(2), 0, 0, [1 2 3; 4 5 6]'), 'nsd:system:badForce', ...
       'did you mean F''');
  told(@() NsdSystem.linear(eye(2), 0, 0, -9.81), 'nsd:system:badForce', '[0; -9.81]');
  told(@() NsdSystem.linear(eye(6), 0, 0, -9.81), 'nsd:system:badForce', '[zeros(5, 1); -9.81]');
end

function test_arguments_in_another_place_or_in_quotes_are_told()
  told(@() NsdSystem.lagrangian(@(t, q, v) -9.81, 1), 'nsd:system:badForce', 'swapped');
  told(@() NsdSystem.lagrangian(@(q) 1, 1), 'nsd:system:badForce', '@(t,q,v) 1');
  told(@() nsd_simulate(ball(), [0 1], '1', 0), 'nsd:simulate:noStart', 'q0 is the char ''1''');
  told(@() nsd_simulate(ball(), [0 1], 1, '0'), 'nsd:simulate:noStart', 'v0 is the char ''0''');
  told(@() nsd_simulate(nsd_ball(), [0 1], '1', 0), 'nsd:simulate:noStart', 'write 1');
  told(@() NsdSystem.energies(@(q) 0.5*q^2, @(q) 9.81*q), 'nsd:system:badEnergy', ...
       '@(q,v) 0.5*v^2');
  chain = NsdSystem.energies(@(q) 2*q, @(q) 9.81*q^2);                  % a mass that grows
  assertEqual(chain.mass(3), 6);
end

function test_disp_tells_that_the_start_was_moved()
  % a gap of the wrong sign: the warning scrolls away, and disp said no penetration, status ok
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) -q);
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 1], 1, 0));
  assertEqual(id, 'nsd:simulate:gapStart');
  assertElementsAlmostEqual(sol.stats.startMoved, 1);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'start was moved')));
  sol = nsd_simulate(ball(), [0 1], 1, 0);
  assertTrue(isempty(strfind(evalc('disp(sol)'), 'start was moved')));
end

function test_disp_of_a_system_tells_all_of_its_friction()
  % a tangent without Friction was taken in silence and left no trace
  block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  belt = block.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0], 'SurfaceVelocity', 2);
  assertTrue(~isempty(strfind(evalc('disp(belt)'), 'tangent [1;0], surface velocity 2')));
  assertTrue(isempty(strfind(evalc('disp(belt)'), 'no Friction')));
  smooth = block.contact([0; 1], 0, 'Tangent', [1; 0]);
  assertTrue(~isempty(strfind(evalc('disp(smooth)'), 'but no Friction')));
  belt = NsdSystem.linear(1, 0, 1).friction(1, 1.5, 'SurfaceVelocity', 2);
  assertTrue(~isempty(strfind(evalc('disp(belt)'), 'limit 1.5 along 1, surface velocity 2')));
end

function test_a_differential_equation_has_no_guards()
  sys = NsdSystem.hybrid(@(t, y) [y(2); -y(1)]);
  assertTrue(~isempty(strfind(evalc('disp(sys)'), 'no guards')));
  sol = nsd_simulate(sys, [0 1], [1; 0]);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'no switching functions')));
end

function test_starts_that_miss_or_are_joined_are_told()                % 4, 6, 7, 19
  told(@() nsd_simulate(ball(), [0 1]), 'nsd:simulate:noStart', 'q0 and v0');
  told(@() nsd_simulate(NsdSystem.lagrangian(@(q) 1, @(t,q,v) -9.81), [0 1], [1; 0]), ...
       'nsd:simulate:noStart', 'v0 is missing');
  two = NsdSystem.linear(eye(2));
  assertEqual(nsd_simulate(two, [0 1], [1 2], [0 0]).q(1, :), [1 2]);
  told(@() nsd_simulate(ball(), [0 1], NaN, 0), 'nsd:simulate:notFinite', 'q0');
end

function test_first_arguments_of_another_kind_are_told()               % 5, 14
  told(@() nsd_simulate([0 1], ball(), 1, 0), 'nsd:simulate:badSystem', 'NsdSystem');
  told(@() nsd_simulate('fall', [0 1], [1; 0]), 'nsd:simulate:badSystem', 'hybrid');
end

function test_misspelt_names_are_offered()                             % 8, 9, 12
  told(@() nsd_simulate(ball(), [0 1], 1, 0, 'Metod', 'event'), 'nsd:options:unknownOption', ...
       'Method');
  told(@() nsd_simulate(ball(), [0 1], 1, 0, 'Method', 'events'), 'nsd:options:badValue', 'event');
  told(@() NsdSystem.linear(1).contact(1, 0, 'Restituton', 1), 'nsd:system:unknownOption', ...
       'Restitution');
  told(@() NsdSystem.linear(1).contact(1, 0, 0.9), 'nsd:system:unknownOption', ...
       '''Restitution'', 0.9');
  told(@() nsd_simulate(ball(), [0 1], 1, 0, 'Solver', 'event'), 'nsd:options:unknownOption', ...
       '''Method'', ''event''');
  message = message_of(@() nsd_simulate(ball(), [0 1], 1, 0, 'Metod', 'event'));
  assertTrue(isempty(strfind(message, 'RelTol')), message);            % one name is much nearer
end

function test_names_that_are_like_no_other_or_belong_elsewhere_are_told()
  % "nsd_simulate has no option "q0"; nearest: GGL, Step, Beta"
  run = @(name) nsd_simulate(ball(), [0 1], 1, 0, name, 1);
  told(@() run('q0'), 'nsd:options:unknownOption', 'sys.start(q0, v0)');
  told(@() run('MultipleImpact'), 'nsd:options:unknownOption', 'sys.contact');
  told(@() nsd_prepare(ball(), [0 1], 'Threads', 2), 'nsd:options:unknownOption', 'nsd_sweep');
  told(@() nsd_order(ball(), [0.1 0.05], 'L1', [], 'Friction', 1), 'nsd:order:unknownOption', ...
       'sys.contact');
  told(@() run('x'), 'nsd:options:unknownOption', 'nsd_options() lists them');
  told(@() ball().joint(1, 0, 'x', 1), 'nsd:system:unknownOption', 'it has: Jacobian, Rate');
  told(@() nsd_pendulum('Mas', 1), 'nsd:pendulum:unknownOption', 'Amplitude');
end

function test_fields_parameters_and_kinds_that_are_misspelt_are_told()
  % a field `impuls` of the state was lost without a word, and the loop was no longer the run
  state = struct('q', 1, 'v', 0, 'impuls', 0);
  step = @(state) nsd_step(ball(), 'moreau', 0, state, 1e-3);
  told(@() step(state), 'nsd:step:badState', 'did you mean impulse?');
  told(@() step(struct('q', 1, 'vel', 0)), 'nsd:step:badState', 'v is missing');
  told(@() step(struct('q', 1, 'u', 0)), 'nsd:step:badState', 'field u is not read');
  assertEqual(step(step(struct('q', 1, 'v', 0))).status, 'ok');
  stiff = @(name) nsd_sweep(nsd_oscillator(), struct(name, [2 3]), [0 1]);
  told(@() stiff('stifness'), 'nsd:system:unknownParameter', 'did you mean stiffness?');
  spring = NsdSystem.lagrangian(1, @(t, q, v, p) -p.stiff*q).parameter('stiff', 1).start(1, 0);
  told(@() nsd_sweep(spring, struct('stif', [2 3]), [0 1]), 'nsd:sweep:unknownParameter', ...
       'did you mean stiff?');
  world = NsdBodies().sphere('Radius', 1, 'Position', [0 0 1; 0 0 4]');
  told(@() world.parameter('fricton', 1), 'nsd:bodies:unknownParameter', 'did you mean friction?');
  told(@() world.joint('hing', [1 2]), 'nsd:bodies:badJoint', 'did you mean hinge?');
  told(@() world.compound({{'bx'}}, 'Position', [0; 0; 9]), 'nsd:bodies:badCompound', ...
       'did you mean box?');
  point = struct('kind', 'grazng', 'parameter', 3, 'q', 1, 'v', 0);
  curve = @(point) nsd_curve(@(a, b) ball(), point, [2 1.9], @(a, b) 1);
  told(@() curve(point), 'nsd:curve:badPoint', 'did you mean "grazing"?');
  told(@() curve(struct('kind', 'grazing', 'paramter', 3, 'q', 1, 'v', 0)), ...
       'nsd:curve:badPoint', 'parameter is missing; rename paramter');
end

function test_values_out_of_range_are_told()                           % 10, 11, 45
  told(@() NsdSystem.linear(1).contact(1, 0, 'Restitution', 1.2), 'nsd:system:restitution', '1.2');
  told(@() NsdSystem.linear(-1), 'nsd:system:notDefinite', 'inertia');
  told(@() NsdSystem.linear([1 2; 0 1]), 'nsd:system:notSymmetric', '(M + M'')/2');
end

function test_functions_of_ode45_are_told_apart()                      % 13, 15, 16, 42
  told(@() NsdSystem.lagrangian(1, @(t, y) -y), 'nsd:system:badForce', '@(t,q,v)');
  row = NsdSystem.lagrangian(eye(2), @(t, q, v) [0 -1]);
  assertEqual(nsd_simulate(row, [0 1], [0; 0], [0; 0]).status, 'ok');
  both = NsdSystem.lagrangian(1, @(t, q, v) [v; -9.81]);
  told(@() nsd_simulate(both, [0 1], 1, 0), 'nsd:simulate:forceSize', 'without v');
  unknown = NsdSystem.lagrangian(1, @(t, q, v) -kk*q);
  message = message_of(@() nsd_simulate(unknown, [0 1], 1, 0));
  assertTrue(~isempty(strfind(message, 'force at t = 0')), message);
end

function test_a_spring_as_the_force_of_a_linear_system_is_told()
  % such a function was called with the time: q'' = -t instead of -q, without a word
  for name = 'qvxy'
    F = str2func(sprintf('@(%s) -%s', name, name));
    told(@() NsdSystem.linear(1, 0, 0, F), 'nsd:system:badForce', 'spring is K');
    told(@() one_body().force(1, F), 'nsd:bodies:badForce', '@(t, x)');
  end
  shown = evalc('disp(NsdSystem.linear(1, 0, 0, @(t) sin(t)))');
  assertTrue(~isempty(strfind(shown, 'force function of t')), shown);
end

function test_the_right_hand_side_of_ode45_as_a_force_is_told()
  told(@() NsdSystem.lagrangian(1, @(t, y) [y(2); -y(1)]), 'nsd:system:badForce', ...
       'NsdSystem.hybrid(f)');
end

function test_words_of_other_programs_for_joints_and_sizes_are_told()
  world = NsdBodies('Gravity', [0 -9.81]);
  box = world.box('Size', [1; 1], 'Position', [0; 1]);
  told(@() box.joint('revolute', [0 1], 'Point', [0; 0]), 'nsd:bodies:badJoint', 'called hinge');
  told(@() world.box('Size', [1; 1; 1], 'Position', [0; 1]), 'nsd:bodies:badSize', ...
       'a box in the plane');
  told(@() box.start(1, 'Position', [0; 0]), 'nsd:bodies:badStart', 'whole world');
end

function test_degrees_are_told_once_at_the_start()
  % q0 = 57 of a pendulum and the Angle 30 of a box ran without a word
  id = 'nsd:simulate:degrees';
  box = NsdBodies('Gravity', [0 -9.81]).box('Size', [1; 1], 'Position', [0; 1], 'Angle', 30);
  [found, message] = warning_of(@() nsd_simulate(box, [0 0.1], 'Step', 0.01));
  assertEqual(found, id);
  assertTrue(~isempty(strfind(message, '30*pi/180 = 0.5236')), message);
  swing = NsdSystem.lagrangian(1, @(t, q, v) -sin(q));
  run = @(name, q0) warning_of(@() nsd_simulate(swing.named('p', {name}), [0 1], q0, 0));
  assertEqual(run('phi (rad)', 57), id);
  assertEqual(run('phi (rad)', 57.1234), '');            % as an earlier run has left it
  assertEqual(run('x (m)', 57), '');
  assertEqual(run('theta', 1), '');
  floor = NsdBodies('Gravity', [0 -9.81]).plane([0 1], 0);
  rough = floor.disc('Radius', 1, 'Position', [0; 1], 'Friction', 30);
  [found, message] = warning_of(@() nsd_simulate(rough, [0 0.1], 'Step', 0.01));
  assertEqual(found, id);
  assertTrue(~isempty(strfind(message, '0.5774')), message);
  slope = NsdSystem.linear(eye(2), 0, 0, [1; -9.81]);
  slide = @(mu) slope.contact([0; 1], 0, 'Friction', mu, 'Tangent', [1; 0]);
  for mu = [30 0.5 100]
    found = warning_of(@() nsd_simulate(slide(mu), [0 1], [0; 0], [0; 0]));
    assertEqual(strcmp(found, id), mu == 30);
  end
end

function test_events_by_number_and_those_of_the_user()
  % sol.events(1): called with too many inputs; own events had the speeds 0 and 0
  sol = nsd_simulate(ball(), [0 1], 1, 0, 'Method', 'event', 'Events', @(t, y) y(1) - 0.5);
  second = sol.events(2);
  assertEqual(second.kind, {'impact'});
  assertElementsAlmostEqual(second.vBefore, -sqrt(2*9.81), 'relative', 1e-9);
  assertTrue(isnan(sol.events(1).vBefore) && isnan(sol.events(1).vAfter));
  told(@() sol.events(99), 'nsd:solution:badEvent', 'from 1 to 3');
  shown = evalc('sol.eventTable()');
  assertTrue(isempty(strfind(shown, 'NaN')), shown);
end

function test_what_a_drawing_returned_and_times_before_a_solution_are_told()
  sol = nsd_simulate(ball(), [0 0.1], 1, 0);
  told(@() animate(sol, @(t, q) 3, 'At', 0), 'nsd:solution:badDrawing', 'a double of size [1 1]');
  told(@() plot(sol.t, sol), 'nsd:solution:badPlot', 'plot(sol.t, sol.q)');
end

function test_globals_branches_and_roots_in_forces()                    % 17, 18, 20
  global NSD_MISTAKE
  NSD_MISTAKE = 1;
  back = onCleanup(@() clear('-global', 'NSD_MISTAKE'));                      %#ok<NASGU>
  sys = NsdSystem.lagrangian(1, @(t, q, v) with_global());
  first = nsd_simulate(sys, [0 1], 0, 0).q(end);
  NSD_MISTAKE = 3;
  assertElementsAlmostEqual([first, nsd_simulate(sys, [0 1], 0, 0).q(end)], [0.5 1.5], ...
                            'absolute', 1e-9);
  branch = NsdSystem.lagrangian(1, @(t, q, v) with_branch(q)).start(1, 0);
  text = evalc('disp(branch)');
  assertTrue(~isempty(strfind(text, 'interpreter')) && ~isempty(strfind(text, 'branches')), text);
  root = NsdSystem.lagrangian(1, @(t, q, v) -sqrt(0.5 - t));
  [id, message, sol] = warning_of(@() nsd_simulate(root, [0 1], 1, 0));
  assertEqual({id, sol.status}, {'nsd:simulate:notFinite', 'notFinite'});
  assertTrue(~isempty(strfind(message, 't = 0.5')) && numel(sol.t) > 2, message);
end

function test_rows_for_columns_and_names_of_files()                    % 36, 39, 43, 44
  sol = nsd_simulate(ball(), [0 1], 1, 0);
  told(@() sol.export('run.mat'), 'nsd:solution:badFile', 'save');
  told(@() animate(sol, @(t, q) [0 q], 'File', 'x.avi'), 'nsd:solution:badAnimation', 'mp4');
  figure('visible', 'off');
  shut = onCleanup(@() close('all'));                                         %#ok<NASGU>
  line = plot(sol, 'position', 'r--');
  assertEqual(get(line(1), 'linestyle'), '--');
  world = NsdBodies().sphere('Radius', 1, 'Position', [0 0 1; 0 0 4; 0 0 7]);   % rows for columns
  [id, message] = warning_of(@() nsd_simulate(world, [0 0.01], 'Step', 0.01));
  assertEqual(id, 'nsd:simulate:startPenetrates');
  assertTrue(~isempty(strfind(message, 'one column per body')) ...
             || ~isempty(strfind(message, 'inside body')), message);
end

function test_spans_are_told()                                         % 21, 22, 29, 30, 31
  told(@() nsd_simulate(ball(), [1 0], 1, 0), 'nsd:simulate:badSpan', 'backwards');
  assertEqual(numel(nsd_simulate(ball(), linspace(0, 3, 31), 1, 0).t), 31);
  told(@() nsd_simulate(ball(), [0 1], 1, 0, 0.01), 'nsd:options:unknownOption', '''Step'', 0.01');
  told(@() nsd_simulate(ball(), [0 3], 1, 0, 'Step', 5), 'nsd:simulate:badStep', 'longer');
  told(@() nsd_simulate(ball(), 3, 1, 0), 'nsd:simulate:badSpan', 'one number: [0 3]?');
  told(@() nsd_simulate(ball(), [0 Inf], 1, 0), 'nsd:simulate:badSpan', 'finite');
  told(@() nsd_simulate(ball(), 1, 0, [0 8]), 'nsd:simulate:badSpan', '(sys, [0 8], q0, v0)');
  told(@() nsd_simulate(ball(), [0 8], 1), 'nsd:simulate:noStart', 'v0 is missing');
  told(@() nsd_simulate(ball(), [0 8], 1i, 0), 'nsd:simulate:badSize', 'complex');
end

function test_options_of_odeset_are_taken()                            % 23
  sol = nsd_simulate(ball(), [0 1], 1, 0, odeset('RelTol', 1e-7));
  assertEqual({sol.status, sol.stats.method}, {'ok', 'event'});
end

function test_calls_of_ode45_are_taken()
  % each of these raised: one vector for q0 and v0, a function in place of the system, statistics,
  % the derivative as a second output of deval
  together = nsd_simulate(ball(), [0 1], [1; 0.5]);
  assertEqual(together.y, nsd_simulate(ball(), [0 1], 1, 0.5).y);
  f = @(t, y) [y(2); -y(1)];
  [t, y] = nsd_simulate(f, [0 1], [1 0], odeset('RelTol', 1e-9, 'AbsTol', 1e-12));
  assertElementsAlmostEqual([t(end), y(end, :)], [1, cos(1), -sin(1)], 'absolute', 1e-8);
  [id, text, sol] = warning_of(@() nsd_simulate(f, [0 1], [1 0], odeset('Stats', 'on')));
  assertEqual(id, 'nsd:options:notRead');
  assertTrue(~isempty(strfind(text, 'sol.stats')));
  assertEqual(warning_of(@() nsd_options(odeset('NormControl', 'on'))), 'nsd:options:notRead');
  assertEqual(warning_of(@() nsd_options(odeset('Stats', 'off', 'NormControl', 'off'))), '');
  told(@() nsd_options(odeset('Mass', 2)), 'nsd:options:unknownOption', 'first argument');
  [y, yp] = deval(sol, [0.2, 0.7, 1]);
  assertElementsAlmostEqual(yp, [y(2, :); -y(1, :)], 'absolute', 1e-5);
  [y, yp] = deval(together, [0, 0.4]);
  assertElementsAlmostEqual(yp, [y(2, :); -9.81 -9.81], 'absolute', 1e-5);
end

function test_the_state_is_y_for_hybrid_systems_too()
  % sol.y was the guard, sol.x the state: plot(sol.x, sol.y) of a script of ode45 drew nonsense
  sys = NsdSystem.hybrid(@(t,y) [y(2); -9.81], @(t,y) y(1), @(t,y) [y(1); -0.9*y(2)]);
  [t, y] = nsd_simulate(sys, [0 1], [1; 0]);
  sol = nsd_simulate(sys, [0 1], [1; 0]);
  assertEqual({sol.t, sol.y, sol.x}, {t, y, y});
  assertElementsAlmostEqual(sol.gap, y(:, 1), 'absolute', 1e-12);
  back = NsdSolution.fromStruct(sol.toStruct());
  assertEqual({back.y, back.gap, back.lambda}, {sol.y, sol.gap, sol.lambda});
  assertTrue(isequal(sol, back));
  again = NsdSolution.fromStruct(back.toStruct(), sys);
  assertEqual({again.y, again.gap, again.lambda}, {sol.y, sol.gap, sol.lambda});
end

function test_plots_of_states_are_found()
  % the words were listed, without the one that is meant
  sol = nsd_simulate(@(t,y) -y, [0 1], 1);
  told(@() plot(sol, 'position'), 'nsd:solution:badPlot', 'did you mean ''state''');
end

function test_many_impacts_of_time_stepping_say_that_their_number_depends_on_the_step()
  % "11832 impacts" of a mesh meant nothing; another scheme had 7638
  n = 400;
  sys = NsdSystem.linear(speye(n), 0, 1e4*speye(n), -30*ones(n, 1)).contact(speye(n), 1e-3, ...
                                                                          'Restitution', 0.9);
  sys = nsd_simulate(sys, [0 0.3], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', 'Step', 1e-3);
  text = evalc('disp(sys)');
  assertTrue(~isempty(strfind(text, '(how many depends on the step)')), text);
end

function test_an_option_given_twice_warns()
  % the last one was taken without a word
  both = @(m) warning_of(@() nsd_options('Method', 'moreau', 'RelTol', 1e-6, 'method', m));
  assertEqual({both('event'), both('moreau')}, {'nsd:options:twice', ''});
  changed = @() nsd_options(nsd_options('Step', 1), 'Step', 2);     % a struct may be changed
  assertEqual(warning_of(changed), '');
end

function test_hints_are_near_and_short()
  text = message_of(@() nsd_options(struct('Foo', 1)));
  assertTrue(isempty(strfind(text, 'nearest')), text);             % GGL, Step, Beta were offered
  text = message_of(@() NsdSystem.linear(speye(2)).contact(@(q) q(2)));
  assertTrue(~isempty(strfind(text, '.contact([0; 1], 0)')), text);
end

function test_a_dropped_result_raises()                                % 24, 25
  % the ball fell to -43 m without a word
  free = NsdSystem.linear(1, 0, 0, -9.81);
  told(@() free.contact(1, 0), 'nsd:system:resultDropped', 'sys = sys.contact');
  told(@() free.start(1, 0), 'nsd:system:resultDropped', 'sys = sys.start');
  told(@() free.joint(1, 0), 'nsd:system:resultDropped', 'sys = sys.joint');
  told(@() free.named('ball'), 'nsd:system:resultDropped', 'sys = sys.named');
  told(@() free.friction(1, 1), 'nsd:system:resultDropped', 'sys = sys.friction');
  told(@() free.contact(1, 0, 'Restitution', 2), 'nsd:system:restitution', '2');
  world = NsdBodies();
  at = {'Position', [0; 0; 1]};
  told(@() world.sphere('Radius', 1, at{:}), 'nsd:bodies:resultDropped', 'world = world.sphere');
  told(@() world.box('Size', [1 1 1], at{:}), 'nsd:bodies:resultDropped', 'world = world.box');
  told(@() world.plane([0 0 1], 0), 'nsd:bodies:resultDropped', 'world = world.plane');
  told(@() world.container([0 1 0 1 0 1]), 'nsd:bodies:resultDropped', 'world.container');
  told(@() world.parameter('friction', 1), 'nsd:bodies:resultDropped', 'world.parameter');
  told(@() world.sphere('Radius', 1), 'nsd:bodies:badSize', 'needs ''Position'', as in');
  assertEqual(contact(free, 1, 0).Contacts, 1);
end

function test_signs_and_tangents_are_told()                            % 26, 27
  wrong = NsdSystem.linear(1, 0, 0, -9.81).contact(-1, 0);
  [id, message] = warning_of(@() nsd_simulate(wrong, [0 1], 1, 0, 'Step', 1e-4));
  assertEqual(id, 'nsd:simulate:startPenetrates');
  assertTrue(~isempty(strfind(message, 'sign')), message);
  told(@() NsdSystem.linear(1).contact(1, 0, 'Friction', 0.3), 'nsd:system:missingTangent', ...
       'Tangent');
  rows = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  rows = rows.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', @(q) [1 0]);
  told(@() nsd_simulate(rows, [0 1], [0; 1], [1; 0]), 'nsd:system:badTangent', 'transpose');
  told(@() NsdSystem.linear(1).contact(1).contact(@(q, t) q - sin(t)), 'nsd:system:linearOnly', ...
       'lagrangian(M, @(t,q,v)');
  told(@() nsd_sweep(NsdSystem.linear(1), [0 3], struct('e', [0 1])), 'nsd:sweep:badParameter', ...
       'before the time span: nsd_sweep(sys, struct(''omega'', linspace(1, 2)), [0 3]');
  told(@() NsdBodies('Dimension', 2), 'nsd:bodies:unknownOption', '[x; y] is in the plane');
end

function test_arguments_are_taken_by_their_names()                     % 28
  % the gap was called with (t, q) exchanged, and the run had another model
  wanted = NsdSystem.lagrangian(1, @(t, q, v) -9.81 - 0.1*v + t);
  wanted = wanted.contact(@(q, t) q - 0.1*sin(5*t), 'Restitution', 0.5);
  other = NsdSystem.lagrangian(1, @(q, v, t) -9.81 - 0.1*v + t);
  other = other.contact(@(t, q) q - 0.1*sin(5*t), 'Restitution', 0.5);
  a = nsd_simulate(wanted, [0 2], 1, 0);
  assertEqual(nsd_simulate(other, [0 2], 1, 0).q, a.q);
  with_p = NsdSystem.lagrangian(1, @(v, q, t, p) -p.g - 0.1*v + t).parameter('g', 9.81);
  with_p = with_p.contact(@(t, q, p) q - 0.1*sin(5*t), 'Restitution', 0.5);
  assertElementsAlmostEqual(nsd_simulate(with_p, [0 2], 1, 0).q(end), a.q(end), 'absolute', 1e-12);
  plain = NsdSystem.lagrangian(1, @(t, q, v) -1).contact(@(x, s) x);  % other names: by their place
  assertEqual(plain.gap(2, 0), 2);
end

function test_state_of_mechanical_systems_has_the_names_of_ode45()     % 32
  [~, y] = nsd_simulate(ball(), [0 1], 1, 0);
  sol = nsd_simulate(ball(), [0 1], 1, 0);
  assertEqual({sol.y, sol.x}, {y, y});
  relay = NsdSystem.firstOrder(-1, 1, 1, 1);
  sol = nsd_simulate(relay, [0 1], 1);
  assertEqual(size(sol.y), size(sol.lambda));     % outputs of first-order systems stay
  jump = NsdSystem.hybrid(@(t, x) 1, @(x) 1 - x, @(x) 0);
  sol = nsd_simulate(jump, [0 2.5], 0);
  assertEqual(sol.events.x, [0; 0]);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), '2 impact')));
end

function test_long_spans_do_not_sink()                                 % 33
  for method = {'auto', 'moreau'}
    sol = simulate_quietly(ball(), [0 1000], 1, 0, 'Method', method{1}, 'OutputEvery', 100);
    assertTrue(min(sol.gap) > -0.01);
    assertElementsAlmostEqual(sol.events.t(1), sqrt(2/9.81), 'absolute', 1e-3);
  end
end

function test_names_may_come_before_the_size_is_known()                % 37
  % "labels must be a cell array of NaN names"
  cart = NsdSystem.lagrangian(@(q) eye(2), @(t, q, v) -q).named('cart', {'x', 'theta'});
  assertEqual(cart.start([1; 0], [0; 0]).Labels, {'x', 'theta'});
  told(@() cart.start(1, 0), 'nsd:system:badSize', '1 name,');
  told(@() nsd_simulate(cart, [0 1], [1; 2; 3], [0; 0; 0]), 'nsd:system:badSize', '3 names');
  told(@() cart.named('cart', 'x'), 'nsd:system:badSize', 'cell array');
end

function test_parameters_that_are_not_there_are_listed()               % 38, 40
  sys = NsdSystem.lagrangian(1, @(t, q, v, p) -p.G).parameter('g', 9.81);
  assertTrue(~isempty(strfind(message_of(@() nsd_simulate(sys, [0 1], 1, 0)), 'g')));
  jump = NsdSystem.hybrid(@(t, x) 1, @(x) 1 - x, @(x) 0);
  told(@() nsd_simulate(jump, [0 1], 0, 0), 'nsd:options:unknownOption', 'x0');
end

function test_a_guard_that_jumps_has_a_status_of_its_own()             % 41
  % the run was 'stalled', and the reset was blamed
  sys = NsdSystem.hybrid(@(t, x) [x(2); -x(1)], @(x) 1 - 2*(x(1) > 0.5), @(x) x);
  [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 3], [0; 1]));
  assertEqual({id, sol.status}, {'nsd:simulate:guardJumps', 'guardJumps'});
  assertTrue(~isempty(strfind(message, 'max(h1, h2)')), message);
  assertElementsAlmostEqual(sol.t(end), asin(0.5), 'absolute', 1e-6);
  idle = NsdSystem.hybrid(@(t, x) [x(2); -x(1)], @(x) x(1) + 0.5, @(x) x);
  assertEqual(simulate_quietly(idle, [0 6], [0; 1]).status, 'stalled');
end

function test_what_was_given_can_be_read_and_is_shown()
  sys = NsdSystem.linear([2 0; 0 1], 0, [3 0; 0 4], [0; -9.81]);
  sys = sys.contact([0; 1], 0.5, 'Restitution', 0.8);
  assertEqual({sys.M, sys.C, sys.K, sys.F}, {[2 0; 0 1], zeros(2), [3 0; 0 4], [0; -9.81]});
  assertEqual(sys.restitution, 0.8);
  says(sys, {'M = [2 0;0 1]', 'K = [3 0;0 4]', '-9.81', 'restitution 0.8', 'b = 0.5'});
  force = @(t, q, v) -q;
  sys = NsdSystem.lagrangian(1, force).contact(@(q) q, 'Restitution', 0.3);
  assertEqual({func2str(sys.F), sys.restitution}, {func2str(force), 0.3});
end

function test_numbers_of_contacts_are_shown_in_the_order_of_the_contacts()
  % they were sorted, which read as e = 0.2 at the floor; compliant contacts were 'restitution 0'
  between = NsdSystem.linear(1, 0, 0, -9.81).contact([1 -1], [0 2], 'Restitution', [0.9 0.2]);
  says(between, {'restitution [0.9 0.2]'});
  block = NsdSystem.linear(2*eye(2), 0, 0, [9.81; -19]);
  block = block.contact([0; 1], 0, 'Friction', 0.2, 'Tangent', [1; 0]);
  says(block.contact([-1; 0], 1), {'restitution 0', 'friction [0.2 0]'});
  block = block.contact([-1; 0], 1, 'Stiffness', 2000, 'Damping', 10);
  says(block, {'restitution 0 (contact 1)', ...
               'compliant, kelvin-voigt: stiffness 2000, damping 10 (contact 2)'});
  soft = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  says(soft.contact(@(q) [q; 2 - q], 'Stiffness', [100 2000], 'Compliance', 'hertz'), ...
       {'compliant, hertz: stiffness [100 2000], exponent 1.5'});
  many = NsdSystem.linear(eye(12), 0, 0, 0).contact(eye(12), 0, 'Restitution', (1:12)/20);
  says(many, {'restitution from 0.05 to 0.6'});
end

function test_a_function_that_becomes_complex_is_said_to_be_complex()
  % recorded or not, it was said to be NaN or Inf; NaN itself still is
  force = @(t) sqrt(0.5 - t);
  hybrid = @(t, x) [x(2); force(t)];
  systems = {NsdSystem.lagrangian(1, @(t, q, v) force(t)).start(1, 0), ...
             NsdSystem.lagrangian(1, @(t, q, v) -1).contact(@(q, t) q + force(t)).start(1, 0), ...
             NsdSystem.hybrid(hybrid, @(x) x(1) + 5, @(x) x).start([1; 0])};
  for k = 1:numel(systems)
    [id, message] = warning_of(@() nsd_simulate(systems{k}, [0 1]));
    assertEqual(id, 'nsd:simulate:notFinite');
    assertTrue(~isempty(strfind(message, 'a complex number')), message);
  end
  lost = NsdSystem.lagrangian(1, @(t, q, v) 0/(t < 0.5)).start(1, 0);
  [~, message] = warning_of(@() nsd_simulate(lost, [0 1], 'Compile', 'off'));
  assertTrue(~isempty(strfind(message, 'NaN or Inf')), message);
end

function says(sys, words)
% every word stands in disp(sys)
  text = evalc('disp(sys)');
  for word = words, assertTrue(~isempty(strfind(text, word{1})), text); end
end

function test_a_number_of_events_that_was_asked_for_ends_a_run_without_a_warning()
  [id, ~, sol] = warning_of(@() nsd_simulate(ball(), [0 30], 1, 0, 'MaxEvents', 5));
  assertEqual({id, sol.status}, {'', 'maxEvents'});
  assertEqual(numel(sol.events.t), 5);            % it was 6
end

function test_states_before_events_are_the_sixth_output()
  [~, ~, te, ye, ~, yb] = nsd_simulate(ball(), [0 2], 1, 0);
  assertElementsAlmostEqual(ye(:, 2), -0.9*yb(:, 2), 'absolute', 1e-9);
  assertElementsAlmostEqual(yb(1, 2), -sqrt(2*9.81), 'absolute', 1e-9);
  assertElementsAlmostEqual(yb(:, 1), zeros(size(te)), 'absolute', 1e-9);
end

function test_events_have_the_names_of_ode45()
  [~, ~, te, ye, ie] = nsd_simulate(ball(), [0 2], 1, 0);
  sol = nsd_simulate(ball(), [0 2], 1, 0);
  assertEqual({sol.te, sol.xe, sol.ye, sol.ie}, {te, te, ye, ie});
  assertEqual({sol.method, numel(te)}, {'event', 3});
  top = @(t, q, v) deal(v, 0, -1);
  sol = nsd_simulate(ball(), [0 2], 1, 0, 'Events', top);     % those of the user alone, as ode45
  [~, ~, te] = nsd_simulate(ball(), [0 2], 1, 0, 'Events', top);
  assertEqual({sol.te, numel(te)}, {te, 2});
end

function test_what_jumps_is_named_where_event_stalls()
  % a ball that slides off a table: "events repeat without motion ... a force that jumps"
  edge = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).contact(@(q) q(2) - (q(1) < 2));
  [id, message] = warning_of(@() nsd_simulate(edge, [0 3], [0; 1], [1.5; 0], 'Method', 'event'));
  assertEqual(id, 'nsd:simulate:stalled');
  assertTrue(~isempty(strfind(message, 'gap 1 jumps there from 0 to 1')), message);
  assertTrue(isempty(strfind(message, 'sign(v)')), message);
  sol = nsd_simulate(edge, [0 3], [0; 1], [1.5; 0]);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'gap 1 jumps there')), sol.stats.why);
  assertElementsAlmostEqual(sol.q(end, 2), 0, 'absolute', 0.02);
  [id, message] = warning_of(@() nsd_simulate(edge, [0 3], [3; 0], [-1.5; 0]));
  assertEqual(id, 'nsd:simulate:penetration');       % the table lets in what comes from below
  assertTrue(isempty(strfind(message, '''event''')), message);
  dry = NsdSystem.lagrangian(1, @(t, q, v) -q - 0.3*sign(v));
  [~, message] = warning_of(@() nsd_simulate(dry, [0 20], 1, 0, 'Method', 'event'));
  assertTrue(~isempty(strfind(message, 'force jumps there with v(1)')), message);
  assertTrue(~isempty(strfind(message, 'sys.friction(1, 0.3)')), message);
  % without Method the warning began with Newton's iteration, and the cause stood at its end
  dry = NsdSystem.lagrangian(1, @(t, q, v) -9.81*q - sign(v));
  [~, message] = warning_of(@() nsd_simulate(dry, [0 3], 0, 1));
  assertTrue(~isempty(strfind(message, 'the force jumps there with v(1)')), message);
  assertTrue(~isempty(strfind(message, 'sys.friction(1, 1)')), message);
  assertTrue(isempty(strfind(message, 'StepHalving')), message);
end

function test_a_run_into_a_pole_ends_there()
  % 'event' stalled at the pole, and time stepping went on behind it with 2e8 J and status ok
  fall = NsdSystem.lagrangian(1, @(t, q, v) -1/q^2);
  [id, message, sol] = warning_of(@() nsd_simulate(fall, [0 2], 1, 0));
  assertEqual({id, sol.status}, {'nsd:simulate:stalled', 'stalled'});
  assertTrue(~isempty(strfind(message, 'without bound')), message);
  assertElementsAlmostEqual(sol.t(end), pi/sqrt(8), 'absolute', 1e-6);
end

function test_disp_and_the_table_of_events_count_the_same_impacts()
  % boxes that rest had "5 impacts", and a contact that separates was counted in the table alone
  world = NsdBodies().plane([0 0 1], 0).box('Size', [1; 1; 0.5], 'Position', [0; 0; 0.25]);
  sol = nsd_simulate(world, [0 0.02], 'Step', 0.002);
  assertEqual(numel(sol.events.t), 1);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), '0 impacts (and 1 new contact at rest)')));
  assertTrue(~isempty(strfind(evalc('sol.eventTable()'), '1 impact without approach')));
end

function test_options_at_the_prompt_are_a_table_and_nothing_else()
  text = evalc('nsd_options');
  assertTrue(isempty(regexp(text, '^ans', 'once', 'lineanchors')), text);
end

function F = with_global()
  global NSD_MISTAKE
  F = NSD_MISTAKE;
end

function F = with_branch(q)
  F = -q;
  if q < 0, F = 0; end
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
end

function world = one_body()
  world = NsdBodies().sphere('Position', [0; 0; 1], 'Radius', 1);
end
