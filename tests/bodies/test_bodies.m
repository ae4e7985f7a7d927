function test_suite = test_bodies()
%TEST_BODIES  Rigid bodies: closed forms, invariants, the search, failures by identifier.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_ball_falls_and_rests()
% the step of the bouncing ball of moreau, to round-off: one sphere is one ball with a radius
  world = NsdBodies('Gravity', [0 0 -9.81]).plane([0 0 1], 0, 'Restitution', 0.9);
  world = world.sphere('Radius', 0.5, 'Position', [0 0 1.5]);
  sol = nsd_simulate(world, [0 2], 'Step', 0.005);
  ball = nsd_simulate(nsd_ball(), [0 2], 'Step', 0.005);
  assertElementsAlmostEqual(sol.q(:, 3) - 0.5, ball.q, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(:, 3), ball.v, 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.impulse, ball.impulse, 'absolute', 1e-11);
  assertEqual(sol.events.t, ball.events.t);
end

function test_sliding_sphere_rolls_at_five_sevenths()
% m v' = -mu m g, (2/5) m R w' = mu m g: sliding ends at v = R w = 5/7 v0, whatever mu
  mu = 0.2; g = 9.81; v0 = 3; R = 0.3;
  world = NsdBodies('Friction', mu, 'Gravity', [0 0 -g]).plane([0 0 1], 0);
  world = world.sphere('Radius', R, 'Position', [0 0 R], 'Velocity', [v0 0 0], 'Mass', 2);
  h = 1e-3;
  sol = nsd_simulate(world, [0 1], 'Step', h);
  assertElementsAlmostEqual(sol.v(end, [1 5]), [5/7*v0, 5/7*v0/R], 'absolute', 1e-9);
  rolling = sol.t(find(abs(sol.v(:, 1) - R*sol.v(:, 5)) < 1e-9, 1));
  assertElementsAlmostEqual(rolling, 2*v0/(7*mu*g), 'absolute', 2*h);
  spent = 2*(v0^2 - (5/7*v0)^2)/2 - (2/5)*2*(5/7*v0)^2/2;     % 1/7 m v0^2
  assertElementsAlmostEqual(-sol.energy.friction(end), spent, 'absolute', 1e-9);
  fast = sol.v(sol.t < rolling - 2*h, 1);                       % slides with constant force
  assertElementsAlmostEqual(diff(fast), -mu*g*h*ones(numel(fast) - 1, 1), 'absolute', 1e-9);
end

function test_sphere_rolls_down_an_incline()
% sticking: a = 5/7 g sin(alpha) while tan(alpha) <= 7/2 mu; beyond, a = g (sin - mu cos)
  g = 9.81; alpha = 0.4;
  for mu = [0.5 0.05]
    a = 5/7*g*sin(alpha);
    if tan(alpha) > 3.5*mu, a = g*(sin(alpha) - mu*cos(alpha)); end
    world = NsdBodies('Gravity', g*[sin(alpha) 0 -cos(alpha)], 'Friction', mu).plane([0 0 1]);
    world = world.sphere('Radius', 0.1, 'Position', [0 0 0.1]);
    sol = nsd_simulate(world, [0 1], 'Step', 0.01);
    assertElementsAlmostEqual(sol.v(:, 1), a*sol.t, 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.q(end, 1), a/2, 'absolute', 1e-9);
  end
end

function test_disc_rolls_down_an_incline()
% a disc: a = 2/3 g sin(alpha)
  g = 9.81; alpha = 0.3;
  world = NsdBodies('Gravity', g*[sin(alpha) -cos(alpha)], 'Friction', 0.5).plane([0 1], 0);
  world = world.disc('Radius', 0.2, 'Position', [0; 0.2]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(:, 1), 2/3*g*sin(alpha)*sol.t, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.q(end, 3), -sol.q(end, 1)/0.2, 'absolute', 1e-9);
end

function test_spheres_exchange_velocities()
% elastic and central: equal masses exchange, others by the one-dimensional formula
  for m = [1 3]
    world = NsdBodies('Gravity', [0 0 0], 'Restitution', 1).sphere('Radius', 0.5, ...
        'Mass', [1 m], 'Position', [0 2; 0 0; 0 0], 'Velocity', [1 0; 0 0; 0 0]);
    sol = nsd_simulate(world, [0 2], 'Step', 0.01);
    assertElementsAlmostEqual(sol.v(end, [1 7]), [(1 - m) 2]/(1 + m), 'absolute', 1e-12);
    assertEqual(sol.events.bodies, [1 2]);
  end
