function test_suite = test_bodies_drawing()
%TEST_BODIES_DRAWING  animate of bodies: every shape, joints, springs, ropes and forces.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [patches, lines] = drawn(sol, varargin)
% patches and lines of one picture
  shown = figure('Visible', 'off');
  remove = onCleanup(@() close(shown));
  animate(sol, 'At', sol.t(end), 'Parent', axes('Parent', shown), varargin{:});
  patches = numel(findobj(shown, 'Type', 'patch'));
  lines = numel(findobj(shown, 'Type', 'line'));
end

function test_a_world_can_be_looked_at_before_its_run()
  % animate(world): 'animate' undefined; plot(world): transpose not defined for NsdBodies
  world = NsdBodies('Gravity', [0 -9.81]).plane([0 1], 0).box('Size', [1; 1], 'Position', [0; 0.5]);
  closing = onCleanup(@() close('all'));
  for draw = {@plot, @animate}
    fig = figure('Visible', 'off');
    draw{1}(world);
    corners = get(findobj(fig, 'Type', 'patch'), 'Vertices');
    assertElementsAlmostEqual(sortrows(corners(1:4, :)), [-0.5 0; -0.5 1; 0.5 0; 0.5 1], ...
                              'absolute', 1e-6);
  end
end

function test_a_disc_hangs_on_its_pivot_by_a_rod()
  % a circle and a pin a metre away, with nothing between
  world = NsdBodies('Gravity', [0 -9.81]).disc('Radius', 0.1, 'Position', [1; 0]);
  world = world.joint('hinge', [0 1], 'Point', [0; 0]);
  closing = onCleanup(@() close('all'));
  fig = figure('Visible', 'off');
  plot(world);
  assertTrue(any(arrayfun(@(h) long_line(h), findobj(fig, 'Type', 'line'))));
  clf(fig);
  wheel = NsdBodies('Gravity', [0 -9.81]).disc('Radius', 0.1, 'Position', [1; 0]);
  plot(wheel.joint('hinge', [0 1], 'Point', [1; 0]));                  % turns about its centre
  assertFalse(any(arrayfun(@(h) long_line(h), findobj(fig, 'Type', 'line'))));
end

function yes = long_line(handle)
  x = get(handle, 'XData');
  yes = max(x) - min(x) > 0.9;
end

function test_every_shape_is_drawn()
  w = NsdBodies('Friction', 0.5).terrain(zeros(3, 3), [-4 4 -4 4]);
  w = w.sphere('Radius', 0.2, 'Position', [0; 0; 0.2]).box('Size', 0.3, 'Position', [1; 0; 0.15]);
  w = w.capsule('Radius', 0.1, 'Length', 0.2, 'Position', [2; 0; 0.2]);
  w = w.cylinder('Radius', 0.2, 'Length', 0.2, 'Position', [3; 0; 0.1]);
  w = w.ellipsoid('Radii', [0.3; 0.2; 0.1], 'Position', [0; 1; 0.1]);
  w = w.hull('Points', [0 1 0 0; 0 0 1 0; 0 0 0 1]/2, 'Position', [0; 2; 0.125]);
  w = w.compound({{'box', 'Size', 0.2}, {'sphere', 'Radius', 0.1, 'Centre', [0; 0; 0.2]}}, ...
                 'Position', [0; 3; 0.15]);
  w = w.plane([1 0 0], -3.5, 'Velocity', [0; 0.1; 0]);
  sol = nsd_simulate(w, [0 0.02], 'Step', 0.01);
  [patches, lines] = drawn(sol);
  assertEqual(patches, 7);                        % one for each kind of shape
  assertEqual(lines, 1);                          % the wall, as an outline
end

function test_shapes_in_the_plane_are_drawn()
  w = NsdBodies('Gravity', [0 -9.81]).terrain([0 0 0], [-3 3]);
  w = w.hull('Points', [0 1 0; 0 0 1]/2, 'Position', [0; 1/6]);
  w = w.disc('Radius', 0.2, 'Position', [1; 0.2]);
  w = w.compound({{'box', 'Size', 0.2}, {'disc', 'Radius', 0.1, 'Centre', [0.2; 0]}}, ...
                 'Position', [-1; 0.1]);
  [patches, lines] = drawn(nsd_simulate(w, [0 0.02], 'Step', 0.01));
  assertEqual(patches, 4);
  assertEqual(lines, 1);                          % radii of discs
end

function test_joints_springs_ropes_and_forces_are_drawn()
  w = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  w = w.box('Size', 0.5, 'Position', [0 1 2; 0 0 0; 0.25 0.25 0.25]);
  w = w.joint('hinge', [1 2], 'Point', [0.5; 0; 0.3], 'Axis', [0; 1; 0]);
  w = w.rope([0 3], 'Points', [2 2; 0 0; 2 0.5]);
  w = w.spring([2 3], 'Points', [1.2 1.8; 0 0; 0.3 0.3], 'Stiffness', 1);
  sol = nsd_simulate(w, [0 0.02], 'Step', 0.01, 'KeepContacts', 'on');
  [~, none] = drawn(sol, 'Joints', false);
  [~, joints] = drawn(sol);
  [~, forces] = drawn(sol, 'Forces', true);
  % axis, pin and rods of the hinge, which is outside of the boxes, rope, spring; arrows
  assertEqual([none joints forces], [0 5 6]);
  quiet = nsd_simulate(w, [0 0.02], 'Step', 0.01, 'KeepContacts', 'off');
  assertExceptionThrown(@() drawn(quiet, 'Forces', true), 'nsd:solution:badAnimation');
end

function test_several_boxes_on_a_floor_are_printed_by_every_toolkit()
  % gnuplot raised 'out of bound': a floor of two triangles had one colour for both
  w = NsdBodies().plane([0 0 1]).box('Size', [1 1 1], 'Position', [0 0 0.5; 0 0 1.6]');
  sol = nsd_simulate(w, [0 0.02], 'Step', 0.01);
  [folder, clean] = new_folder(); %#ok<ASGLU>
  shown = figure('Visible', 'off');
  remove = onCleanup(@() close(shown)); %#ok<NASGU>
  animate(sol, 'At', 0, 'Parent', axes('Parent', shown));
  print(shown, fullfile(folder, 'boxes.png'), '-dpng', '-r50');
  assertFalse(isempty(dir(fullfile(folder, 'boxes.png'))));
end

function test_walls_of_a_container_are_in_the_picture()
  % both walls were outside; in space each edge was drawn twice, by walls that went through another
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  world = NsdBodies('Gravity', [0 -9.81]).container([0 2 0 Inf]);
  world = world.disc('Radius', 0.1, 'Position', [0.3 1.7; 0.5 0.4]);
  animate(nsd_simulate(world, [0 0.1]), 'At', 0);
  limits = xlim();
  assertTrue(limits(1) < 0 && limits(2) > 2);
  world = NsdBodies().container([0 1 0 1 0 1]).sphere('Radius', 0.1, 'Position', [0.5; 0.5; 0.5]);
  clf();
  animate(nsd_simulate(world, [0 0.1]), 'At', 0);
  for wall = findobj(gca(), 'Type', 'line')'
    x = get(wall, 'XData');
    assertTrue(all(x > -1e-3 & x < 1 + 1e-3));
  end
end
