function test_suite = test_bodies_rolling()
%TEST_BODIES_ROLLING  Rolling and spinning friction of rigid bodies: closed forms, invariants.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_rolling_ball_slows_down_and_stops()
% torque mu_R m g against the rolling of a ball, which goes on without slip: v' = -5/7 mu_R g/R
  R = 0.3; g = 9.81; mu = 0.02; v0 = 0.6;
  world = NsdBodies('Friction', 0.5, 'Rolling', mu, 'Gravity', [0 0 -g]).plane([0 0 1], 0);
  world = world.sphere('Radius', R, 'Position', [0 0 R], 'Velocity', [v0 0 0], ...
                       'Spin', [0 v0/R 0], 'Mass', 2);
  sol = nsd_simulate(world, [0 2], 'Step', 1e-3);
  a = 5/7*mu*g/R;
  moving = sol.t < v0/a - 0.002;
  assertElementsAlmostEqual(sol.v(moving, 1), v0 - a*sol.t(moving), 'absolute', 1e-8);
  assertElementsAlmostEqual(sol.v(end, :), zeros(1, 6), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.q(end, 1), v0^2/(2*a), 'absolute', 1e-3);
  assertElementsAlmostEqual(sol.energy.friction(end), -7/10*2*v0^2, 'absolute', 1e-9);
end

function test_ball_rolls_down_beyond_the_threshold()
% a slope holds a ball while tan(alpha) <= mu_R/R; beyond, a = 5/7 g (sin - mu_R/R cos)
  g = 9.81; alpha = 0.1; R = 0.2;
  for side = [-1 1]
    mu = R*tan(alpha)*(1 + 0.05*side);
    world = NsdBodies('Gravity', g*[sin(alpha) 0 -cos(alpha)], 'Friction', 0.5).plane([0 0 1]);
    world = world.sphere('Radius', R, 'Position', [0 0 R], 'Rolling', mu);
    sol = nsd_simulate(world, [0 1], 'Step', 0.005);
    a = max(0, 5/7*g*(sin(alpha) - mu/R*cos(alpha)));
    assertElementsAlmostEqual(sol.v(:, 1), a*sol.t, 'absolute', 1e-6);
  end
end

function test_spinning_ball_slows_down()
% torque mu_S m g about the normal: w' = -mu_S g/(2/5 R^2), and nothing else moves
  R = 0.3; g = 9.81; mu = 0.02;
  world = NsdBodies('Friction', 0.5, 'Spinning', mu, 'Gravity', [0 0 -g]).plane([0 0 1], 0);
  world = world.sphere('Radius', R, 'Position', [0 0 R], 'Spin', [0 0 4]);
  sol = nsd_simulate(world, [0 1.5], 'Step', 1e-3);
  rate = mu*g/(0.4*R^2);
  assertElementsAlmostEqual(sol.v(:, 6), max(0, 4 - rate*sol.t), 'absolute', 1e-6);
  assertElementsAlmostEqual(sol.q(:, 1:3), repmat([0 0 R], numel(sol.t), 1), 'absolute', 1e-7);
end

function test_rolling_disc_slows_down()
  R = 0.3; g = 9.81; mu = 0.02; v0 = 0.6;
  world = NsdBodies('Friction', 0.5, 'Gravity', [0 -g]).plane([0 1], 0, 'Rolling', mu);
  world = world.disc('Radius', R, 'Position', [0; R], 'Velocity', [v0; 0], 'Spin', -v0/R);
  sol = nsd_simulate(world, [0 2], 'Step', 1e-3);
  a = 2/3*mu*g/R;
  assertElementsAlmostEqual(sol.v(:, 1), max(0, v0 - a*sol.t), 'absolute', 1e-6);
end

