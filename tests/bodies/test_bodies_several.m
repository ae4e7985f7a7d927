function test_suite = test_bodies_several()
%TEST_BODIES_SEVERAL  Contact problems of bodies with several solutions: which one is taken.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_stack_at_rest_shows_no_works()
  % 'work impact -6.9e-09, numerical 2e-08' of 61 J, which the tolerance of the sweeps leaves
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1 1 0.5], 'Position', [zeros(2, 5); 0.25 + 0.5*(0:4)]);
  shown = evalc('disp(nsd_simulate(world, [0 1], ''Step'', 0.002))');
  assertTrue(isempty(strfind(shown, 'work ')), shown);
end

function test_shares_of_impact_and_friction_in_a_landing_are_not_given_as_facts()
  % a box lands on an edge: impacts took 51 or 46 J of 64 J, as the step had it, without a word
  word = 'only the sum of impact and friction';
  floor = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.8).plane([0 1], 0);
  box = floor.box('Size', [0.5; 1], 'Position', [0; 0.5], 'Mass', 20);
  shown = evalc('disp(nsd_simulate(box.start([0; 0.5; 0], [0; 0; -3]), [0 1.5], ''Step'', 3e-3))');
  assertTrue(~isempty(strfind(shown, word)), shown);
  disc = floor.disc('Radius', 0.5, 'Position', [0; 1], 'Velocity', [3; 0]);        % one point
  shown = evalc('disp(nsd_simulate(disc, [0 1], ''Step'', 3e-3))');
  assertTrue(~isempty(strfind(shown, 'friction')) && isempty(strfind(shown, word)), shown);
end

function test_a_disc_shot_into_a_wedge_falls_out_again()
% Two walls that come together upwards, and friction that could hold the disc: after the impact
% both motions satisfy Coulomb's law. Falling changes the velocity least. The disc hung there for
% ever, held by the impulses of the impact with which the next step began; the same disc as an
% NsdSystem fell.
  for h = [2e-3 2e-4]
    [sol, id] = run_of(in_wedge(NsdBodies('Gravity', [0 -9.81])), h, 'Project', 'off');
    assertEqual({sol.status, id}, {'ok', 'nsd:simulate:ambiguous'});
    assertTrue(sol.stats.severalSolutions > 0);
    assertEqual(sol.stats.notEnumerated, 0);
    assertElementsAlmostEqual(sol.q(end, 2), height_after_wedge(), 'absolute', 5*h);
    [same, id] = run_of(disc_as_system(), h, [0; -0.05; 0], [0; 2; 0], 'Method', 'moreau');
    assertElementsAlmostEqual(sol.q(end, :), same.q(end, :), 'absolute', 1e-6);
    assertEqual(id, 'nsd:simulate:ambiguous');
  end
end

function test_a_sphere_shot_into_a_wedge_falls_out_again()
  sol = run_of(in_wedge(NsdBodies('Gravity', [0 0 -9.81])), 2e-4);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q(end, 3), height_after_wedge(), 'absolute', 1e-3);
end

function test_eight_contacts_in_a_wedge_let_go_too()
% two boxes that a joint holds together: too many contacts to enumerate, so only the start of the
% solver and the preference for the free motion decide
  [world, top] = walls(NsdBodies('Gravity', [0 0 -9.81]));
  z = top - 0.5 - 0.05;
  world = world.box('Size', [2; 1; 1], 'Position', [0 0; 0 2; z z], 'Velocity', [0 0; 0 0; 2 2]);
  world = world.joint('fixed', [1 2], 'Point', [0; 1; z]);
  sol = run_of(world, 2e-4);
  assertEqual(sol.status, 'ok');
  fell = top - 0.5 + height_after_wedge();
  assertElementsAlmostEqual(sol.q(end, [3 10]), [fell fell], 'absolute', 1e-3);
end