end

function test_spin_without_friction_is_left_alone()
  spin = [3 -2 7; 1 1 1]';
  world = NsdBodies('Gravity', [0 0 0], 'Restitution', 1).sphere('Radius', 0.5, ...
      'Position', [0 2; 0 0.3; 0 0], 'Velocity', [1 0; 0 0; 0 0], 'Spin', spin);
  sol = nsd_simulate(world, [0 2], 'Step', 0.01);
  v = reshape(sol.v(end, :), 6, 2);
  assertElementsAlmostEqual(v(4:6, :), spin, 'absolute', 1e-14);
  assertTrue(any(abs(sol.v(end, 1:3) - sol.v(1, 1:3)) > 0.1));
end

function test_superball_turns_its_spin_round()
% e = 1, e_T = 1 without slip: tangential velocity of the contact point reverses
  R = 0.5; w0 = 8;
  world = NsdBodies('Gravity', [0 0 0], 'Restitution', 1, 'TangentialRestitution', 1, ...
                    'Friction', 10).plane([0 0 1], 0);
  world = world.sphere('Radius', R, 'Position', [0 0 1], 'Velocity', [0 0 -1], 'Spin', [0 w0 0]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  u = sol.v([1 end], 1) - R*sol.v([1 end], 5);
  assertElementsAlmostEqual(u(2), -u(1), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.energy.total(end), sol.energy.total(1), 'absolute', 1e-12);
end

function test_free_top_keeps_energy_and_angular_momentum()
% a box that spins about its middle axis tumbles; both are kept to round-off (RB.7)
  world = NsdBodies('Gravity', [0 0 0]).box('Size', [1 2 3], 'Mass', 2, 'Position', [0 0 0], ...
      'Spin', [0.01 5 0.02], 'Orientation', [0.3 -0.2 0.1]);
  sol = nsd_simulate(world, [0 10], 'Step', 0.01);
  E = sol.energy;
  assertElementsAlmostEqual(E.total, E.total(1)*ones(size(E.total)), 'absolute', 1e-11*E.total(1));
  [~, L0] = world.momentum(sol.q(1, :)', sol.v(1, :)');
  for k = [300 600 1001]
    [~, L] = world.momentum(sol.q(k, :)', sol.v(k, :)');
    assertElementsAlmostEqual(L, L0, 'absolute', 1e-11*norm(L0));
  end
  upright = 1 - 2*(sol.q(:, 5).^2 + sol.q(:, 7).^2);  % where its middle axis points
  assertTrue(upright(1) > 0.9 && min(upright) < -0.5);  % it did tumble
end

function test_free_rotation_is_of_second_order()
% precession of a symmetric top: w about the axis of L at |L|/I1, exactly
  world = NsdBodies('Gravity', [0 0 0]).box('Size', [1 1 2], 'Position', [0 0 0], ...
                                            'Spin', [1 0 2]);
  [~, L] = world.momentum(world.InitialPosition, world.InitialVelocity);
  rate = norm(L)/world.Inertias(1, 1);
  axis = L/norm(L);
  w = [1; 0; 2];
  exact = axis*(axis'*w) + cos(rate)*(w - axis*(axis'*w)) + sin(rate)*cross(axis, w);
  miss = zeros(1, 2);
  for k = 1:2
    sol = nsd_simulate(world, [0 1], 'Step', 0.02/2^k);
    miss(k) = norm(sol.v(end, 4:6)' - exact);
  end
  assertTrue(miss(1) < 1e-3);
  assertElementsAlmostEqual(log2(miss(1)/miss(2)), 2, 'absolute', 0.05);
end

function test_box_rests_on_four_corners()
  m = 3; g = 9.81; h = 1e-3;
  world = NsdBodies('Friction', 0.3, 'Gravity', [0 0 -g]).plane([0 0 1], 0);
  world = world.box('Size', [1 2 0.5], 'Mass', m, 'Position', [0 0 0.25]);
  sol = nsd_simulate(world, [0 1], 'Step', h);
  % what the tolerance of 1e-6 leaves of a velocity g h may add up
  assertElementsAlmostEqual(sol.q(end, :), sol.q(1, :), 'absolute', 1e-6*g*h*1);
  assertElementsAlmostEqual(sol.impulse(2:end), m*g*h*ones(numel(sol.t) - 1, 1), ...
                            'absolute', 1e-6*m*g*h);
  last = sol.contacts.row == numel(sol.t);
  assertEqual(sum(last), 4);
  assertElementsAlmostEqual(sum(sol.contacts.impulse(last, :), 1), [0 0 m*g*h], ...
                            'absolute', 1e-6*m*g*h);
end

function test_dropped_box_slides_to_a_stop()
% reference case: unit cube from 0.1, vx = 1, mu = 0.3: slides v0^2/(2 mu g) after landing
  mu = 0.3; g = 9.81;
  world = NsdBodies('Friction', mu, 'Gravity', [0 0 -g]).plane([0 0 1], 0);
  world = world.box('Size', 1, 'Position', [0 0 0.6], 'Velocity', [1 0 0]);
  sol = nsd_simulate(world, [0 2], 'Step', 1e-3);
  fall = sqrt(2*0.1/g);
  landed = 1 - mu*g*fall;             % the landing percussion m g t brakes by mu times itself
  assertElementsAlmostEqual(sol.q(end, 1), fall + landed^2/(2*mu*g), 'absolute', 2e-3);
  assertTrue(max(abs(sol.v(end, :))) < 1e-6);
  assertEqual(sol.status, 'ok');
end

function test_box_on_incline_slides_beyond_the_threshold()
  g = 9.81; alpha = 0.3;
  for dimension = 2:3
    for side = [-1 1]
      mu = tan(alpha)*(1 + 0.02*side);
      slope = g*[sin(alpha) zeros(1, dimension - 2) -cos(alpha)];
      normal = [zeros(1, dimension - 1) 1];
      world = NsdBodies('Gravity', slope, 'Friction', mu).plane(normal);
      world = world.box('Size', [1 ones(1, dimension - 2) 0.5], 'Mass', 2, ...
                        'Position', 0.25*normal);
      sol = nsd_simulate(world, [0 1], 'Step', 0.005);
      expected = max(0, g*(sin(alpha) - mu*cos(alpha)));
      assertElementsAlmostEqual(sol.v(end, 1), expected, 'absolute', 1e-4);
    end
  end
end

function test_corner_forces_on_an_incline()
% published for a rectangle (half edges 0.5, 0.25, m = 2) at 0.3 rad: normal impulses over m g h
  g = 9.81; h = 0.01; m = 2;
  world = NsdBodies('Gravity', g*[sin(0.3) -cos(0.3)], 'Friction', 0.5).plane([0 1]);
  world = world.box('Size', [1 0.5], 'Mass', m, 'Position', [0; 0.25]);
  sol = nsd_simulate(world, [0 0.1], 'Step', h);
  last = sol.contacts.row == numel(sol.t);
  normal = sol.contacts.impulse(last, 2)/(m*g*h);
  [~, order] = sort(sol.contacts.point(last, 1));
  assertElementsAlmostEqual(normal(order)', [0.4037881929 0.5515482962], 'absolute', 1e-5);
end

function test_stack_of_boxes_rests()
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1 1 0.5], 'Position', [zeros(2, 6); 0.25 + 0.5*(0:5)]);
  sol = nsd_simulate(world, [0 1], 'Step', 2e-3);
  assertEqual(sol.status, 'ok');
  assertTrue(max(max(abs(sol.q - repmat(sol.q(1, :), numel(sol.t), 1)))) < 1e-6);
  assertElementsAlmostEqual(sol.impulse(end, 1), (6 + 5)*9.81*2e-3, 'absolute', 1e-4);
