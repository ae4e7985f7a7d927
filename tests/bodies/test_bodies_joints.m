function test_suite = test_bodies_joints()
%TEST_BODIES_JOINTS  Joints, limits, friction in joints, motors, ropes: closed forms, failures.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function world = rod(d)
% a rod of length 1 along x, mass 2, without gravity; its end is the origin
  world = NsdBodies('Gravity', zeros(1, d));
  size_of = [1 0.2 0.2];
  world = world.box('Size', size_of(1:d), 'Position', [0.5; zeros(d - 1, 1)], 'Mass', 2);
end

function I = rod_inertia()
% about its end
  I = 2*(1 + 0.04)/12 + 2*0.25;
end

function world = hinged(d, varargin)
  world = rod(d).joint('hinge', [0 1], 'Point', zeros(d, 1), 'Axis', [0; 0; 1], varargin{:});
end

function angle = angle_of(sol)
% of the rod about z, with turns
  if sol.stats.dimension == 2
    angle = sol.q(:, 3);
  else
    angle = unwrap(2*atan2(sol.q(:, 7), sol.q(:, 4)));
  end
end

function assert_ledger(sol, tolerance)
  E = sol.energy;
  works = sum(works_of(E), 2);
  assertElementsAlmostEqual(E.total - E.total(1), works, 'absolute', tolerance);
end

function test_motors_that_cannot_reach_their_target_are_refused()
  w = NsdBodies('Gravity', [0 -9.81]).box('Size', [1; 0.1], 'Position', [0.5; 0]);
  assertExceptionThrown(@() w.joint('hinge', [0 1], 'Point', [0; 0], 'Limits', [-1 1], ...
                        'Motor', 'position', 'Target', 2), 'nsd:bodies:badJoint');
  w = w.joint('hinge', [0 1], 'Point', [0; 0], 'Limits', [-1 1], 'Motor', 'position', ...
              'Target', @(t) 2 - t);
  assertExceptionThrown(@() nsd_simulate(w, [0 1], 'Step', 1e-2), 'nsd:bodies:badJoint');
end

function test_a_target_that_leaves_the_limits_ends_there()
% a motor of any force follows its target to the limit, stays there, and comes back
  for d = 2:3
    w = hinged(d, 'Limits', [-1 0.5], 'Motor', 'position', 'Target', @(t) sin(3*t));
    sol = nsd_simulate(w, [0 1.5], 'Step', 1e-3);
    assertEqual(sol.status, 'ok');
    target = min(sin(3*sol.t), 0.5);
    assertElementsAlmostEqual(angle_of(sol), target, 'absolute', 1.6e-3);   % half a step at 3 rad/s
    angle = angle_of(sol);
    assertElementsAlmostEqual(angle([500 1000 end]), target([500 1000 end]), 'absolute', 1e-5);
    assert_ledger(sol, 1e-9);
    w = hinged(d, 'Limits', [-1 0.5], 'Motor', 'speed', 'Target', @(t) 2 - 3*t);
    sol = nsd_simulate(w, [0 1.5], 'Step', 1e-3);
    late = sol.t > 2/3;                           % at the limit until the speed turns
    turned = 0.5 - 1.5*(sol.t(late) - 2/3).^2;
    angle = angle_of(sol);
    assertElementsAlmostEqual(angle(late), turned, 'absolute', 5e-3);
    assertTrue(max(angle) < 0.5 + 1.1e-3);        % it came at 1 rad/s
  end
end

