function [robot, notes] = nsd_urdf_read(file)
%NSD_URDF_READ  Links and joints of a URDF file as struct arrays; NOTES: what does not map.
%   links: name, mass, centre, tensor, collisions; joints: name, type, parent, child, place, axis,
%   limits, friction, damping, mimic (joint, multiplier, offset). Places are 4-by-4 matrices.
  [text, reason] = nsd_read_text(file);
  if ~isempty(reason), error('nsd:urdf:noFile', '%s cannot be read: %s', file, reason); end
  root = nsd_xml_read(text, file);
  if ~strcmp(root.name, 'robot')
    error('nsd:urdf:noRobot', '%s: the outermost element is <%s>, not <robot>', file, root.name);
  end
  notes = {};
  robot = struct('name', attribute(root, 'name', 'robot'), 'links', [], 'joints', []);
  for k = 1:numel(root.children)
    node = root.children{k};
    switch node.name
      case 'link'
        [link, more] = read_link(node, file);
        robot.links = [robot.links, link];
        notes = [notes, more]; %#ok<AGROW>
      case 'joint'
        [joint, more] = read_joint(node, file);
        robot.joints = [robot.joints, joint];
        notes = [notes, more]; %#ok<AGROW>
      case 'material'                             % of pictures
      otherwise
        if any(node.name == ':')
          error('nsd:urdf:xacro', ['%s, line %d: <%s> is a macro: expand the file first, with ' ...
                'xacro FILE > robot.urdf'], file, node.line, node.name);
        end
        notes{end+1} = sprintf('<%s> is not used', node.name); %#ok<AGROW>
    end
  end
  if isempty(robot.links), error('nsd:urdf:noLink', '%s has no link', file); end
end

function [link, notes] = read_link(node, file)
  where = sprintf('%s, link %s', file, attribute(node, 'name', '?'));
  link = struct('name', needed(node, 'name', where), 'mass', 0, 'centre', zeros(3, 1), ...
                'tensor', zeros(3), 'collisions', []);
  notes = {};
  for k = 1:numel(node.children)
    child = node.children{k};
    switch child.name
      case 'inertial'
        link = read_inertial(link, child, where);
      case 'collision'
        link.collisions = [link.collisions, read_collision(child, where)];
      case 'visual'
      otherwise
        notes{end+1} = sprintf('link %s: <%s> is not used', link.name, child.name); %#ok<AGROW>
    end
  end
  if any(cellfun(@(c) strcmp(c.name, 'visual'), node.children)) && isempty(link.collisions)
    notes{end+1} = sprintf('link %s has only visual geometry: it touches nothing', link.name);
  end
end

function link = read_inertial(link, node, where)
  place = eye(4);
  for k = 1:numel(node.children)
    child = node.children{k};
    switch child.name
      case 'origin', place = place_of(child, where);
      case 'mass', link.mass = number(child, 'value', 1, where);
      case 'inertia'
        xx = number(child, 'ixx', 1, where);
        yy = number(child, 'iyy', 1, where);
        zz = number(child, 'izz', 1, where);
        xy = optional(child, 'ixy', 0, where);
        xz = optional(child, 'ixz', 0, where);
        yz = optional(child, 'iyz', 0, where);
        link.tensor = [xx xy xz; xy yy yz; xz yz zz];
    end
  end
  if link.mass < 0, error('nsd:urdf:badMass', '%s: its mass is negative', where); end
  link.centre = place(1:3, 4);
  link.tensor = place(1:3, 1:3)*link.tensor*place(1:3, 1:3)';
end

function collision = read_collision(node, where)
  collision = struct('place', eye(4), 'kind', '', 'size', [], 'file', '', 'scale', ones(3, 1));
  for k = 1:numel(node.children)
    child = node.children{k};
    if strcmp(child.name, 'origin')
      collision.place = place_of(child, where);
    elseif strcmp(child.name, 'geometry') && ~isempty(child.children)
      collision = read_geometry(collision, child.children{1}, where);
    end
  end
  if isempty(collision.kind)
    error('nsd:urdf:badGeometry', '%s: a collision has no geometry', where);
  end
end

function collision = read_geometry(collision, node, where)
  collision.kind = node.name;
  switch node.name
    case 'box', collision.size = number(node, 'size', 3, where);
    case 'sphere', collision.size = number(node, 'radius', 1, where);
    case {'cylinder', 'capsule'}
      collision.size = [number(node, 'radius', 1, where); number(node, 'length', 1, where)];
    case 'mesh'
      collision.file = needed(node, 'filename', where);
      collision.scale = optional(node, 'scale', ones(3, 1), where);
    otherwise
      error('nsd:urdf:badGeometry', '%s: there is no geometry <%s>', where, node.name);
  end
  if any(collision.size <= 0)
    error('nsd:urdf:badGeometry', '%s: a size is not positive', where);
  end
