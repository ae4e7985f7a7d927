function test_suite = test_bodies_gears()
%TEST_BODIES_GEARS  Gears and racks: rolling without slip against closed forms.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [world, I, r] = two_wheels(gravity)
% two wheels on hinges of the ground; the second turns -0.6 times as often as the first
  [I, r] = deal([0.3 1.1], -0.6);
  world = NsdBodies('Gravity', [0 -gravity]);
  world = world.disc('Radius', 0.5, 'Position', [0; 0], 'Mass', 1, 'Inertia', I(1));
  world = world.disc('Radius', 0.8, 'Position', [1.2; 0.4], 'Mass', 2, 'Inertia', I(2));
  world = world.joint('hinge', [0 1], 'Point', [0; 0]).joint('hinge', [0 2], 'Point', [1.2; 0.4]);
end

function close_to(value, exact, tolerance)
  assertTrue(all(abs(value(:) - exact(:)) <= tolerance), ...
             sprintf('off by %g', max(abs(value(:) - exact(:)))));
end

function check_ledger(sol)
% all changes of the energy are booked
  E = sol.energy;
  close_to(E.total - E.total(1), sum(works_of(E), 2), 1e-12*max(1, max(abs(E.external))));
end

function test_two_wheels_under_a_torque
% (I1 + r^2 I2) w1' = T; the torque on wheel 2 is I2 w2', the force of the teeth that over its
% radius
  [world, I, r] = two_wheels(9.81);
  world = world.joint('gear', [1 2], 'Ratio', r).torque(1, 2);
  rate = 2/(I(1) + r^2*I(2));
  miss = [0 0];
  for k = 1:2
    sol = nsd_simulate(world, [0 2], 'Step', 4e-3/2^k);
    assertEqual(sol.status, 'ok');
    close_to(sol.q(:, 6), r*sol.q(:, 3), 1e-10);
    assertTrue(max(max(sol.joints.drift)) < 1e-10);
    miss(k) = sol.v(end, 3) - 2*rate;
    check_ledger(sol);
  end
  assertTrue(sol.q(end, 3) > 2*pi*0.9);           % angles count turns
  close_to(miss(1)/miss(2), 4, 0.05);             % second order, by Cayley's turns (RB.16)
  close_to(sol.v(end, 3), 2*rate, 1e-4);
  close_to(sol.joints.torque(end, 3), I(2)*r*rate, 1e-4);
  radius = norm([1.2 0.4])/(1 - r);               % of wheel 2
  close_to(norm(sol.joints.force(end, 5:6)), abs(I(2)*r*rate)/radius, 1e-4);
  close_to(sol.joints.force(end, 5:6)*[1.2; 0.4], 0, 1e-4);   % across the line of centres
  assertEqual(sol.joints.type, {'hinge', 'hinge', 'gear'});
  work = sol.energy.external(end);                % all of it is in the wheels
  close_to(work, sol.energy.kinetic(end), 1e-6*work);
end

function test_bearings_carry_the_teeth
% wheel 2 turned by the teeth: its hinge carries the weight less the force of the teeth
  [world, I, r] = two_wheels(9.81);
  world = world.joint('gear', [1 2], 'Ratio', r).torque(1, 2);
  sol = nsd_simulate(world, [0 0.5], 'Step', 1e-3);
  tooth = sol.joints.force(end, 5:6);
  close_to(sol.joints.force(end, 3:4) + tooth, [0 2*9.81], 1e-9);
  close_to(sol.joints.force(end, 1:2) - tooth, [0 9.81], 1e-9);
end

function test_a_point_gives_the_ratio
% wheels that touch at p; inside each other where p is not between the centres
  [world, ~] = two_wheels(0);
  p = [0; 0] + 0.3*[1.2; 0.4];
  outer = world.joint('gear', [1 2], 'Point', p);
  close_to(outer.Links(3).ratio, -0.3/0.7, 1e-14);
  inner = world.joint('gear', [1 2], 'Point', 1.5*[1.2; 0.4]);
  close_to(inner.Links(3).ratio, 3, 1e-14);
end

function test_a_belt_of_ratio_one
  [world, I] = two_wheels(0);
  world = world.joint('gear', [1 2], 'Ratio', 1).torque(2, 3);
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  close_to(sol.v(end, [3 6]), [1 1]*3/sum(I), 1e-9);
  close_to(sol.q(:, 3), sol.q(:, 6), 1e-10);
end

