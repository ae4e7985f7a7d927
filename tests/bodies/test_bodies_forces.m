function test_suite = test_bodies_forces()
%TEST_BODIES_FORCES  Forces, torques and springs on rigid bodies: closed forms, ledger, failures.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function world = floating(dimension)
% one body without gravity: in space a box with three different moments
  world = NsdBodies('Gravity', zeros(1, dimension));
  if dimension == 2
    world = world.disc('Radius', 0.5, 'Position', [0; 0], 'Mass', 2);
  else
    world = world.box('Size', [1 0.5 0.2], 'Position', [0; 0; 0], 'Mass', 2);
  end
end

function test_constant_force_gives_a_parabola()
  for d = [2 3]
    F = [3; -1; 2];
    sol = nsd_simulate(floating(d).force(1, F(1:d)), [0 1], 'Step', 0.01);
    x = sol.t.^2*F(1:d)'/4;                       % F t^2/(2 m), which the midpoint rule has exactly
    assertElementsAlmostEqual(sol.q(:, 1:d), x, 'absolute', 1e-13);
  end
end

function test_force_at_a_point_turns_the_body()
% in the plane, in the frame of the body: I w' = r F; w is exact, as the arm keeps its length to h^2
  world = floating(2).force(1, [0; 2], 'Point', [0.5; 0], 'Frame', 'body');
  sol = nsd_simulate(world, [0 0.5], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.v(:, 3), sol.t*(0.5*2/0.25), 'absolute', 1e-5);
end

function test_torque_turns_about_a_principal_axis()
  for frame = {'world', 'body'}
    world = floating(3).torque(1, [0; 0; 0.4], 'Frame', frame{1});
    sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.v(:, 6), sol.t*0.4/(2*(1 + 0.25)/12), 'absolute', 1e-12);
  end
  sol = nsd_simulate(floating(2).torque(1, 0.5), [0 1], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.v(:, 3), 2*sol.t, 'absolute', 1e-12);
end

function test_forces_of_time_agree_in_every_form()
% F = cos(3 t): as harmonic, function, table; m v = sin(3 t)/3
  t = 0:1e-3:1;
  forms = {nsd_harmonic([1; 0], 3), @(t) [cos(3*t); 0], @(t, x) [cos(3*t); 0*x(1)], ...
           nsd_table(t, [cos(3*t); 0*t])};
  for k = 1:numel(forms)
    sol = nsd_simulate(floating(2).force(1, forms{k}), [0 1], 'Step', 1e-3);
    assertElementsAlmostEqual(sol.v(:, 1), sin(3*sol.t)/6, 'absolute', 1e-6);   % h^2/24 F'' t
  end
end

function test_force_of_the_state_is_drag()
% m v' = -c v: v = v0 exp(-c t/m), second order
  world = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.1, 'Position', [0; 0; 0], ...
                    'Velocity', [1; 2; 0], 'Mass', 2);
  world = world.force(1, @(t, x) -0.6*x(8:10));
  miss = zeros(1, 2);
  for k = 1:2
    sol = nsd_simulate(world, [0 1], 'Step', 0.02/k);
    miss(k) = norm(sol.v(end, 1:3) - exp(-0.3)*[1 2 0]);
    E = sol.energy;
    assertElementsAlmostEqual(E.total - E.total(1), E.external, 'absolute', 1e-13);
  end
  assertElementsAlmostEqual(miss(1)/miss(2), 4, 'absolute', 0.01);
end

function test_recorded_and_called_functions_agree()
  world = floating(3).force(1, @(t, x) [sin(t); x(2)*x(8); -x(3)], 'Point', [0.1; 0.2; 0]);
  world = world.torque(1, @(t, x) -0.1*x(11:13));
  one = nsd_simulate(world, [0 1], 'Step', 0.01, 'Compile', 'on');
  two = nsd_simulate(world, [0 1], 'Step', 0.01, 'Compile', 'off');
  assertElementsAlmostEqual(one.q, two.q, 'absolute', 1e-13);
end

function test_function_with_a_branch_is_called_back()
  world = floating(2).force(1, @branching);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(end, 1), 0.25, 'absolute', 1e-12);
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'Step', 0.01, 'Compile', 'on'), ...
                        'nsd:compile:notTraceable');
end

function F = branching(t, x)
  F = [1; 0];
  if t > 0.5, F = 0*x(1:2); end
end