function test_pendulum_swings_with_its_period()
% the period of a rod from 60 degrees by the arithmetic-geometric mean; second order
  g = 9.81;
  [a, b] = deal(1, cos(pi/6));
  for k = 1:6, [a, b] = deal((a + b)/2, sqrt(a*b)); end
  period = 2*pi/(a*sqrt(2*g*0.5/rod_inertia()));
  world = NsdBodies('Gravity', [0 -g]).box('Size', [1 0.2], 'Mass', 2, 'Angle', -pi/6, ...
                    'Position', [cos(pi/6); -sin(pi/6)]/2);
  world = world.joint('hinge', [0 1], 'Point', [0; 0]);
  miss = zeros(1, 2);
  for k = 1:2
    sol = nsd_simulate(world, [0 period], 'Step', period/(500*k));
    miss(k) = sol.q(end, 3) + pi/6;
    assertTrue(max(sol.joints.drift(:)) < 1e-12);
    assertElementsAlmostEqual(sol.energy.total, 0*sol.t + sol.energy.total(1), 'absolute', 1e-6);
    assert_ledger(sol, 1e-12);
  end
  assertTrue(abs(miss(2)) < 1e-4);
  speed = max(abs(sol.v(:, 3)));                  % at the bottom: I w^2/2 = m g l/2 (1 - cos 60)
  assertElementsAlmostEqual(speed, sqrt(2*g*0.5/rod_inertia()), 'absolute', 1e-4);
end

function test_reaction_of_a_pendulum_at_rest_and_turning()
% hanging: m g upwards on the pendulum; turning freely at w: m l w^2 towards the hinge
  for d = [2 3]
    gravity = [zeros(d - 1, 1); -9.81];
    world = NsdBodies('Gravity', gravity).box('Size', [1; 0.2*ones(d - 1, 1)], 'Mass', 2, ...
                      'Position', [0.5; zeros(d - 1, 1)]);
    world = world.joint('fixed', [0 1], 'Point', zeros(d, 1));
    sol = nsd_simulate(world, [0 0.1], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.joints.force(end, :), -2*gravity', 'absolute', 1e-10);
    torque = sol.joints.torque(end, :);
    assertElementsAlmostEqual(norm(torque), 2*9.81*0.5, 'absolute', 1e-10);
    world = hinged(d);
    v0 = zeros(3*(d - 1), 1);
    v0([2 end]) = [1 2];
    sol = nsd_simulate(world.start(world.InitialPosition, v0), [0 0.5], 'Step', 1e-3);
    force = sqrt(sum(sol.joints.force(2:end, :).^2, 2));
    assertElementsAlmostEqual(force, 2*0.5*4 + 0*force, 'absolute', 1e-5);
  end
end

function test_slider_falls_along_its_axis()
% on a slope: a = g sin(alpha); nothing turns, the force is across the axis
  for d = [2 3]
    alpha = 0.4;
    axis = [cos(alpha); zeros(d - 2, 1); -sin(alpha)];
    world = NsdBodies('Gravity', [zeros(1, d - 1), -10]).box('Size', 0.2, 'Position', zeros(d, 1));
    world = world.joint('slider', [0 1], 'Axis', axis);
    sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.q(:, 1:d), 5*sin(alpha)*sol.t.^2*axis', 'absolute', 1e-11);
    assertElementsAlmostEqual(sol.joints.force(end, :)*axis, 0, 'absolute', 1e-10);
    assertElementsAlmostEqual(norm(sol.joints.force(end, :)), 10*cos(alpha), 'absolute', 1e-9);
  end
end

function test_cylinder_slides_and_turns()
% along z it falls freely, about z it keeps its spin
  world = NsdBodies().box('Size', [0.2 0.2 0.5], 'Position', [0; 0; 0], 'Spin', [0; 0; 3]);
  world = world.joint('cylinder', [0 1], 'Axis', [0; 0; 1]);
  world = world.force(1, [5; 0; 0], 'Point', [0; 0; 0.2]);        % held by the joint
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.q(:, 3), -9.81/2*sol.t.^2, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.v(:, 6), 3 + 0*sol.t, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.q(:, 1:2), zeros(numel(sol.t), 2), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.joints.force(end, :), [-5 0 0], 'absolute', 1e-9);
end