end

function test_sphere_column_carries_its_weight()
  n = 6; h = 0.002;
  world = NsdBodies('Friction', 0.3).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [zeros(2, n); 0.5 + (0:n-1)]);
  sol = nsd_simulate(world, [0 0.5], 'Step', h);
  last = sol.contacts.row == numel(sol.t);
  floor_force = sol.contacts.impulse(last & sol.contacts.bodies(:, 2) == -1, 3)/h;
  assertElementsAlmostEqual(floor_force, n*9.81, 'absolute', 1e-3);
  assertElementsAlmostEqual(sol.q(end, 3:7:end), 0.5 + (0:n-1), 'absolute', 1e-6);
end

function test_all_kinds_of_contact_push_apart()
% two bodies approach along x, whatever they are: e = 0 stops them, with normal along x
  shapes = {'sphere', 'box'};
  for one = 1:2
    for two = 1:2
      world = NsdBodies('Gravity', [0 0 0]);
      world = shaped(world, shapes{one}, 0, 1);
      world = shaped(world, shapes{two}, 1.5, -1);
      sol = nsd_simulate(world, [0 1], 'Step', 0.01);
      assertElementsAlmostEqual(sol.v(end, [1 7]), [0 0], 'absolute', 1e-5);
      assertElementsAlmostEqual(abs(sol.contacts.normal(1, :)), [1 0 0], 'absolute', 1e-12);
    end
  end