function [world, factor, rate] = planetary(d)
% sun 1, carrier 2, planets 3 to 5, ring on the ground: radii 0.3, 0.2, 0.7
  [R, m, n] = deal([0.3 0.2 0.7], 0.4, 3);
  I = struct('sun', 0.02, 'carrier', 0.05, 'planet', 0.009);
  angle = 2*pi*(0:n-1)/n;
  places = 0.5*[cos(angle); sin(angle)];
  if d == 2
    world = NsdBodies('Gravity', [0 0]);
    world = world.disc('Radius', 0.3, 'Position', [0; 0], 'Inertia', I.sun);
    world = world.disc('Radius', 0.5, 'Position', [0; 0], 'Inertia', I.carrier);
    world = world.disc('Radius', 0.2, 'Position', places, 'Mass', m, 'Inertia', I.planet);
    world = world.ignore(1, 2);
    [o, turn, one] = deal([0; 0], {}, 1);
  else
    world = NsdBodies('Gravity', [0 0 0]);
    J = @(Iz) [0.6*Iz; 0.7*Iz; Iz];
    world = world.cylinder('Radius', 0.3, 'Length', 0.1, 'Position', [0; 0; 0], ...
                           'Inertia', J(I.sun));
    world = world.cylinder('Radius', 0.5, 'Length', 0.1, 'Position', [0; 0; 1], ...
                           'Inertia', J(I.carrier));
    world = world.cylinder('Radius', 0.2, 'Length', 0.1, 'Position', [places; 0*angle], ...
                           'Mass', m, 'Inertia', J(I.planet));
    places = [places; 0*angle];
    [o, turn, one] = deal([0; 0; 0], {'Axis', [0; 0; 1]}, [0; 0; 1]);
  end
  for k = 1:2, world = world.joint('hinge', [0 k], 'Point', o, turn{:}); end
  for k = 1:n
    world = world.joint('hinge', [2 2 + k], 'Point', places(:, k), turn{:});
    world = world.joint('gear', [1 2 + k], 'Ratio', -R(1)/R(2), turn{:});
    world = world.joint('gear', [0 2 + k], 'Ratio', R(3)/R(2), 'Points', [o places(:, k)], turn{:});
  end
  world = world.torque(1, 0.7*one);
  arm = R(1)/(R(1) + R(3));                       % turns of the carrier for one of the sun (Willis)
  own = arm*(R(2) - R(3))/R(2);                   % of a planet
  factor = [arm, own];
  rate = 0.7/(I.sun + I.carrier*arm^2 + n*(m*0.25*arm^2 + I.planet*own^2));
end

function test_planetary_gear_in_the_plane
% the carrier moves, and no gear was told of it
  [world, factor, rate] = planetary(2);
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  q = sol.q(:, 3:3:end);
  close_to(q(:, 2), factor(1)*q(:, 1), 1e-10);
  close_to(q(:, 3:5), factor(2)*q(:, [1 1 1]), 1e-10);
  close_to(sol.v(end, 3)/rate, 1, 1e-4);
  close_to(0.7*q(end, 1)/sol.energy.external(end), 1, 1e-4);     % the work of the torque
  check_ledger(sol);
  assertTrue(max(sol.joints.drift(:)) < 1e-10);
end

function test_planetary_gear_in_space
% the same with unequal moments of inertia, which must not matter
  [world, factor, rate] = planetary(3);
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  w = sol.v(:, 6:6:end);
  close_to(w(end, 2:3)./w(end, 1), factor, 1e-4);   % velocities to (h w)^2 (RB.20)
  close_to(w(end, 1)/rate, 1, 1e-4);
  assertTrue(max(sol.joints.drift(:)) < 1e-10);
  check_ledger(sol);
end

function world = differential()
% cage 1 about x; sun wheels 2, 3 about x; a planet 4 about the y axis of the cage; all of it free
  world = NsdBodies('Gravity', [0 0 0]);
  world = world.box('Size', [1; 1; 1], 'Position', [0; 0; 0], 'Inertia', [0.5; 0.6; 0.8]);
  world = world.cylinder('Radius', 0.3, 'Length', 0.1, 'Position', [-0.3 0.3 0; 0 0 0.3; 0 0 0], ...
                         'Orientation', [0 0 pi/2; pi/2 pi/2 0; 0 0 0], 'Mass', 0.7);
  for k = 2:3
    world = world.joint('hinge', [1 k], 'Point', [0; 0; 0], 'Axis', [1; 0; 0]);
  end
  world = world.joint('hinge', [1 4], 'Point', [0; 0; 0], 'Axis', [0; 1; 0]);
  world = world.joint('gear', [2 4], 'Ratio', 1.5, 'Axis', [1 0; 0 1; 0 0]);
  world = world.joint('gear', [3 4], 'Ratio', -1.5, 'Axis', [1 0; 0 1; 0 0]);
end