end

function [joint, notes] = read_joint(node, file)
  where = sprintf('%s, joint %s', file, attribute(node, 'name', '?'));
  joint = struct('name', needed(node, 'name', where), 'type', needed(node, 'type', where), ...
                 'parent', '', 'child', '', 'place', eye(4), 'axis', [1; 0; 0], ...
                 'limits', [-Inf; Inf], 'friction', 0, 'damping', 0, 'mimic', []);
  notes = {};
  types = {'revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'};
  if ~any(strcmp(joint.type, types))
    error('nsd:urdf:badJoint', '%s: its type is ''%s'', not one of %s', where, joint.type, ...
          strjoin(types, ', '));
  end
  for k = 1:numel(node.children)
    child = node.children{k};
    switch child.name
      case 'parent', joint.parent = needed(child, 'link', where);
      case 'child', joint.child = needed(child, 'link', where);
      case 'origin', joint.place = place_of(child, where);
      case 'axis', joint.axis = number(child, 'xyz', 3, where);
      case 'limit'
        [joint, notes] = read_limits(joint, child, where, notes);
      case 'dynamics'
        joint.friction = optional(child, 'friction', 0, where);
        joint.damping = optional(child, 'damping', 0, where);
      case 'mimic'
        joint.mimic = struct('joint', needed(child, 'joint', where), ...
                             'multiplier', optional(child, 'multiplier', 1, where), ...
                             'offset', optional(child, 'offset', 0, where));
      otherwise
        notes{end+1} = sprintf('joint %s: <%s> is not used', joint.name, child.name); %#ok<AGROW>
    end
  end
  if isempty(joint.parent) || isempty(joint.child)
    error('nsd:urdf:badJoint', '%s: it needs <parent link="..."/> and <child link="..."/>', where);
  elseif any(strcmp(joint.type, {'revolute', 'prismatic', 'continuous'})) && ~any(joint.axis)
    error('nsd:urdf:badJoint', '%s: its axis is zero', where);
  elseif joint.friction < 0 || joint.damping < 0
    error('nsd:urdf:badJoint', '%s: friction and damping must not be negative', where);
  end
end

function [joint, notes] = read_limits(joint, node, where, notes)
  if any(strcmp(joint.type, {'revolute', 'prismatic'}))
    joint.limits = [optional(node, 'lower', 0, where); optional(node, 'upper', 0, where)];
    if joint.limits(1) > joint.limits(2)
      error('nsd:urdf:badJoint', '%s: its lower limit %g is above the upper one, %g', where, ...
            joint.limits);
    end
  end
  for name = {'effort', 'velocity'}
    if isfield(node.attributes, name{1})
      notes{end+1} = sprintf(['joint %s: the limit of %s belongs to a motor, which the file ' ...
                              'does not have'], joint.name, name{1}); %#ok<AGROW>
    end
  end
end

function place = place_of(node, where)
% xyz and rpy: turns about fixed x, y and z, one after the other
  x = optional(node, 'xyz', zeros(3, 1), where);
  a = optional(node, 'rpy', zeros(3, 1), where);
  [c, s] = deal(cos(a), sin(a));
  place = eye(4);
  place(1:3, 1:3) = [c(3) -s(3) 0; s(3) c(3) 0; 0 0 1]*[c(2) 0 s(2); 0 1 0; -s(2) 0 c(2)]* ...
                    [1 0 0; 0 c(1) -s(1); 0 s(1) c(1)];
  place(1:3, 4) = x;
end

function value = attribute(node, name, fallback)
  value = fallback;
  if isfield(node.attributes, name), value = node.attributes.(name); end
end

function value = needed(node, name, where)
  value = attribute(node, name, '');
  if isempty(value)
    error('nsd:urdf:missing', '%s: <%s> needs %s="..."', where, node.name, name);
  end
end

function value = number(node, name, count, where)
  value = sscanf(needed(node, name, where), '%f');
  if numel(value) ~= count || ~all(isfinite(value))
    error('nsd:urdf:badNumber', '%s: %s="%s" of <%s> must be %s', where, name, ...
          attribute(node, name, ''), node.name, nsd_count_text(count, 'number'));
  end
end

function value = optional(node, name, fallback, where)
  value = fallback;
  if isfield(node.attributes, name), value = number(node, name, numel(fallback), where); end
end