end

function test_edges_of_boxes_meet()
% two crossed boxes, edge against edge: one contact, normal along the common perpendicular
  turn = [0.5 0.5; 0 0; 0 0]*pi/2;                    % both stand on an edge along x ...
  world = NsdBodies('Gravity', [0 0 0]).box('Size', 1, 'Position', [0 0 0], ...
                                            'Orientation', turn(:, 1));
  quarter = [cos(pi/4); 0; 0; sin(pi/4)];             % ... and the upper one along y
  upper = product(quarter, [cos(pi/8); sin(pi/8); 0; 0]);
  world = world.box('Size', 1, 'Position', [0 0 sqrt(2) - 0.01], 'Orientation', upper);
  found = world.contacts();
  assertEqual(size(found.bodies, 1), 1);
  assertElementsAlmostEqual(found.gap, -0.01, 'absolute', 1e-12);
  assertElementsAlmostEqual(found.normal, [0 0 -1], 'absolute', 1e-12);
  assertElementsAlmostEqual(found.point, [0 0 sqrt(2)/2 - 0.005], 'absolute', 1e-12);
end

function test_fixed_bodies_go_on_as_told()
% a plate that rises at 0.5 carries a box: it moves with it, and the works are those of the plate
  world = NsdBodies('Friction', 0.5).box('Size', [2 2 0.2], 'Position', [0 0 -0.1], ...
      'Velocity', [0 0 0.5], 'Fixed', true);
  world = world.box('Size', 1, 'Position', [0 0 0.5]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.005);
  assertElementsAlmostEqual(sol.v(end, [3 9]), [0.5 0.5], 'absolute', 1e-6);
  assertElementsAlmostEqual(sol.q(end, 3), 0.4, 'absolute', 1e-12);
  E = sol.energy;
  closed = E.total - E.total(1) - sum(works_of(E), 2);
  assertTrue(max(abs(closed)) < 1e-11);
end

function test_projection_takes_penetration_out()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 2]);
  off = nsd_simulate(world, [0 2], 'Step', 0.01, 'Project', 'off');
  on = nsd_simulate(world, [0 2], 'Step', 0.01, 'Project', 'on');
  assertTrue(off.q(end, 3) < 0.5 - 1e-3);
  assertElementsAlmostEqual(on.q(end, 3), 0.5, 'absolute', 1e-9);
  E = on.energy;
  closed = E.total - E.total(1) - sum(works_of(E), 2);
  assertTrue(max(abs(closed)) < 1e-11);
end