function test_differential_of_bevel_gears
% the two suns turn in opposite ways in the cage, which tumbles freely
  world = differential();
  v0 = zeros(24, 1);
  [cage, left] = deal([3; 0.4; -0.2], 2);
  for k = 1:4, v0(6*k-2:6*k) = cage; end
  at = reshape(world.InitialPosition, 7, []);
  for k = 1:4, v0(6*k-5:6*k-3) = cross(cage, at(1:3, k)); end
  v0(10:12) = cage + [left; 0; 0];
  v0(16:18) = cage - [left; 0; 0];
  v0(22:24) = cage + [0; 1.5*left; 0];
  world = world.start(world.InitialPosition, v0);
  sol = nsd_simulate(world, [0 3], 'Step', 1e-3, 'OutputEvery', 50);
  assertEqual(sol.status, 'ok');
  close_to(sol.v(1, :), v0', 1e-12);              % the start is on the gears
  [p, L] = deal(zeros(numel(sol.t), 3));
  relative = zeros(numel(sol.t), 3);
  for k = 1:numel(sol.t)
    [p(k, :), L(k, :)] = world.momentum(sol.q(k, :)', sol.v(k, :)');
    R = nsd_quaternion_matrix(sol.q(k, 4:7)');
    w = reshape(sol.v(k, :), 6, []);
    own = R'*bsxfun(@minus, w(4:6, 2:4), w(4:6, 1));
    relative(k, :) = [own(1, 1), own(1, 2), own(2, 3)];
  end
  close_to(relative(:, 2), -relative(:, 1), 1e-4);
  close_to(relative(:, 3), 1.5*relative(:, 1), 1e-4);
  close_to(L, L(ones(size(sol.t)), :), 1e-11);
  close_to(p, p(ones(size(sol.t)), :), 1e-12);
  E = sol.energy.total;
  close_to(E/E(1), ones(size(E)), 1e-7);
  assertTrue(max(sol.joints.drift(:)) < 1e-10);
  check_ledger(sol);
end

function test_wheel_rolls_down_a_rack
% a wheel on a slope without contact: a = g sin(alpha)/(1 + I/(m R^2)), force m g sin(alpha) - m a
  alpha = 0.5;
  along = [cos(alpha); -sin(alpha)];
  centre = 0.3*[sin(alpha); cos(alpha)];
  world = NsdBodies('Gravity', [0 -9.81]);
  world = world.disc('Radius', 0.3, 'Position', centre, 'Mass', 2, 'Inertia', 0.1);
  world = world.box('Size', [0.1; 0.1], 'Position', centre, 'Mass', 1e-9, 'Inertia', 1e-9);
  world = world.joint('slider', [0 2], 'Axis', along).joint('hinge', [2 1], 'Point', centre);
  world = world.joint('rack', [0 1], 'Point', [0; 0], 'Axis', along);
  a = 9.81*sin(alpha)/(1 + 0.1/(2*0.09));
  sol = nsd_simulate(world, [0 1], 'Step', 5e-4);
  travel = (sol.q(:, 1:2) - sol.q(ones(size(sol.t)), 1:2))*along;
  close_to(travel, -0.3*sol.q(:, 3), 1e-10);      % it turns clockwise
  close_to(sol.v(end, 1:2)*along, a, 1e-4);
  close_to(sol.joints.force(end, 5:6)*along, -(2*9.81*sin(alpha) - 2*a), 1e-3);
  close_to(sol.joints.torque(end, 3), -0.1*a/0.3, 1e-4);
  check_ledger(sol);
end

function test_rack_and_pinion_in_space
% the pinion moves the rack: (I/R^2 + m) a = T/R, as both are held by the ground
  world = NsdBodies();
  world = world.cylinder('Radius', 0.2, 'Length', 0.1, 'Position', [0; 0; 0], 'Inertia', ...
                         [0.01; 0.01; 0.02], 'Orientation', [pi/2; 0; 0]);   % axis along -y
  world = world.box('Size', [2; 0.1; 0.1], 'Position', [0; 0; -0.25], 'Mass', 3);
  world = world.joint('hinge', [0 1], 'Point', [0; 0; 0], 'Axis', [0; 1; 0]);
  world = world.joint('slider', [0 2], 'Axis', [1; 0; 0]);
  world = world.joint('rack', [2 1], 'Point', [0; 0; -0.2], 'Axis', [1 0; 0 1; 0 0]);
  world = world.torque(1, [0; 0.5; 0]);
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  a = 0.5/0.2/(0.02/0.04 + 3);                    % of the rack, backwards: its teeth are below
  close_to(sol.v(end, 7), -a, 1e-5);
  close_to(sol.v(end, 5), a/0.2, 1e-4);
  close_to(sol.joints.force(end, 7), 3*a, 1e-4);  % on the pinion
  assertTrue(max(sol.joints.drift(:)) < 1e-10);
end

function test_runs_go_on_after_many_turns
% angles in space are known up to turns; a second run finds them
  [world, factor] = planetary(3);
  world = world.start(world.InitialPosition, world.InitialVelocity);
  one = nsd_simulate(world, [0 2], 'Step', 2e-3);
  again = world.start(one.q(end, :)', one.v(end, :)');
  two = nsd_simulate(again, [0 0.5], 'Step', 2e-3);
  close_to(two.q(1, :), one.q(end, :), 1e-9);
  close_to(two.joints.drift, 0*two.joints.drift, 1e-10);
  close_to(two.v(end, 12)/two.v(end, 6), factor(1), 1e-3);
  whole = nsd_simulate(world, [0 2.5], 'Step', 2e-3);
  close_to(two.v(end, :), whole.v(end, :), 1e-4*max(abs(whole.v(end, :))));
end

function test_start_moves_wheels_not_the_gear
% the angle counts from where bodies were added
  [world, ~, r] = two_wheels(0);
  world = world.joint('gear', [1 2], 'Ratio', r);
  q0 = world.InitialPosition;
  q0([3 6]) = [0.4; 0.4*r];
  sol = nsd_simulate(world.start(q0, [0; 0; 1; 0; 0; r]), [0 1], 'Step', 1e-2, 'Start', 'refuse');
  close_to(sol.q(:, 6), r*sol.q(:, 3), 1e-10);
  close_to(sol.q(1, 3), 0.4, 1e-14);
  q0(6) = 0.1;                                    % off the gear: moved onto it, and told
  assertExceptionThrown(@() nsd_simulate(world.start(q0, 0*q0), [0 1], 'Step', 1e-2, ...
                        'Start', 'refuse'), 'nsd:simulate:jointStart');
end

function test_gears_are_saved
  [world, ~, r] = two_wheels(0);
  world = world.joint('gear', [1 2], 'Ratio', r);
  file = [tempname() '.mat'];
  world.save(file);
  again = NsdBodies.load(file);
  delete(file);
  assertEqual(again.Links(3).ratio, r);
  old = world.toStruct();                         % of a version without gears
  old.Links = rmfield(old.Links(1:2), 'ratio');
  old = NsdBodies.fromStruct(old).joint('gear', [1 2], 'Ratio', r);
  assertEqual(old.Links(3).ratio, r);
end

function test_bad_gears
  [world, ~] = two_wheels(0);
  bad = @(id, varargin) assertExceptionThrown(@() world.joint(varargin{:}), id);
  bad('nsd:bodies:missing', 'gear', [1 2]);
  bad('nsd:bodies:missing', 'gear', [1 2], 'Ratio', 2, 'Point', [0.3; 0.1]);
  bad('nsd:bodies:missing', 'gear', [0 2], 'Ratio', 2);
  bad('nsd:bodies:badJoint', 'gear', [1 2], 'Ratio', 0);
  bad('nsd:bodies:badJoint', 'gear', [1 2], 'Ratio', NaN);
  bad('nsd:bodies:badJoint', 'gear', [1 2], 'Ratio', 2, 'Points', [0 0; 0 0]);
  bad('nsd:bodies:badJoint', 'gear', [1 2], 'Ratio', 2, 'Points', [0; 0]);
  bad('nsd:bodies:badJoint', 'gear', [1 2], 'Ratio', 2, 'Motor', 'speed');
  bad('nsd:bodies:badJoint', 'gear', [1 2], 'Point', [1.2; 0.4]);
  bad('nsd:bodies:badJoint', 'hinge', [1 2], 'Point', [0; 0], 'Ratio', 2);
  bad('nsd:bodies:missing', 'rack', [0 2]);
  bad('nsd:bodies:badJoint', 'rack', [0 2], 'Point', [1.2; 0.4], 'Axis', [1; 0]);
  bad('nsd:bodies:badAxis', 'rack', [0 2], 'Point', [0; 0], 'Axis', [0; 0]);
  bad('nsd:bodies:badJoint', 'rack', [1 0], 'Point', [0; 0], 'Axis', [1; 0]);
  space = NsdBodies().sphere('Radius', 0.1, 'Position', [0 1; 0 0; 0 0]);
  assertExceptionThrown(@() space.joint('gear', [1 2], 'Ratio', 2), 'nsd:bodies:missing');
  assertExceptionThrown(@() space.joint('gear', [1 2], 'Ratio', 2, 'Axis', [0; 0; 0]), ...
                        'nsd:bodies:badAxis');
  assertExceptionThrown(@() space.joint('gear', [1 2], 'Ratio', 2, 'Axis', [1; 0; 0]), ...
                        'nsd:bodies:badJoint');
  assertExceptionThrown(@() space.joint('gear', [1 2], 'Point', [1; 1; 1], ...
                        'Axis', [1 0; 0 1; 0 0]), 'nsd:bodies:badJoint');
  assertExceptionThrown(@() space.joint('rack', [1 2], 'Point', [0; 0; 0], 'Axis', ...
                        [1 1; 0 1; 0 0]), 'nsd:bodies:badAxis');
end