function test_a_sliding_rod_stops_at_once_where_sliding_on_has_no_solution()
% Painleve: A = 1 + 3 cos^2(phi) (1 - mu tan(phi)) < 0, pushing drives the tip down, and an impact
% without collision stops the tip. Its impulse P follows from a tip at rest:
%   W P = -u with the velocity u of the tip, W = 1/m + lever^2/J.
  [world, tip] = rod(5/3, 60*pi/180, -20);
  sol = run_of(world, 1e-4);
  stopped = tip(sol.q(3, :), sol.v(3, :));
  % at rest where the step looked for contacts; the rod turns by 13 h until the end of the step
  assertElementsAlmostEqual(stopped, [0 0], 'absolute', 13^2*1e-4*2);
  arm = [-cos(pi/3), -sin(pi/3) - 0.01];
  W = eye(2) + 3*[arm(2); -arm(1)]*[arm(2) -arm(1)];     % J = 1/3
  P = -W\[-20; 0];
  assertElementsAlmostEqual(sol.v(3, 1:2)', [-20; 0] + P, 'absolute', 20*1e-3);   % gravity, h
end

function test_a_rod_that_slides_the_other_way_slides_on()
  [world, tip] = rod(5/3, 60*pi/180, 20);
  sol = run_of(world, 1e-4);
  assertEqual(sol.status, 'ok');
  assertTrue(all(tip(sol.q(3, :), sol.v(3, :)) > [19 -1e-9]));
end

function test_a_shock_of_many_contacts_says_that_it_was_not_enumerated()
% the rod stops on a beam that lies on the floor and carries a box: five contacts
  for stops = [false true]
    world = NsdBodies('Gravity', [0 -10], 'Friction', 0.5).plane([0 1], 0);
    if stops, world = NsdBodies('Gravity', [0 -10], 'Friction', 5/3).plane([0 1], 0); end
    world = world.box('Size', [40; 1], 'Mass', 100, 'Position', [0; 0.5]);
    world = world.box('Size', [1; 1], 'Mass', 1, 'Position', [-10; 1.5]);
    sol = run_of(add_rod(world, 60*pi/180, -20, 1), 1e-3);
    assertEqual(sol.stats.notEnumerated > 0, stops);
    assertEqual(sol.stats.severalSolutions, 0);
    assertEqual(sol.v(3, 7) > -15, stops);
  end
end

function test_a_thin_rod_on_both_corners_is_solved()
% two contacts 1e-6 apart share a load in impulses of opposite signs: sweeps took rounding for a
% solution and went on, 9 of 200 steps missed the tolerance by 0.7 of the velocities
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 2).plane([0 1], 0);
  world = world.box('Size', [2; 1e-6], 'Mass', 1, 'Inertia', 1/3, 'Angle', 1.1, ...
                    'Position', [0; sin(1.1) + 5e-7*cos(1.1)], 'Velocity', [-3; 0]);
  sol = run_of(world, 1e-3);
  assertEqual({sol.status, sol.stats.unsolved}, {'ok', 0});
end

function test_boxes_at_rest_are_not_asked_in_every_step()
% a stack of two boxes could move in several ways for some other velocities; at rest it is
% enumerated once, not 2000 times, and nothing is reported
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.8).plane([0 1], 0);
  world = world.box('Size', [1; 1], 'Position', [0 0.1; 0.5 1.5]);
  [sol, id] = run_of(world, 1e-3, 'Method', 'moreau');
  assertEqual({sol.status, id}, {'ok', ''});
  assertEqual([sol.stats.severalSolutions, sol.stats.notEnumerated], [0 0]);
  assertElementsAlmostEqual(sol.q(end, :), sol.q(1, :), 'absolute', 1e-9);
end

function [sol, id] = run_of(model, h, varargin)
  [id, ~, sol] = warning_of(@() nsd_simulate(model, [0 0.3], varargin{:}, 'Step', h));
end

function [world, top] = walls(world)
% both walls touch a ball of radius 1 in the origin; top: height of the upper edges of a box of
% width 2 that touch them
  a = 0.2;
  n = [cos(a) -sin(a); -cos(a) -sin(a)];
  if numel(world.Gravity) == 3, n = [n(:, 1), [0; 0], n(:, 2)]; end
  world = NsdBodies('Gravity', world.Gravity, 'Friction', 0.5);
  world = world.plane(n(1, :), -1).plane(n(2, :), -1);
  top = (1 - cos(a))/sin(a);
end

function world = in_wedge(world)
  plane = numel(world.Gravity) == 2;
  world = walls(world);
  if plane
    world = world.disc('Radius', 1, 'Mass', 1, 'Position', [0; -0.05], 'Velocity', [0; 2]);
  else
    world = world.sphere('Radius', 1, 'Mass', 1, 'Position', [0; 0; -0.05], ...
                         'Velocity', [0; 0; 2]);
  end
end

function t = time_to_wedge()
  t = (2 - sqrt(4 - 2*9.81*0.05))/9.81;            % 0.05 up, beginning with 2
end

function y = height_after_wedge()
  y = -9.81/2*(0.3 - time_to_wedge())^2;
end

function sys = disc_as_system()
  a = 0.2;
  sys = NsdSystem.lagrangian(diag([1 1 0.5]), @(t, q, v) [0; -9.81; 0]);
  for n = [cos(a) -cos(a); -sin(a) -sin(a)]
    sys = sys.contact(@(q) n'*q(1:2), 'Friction', 0.5, 'Jacobian', @(q) [n' 0], ...
                      'Tangent', @(q) [-n(2); n(1); -1]);
  end
end

function [world, tip] = rod(mu, phi, speed)
  world = add_rod(NsdBodies('Gravity', [0 -10], 'Friction', mu).plane([0 1], 0), phi, speed, 0);
  tip = @(q, v) v(1:2) + v(3)*[sin(q(3)) + 0.01, -cos(q(3))];
end

function world = add_rod(world, phi, speed, floor)
% a thin capsule of half length 1 that slides on its lower end
  world = world.capsule('Radius', 0.01, 'Length', 2, 'Mass', 1, 'Inertia', 1/3, 'Angle', phi, ...
                        'Position', [0; floor + 0.01 + sin(phi)], 'Velocity', [speed; 0]);
end
