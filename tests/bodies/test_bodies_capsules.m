function test_suite = test_bodies_capsules()
%TEST_BODIES_CAPSULES  Capsules: gaps in closed form, inertia, rest, rolling, energy.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_inertia_is_that_of_the_integral()
% by discs across the axis: of the capsule in space; in the plane by strips
  [r, l] = deal(0.3, 0.8);
  z = linspace(-l/2 - r, l/2 + r, 200001);
  wide = sqrt(max(0, r^2 - max(0, abs(z) - l/2).^2));
  world = NsdBodies().capsule('Radius', r, 'Length', l, 'Position', [0; 0; 0], 'Mass', 2);
  volume = trapz(z, wide.^2);
  axial = 2*trapz(z, wide.^4/2)/volume;
  across = 2*trapz(z, wide.^4/4 + wide.^2.*z.^2)/volume;
  assertElementsAlmostEqual(world.Inertias, [across; across; axial], 'absolute', 1e-8);
  world = NsdBodies('Gravity', [0 0]).capsule('Radius', r, 'Length', l, 'Position', [0; 0]);
  own = trapz(z, 2*wide.^3/3 + 2*wide.*z.^2)/trapz(z, 2*wide);
  assertElementsAlmostEqual(world.Inertias(3), own, 'absolute', 1e-8);
end

function test_gaps_with_planes_balls_and_capsules()
  [r, l] = deal(0.2, 1);
  world = NsdBodies().plane([0 0 1], 0);
  lying = world.capsule('Radius', r, 'Length', l, 'Position', [0; 0; 0.19], ...
                        'Orientation', [0; pi/2; 0]);
  found = lying.contacts();
  assertElementsAlmostEqual(found.gap, [-0.01; -0.01], 'absolute', 1e-14);
  assertElementsAlmostEqual(sort(found.point(:, 1)), [-0.5; 0.5], 'absolute', 1e-14);
  upright = world.capsule('Radius', r, 'Length', l, 'Position', [0; 0; 0.68]);
  assertElementsAlmostEqual(upright.contacts().gap, -0.02, 'absolute', 1e-14);
  free = NsdBodies();
  side = free.capsule('Radius', r, 'Length', l, 'Position', [0; 0; 0]);
  side = side.sphere('Radius', 0.1, 'Position', [0.28 0.15; 0 0; 0.3 0.7]);
  found = side.contacts();
  assertElementsAlmostEqual(found.gap, [-0.02; 0.25 - 0.3], 'absolute', 1e-14);
  assertElementsAlmostEqual(found.normal, [-1 0 0; -0.6 0 -0.8], 'absolute', 1e-14);
  crossed = free.capsule('Radius', r, 'Length', l, 'Position', [0 0.1; 0 0.39; 0 0.2], ...
                         'Orientation', [0 0; 0 pi/2; 0 0]);
  found = crossed.contacts();
  assertElementsAlmostEqual(found.gap, -0.01, 'absolute', 1e-12);
  assertElementsAlmostEqual(found.normal, [0 -1 0], 'absolute', 1e-12);
  beside = free.capsule('Radius', r, 'Length', l, 'Position', [0 0; 0 0.39; 0 0.6]);
  found = beside.contacts();                       % parallel: both ends of what is side by side
  assertElementsAlmostEqual(found.gap, [-0.01; -0.01], 'absolute', 1e-12);
  assertElementsAlmostEqual(sort(found.point(:, 3)), [0.1; 0.5], 'absolute', 1e-12);
  row = free.capsule('Radius', r, 'Length', l, 'Position', [0 0; 0 0; 0 1.39]);
  found = row.contacts();                          % one behind the other
  assertElementsAlmostEqual(found.gap, -0.01, 'absolute', 1e-12);
  assertElementsAlmostEqual(abs(found.normal(3)), 1, 'absolute', 1e-12);
end

function test_gaps_with_boxes()
  [r, l] = deal(0.2, 1);
  world = NsdBodies().box('Size', [2 2 1], 'Position', [0; 0; 0]);
  lying = world.capsule('Radius', r, 'Length', l, 'Position', [0.2; 0; 0.69], ...
                        'Orientation', [0; pi/2; 0]);
  found = lying.contacts();
  assertElementsAlmostEqual(found.gap, [-0.01; -0.01], 'absolute', 1e-9);
  assertElementsAlmostEqual(sort(found.point(:, 1)), [-0.3; 0.7], 'absolute', 1e-9);
  over = world.capsule('Radius', r, 'Length', l, 'Position', [0.9; 0; 0.69], ...
                       'Orientation', [0; pi/2; 0]);       % beyond the edge at x = 1
  found = over.contacts();
  assertElementsAlmostEqual(sort(found.point(:, 1)), [0.4; 1], 'absolute', 1e-3);
  edge = world.capsule('Radius', r, 'Length', l, 'Position', [1.05; 0; 0.6], ...
                       'Orientation', [0; -pi/4; 0]);      % across the edge, touching in one place
  found = edge.contacts();
  assertEqual(numel(found.gap), 1);
  corner = [1; 0; 0.5];
  d = [-sin(pi/4); 0; cos(pi/4)];
  s = [1.05; 0; 0.6] - corner;
  assertElementsAlmostEqual(found.gap, norm(s - d*(d'*s)) - r, 'absolute', 1e-9);
end

function test_capsule_rolls_down_a_slope()
% about its axis: a = g sin(alpha)/(1 + I/(m r^2))
  [r, alpha, g] = deal(0.2, 0.3, 9.81);
  world = NsdBodies('Gravity', g*[0 sin(alpha) -cos(alpha)], 'Friction', 0.8).plane([0 0 1]);
  world = world.capsule('Radius', r, 'Length', 1, 'Position', [0; 0; r], ...
                        'Orientation', [0; pi/2; 0]);
  a = g*sin(alpha)/(1 + world.Inertias(3)/r^2);
  sol = nsd_simulate(world, [0 1], 'Step', 1e-3);
  assertElementsAlmostEqual(sol.v(end, 2), a, 'absolute', 1e-6);
  assertEqual(sol.stats.unsolved, 0);
end

function test_pile_of_capsules_comes_to_rest()
% on a box and on each other, in space and in the plane: no energy is gained, nothing sinks
  for d = [2 3]
    gravity = [zeros(1, d - 1), -9.81];
    world = NsdBodies('Gravity', gravity, 'Friction', 0.5);
    world = world.box('Size', 4, 'Position', [zeros(d - 1, 1); -2], 'Fixed', true);
    x = [0 0.1; zeros(d - 2, 2); 0.21 0.62];
    if d == 2
      world = world.capsule('Radius', 0.2, 'Length', 1, 'Position', x);
    else
      world = world.capsule('Radius', 0.2, 'Length', 1, 'Position', x, ...
                            'Orientation', [0 pi/2*0; pi/2 pi/2; 0 0]);
    end
    sol = nsd_simulate(world, [0 0.3], 'Step', 1e-3);
    E = sol.energy;
    assertElementsAlmostEqual(E.total - E.total(1), E.impact + E.friction + E.numerical, ...
                              'absolute', 1e-11);
    assertTrue(all(diff(E.total) < 1e-9));
    assertTrue(min(sol.gap) > -1e-3);
  end
end

function test_bad_capsules_are_refused()
  bad = @(f, id) assertExceptionThrown(f, ['nsd:bodies:' id]);
  world = NsdBodies();
  bad(@() world.capsule('Radius', 1, 'Position', [0; 0; 0]), 'missing');
  bad(@() world.capsule('Radius', 1, 'Length', -1, 'Position', [0; 0; 0]), 'badLength');
end