function test_spring_swings_at_its_frequency_and_keeps_energy()
  world = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.1, 'Position', [1.2; 0; 0], 'Mass', 2);
  world = world.spring([0 1], 'Points', [0 1.2; 0 0; 0 0], 'Stiffness', 50, 'Length', 1);
  miss = zeros(1, 2);
  for k = 1:2
    sol = nsd_simulate(world, [0 2], 'Step', 0.01/k);
    miss(k) = sol.q(end, 1) - (1 + 0.2*cos(5*2));
    assertElementsAlmostEqual(sol.energy.total, 0*sol.t + 1, 'absolute', 1e-13);
  end
  assertElementsAlmostEqual(miss(1)/miss(2), 4, 'absolute', 0.02);
  assertElementsAlmostEqual(world.energy(sol.q(end, :)', sol.v(end, :)'), 1, 'absolute', 1e-13);
end

function test_torsional_spring_swings_at_its_frequency()
% angles count from where the body was added, turns are counted on: amplitude 3 pi
  for d = [2 3]
    world = NsdBodies('Gravity', zeros(1, d));
    if d == 2
      world = world.disc('Radius', 0.5, 'Position', [0; 0], 'Mass', 2, 'Angle', 0.3);
      world = world.spring([0 1], 'Axis', 1, 'Stiffness', 4, 'Angle', 0.5);
    else
      world = world.box('Size', [1 1 0.25], 'Position', [0; 0; 0], 'Mass', 1.5, ...
                        'Orientation', [0.1 0.2 0.3], 'Inertia', [0.2; 0.2; 0.25]);
      axis = nsd_turned([0; 0; 1], [0.1 0.2 0.3]);
      world = world.spring([0 1], 'Axis', axis, 'Stiffness', 4, 'Angle', 0.5);
    end
    world = world.start(world.InitialPosition, swinging(world, d));
    sol = nsd_simulate(world, [0 pi/2], 'Step', 2.5e-4);       % a whole period: 2 pi/4
    assertElementsAlmostEqual(sol.q(end, :), sol.q(1, :), 'absolute', 5e-4);    % (h w)^2/12 of it
    assertElementsAlmostEqual(sol.energy.total/sol.energy.total(1), 1 + 0*sol.t, 'absolute', 1e-12);
  end
end

function x = nsd_turned(x, rotation)
% x turned by a rotation vector
  angle = norm(rotation);
  n = rotation(:)/angle;
  x = x*cos(angle) + cross(n, x)*sin(angle) + n*(n'*x)*(1 - cos(angle));
end

function v = swinging(world, d)
  v = world.InitialVelocity;
  spin = 4*3*pi;
  if d == 2, v(3) = spin; else, v(4:6) = spin*nsd_turned([0; 0; 1], [0.1 0.2 0.3]); end
end

function test_ledger_closes_and_order_is_two_with_all_loads()
  world = NsdBodies().box('Size', [1 0.5 0.2], 'Position', [0; 0; 0], 'Spin', [1; 2; 3]);
  world = world.force(1, [1; 2; 0], 'Point', [0.3; 0.1; 0], 'Frame', 'body');
  world = world.torque(1, [0; 0.2; 0.1]);
  world = world.spring([0 1], 'Points', [0 0.2; 0 0.1; 1 0.1], 'Stiffness', 30, 'Damping', 0.5);
  ends = zeros(3, 7);
  for k = 1:3
    sol = nsd_simulate(world, [0 1], 'Step', 0.008/2^k);
    E = sol.energy;
    assertElementsAlmostEqual(E.total - E.total(1), E.external + E.damping, 'absolute', 1e-11);
    ends(k, :) = sol.q(end, :);
  end
  assertTrue(E.damping(end) < 0);
  order = log2(norm(ends(1, :) - ends(2, :))/norm(ends(2, :) - ends(3, :)));
  assertElementsAlmostEqual(order, 2, 'absolute', 0.02);
end

function test_projection_counts_what_it_does_to_springs()
% a bar that falls on a plane, its overlaps taken back by position ('Project', 'auto'): only the
% part of gravity was in the ledger, 0.1 % of the energy was missing
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).plane([0; 1], 0);
  world = world.box('Size', [1; 0.2], 'Position', [0; 0.5], 'Angle', 0.3, 'Spin', 5);
  world = world.spring([0 1], 'Points', [0 0.4; 2 0.6], 'Stiffness', 20, 'Length', 1);
  for project = {'off', 'auto', 'on'}
    sol = simulate_quietly(world, [0 1], 'Step', 5e-3, 'Project', project{1});
    assertTrue(any(abs(sol.energy.numerical) > 1e-3) == ~strcmp(project{1}, 'off'));
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
  end
end