function test_by_default_bodies_that_came_to_rest_do_not_overlap()
% a ball, a stack of boxes and a pile of discs fall without restitution: the overlap of an impact
% stayed, up to the way of one step
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 2]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  assertElementsAlmostEqual(sol.q(end, 3), 0.5, 'absolute', 1e-9);
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1 1 0.5], 'Position', [zeros(2, 5); 0.3 + 0.6*(0:4)]);
  sol = nsd_simulate(world, [0 2], 'Step', 0.01);
  assertTrue(world.gap(sol.q(end, :)') > -1e-7);
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).container([0 4 0 Inf]);
  world = world.disc('Radius', 0.4, 'Position', [1 2 3 1.4 2.4; 1 1 1 2 2]);
  sol = nsd_simulate(world, [0 3], 'Step', 0.01);
  assertTrue(world.gap(sol.q(end, :)') > -1e-6);
  E = sol.energy;
  assertTrue(max(abs(E.total - E.total(1) - sum(works_of(E), 2))) < 1e-10);
end

function test_balls_that_meet_do_not_overlap_at_the_end_of_that_step()
% a contact was found half a step after the balls had met, and they overlapped for one step by half
% of its way: of 5000 falling balls that made most of the mean overlap
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 2]);
  for h = [0.0093 0.01 0.0107]
    sol = nsd_simulate(world, [0 1], 'Step', h);
    assertTrue(min(sol.q(:, 3)) > 0.5 - 1e-9);
    E = sol.energy;
    assertTrue(max(abs(E.total - E.total(1) - sum(works_of(E), 2))) < 1e-11);
  end
  % the ball above comes to the one in the middle, which it pushes to the one below
  world = world.sphere('Radius', 0.5, 'Position', [0 0; 0 0; 3.0001 5]);
  sol = nsd_simulate(world, [0 1.5], 'Step', 0.01);
  z = sol.q(:, 3:7:end);
  assertTrue(min(min(diff([-0.5 + 0*sol.t, z], 1, 2))) > 1 - 1e-3);
end

function test_elastic_impacts_are_not_projected_by_default()
% the overlap of an elastic impact opens again in the next step, and the energy stays
  deepest = 0;
  for z = 2:0.01:2.05
    world = NsdBodies('Restitution', 1).plane([0 0 1], 0);
    sol = nsd_simulate(world.sphere('Radius', 0.5, 'Position', [0 0 z]), [0 5], 'Step', 0.01);
    deepest = max(deepest, 0.5 - min(sol.q(:, 3)));
    E = sol.energy;
    assertElementsAlmostEqual(E.total/E.total(1), 1 + 0*sol.t, 'absolute', 1e-13);
    assertEqual(E.numerical, 0*sol.t);
  end
  assertTrue(deepest > 0.01);
end

function test_deep_starts_are_told_what_happens()
% with 'Project', 'on' the warning told to run with 'Project', 'on', now also the default
  deep = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.5, 'Position', [0 0.5; 0 0; 0 0]);
  [id, text] = warning_of(@() nsd_simulate(deep, [0 0.01], 'Project', 'off'));
  assertEqual(id, 'nsd:simulate:startPenetrates');
  assertTrue(~isempty(strfind(text, '''Project'', ''on''')));
  [id, text, sol] = warning_of(@() nsd_simulate(deep, [0 0.01], 'Project', 'on'));
  assertEqual(id, 'nsd:simulate:startPenetrates');
  assertTrue(isempty(strfind(text, 'run with')));
  assertElementsAlmostEqual(sol.q(end, 8) - sol.q(end, 1), 1, 'absolute', 1e-6);
end

function test_outputs_as_of_ode45()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 1]);
  [t, y, te, ye, ie] = nsd_simulate(world, [0 1], 'Step', 0.01);
  assertEqual(size(y), [numel(t), 13]);
  assertEqual([numel(te), size(ye, 2), ie(1)], [1 13 1]);
end

function test_surfaces_of_pairs()
% one names it: it holds; both: the mean; none: the usual one
  world = NsdBodies('Restitution', 0.2, 'Gravity', [0 0 0]).plane([0 0 1], 0, 'Restitution', 0.8);
  world = world.sphere('Radius', 0.5, 'Position', [0 4; 0 0; 1 1], 'Velocity', [0; 0; -1], ...
                       'Restitution', 0.4);
  world = world.sphere('Radius', 0.5, 'Position', [8 0 1], 'Velocity', [0 0 -1]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(end, 3:6:end), [0.6 0.6 0.8], 'absolute', 1e-12);
  world = NsdBodies('Restitution', 0.2, 'Gravity', [0 0 0]).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [0 0 1], 'Velocity', [0 0 -1]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(end, 3), 0.2, 'absolute', 1e-12);
end

