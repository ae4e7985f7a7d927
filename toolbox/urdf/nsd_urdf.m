function [world, report] = nsd_urdf(file, varargin)
%NSD_URDF  A robot from a URDF file as a world of rigid bodies.
%   [W, REPORT] = nsd_urdf(FILE) reads links with their inertia and collision geometry (box, sphere,
%   cylinder, capsule, convex meshes as STL or OBJ) and joints with limits, friction and damping;
%   a hinge that mimics another one of the same link becomes a gear.
%   Links that fixed joints unite are one body. Bodies have the names of their links (W.Labels).
%   nsd_urdf(FILE, 'Name', VALUE, ...) sets
%       Base      'free', 'fixed' or 'auto': fixed if the root has no mass       ['auto']
%       Position  of the root link                                           [0; 0; 0]
%       Orientation   of the root link, quaternion or rotation vector          [none]
%       Density   of links with geometry, but without inertia                   [1000]
%       World     an NsdBodies in space to which the robot is added        [NsdBodies()]
%   REPORT is a struct: name, bodies (numbers by links, 0 is the ground), joints (numbers by joints,
%   0: none), and notes, a cell of what does not map; without a second output notes are printed.
%   Joints stand at 0, where the file has them: motors and loops can be added by W.joint, other
%   starts by W.start. Meshes that are not convex are replaced by their hull, and noted.
%
%   Bad files raise nsd:urdf:<reason>: badXml with the line, cycle, twoParents, noLink, noMass, ...
%
%   Example
%       file = [tempname() '.urdf'];
%       text = ['<robot name="rod"><link name="world"/><link name="rod"><inertial>' ...
%               '<mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial></link>' ...
%               '<joint name="pin" type="continuous"><parent link="world"/><child link="rod"/>' ...
%               '<origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint></robot>'];
%       id = fopen(file, 'w'); fprintf(id, '%s', text); fclose(id);
%       [w, report] = nsd_urdf(file);
%       sol = nsd_simulate(w, [0 1], 'Step', 1e-3);
%       delete(file);
%
%   See also NSDBODIES, NSD_SIMULATE.
  if nargin < 1 || ~ischar(file)
    error('nsd:urdf:noFile', 'nsd_urdf takes the name of a file');
  end
  options = struct('Base', 'auto', 'Position', zeros(3, 1), 'Orientation', [1; 0; 0; 0], ...
                   'Density', 1000, 'World', NsdBodies());
  options = nsd_pair_options('nsd_urdf', varargin, options);
  if ~any(strcmpi(options.Base, {'auto', 'free', 'fixed'}))
    error('nsd:urdf:badOption', 'Base is ''auto'', ''free'' or ''fixed''');
  elseif ~isa(options.World, 'NsdBodies') || options.World.Dimension ~= 3
    error('nsd:urdf:badOption', 'World must be an NsdBodies in space');
  end
  [robot, notes] = nsd_urdf_read(file);
  tree = nsd_urdf_tree(robot, file);
  start = eye(4);
  start(1:3, 4) = nsd_check_vector(options.Position, 3, 'Position', 'urdf');
  start(1:3, 1:3) = nsd_urdf_turn(options.Orientation);
  for k = 1:numel(robot.links), tree.places(:, :, k) = start*tree.places(:, :, k); end
  world = options.World;
  labels = world.Labels;
  labels(end+1:world.Bodies) = {''};
  report = struct('name', robot.name, 'bodies', struct(), 'joints', struct(), 'notes', {notes});
  number = zeros(1, numel(robot.links));
  for k = unique(tree.group)
    members = find(tree.group == k);
    [world, made, more] = nsd_urdf_body(world, robot, tree, members, options, file);
    report.notes = [report.notes, more];
    if made
      labels{world.Bodies} = robot.links(k).name;
      number(members) = world.Bodies;
    end
  end
  world = world.named(nsd_or(world.Name, robot.name), labels);
  for k = 1:numel(robot.links), report.bodies.(field_of(robot.links(k).name)) = number(k); end
  for k = 1:numel(robot.joints)
    [world, made, more] = joined(world, robot, tree, number, k);
    report.joints.(field_of(robot.joints(k).name)) = made*world.Joints;
    report.notes = [report.notes, more];
  end
  for k = 1:numel(robot.joints)
    if isempty(robot.joints(k).mimic), continue; end
    [world, reason] = mimicked(world, robot, tree, number, k);
    if ~isempty(reason)
      report.notes{end+1} = sprintf('joint %s: mimic does not map: %s', ...
                                    robot.joints(k).name, reason);
    end
  end
  if nargout < 2, fprintf('  %s\n', report.notes{:}); end
