function test_suite = test_urdf()
%TEST_URDF  Robots from URDF files: what maps, what is listed, what is refused.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [world, report] = read(text, varargin)
% the robot of these elements, from a file of its own
  folder = tempname();
  mkdir(folder);
  remove = onCleanup(@() confirm_gone(folder));
  write(fullfile(folder, 'robot.urdf'), ['<?xml version="1.0"?>' char(10) '<!-- <link> -->' ...
                                         '<robot name="r">' text '</robot>']);
  [world, report] = nsd_urdf(fullfile(folder, 'robot.urdf'), varargin{:});
end

function confirm_gone(folder)
  files = dir(fullfile(folder, '*.*'));
  files = files(~[files.isdir]);
  for k = 1:numel(files), delete(fullfile(folder, files(k).name)); end
  rmdir(folder);
end

function write(file, text)
  id = fopen(file, 'w');
  fwrite(id, text);
  fclose(id);
end

function text = link(name, inside)
  if nargin < 2
    inside = ['<inertial><origin xyz="0 0 -0.5"/><mass value="2"/>' ...
              '<inertia ixx="0.2" iyy="0.3" izz="0.1"/></inertial>'];
  end
  text = sprintf('<link name="%s">%s</link>', name, inside);
end

function text = joint(name, kind, parent, child, more)
  if nargin < 5, more = ''; end
  text = sprintf(['<joint name="%s" type="%s"><parent link="%s"/><child link="%s"/>' ...
                  '<axis xyz="0 1 0"/>%s</joint>'], name, kind, parent, child, more);
end

function test_a_physical_pendulum_swings_with_its_period()
% w^2 = m g l/(I + m l^2) with l = 0.5, I = 0.3 about the axis: small swings from the start
  [w, report] = read(['<link name="world"/>' link('rod') ...
                      joint('pin', 'continuous', 'world', 'rod', '<origin xyz="0 0 1"/>')]);
  assertEqual(report.bodies.world, 0);
  assertEqual(report.bodies.rod, 1);
  assertEqual(w.Labels, {'rod'});
  assertElementsAlmostEqual(w.InitialPosition(1:3), [0; 0; 0.5], 'absolute', 1e-12);
  omega = sqrt(2*9.81*0.5/(0.3 + 2*0.25));
  q0 = [-0.5*sin(0.01); 0; 1 - 0.5*cos(0.01); cos(0.005); 0; sin(0.005); 0];
  sol = nsd_simulate(w.start(q0), [0 pi/omega], 'Step', pi/omega/1000);
  assertElementsAlmostEqual(sol.q(end, 1), 0.5*sin(0.01), 'absolute', 1e-6);
end

function test_limits_friction_and_damping_are_taken_over()
  more = ['<limit lower="-0.5" upper="0.7" effort="3" velocity="2"/>' ...
          '<dynamics friction="0.4" damping="0.1"/>'];
  [w, report] = read(['<link name="world"/>' link('arm') ...
                      joint('j', 'revolute', 'world', 'arm', more)]);
  assertElementsAlmostEqual(w.Links(1).limits(:), [-0.5; 0.7], 'absolute', 0);
  assertEqual(w.Links(1).friction, 0.4);
  assertEqual(w.Loads(1).damping, 0.1);
  assertEqual(numel(report.notes), 2);            % effort and velocity
  assertTrue(~isempty(strfind(report.notes{1}, 'effort')));
end

function test_prismatic_joints_are_sliders()
  rail = joint('rail', 'prismatic', 'world', 'cart', '<limit lower="-1" upper="1"/>');
  [w, report] = read(['<link name="world"/>' link('cart') rail]);
  assertEqual(w.Links(1).kind, 'slider');
  assertEqual(report.joints.rail, 1);
end