function test_unsolved_steps_are_told()
% one sweep is too few for a stack that lands: the run goes on, the status and a warning say so
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1 1 0.5], 'Position', [zeros(2, 6); 0.3 + 0.5*(0:5)]);
  restore = nsd_silence_warnings({'nsd:simulate:maxIter', 'nsd:energy:gain'}); %#ok<NASGU>
  lastwarn('');
  sol = nsd_simulate(world, [0 0.3], 'Step', 2e-3, 'MaxIter', 1);
  assertEqual(sol.status, 'maxIter');
  assertTrue(sol.stats.unsolved > 0 && sol.stats.lcpResidual > 1e-6);
  assertElementsAlmostEqual(sol.t(end), 0.3, 'absolute', 1e-12);
end

function test_heights_that_overflow_end_the_run_with_status_diverged()
% contacts are sorted by gravity times height: infinite ones made a bin that is none, a crash
  world = NsdBodies('Gravity', [0 0 -1.7e308]).plane([0 0 1], 0);
  world = world.sphere('Radius', 1, 'Position', [0 0.5 1 1.5; 0 0 0 0; 0.5 1 1.5 2]);
  sol = simulate_quietly(world, [0 1], 'Step', 0.01);
  assertEqual(sol.status, 'diverged');
  assertTrue(all(isfinite(sol.q(:))));
end

function test_prescribed_motion_beyond_the_numbers_ends_the_run()
% no energy tells of a body with prescribed motion: a spin whose square overflows, and a speed
% whose sum with itself does, gave rows of NaN and status ok
  fixed = @(what, value) NsdBodies().box('Size', [1; 2; 3], 'Position', [0; 0; 5], ...
                                         what, value, 'Fixed', true);
  worlds = {fixed('Spin', [1e160; 1e160; 0]), fixed('Velocity', [realmax; 0; 0]), ...
            NsdBodies('Gravity', [0 -1]).disc('Radius', 1, 'Position', [0; 0], ...
                                              'Spin', realmax, 'Fixed', true)};
  for k = 1:numel(worlds)
    sol = simulate_quietly(worlds{k}, [0 0.1], 'Step', 0.01);
    assertEqual(sol.status, 'diverged');
    assertTrue(all(isfinite([sol.q(:); sol.v(:)])));
  end
end

function test_a_crowd_in_one_place_is_refused_before_the_memory_is_gone()
% each of 1500 bodies in one place touches all others: 1.1 million contacts. Of 10^4 bodies the
% list alone took 24 GB; where the host gave no memory the kernel wrote into none.
  world = NsdBodies().sphere('Radius', 1, 'Position', zeros(3, 1500));
  assertExceptionThrown(@() simulate_quietly(world, [0 0.01], 'Step', 0.01), ...
                        'nsd:bodies:tooLarge');
end

function test_thin_plates_that_pass_through_are_told()
% the plate moves by 0.5 in a step, a small part of its width but five times its thickness: it
% passed a ball without a word; a rod's end that turns does the same
  still = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.05, 'Position', [0 0 2]);
  plate = still.box('Size', [5 5 0.1], 'Position', [0 0 -1.23], 'Velocity', [0 0 50], ...
                    'Fixed', true);
  [id, ~, sol] = warning_of(@() nsd_simulate(plate, [0 0.2], 'Step', 0.01));
  assertEqual(id, 'nsd:bodies:fast');
  assertElementsAlmostEqual(sol.stats.fastest, 10, 'absolute', 1e-9);
  along = still.box('Size', [5 5 0.1], 'Position', [0 0 -1.23], 'Velocity', [50 0 0]);
  sol = nsd_simulate(along, [0 0.2], 'Step', 0.01);
  assertElementsAlmostEqual(sol.stats.fastest, 0.2, 'absolute', 1e-9);
  rod = still.box('Size', [4 0.1 0.1], 'Position', [0 0 0], 'Spin', [0 0 10]);
  [~, ~, sol] = warning_of(@() nsd_simulate(rod, [0 0.2], 'Step', 0.01));
  assertElementsAlmostEqual(sol.stats.fastest, 4, 'absolute', 1e-9);
end

function test_impacts_go_as_deep_as_the_guide_says()
% up to 1 - e/2 paths of a step, which is 0.1 here
  for e = [0 0.5]
    deepest = 0;
    for z = 3:0.002:3.2
      world = NsdBodies('Gravity', [0 0 0], 'Restitution', e).plane([0 0 1], 0);
      world = world.sphere('Radius', 1, 'Position', [0 0 z], 'Velocity', [0 0 -2]);
      sol = nsd_simulate(world, [0 1.5], 'Step', 0.05, 'Project', 'off');
      deepest = max(deepest, 1 - min(sol.q(:, 3)));
    end
    assertTrue(deepest <= 0.1*(1 - e/2) + 1e-12 && deepest > 0.1*(1 - e/2) - 0.003);
  end