function test_torsional_springs_follow_bodies_that_projection_turns()
% the spring kept an angle of its own, and pulled by one that the bar did not have: its energy was
% wrong by 0.019 J of 5 after two seconds
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).plane([0; 1], 0);
  world = world.box('Size', [1; 0.2], 'Position', [0; 0.5], 'Angle', 0.3, 'Spin', 5);
  world = world.spring([0 1], 'Axis', 1, 'Stiffness', 3, 'Angle', 0.2);
  sol = simulate_quietly(world, [0 2], 'Step', 5e-3);
  bar = sol.body(1);
  energy = 9.81*bar.position(:, 2) + 1.5*(bar.orientation - 0.5).^2;
  assertElementsAlmostEqual(sol.energy.potential, energy, 'absolute', 1e-12);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
end

function test_moving_support_works_on_a_spring()
% a plate that moves as told pulls a ball: what it gives is external work
  world = NsdBodies('Gravity', [0 0]).disc('Radius', 0.1, 'Position', [0; 0]);
  world = world.box('Size', [0.1 0.1], 'Position', [1; 0], 'Fixed', true, 'Velocity', [0.5; 0]);
  world = world.spring([1 2], 'Points', [0 1; 0 0], 'Stiffness', 10, 'Damping', 0.2);
  sol = nsd_simulate(world, [0 2], 'Step', 1e-3);
  E = sol.energy;
  assertElementsAlmostEqual(E.total - E.total(1), E.external + E.damping, 'absolute', 1e-12);
  w = sqrt(10);
  z = 0.1/w;                                      % x'' + 0.2 x' + 10 x = 10 y + 0.2 y'
  wd = w*sqrt(1 - z^2);
  x = 0.5*sol.t - 0.5/wd*exp(-z*w*sol.t).*sin(wd*sol.t);
  assertElementsAlmostEqual(sol.q(:, 1), x, 'absolute', 1e-5);
end

function test_spring_between_two_bodies_keeps_momenta()
  world = NsdBodies('Gravity', [0 0 0]).box('Size', [1 0.5 0.2], 'Position', [0 4; 0 0; 0 0], ...
                    'Spin', [1 -1; 2 0; 3 1]);
  world = world.spring([1 2], 'Points', [0.5 3.5; 0.1 0.2; 0 0], 'Stiffness', 5, 'Length', 3.4);
  sol = nsd_simulate(world, [0 2], 'Step', 0.005);
  assertTrue(isempty(sol.contacts.gap));
  [p0, L0] = world.momentum(sol.q(1, :)', sol.v(1, :)');
  [p, L] = world.momentum(sol.q(end, :)', sol.v(end, :)');
  assertElementsAlmostEqual(p, p0, 'absolute', 1e-12);
  assertElementsAlmostEqual(L, L0, 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.energy.total, 0*sol.t + sol.energy.total(1), 'absolute', 1e-11);
end