function test_momenta_are_kept_and_the_ledger_closes()
% torques are equal and opposite: angular momentum of balls without gravity stays
  old = rand('seed'); rand('seed', 5);
  x = 4*rand(3, 30) - 2;
  world = NsdBodies('Gravity', [0 0 0], 'Friction', 0.4, 'Restitution', 0.6, 'Rolling', 0.05, ...
                    'Spinning', 0.02);
  world = world.sphere('Radius', 0.1 + 0.2*rand(1, 30), 'Position', 2*x, 'Velocity', -3*x, ...
                       'Mass', 1 + rand(1, 30), 'Spin', 9*rand(3, 30));
  rand('seed', old);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01, 'Start', 'accept');
  assertEqual(sol.status, 'ok');
  assertTrue(numel(sol.events.t) > 10);
  [p0, L0] = world.momentum(sol.q(1, :)', sol.v(1, :)');
  [p1, L1] = world.momentum(sol.q(end, :)', sol.v(end, :)');
  assertElementsAlmostEqual([p1; L1], [p0; L0], 'absolute', 1e-11);
  assertTrue(ledger_miss(sol) < 1e-10);
end

function test_heap_of_boxes_and_balls_closes_its_ledger()
% boxes have torque blocks that are no multiples of one; a plate that turns as told gives work
  world = NsdBodies('Friction', 0.4, 'Rolling', 0.01, 'Spinning', 0.01);
  world = world.box('Size', [4 4 0.2], 'Position', [0 0 -0.1], 'Spin', [0 0 1], 'Fixed', true);
  world = world.box('Size', [0.8 0.5 0.3], 'Position', [0 0.5 0; 0 0.3 -1; 0.4 1 0.5], ...
                    'Orientation', [0.4 0.2 0.1]);
  world = world.sphere('Radius', 0.3, 'Position', [1 -1; 0 0.4; 0.4 0.4]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.002);
  assertEqual(sol.status, 'ok');
  assertTrue(ledger_miss(sol) < 1e-9);
end

function test_heap_with_rolling_friction_spreads_less()
% discs dropped on a plane: without it they roll away
  wide = zeros(1, 2);
  for k = 1:2
    [x, y] = ndgrid(0:3, 0:4);
    world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.5, 'Rolling', 0.1*(k - 1));
    world = world.plane([0 1], 0).disc('Radius', 0.5, ...
        'Position', [1.2*x(:)' + 0.1*sin(3*(1:20)); 1.05*y(:)' + 0.6]);
    sol = nsd_simulate(world, [0 2], 'Step', 0.005);
    assertEqual(sol.status, 'ok');
    wide(k) = max(sol.q(end, 1:3:end)) - min(sol.q(end, 1:3:end));
  end
  assertTrue(wide(2) < 0.8*wide(1));
end

function test_bad_values_are_named()
  assertExceptionThrown(@() NsdBodies('Rolling', -1), 'nsd:bodies:badRolling');
  assertExceptionThrown(@() NsdBodies().plane([0 0 1], 0, 'Spinning', -1), ...
                        'nsd:bodies:badSpinning');
end

function test_surfaces_that_bodies_cannot_have_are_refused()
  % a TangentialRestitution of -1, which NsdSystem refuses, was taken: friction then keeps a sliding
  % velocity up, also uphill. Spinning was taken in the plane, and did nothing
  flat = NsdBodies('Gravity', [0 -9.81]);
  refused = @(f, word) assertExceptionThrown(f, ['nsd:bodies:' word]);
  refused(@() NsdBodies('TangentialRestitution', -1), 'badTangentialRestitution');
  refused(@() NsdBodies('Gravity', [0 -9.81], 'Spinning', 0.1), 'dimension');
  refused(@() flat.plane([0 1], 0, 'Spinning', 0.1), 'dimension');
  refused(@() flat.disc('Radius', 1, 'Position', [0 1], 'Spinning', 0.1), 'dimension');
  refused(@() NsdBodies().contacts(zeros(0, 1), 'everything'), 'badValue');
end

function test_gains_of_energy_by_friction_are_told_from_where_the_guide_says()
  % a box that tips over gains 1e-6 of its energy in a step in which a corner stops: of order h^2,
  % and below the 1e-5 from which contacts with friction are warned of; for bodies it was 1e-9
  slope = atan(0.51);
  world = NsdBodies('Gravity', 9.81*[sin(slope) -cos(slope)], 'Friction', 5).plane([0 1], 0);
  world = world.box('Size', [0.5 1], 'Position', [0 0.5]);
  [id, ~, sol] = warning_of(@() nsd_simulate(world, [0 1.5], 'Step', 1e-3));
  assertEqual(id, '');
  assertTrue(sol.stats.energyGain > 0 && sol.stats.energyGain < 1e-5*max(abs(sol.energy.total)));
end