function test_universal_joint_drives_unevenly()
% of two shafts at the angle beta: w2/w1 = cos(beta)/(1 - sin(beta)^2 cos(th1)^2)
  beta = 0.5;
  out = [cos(beta); sin(beta); 0];
  world = NsdBodies('Gravity', [0 0 0]).box('Size', [1 0.1 0.1], 'Position', [-0.5; 0; 0]);
  world = world.box('Size', [1 0.1 0.1], 'Position', 0.5*out, 'Orientation', [0; 0; beta]);
  world = world.joint('hinge', [0 1], 'Point', [-1; 0; 0], 'Axis', [1; 0; 0], ...
                      'Motor', 'speed', 'Target', 3);
  world = world.joint('hinge', [0 2], 'Point', out, 'Axis', out);
  world = world.joint('universal', [1 2], 'Point', [0; 0; 0], ...
                      'Axis', [0 -sin(beta); 0 cos(beta); 1 0]);
  spin2 = 3*cos(beta)*out;                        % th1 = 90 degrees: the first axis is out of plane
  v0 = [0; 0; 0; 3; 0; 0; 0; 0; 0; spin2];
  sol = nsd_simulate(world.start(world.InitialPosition, v0), [0 1], 'Step', 1e-3);
  w1 = sol.v(:, 4);
  w2 = sol.v(:, 10:12)*out;
  th = 2*atan2(sol.q(:, 5), sol.q(:, 4)) + pi/2;
  assertElementsAlmostEqual(w1, 3 + 0*w1, 'absolute', 1e-5);       % h^2, from the other joints
  assertElementsAlmostEqual(w2, 3*cos(beta)./(1 - sin(beta)^2*cos(th).^2), 'absolute', 1e-4);
  assertTrue(max(sol.joints.drift(:)) < 1e-10);
end

function test_distance_keeps_its_length()
% two balls on a massless rod, thrown: the middle flies as a point, the spin stays
  world = NsdBodies().sphere('Radius', 0.1, 'Position', [-1 1; 0 0; 0 0], ...
                             'Velocity', [0 0; -1 3; 0 0]);
  world = world.joint('distance', [1 2], 'Points', [-1 1; 0 0; 0 0]);
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  one = sol.body(1);
  two = sol.body(2);
  assertElementsAlmostEqual(sqrt(sum((two.position - one.position).^2, 2)), 2 + 0*sol.t, ...
                            'absolute', 1e-12);
  middle = (one.position + two.position)/2;
  assertElementsAlmostEqual(middle, [0*sol.t, sol.t, -9.81/2*sol.t.^2], 'absolute', 1e-10);
  angle = unwrap(atan2(two.position(:, 2) - one.position(:, 2), ...
                       two.position(:, 1) - one.position(:, 1)));
  assertElementsAlmostEqual(angle, 2*sol.t, 'absolute', 1e-6);     % h^2 w^3 t/12
  assertElementsAlmostEqual(sol.joints.force(2:end, 1).^2 + sol.joints.force(2:end, 2).^2, ...
                            16 + 0*sol.t(2:end), 'absolute', 1e-4);        % m w^2 r = 4
end

function test_joints_keep_momenta_of_free_mechanisms()
% three links without gravity: no force from outside
  for d = [2 3]
    size_of = [1 0.2 0.1];
    world = NsdBodies('Gravity', zeros(1, d));
    world = world.box('Size', size_of(1:d), 'Position', [0.5 1.5 2.5; zeros(d - 1, 3)]);
    for k = 1:2
      world = world.joint('hinge', [k k+1], 'Point', [k; zeros(d - 1, 1)], 'Axis', [0; 0; 1]);
    end
    v0 = zeros(3*(d - 1), 3);
    v0(2, :) = [0 1 -1];
    sol = simulate_quietly(world.start(world.InitialPosition, v0(:)), [0 2], 'Step', 2e-3);
    [p0, L0] = world.momentum(sol.q(1, :)', sol.v(1, :)');
    [p, L] = world.momentum(sol.q(end, :)', sol.v(end, :)');
    assertElementsAlmostEqual(p, p0, 'absolute', 1e-11);
    assertElementsAlmostEqual(L, L0, 'absolute', 1e-11);
    assertElementsAlmostEqual(sol.energy.total, sol.energy.total(1) + 0*sol.t, 'absolute', 1e-6);
    assertTrue(max(sol.joints.drift(:)) < 1e-12);
    assert_ledger(sol, 1e-11);
  end
end