function test_fixed_joints_unite_links()
% two equal links 1 apart: mass 4, centre between, inertia with Steiner's part
  weld = joint('weld', 'fixed', 'a', 'b', '<origin xyz="1 0 0"/>');
  [w, report] = read([link('a') link('b') weld], 'Position', [0; 0; 3]);
  assertEqual(w.Bodies, 1);
  assertEqual(report.bodies.a, report.bodies.b);
  assertElementsAlmostEqual(w.Masses, 4, 'absolute', 1e-12);
  assertElementsAlmostEqual(w.InitialPosition(1:3), [0.5; 0; 2.5], 'absolute', 1e-12);
  assertElementsAlmostEqual(w.Inertias, [0.4; 0.6 + 1; 0.2 + 1], 'absolute', 1e-12);
end

function test_geometry_stands_where_the_file_says()
% a box that is turned by rpy and a sphere: contacts with the floor in closed form
  geometry = ['<collision><origin xyz="0 0 0.1" rpy="0 1.5707963267948966 0"/><geometry>' ...
              '<box size="1 0.2 0.2"/></geometry></collision>' ...
              '<collision><origin xyz="2 0 0"/><geometry><sphere radius="0.4"/></geometry>' ...
              '</collision>'];
  inertial = link_inertia();
  base = NsdBodies().plane([0 0 1], 0);
  w = read(link('a', [inertial geometry]), 'World', base, 'Position', [0; 0; 0.399]);
  found = w.contacts();
  assertElementsAlmostEqual(sort(found.gap)', [0.399 + 0.1 - 0.5 + zeros(1, 4), 0.399 - 0.4], ...
                            'absolute', 1e-9);
end

function test_products_of_inertia_turn_the_principal_axes_only()
  inertial = ['<inertial><mass value="1"/><inertia ixx="2" iyy="3" izz="4" ixy="0.3" ixz="0.1" ' ...
              'iyz="-0.2"/></inertial>'];
  w = read(link('a', inertial));
  tensor = [2 0.3 0.1; 0.3 3 -0.2; 0.1 -0.2 4];
  assertElementsAlmostEqual(sort(w.Inertias), sort(eig(tensor)), 'absolute', 1e-12);
  sol = nsd_simulate(w, [0 0.01], 'Step', 0.01);
  assertElementsAlmostEqual(sol.body('a').orientation(1, :), [1 0 0 0], 'absolute', 1e-12);
end