end

function test_bad_arguments_are_named()
  world = NsdBodies();
  thrown = @(f, id) assertExceptionThrown(f, ['nsd:bodies:' id]);
  thrown(@() NsdBodies('Gravity', 9.81), 'badGravity');
  thrown(@() NsdBodies('Fricton', 1), 'unknownOption');
  thrown(@() NsdBodies('Friction', -1), 'badFriction');
  thrown(@() NsdBodies('Restitution', 2), 'badRestitution');
  thrown(@() world.disc('Radius', 1, 'Position', [0 0]), 'dimension');
  thrown(@() world.sphere('Position', [0 0 0]), 'missing');
  thrown(@() world.sphere('Radius', -1, 'Position', [0 0 0]), 'badRadius');
  thrown(@() world.sphere('Radius', 1, 'Position', [0 0]), 'badSize');
  thrown(@() world.sphere('Radius', 1, 'Position', [0 0 NaN]), 'notFinite');
  thrown(@() world.sphere('Radius', 1, 'Position', [0 0 0], 'Mass', 0), 'badMass');
  thrown(@() world.sphere('Radius', 1, 'Position', zeros(3, 4), 'Mass', [1 2]), 'badSize');
  thrown(@() world.box('Size', [1 1], 'Position', [0 0 0]), 'badSize');
  thrown(@() world.box('Size', 1, 'Position', [0 0 0], 'Orientation', zeros(4, 1)), ...
         'badOrientation');
  thrown(@() world.box('Size', 1, 'Position', [0 0 0], 'Inertia', [1 1 10]), 'badInertia');
  plate = world.box('Size', 1, 'Position', [0 0 0], 'Inertia', [1 2 3]);   % without thickness
  assertEqual(plate.Bodies, 1);
  thrown(@() world.plane([0 0 0]), 'badPlane');
  thrown(@() world.container([0 1 0 1]), 'badLimits');
  thrown(@() nsd_simulate(world, [0 1]), 'empty');
end

function test_a_world_without_bodies_has_no_contacts()
  world = NsdBodies().plane([0 0 1], 0);
  found = world.contacts();
  assertEqual(size(found.bodies), [0 2]);
  assertTrue(isnan(world.gap()));
end

function test_the_size_of_a_box_is_refused_as_it_was_given()
  try
    NsdBodies().box('Size', [1 -2 1], 'Position', [0 0 0]);
    assertTrue(false);
  catch err
    assertEqual(err.identifier, 'nsd:bodies:badSize');
    assertTrue(~isempty(strfind(err.message, 'not -2')));
  end
end

function test_bad_runs_are_refused()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 1]);
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'Method', 'paoli'), 'nsd:simulate:method');
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'Theta', 1), 'nsd:simulate:method');
  assertExceptionThrown(@() nsd_simulate(world, [0 1], zeros(3, 1), zeros(6, 1)), ...
                        'nsd:simulate:badSize');
  apex = @(t, y) deal(y(3) - 0.5, 1, 0);           % was taken and never looked at, as was Refine
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'Events', apex), 'nsd:options:badValue');
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'Refine', 4), 'nsd:options:badValue');
  deep = NsdBodies().sphere('Radius', 0.5, 'Position', [0 0.5; 0 0; 0 0]);
  assertExceptionThrown(@() nsd_simulate(deep, [0 1], 'Start', 'refuse'), 'nsd:simulate:gapStart');
end

function world = shaped(world, shape, x, v)
  common = {'Position', [x 0 0], 'Velocity', [v 0 0]};
  if strcmp(shape, 'box')
    world = world.box('Size', 1, common{:});
  else
    world = world.sphere('Radius', 0.5, common{:});
  end
end

function c = product(a, b)
% of quaternions
  c = [a(1)*b(1) - a(2:4)'*b(2:4); a(1)*b(2:4) + b(1)*a(2:4) + cross(a(2:4), b(2:4))];
end