function test_motor_reaches_its_speed_with_bounded_torque()
  I = rod_inertia();
  for d = [2 3]
    sol = nsd_simulate(hinged(d, 'Motor', 'speed', 'Target', 3, 'MaxTorque', 2), [0 2], ...
                       'Step', 1e-3);
    assertElementsAlmostEqual(sol.v(:, end), min(3, 2/I*sol.t), 'absolute', 1e-3*2/I);
    assertElementsAlmostEqual(sol.joints.torque(400, end), 2, 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.joints.work(end), I*9/2, 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.energy.joint(end), I*9/2, 'absolute', 1e-9);
    assert_ledger(sol, 1e-11);
  end
end

function test_motor_follows_a_position()
  follow = @(t) 0.5*(1 - cos(2*t));
  for d = [2 3]
    sol = nsd_simulate(hinged(d, 'Motor', 'position', 'Target', follow, 'MaxTorque', 50), ...
                       [0 3], 'Step', 1e-3);
    assertElementsAlmostEqual(angle_of(sol), follow(sol.t), 'absolute', 1e-5);
  end
end

function test_motor_turns_further_than_half_a_turn()
% angles are counted on: 5 radians are not those of -1.28
  for d = [2 3]
    world = hinged(d, 'Motor', 'position', 'Target', @(t) 5*t, 'MaxTorque', 1e3);
    sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
    assertElementsAlmostEqual(angle_of(sol), 5*sol.t, 'absolute', 1e-2);    % from rest
  end
end

function test_friction_in_a_hinge_stops_it()
  I = rod_inertia();
  for d = [2 3]
    world = hinged(d, 'Friction', 0.3);
    v0 = zeros(3*(d - 1), 1);
    v0([2 end]) = [0.5 1];
    sol = nsd_simulate(world.start(world.InitialPosition, v0), [0 3], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.v(:, end), max(0, 1 - 0.3/I*sol.t), 'absolute', 1e-8);
    assertElementsAlmostEqual(sol.energy.friction(end), -I/2, 'absolute', 1e-8);
    assert_ledger(sol, 1e-12);
  end
end

function test_motor_works_against_the_friction_of_its_joint()
% the row of the motor depends on that of the friction: it was left out, and the motor stood still
  I = rod_inertia();
  for d = [2 3]
    world = hinged(d, 'Friction', 0.3, 'Motor', 'speed', 'Target', 1, 'MaxTorque', 1);
    sol = nsd_simulate(world, [0 3*I], 'Step', 1e-3*I);
    assertElementsAlmostEqual(sol.v(:, end), min(1, 0.7/I*sol.t), 'absolute', 1e-3);
    faster = I/0.7/2;                % angle until the speed is reached, with 1; after it with 0.3
    later = 3*I - I/0.7;
    assertElementsAlmostEqual(sol.joints.work(end), faster + 0.3*later, 'absolute', 1e-3);
    assertElementsAlmostEqual(sol.energy.friction(end), -0.3*(faster + later), 'absolute', 1e-3);
    assert_ledger(sol, 1e-12);
  end
end

function test_motor_below_the_friction_of_its_joint_stands_still()
  for d = [2 3]
    world = hinged(d, 'Friction', 0.3, 'Motor', 'speed', 'Target', 1, 'MaxTorque', 0.2);
    sol = nsd_simulate(world, [0 0.1], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.v(:, end), 0*sol.t, 'absolute', 1e-12);
  end
end

function test_friction_in_a_slider_holds_up_to_its_force()
  for load = [4.9 5.1]
    world = NsdBodies('Gravity', [0 0]).box('Size', 0.2, 'Position', [0; 0]);
    world = world.joint('slider', [0 1], 'Axis', [1; 0], 'Friction', 5).force(1, [load; 0]);
    sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.v(:, 1), max(0, load - 5)*sol.t, 'absolute', 1e-10);
  end
end