end

function name = field_of(name)
  name = regexprep(name, '[^A-Za-z0-9_]', '_');
  if ~isletter(name(1)), name = ['x' name]; end
end

function [world, made, notes] = joined(world, robot, tree, number, k)
  joint = robot.joints(k);
  names = {robot.links.name};
  [a, b] = deal(find(strcmp(joint.parent, names)), find(strcmp(joint.child, names)));
  place = tree.places(:, :, b);
  pair = number([a b]);
  made = 0;
  notes = {};
  kind = '';
  switch joint.type
    case {'revolute', 'continuous'}, kind = 'hinge';
    case 'prismatic', kind = 'slider';
    case 'planar'
      notes = {sprintf('joint %s: planar joints do not map, the link is free', joint.name)};
  end
  if isempty(kind), return; end
  if pair(1) == 0 && pair(2) == 0
    notes = {sprintf('joint %s connects two links of the ground: left out', joint.name)};
    return
  end
  axis_of = place(1:3, 1:3)*joint.axis;
  given = {'Point', place(1:3, 4), 'Axis', axis_of, 'Friction', joint.friction};
  if joint.limits(1) < joint.limits(2)
    given = [given, {'Limits', joint.limits}];
  elseif joint.limits(1) == joint.limits(2)
    kind = 'fixed';
    given = given(1:2);
    notes{end+1} = sprintf('joint %s: equal limits, it is fixed', joint.name);
  end
  world = world.joint(kind, pair, given{:});
  made = 1;
  if joint.damping == 0 || strcmp(kind, 'fixed'), return; end
  if strcmp(kind, 'hinge')
    world = world.spring(pair, 'Axis', axis_of, 'Stiffness', 0, 'Damping', joint.damping);
  else
    notes{end+1} = sprintf('joint %s: damping of prismatic joints does not map', joint.name);
  end
end

function [world, reason] = mimicked(world, robot, tree, number, k)
% a hinge that turns with another one: a gear of their links, which one link must carry
  [reason, turns] = deal('', {'revolute', 'continuous'});
  joint = robot.joints(k);
  lead = find(strcmp(joint.mimic.joint, {robot.joints.name}));
  names = {robot.links.name};
  if isempty(lead)
    reason = sprintf('there is no joint %s', joint.mimic.joint);
    return
  end
  pair = [robot.joints(lead), joint];
  body = @(name) find(strcmp(name, names));
  parents = number([body(pair(1).parent), body(pair(2).parent)]);
  children = [body(pair(1).child), body(pair(2).child)];
  [points, axes] = deal(zeros(3, 2));
  for j = 1:2
    place = tree.places(:, :, children(j));
    points(:, j) = place(1:3, 4);
    axes(:, j) = place(1:3, 1:3)*pair(j).axis/norm(pair(j).axis);
  end
  apart = cross(axes(:, 1), points(:, 2) - points(:, 1));
  if ~all(ismember({pair.type}, turns))
    reason = 'both joints must be revolute or continuous';
  elseif parents(1) ~= parents(2)
    reason = 'both joints must have the same parent';
  elseif joint.mimic.offset ~= 0 || joint.mimic.multiplier == 0
    reason = 'an offset, or a multiplier of 0';
  elseif norm(cross(axes(:, 1), axes(:, 2))) < 1e-9 && norm(apart) < 1e-9
    reason = 'both joints turn about one line';
  elseif number(children(1)) == number(children(2)) || any(number(children) == 0)
    reason = 'its links are not two bodies';
  else
    world = world.joint('gear', number(children), 'Ratio', joint.mimic.multiplier, ...
                        'Points', points, 'Axis', axes);
  end
end