function test_meshes_are_read_as_their_hulls()
% a cube as STL text, as binary STL and as OBJ; an L of OBJ is not convex and says so
  corners = [0 1 0 1 0 1 0 1; 0 0 1 1 0 0 1 1; 0 0 0 0 1 1 1 1];
  faces = [1 3 4; 1 4 2; 5 6 8; 5 8 7; 1 2 6; 1 6 5; 3 7 8; 3 8 4; 1 5 7; 1 7 3; 2 4 8; 2 8 6];
  folder = tempname();
  mkdir(folder);
  remove = onCleanup(@() confirm_gone(folder));
  obj = [sprintf('v %g %g %g\n', corners), sprintf('f %d/1/1 %d/2/2 %d\n', faces')];
  write(fullfile(folder, 'cube.obj'), obj);
  points = corners(:, reshape(faces', 1, []));
  triangles = reshape(points, 9, []);
  text = sprintf(['facet normal 0 0 0\nouter loop\nvertex %g %g %g\nvertex %g %g %g\n' ...
                  'vertex %g %g %g\nendloop\nendfacet\n'], triangles);
  write(fullfile(folder, 'text.stl'), ['solid cube' char(10) text 'endsolid']);
  numbers = typecast(single(reshape([zeros(3, 12); triangles], 1, [])), 'uint8');
  each = [reshape(numbers, 48, 12); zeros(2, 12)];
  write(fullfile(folder, 'binary.stl'), [zeros(1, 80), double(typecast(uint32(12), 'uint8')), ...
                                         reshape(double(each), 1, [])]);
  for name = {'cube.obj', 'text.stl', 'binary.stl'}
    collision = sprintf(['<collision><geometry><mesh filename="package://r/%s" scale="1 2 3"/>' ...
                         '</geometry></collision>'], name{1});
    write(fullfile(folder, 'robot.urdf'), ['<robot name="r">' link('a', collision) '</robot>']);
    [w, report] = nsd_urdf(fullfile(folder, 'robot.urdf'), 'Density', 0.5, 'Base', 'free');
    assertElementsAlmostEqual(w.Masses, 3, 'absolute', 1e-9);
    assertElementsAlmostEqual(w.InitialPosition(1:3), [0.5; 1; 1.5], 'absolute', 1e-9);
    assertEqual(numel(report.notes), 1);          % mass from the geometry
  end
  hollow = regexprep(obj, 'f 5/1/1 6/2/2 8\n', '');
  write(fullfile(folder, 'cube.obj'), [hollow, sprintf('v 0.5 0.5 0.2\nf 5 6 9\nf 6 8 9\n')]);
  write(fullfile(folder, 'robot.urdf'), ['<robot name="r">' ...
        strrep(link('a', collision), 'binary.stl', 'cube.obj') '</robot>']);
  [~, report] = nsd_urdf(fullfile(folder, 'robot.urdf'), 'Base', 'free');
  assertTrue(any(~cellfun(@isempty, strfind(report.notes, 'not convex'))));
end

function test_files_of_any_bytes_are_read_or_refused_by_name()
  % bytes that are no UTF-8, as of a comment in Latin-1, raised an error of the interpreter; so did
  % a binary mesh that is cut short, and moments of inertia that overflow
  [world, ~] = read(['<!-- Sto' char(223) ' -->' link('a', link_inertia())], 'Base', 'free');
  assertEqual(world.Bodies, 1);
  folder = tempname();
  mkdir(folder);
  remove = onCleanup(@() confirm_gone(folder));
  mesh = @(name) link('a', sprintf(['<collision><geometry><mesh filename="%s"/></geometry>' ...
                                    '</collision>'], fullfile(folder, name)));
  corners = sprintf('v %d %d %d\n', [0 0 0; 2 0 0; 0 2 0; 0 0 3]');
  write(fullfile(folder, 'a.obj'), ['# K' char(246) 'rper' char(10) corners ...
                                    sprintf('f %d %d %d\n', [1 2 3; 1 2 4; 1 3 4; 2 3 4]')]);
  world = read(mesh('a.obj'), 'Base', 'free', 'Density', 1);
  assertElementsAlmostEqual(world.Masses, 2, 'absolute', 1e-9);
  write(fullfile(folder, 'cut.stl'), [zeros(1, 80), 200, 0, 0, 0, 255*ones(1, 60)]);
  assertExceptionThrown(@() read(mesh('cut.stl')), 'nsd:urdf:noMesh');
  huge = ['<inertial><mass value="1"/><inertia ixx="1e308" iyy="1e308" izz="1e308" ' ...
          'ixy="1e308"/></inertial><collision><geometry><box size="1 1 1"/></geometry>' ...
          '</collision>'];
  assertExceptionThrown(@() read(link('a', huge)), 'nsd:urdf:badInertia');
end

function test_what_does_not_map_is_listed()
  [~, report] = read(['<transmission name="t"/>' link('a') ...
                      link('b', [link_inertia() '<visual/>']) ...
                      joint('j', 'continuous', 'a', 'b', '<mimic joint="k"/>')]);
  text = strjoin(report.notes, '; ');
  for word = {'transmission', 'mimic', 'only visual'}
    assertTrue(~isempty(strfind(text, word{1})));
  end
end

function test_hinges_that_mimic_each_other_are_geared()
% two fingers on a palm that flies: the second turns -0.5 times as far; the axes are antiparallel
  finger = @(name, xyz, more) strrep(joint(name, 'continuous', 'palm', name, ...
                                           sprintf('<origin xyz="%s"/>%s', xyz, more)), ...
                                     '<axis xyz="0 1 0"/>', more_axis(name));
  text = [link('palm') link('f1') link('f2') finger('f1', '0.2 0 0', '') ...
          finger('f2', '-0.2 0 0', '<mimic joint="f1" multiplier="0.5"/>')];
  [world, report] = read(text, 'Base', 'free');
  assertEqual(report.notes, {});
  assertEqual({world.Links.kind}, {'hinge', 'hinge', 'gear'});
  world = world.torque(report.bodies.f1, [0.2; 1.5; 0]);
  sol = nsd_simulate(world, [0 1], 'Step', 2e-3, 'OutputEvery', 20);
  angle = zeros(numel(sol.t), 2);
  for k = 1:numel(sol.t)
    q = reshape(sol.q(k, :), 7, []);
    for j = 1:2                                   % about y of the palm, by the z axes
      R = nsd_quaternion_matrix(q(4:7, 1))'*nsd_quaternion_matrix(q(4:7, 1 + j));
      R = principal(world, 1)*R*principal(world, 1 + j)';
      angle(k, j) = atan2(R(1, 3), R(1, 1));
    end
  end
  assertTrue(max(abs(angle(:, 1))) > 0.3);
  assertElementsAlmostEqual(-angle(:, 2), 0.5*angle(:, 1), 'absolute', 1e-9);
  [~, report] = read(strrep(text, 'multiplier="0.5"', 'multiplier="0.5" offset="0.1"'));
  assertTrue(~isempty(strfind(report.notes{1}, 'offset')));
end

function text = more_axis(name)
  text = '<axis xyz="0 1 0"/>';
  if strcmp(name, 'f2'), text = '<axis xyz="0 -1 0"/>'; end
end

function R = principal(world, k)
  R = nsd_quaternion_matrix(world.Turns(:, k));
end

function text = link_inertia()
  text = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>';
end

function test_base_is_free_or_fixed()
  text = [link('a') link('b') joint('j', 'continuous', 'a', 'b')];
  assertTrue(all(isfinite(read(text).Masses)));
  assertEqual(read(text, 'Base', 'fixed').Masses, [Inf 2]);
end

function test_bad_files_are_refused_by_name()
  refused = @(text, id) assertExceptionThrown(@() read(text), ['nsd:urdf:' id]);
  pair = [link('a') link('b')];
  refused([pair joint('j', 'fixed', 'a', 'b') joint('k', 'fixed', 'b', 'a')], 'cycle');
  refused([link('o') pair joint('j', 'fixed', 'a', 'b') joint('k', 'fixed', 'b', 'a')], 'cycle');
  refused([pair link('c') joint('j', 'fixed', 'a', 'c') joint('k', 'fixed', 'b', 'c')], ...
          'twoParents');
  refused([pair joint('j', 'fixed', 'a', 'c')], 'noLink');
  refused([link('a') link('a')], 'duplicate');
  refused(pair, 'notATree');
  refused([pair joint('j', 'hinge', 'a', 'b')], 'badJoint');
  refused([pair joint('j', 'revolute', 'a', 'b', '<limit lower="2" upper="1"/>')], 'badJoint');
  refused([pair joint('j', 'revolute', 'a', 'b', '<axis xyz="0 0 0"/>')], 'badJoint');
  refused([link('a') '<link name="b"/>' joint('j', 'revolute', 'a', 'b')], 'noMass');
  refused(link('a', '<inertial><mass value="-1"/></inertial>'), 'badMass');
  refused(link('a', '<inertial><mass value="1"/></inertial>'), 'badInertia');
  refused(link('a', '<inertial><mass value="x"/></inertial>'), 'badNumber');
  refused(link('a', '<collision/>'), 'badGeometry');
  refused(link('a', '<collision><geometry><mesh filename="no.stl"/></geometry></collision>'), ...
          'noMesh');
  refused('<link>', 'badXml');
  refused('<link name="a"', 'badXml');
  refused('<link/>', 'missing');
  refused('<xacro:macro/>', 'xacro');
  assertExceptionThrown(@() nsd_urdf('there/is/none.urdf'), 'nsd:urdf:noFile');
end