function test_limits_stop_and_rebound()
% a slider falls onto its limit at -1: rebound by e, then rest on it
  world = NsdBodies('Gravity', [0 -9.81]).box('Size', 0.2, 'Position', [0; 0]);
  for e = [0 0.5]
    one = world.joint('slider', [0 1], 'Axis', [0; 1], 'Limits', [-1 1], 'Restitution', e);
    sol = nsd_simulate(one, [0 3], 'Step', 1e-3);
    hit = find(diff(sol.v(:, 2)) > 0.1, 1);
    assertElementsAlmostEqual(sol.v(hit + 1, 2), -e*sol.v(hit, 2), 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.t(hit), sqrt(2/9.81), 'absolute', 2e-3);
    assertElementsAlmostEqual(sol.q(end, 2), -1, 'absolute', 5e-3);
    assertElementsAlmostEqual(sol.joints.force(end, :), [0 9.81], 'absolute', 1e-6);
    assert_ledger(sol, 1e-11);
  end
  for d = [2 3]                                   % an upper limit of a hinge, from within a turn
    world = hinged(d, 'Limits', [-1 4], 'Restitution', 1);
    v0 = zeros(3*(d - 1), 1);
    v0([2 end]) = [1 2];
    sol = nsd_simulate(world.start(world.InitialPosition, v0), [0 3], 'Step', 1e-3);
    angle = angle_of(sol);
    assertElementsAlmostEqual(max(angle), 4, 'absolute', 5e-3);
    assertElementsAlmostEqual(angle(end), 4 - 2*(3 - 2), 'absolute', 1e-2);
  end
end

function test_rope_is_slack_then_taut()
% a ball falls freely by the slack, then hangs; elastic: it is thrown back
  world = NsdBodies().sphere('Radius', 0.1, 'Position', [0; 0; 0]);
  for e = [0 1]
    one = world.rope([0 1], 'Points', [0 0; 0 0; 1 0], 'Length', 1.5, 'Restitution', e);
    sol = nsd_simulate(one, [0 0.5], 'Step', 1e-3);
    free = sol.t < sqrt(2*0.5/9.81) - 2e-3;
    assertElementsAlmostEqual(sol.q(free, 3), -9.81/2*sol.t(free).^2, 'absolute', 1e-10);
    assertTrue(min(sol.q(:, 3)) > -0.51);
    assert_ledger(sol, 1e-12);
  end
  assertElementsAlmostEqual(sol.energy.total(end), 0, 'absolute', 0.02);  % energy of h v
  one = world.rope([0 1], 'Points', [0 0; 0 0; 1 0], 'Length', 1.5);
  sol = nsd_simulate(one, [0 1], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.joints.force(end, :), [0 0 9.81], 'absolute', 1e-8);
end

function test_joined_bodies_do_not_touch_unless_asked()
  world = NsdBodies('Gravity', [0 0]).box('Size', [1 0.2], 'Position', [0.5 1.4; 0 0]);
  joined = world.joint('hinge', [1 2], 'Point', [0.95; 0]);
  assertTrue(isempty(joined.contacts().gap));
  touching = world.joint('hinge', [1 2], 'Point', [0.95; 0], 'Collide', true);
  assertFalse(isempty(touching.contacts().gap));
end

function test_ignored_pairs_pass_through_each_other()
  world = NsdBodies('Gravity', [0 0 -9.81]).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [0 0.5 3; 0 0 0; 0.4 0.5 0.4]);
  assertEqual(size(world.contacts().bodies, 1), 4);
  assertEqual(size(world.ignore(1, 2).contacts().bodies, 1), 3);
  assertEqual(world.ignore(2, 1).ignore(1, 0).contacts().bodies, [2 -1; 3 -1]);
  assertTrue(isempty(world.ignore(1:3, 0:3).contacts().gap));
end

function test_body_by_label()
  world = hinged(3).named('one rod', {'rod'});
  sol = nsd_simulate(world, [0 0.01], 'Step', 1e-3);
  assertEqual(sol.body('rod'), sol.body(1));
  assertEqual(sol.body(1).position, sol.q(:, 1:3));
  assertEqual(sol.body(1).spin, sol.v(:, 4:6));
  assertExceptionThrown(@() sol.body('arm'), 'nsd:solution:noBody');
  assertExceptionThrown(@() sol.body(2), 'nsd:solution:noBody');
end