function test_rolling_of_balls_on_a_plate_that_is_pulled()
% SimBenchmark's rolling test, shorter: the plate has a1, balls on it 2/7 a1, along the force
  world = NsdBodies().plane([0 0 1], 0, 'Friction', 0.4);
  world = world.box('Size', [20 20 1], 'Mass', 10, 'Position', [0; 0; 0.5]);
  [x, y] = ndgrid(-4:2:4);
  world = world.sphere('Radius', 0.5, 'Position', [x(:)'; y(:)'; 1.5 + 0*x(:)'], 'Friction', 0.8);
  u = [0.5; 0.8660254; 0];
  sol = nsd_simulate(world.force(1, 150*u), [0 0.2], 'Step', 1e-3);
  a1 = (150*norm(u) - 0.4*35*9.81)/(10 + 25*2/7);
  speed = sqrt(sum(sol.v(:, 1:2).^2, 2));
  assertElementsAlmostEqual(speed, a1*sol.t, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.v(:, [7 151]), 2/7*a1*sol.t*[u(1) u(1)]/norm(u), 'absolute', 1e-10);
end

function test_points_stay_where_bodies_were_added()
% start moves the body, not the point on it: the spring is then longer
  world = NsdBodies('Gravity', [0 0]).disc('Radius', 0.1, 'Position', [1; 0]);
  world = world.spring([0 1], 'Points', [0 1; 0 0], 'Stiffness', 8);
  world = world.start([1.5; 0; 0]);
  assertElementsAlmostEqual(world.energy([1.5; 0; 0], [0; 0; 0]), 8*0.25/2, 'absolute', 1e-14);
  sol = nsd_simulate(world, [0 0.1], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.energy.total(end), 1, 'absolute', 1e-13);
end

function test_sweep_of_worlds_with_forces()
% the same bits as single runs, also where a function is called back
  make = @(p) floating(2).force(1, @(t, x) [p.F; -x(4)]);
  out = nsd_sweep(make, struct('F', [1 2 3]), [0 1], 'Step', 0.01);
  for k = 1:3
    sol = nsd_simulate(make(struct('F', k)), [0 1], 'Step', 0.01);
    assertEqual(out.q(k, :), sol.q(end, :));
  end
  called = floating(2).force(1, @branching);
  out = nsd_sweep(called, struct('mass', [1 2]), [0 1], 'Step', 0.01);
  assertElementsAlmostEqual(out.v(:, 1), [0.5; 0.25], 'absolute', 1e-12);
end

function test_world_with_forces_can_be_saved()
  world = floating(2).force(1, @(t, x) [cos(t); 0]).spring([0 1], 'Points', [1 0; 0 0], ...
                                                          'Stiffness', 2);
  file = [tempname() '.mat'];
  world.save(file);
  again = NsdBodies.load(file);
  delete(file);
  one = nsd_simulate(world, [0 1], 'Step', 0.01);
  two = nsd_simulate(again, [0 1], 'Step', 0.01);
  assertEqual(one.q, two.q);
end

function test_too_long_a_step_for_a_stiff_spring_ends_the_run()
  world = NsdBodies('Gravity', [0 0]).disc('Radius', 0.1, 'Position', [1.1; 0]);
  world = world.spring([0 1], 'Points', [0 1.1; 0 0], 'Stiffness', 1e6, 'Length', 1);
  sol = simulate_quietly(world, [0 1], 'Step', 0.05);
  assertEqual(sol.status, 'newton');
end

function test_bad_loads_are_refused()
  world = floating(3);
  bad = @(f, id) assertExceptionThrown(f, ['nsd:bodies:' id]);
  bad(@() world.force(2, [0; 0; 1]), 'noBody');
  bad(@() world.force(0, [0; 0; 1]), 'noBody');
  bad(@() world.force('leg', [0; 0; 1]), 'noBody');
  bad(@() world.force(1, [0; 1]), 'badForce');
  bad(@() world.force(1), 'badForce');
  bad(@() world.force(), 'badForce');
  bad(@() world.torque(), 'badForce');
  bad(@() dropped(world), 'resultDropped');
  bad(@() world.force(1, [0; NaN; 1]), 'badForce');
  bad(@() world.force(1, @(a, b, c) [0; 0; 1]), 'badForce');
  bad(@() world.force(1, [0; 0; 1], 'Frame', 'own'), 'badFrame');
  bad(@() world.force(1, [0; 0; 1], 'Point', [1 2]), 'badSize');
  bad(@() world.torque(1, [0; 0; 1], 'Point', [1 2 3]), 'badPoint');
  bad(@() world.spring([0 1], 'Stiffness', 1), 'badSpring');
  bad(@() world.spring([0 1], 'Points', zeros(3, 2)), 'badSpring');
  bad(@() world.spring([0 1], 'Points', zeros(2, 2), 'Stiffness', 1), 'badSpring');
  bad(@() world.spring([0 1], 'Points', zeros(3, 2), 'Stiffness', -1), 'badSpring');
  bad(@() world.spring([0 1], 'Axis', [0 0 0], 'Stiffness', 1), 'badAxis');
  bad(@() world.spring([1 1], 'Points', zeros(3, 2), 'Stiffness', 1), 'badPair');
  bad(@() world.spring(1, 'Points', zeros(3, 2), 'Stiffness', 1), 'badPair');
  bad(@() world.spring([0 3], 'Points', zeros(3, 2), 'Stiffness', 1), 'noBody');
  bad(@() nsd_simulate(world.force(1, @(t) [1; 2]), [0 1]), 'forceSize');
  bad(@() nsd_simulate(world.force(1, @(t) [1; 2; NaN]), [0 1]), 'notFinite');
end

function dropped(world)
  world.force(1, [0; 0; 1]);
end

function test_errors_of_functions_name_the_load()
  world = floating(2).force(1, @(t, x) error('own:fault', 'it broke'));
  assertExceptionThrown(@() nsd_simulate(world, [0 1]), 'own:fault');
  world = floating(2).force(1, @late_fault);
  assertExceptionThrown(@() nsd_simulate(world, [0 1], 'Step', 0.01), 'own:late');
end

function F = late_fault(t, x)
  F = 0*x(1:2);
  if t > 0.5, error('own:late', 'too late'); end
end
