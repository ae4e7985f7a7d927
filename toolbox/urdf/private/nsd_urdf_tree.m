function tree = nsd_urdf_tree(robot, file)
%NSD_URDF_TREE  Links in the order of the tree: place of each, and links that fixed joints unite.
%   tree: root (number of a link), places (4-by-4-by-L), group (1-by-L: the first link of the rigid
%   body that the link is part of). Raises nsd:urdf:cycle, twoParents, noLink, duplicate, notATree.
  names = {robot.links.name};
  once(names, 'link', file);
  if ~isempty(robot.joints), once({robot.joints.name}, 'joint', file); end
  count = numel(names);
  parent = zeros(1, count);
  by = zeros(1, count);
  for k = 1:numel(robot.joints)
    joint = robot.joints(k);
    [a, b] = deal(find(strcmp(joint.parent, names)), find(strcmp(joint.child, names)));
    if isempty(a) || isempty(b)
      missing = joint.parent;
      if ~isempty(a), missing = joint.child; end
      error('nsd:urdf:noLink', '%s: joint %s names the link %s, which is not there', file, ...
            joint.name, missing);
    elseif by(b) > 0
      error('nsd:urdf:twoParents', ['%s: link %s is the child of joints %s and %s: a URDF is a ' ...
            'tree. Close the loop with world.joint afterwards'], file, joint.child, ...
            robot.joints(by(b)).name, joint.name);
    end
    [parent(b), by(b)] = deal(a, k);
  end
  roots = find(parent == 0);
  if isempty(roots)
    error('nsd:urdf:cycle', '%s: the joints form a cycle: link %s is its own ancestor', file, ...
          names{1});
  end
  tree = struct('root', roots(1), 'places', zeros(4, 4, count), 'group', 1:count, 'by', by);
  done = parent == 0;
  for k = roots, tree.places(:, :, k) = eye(4); end
  while ~all(done)
    next = find(~done & done(max(parent, 1)) & parent > 0);
    if isempty(next)
      stuck = find(~done, 1);
      error('nsd:urdf:cycle', '%s: the joints form a cycle: link %s is its own ancestor', file, ...
            names{stuck});
    end
    for k = next
      tree.places(:, :, k) = tree.places(:, :, parent(k))*robot.joints(by(k)).place;
      if strcmp(robot.joints(by(k)).type, 'fixed'), tree.group(k) = tree.group(parent(k)); end
    end
    done(next) = true;
  end
  if numel(roots) > 1
    error('nsd:urdf:notATree', '%s: links %s have no parent: one link is the root', file, ...
          strjoin(names(roots), ' and '));
  end
end

function once(names, what, file)
  [~, first] = unique(names);
  if numel(first) < numel(names)
    again = names(setdiff(1:numel(names), first));
    error('nsd:urdf:duplicate', '%s: there are two %ss called %s', file, what, again{1});
  end
end