function test_joints_springs_and_ropes_take_names_of_bodies()
  world = NsdBodies().sphere('Radius', 0.1, 'Position', [0 1; 0 0; 0 0]).named('', {'a', 'b'});
  points = {'Points', [0 1; 0 0; 0 0]};
  assertEqual(world.joint('ball', {'a', 'b'}, 'Point', [0; 0; 0]).Links, ...
              world.joint('ball', [1 2], 'Point', [0; 0; 0]).Links);
  assertEqual(world.rope({'b', 0}, points{:}, 'Length', 2).Links, ...
              world.rope([2 0], points{:}, 'Length', 2).Links);
  assertEqual(world.spring({'a', 'b'}, points{:}, 'Stiffness', 1).Loads, ...
              world.spring([1 2], points{:}, 'Stiffness', 1).Loads);
  assertExceptionThrown(@() world.joint('ball', {'a', 'c'}, 'Point', [0; 0; 0]), ...
                        'nsd:bodies:noBody');
  assertExceptionThrown(@() world.joint('ball', {'a', [1 2]}, 'Point', [0; 0; 0]), ...
                        'nsd:bodies:badPair');
end

function test_start_off_the_joints_is_moved_or_refused()
  world = hinged(2);
  off = world.start([0.6; 0.1; 0.05], [0; 1; 0]);
  assertEqual(warning_of(@() nsd_simulate(off, [0 0.1], 'Step', 1e-3)), 'nsd:simulate:jointStart');
  sol = simulate_quietly(off, [0 0.1], 'Step', 1e-3);
  assertElementsAlmostEqual(norm(sol.q(1, 1:2)), 0.5, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(1, 1:2)*sol.q(1, 1:2)', 0, 'absolute', 1e-12);
  assertExceptionThrown(@() nsd_simulate(off, [0 0.1], 'Start', 'refuse'), ...
                        'nsd:simulate:jointStart');
  world = NsdBodies('Gravity', [0 0]).disc('Radius', 0.1, 'Position', [0; 0]);
  world = world.joint('distance', [0 1], 'Points', [-2 0; 0 0], 'Length', 0.5);
  world = world.joint('distance', [0 1], 'Points', [2 0; 0 0], 'Length', 0.5);
  assertExceptionThrown(@() nsd_simulate(world, [0 0.1]), 'nsd:bodies:jointsContradict');
end

function test_saved_solution_keeps_its_joints()
  sol = nsd_simulate(hinged(2, 'Motor', 'speed', 'Target', 1), [0 0.1], 'Step', 1e-3);
  again = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(again.joints, sol.joints);
  assertEqual(sol.joints.type, {'hinge'});
  assertEqual(sol.joints.bodies, [0 1]);
  assertEqual(size(sol.joints.force), [101 2]);
  assertEqual(size(sol.joints.torque), [101 1]);
end

function test_starts_of_a_sweep_are_put_on_their_joints_as_those_of_single_runs()
% of all runs but the first this was done once instead of twice, with other last digits
  world = NsdBodies().box('Size', [0.8; 0.2; 0.2], 'Position', [1; 0; 0.3], 'Mass', 0.7894);
  world = world.box('Size', [0.8; 0.2; 0.2], 'Position', [2; 0; 0.3], 'Mass', 0.6483);
  world = world.joint('hinge', [1 2], 'Point', [1.5; 0; 0.3], 'Axis', [0; 1; 0]);
  states = nsd_silence_warnings({'nsd:simulate:jointStart'}); %#ok<NASGU>
  v = zeros(12, 10);
  for k = 1:10
    v(:, k) = [sin(k); 1.6; -0.99; 0; 0; 0; 0.37; cos(k); 1.39; 0; 0; 0];
  end
  out = nsd_sweep(world, [], [0 0.05], 'v0', v, 'Step', 5e-3);
  for k = 1:10
    sol = nsd_simulate(world, [0 0.05], world.InitialPosition, v(:, k), 'Step', 5e-3);
    assertEqual(out.q(k, :), sol.q(end, :));
    assertEqual(out.v(k, :), sol.v(end, :));
  end
end

function test_sweep_of_worlds_with_joints()
  make = @(p) hinged(3, 'Motor', 'speed', 'Target', p.speed, 'MaxTorque', 4);
  out = nsd_sweep(make, struct('speed', [1 2 3]), [0 0.5], 'Step', 1e-3);
  for k = 1:3
    sol = nsd_simulate(make(struct('speed', k)), [0 0.5], 'Step', 1e-3);
    assertEqual(out.q(k, :), sol.q(end, :));
  end
end

function test_bad_joints_are_refused()
  world = rod(3);
  bad = @(f, id) assertExceptionThrown(f, ['nsd:bodies:' id]);
  bad(@() world.joint('knee', [0 1], 'Point', [0; 0; 0]), 'badJoint');
  bad(@() world.joint('hinge', [0 1], 'Axis', [0; 0; 1]), 'missing');
  bad(@() world.joint('hinge', [0 1], 'Point', [0; 0; 0]), 'missing');
  bad(@() world.joint('hinge', [0 1], 'Point', [0; 0; 0], 'Axis', [0; 0; 0]), 'badAxis');
  bad(@() world.joint('hinge', [0 2], 'Point', [0; 0; 0], 'Axis', [0; 0; 1]), 'noBody');
  bad(@() world.joint('hinge', [1 1], 'Point', [0; 0; 0], 'Axis', [0; 0; 1]), 'badPair');
  bad(@() world.joint('ball', [0 1], 'Point', [0; 0]), 'badSize');
  bad(@() world.joint('ball', [0 1], 'Point', [0; 0; 0], 'Limits', [0 1]), 'badJoint');
  bad(@() hinged(3, 'Limits', [1 0]), 'badJoint');
  bad(@() hinged(3, 'Motor', 'torque'), 'badJoint');
  bad(@() hinged(3, 'Motor', 'speed', 'MaxTorque', -1), 'badJoint');
  bad(@() hinged(3, 'Friction', -1), 'badJoint');
  bad(@() hinged(3, 'Restitution', 2, 'Limits', [0 1]), 'badJoint');
  bad(@() world.joint('universal', [0 1], 'Point', [0; 0; 0], 'Axis', [1 1; 0 1; 0 0]), 'badAxis');
  bad(@() world.joint('distance', [0 1], 'Point', [0; 0; 0]), 'badJoint');
  bad(@() world.joint('distance', [0 1], 'Points', zeros(3, 2)), 'badJoint');
  bad(@() world.rope([0 1], 'Points', [0 0; 0 0; 0 1], 'Restitution', 2), 'badJoint');
  bad(@() world.ignore(1, 5), 'noBody');
  bad(@() world.ignore(1), 'missing');
  bad(@() rod(2).joint('universal', [0 1], 'Point', [0; 0]), 'dimension');
  bad(@() rod(2).joint('slider', [0 1]), 'missing');
  fixed = NsdBodies().sphere('Radius', 1, 'Position', [0; 0; 0], 'Fixed', true);
  bad(@() fixed.joint('ball', [0 1], 'Point', [0; 0; 0]), 'badPair');
  bad(@() nsd_simulate(hinged(3, 'Motor', 'speed', 'Target', @(t) [1 2]), [0 1]), 'forceSize');
end

function test_single_steps_of_linked_bodies_do_not_warn()
% a control loop by nsd_step: velocities along joints are left to O(h^2) by every step
  world = NsdBodies('Gravity', [0 -9.81]).box('Size', [1; 0.5], 'Position', [0.5 1.5; 0 0]);
  world = world.joint('hinge', [0 1], 'Point', [0; 0]).joint('hinge', [1 2], 'Point', [1; 0]);
  state = struct('q', world.InitialPosition, 'v', world.InitialVelocity);
  lastwarn('');
  for k = 1:40, state = nsd_step(world, 'moreau', 0.01*(k - 1), state, 0.01); end
  assertEqual(lastwarn(), '');
  sol = nsd_simulate(world, [0 0.4], 'Step', 0.01);
  assertElementsAlmostEqual(state.q', sol.q(end, :), 'absolute', 1e-4);
end
