function [world, made, notes] = nsd_urdf_body(world, robot, tree, members, options, file)
%NSD_URDF_BODY  Adds the body of links that fixed joints unite; the first of MEMBERS is the upmost.
%   MADE is false for a root without mass and geometry, which is the ground.
  first = members(1);
  name = robot.links(first).name;
  is_root = any(members == tree.root);
  notes = {};
  parts = {};
  frame = tree.places(:, :, first);
  [mass, moment, tensor] = deal(0, zeros(3, 1), zeros(3));
  for k = members
    link = robot.links(k);
    place = frame \ tree.places(:, :, k);
    centre = place(1:3, 1:3)*link.centre + place(1:3, 4);
    turned = place(1:3, 1:3)*link.tensor*place(1:3, 1:3)';
    mass = mass + link.mass;
    moment = moment + link.mass*centre;
    tensor = tensor + turned + link.mass*((centre'*centre)*eye(3) - centre*centre');
    for c = link.collisions
      [part, more] = part_of(c, place, fileparts(file), link.name);
      if ~isempty(part), parts{end+1} = part; end %#ok<AGROW>
      notes = [notes, more]; %#ok<AGROW>
    end
  end
  fixed = is_root && (strcmpi(options.Base, 'fixed') || strcmpi(options.Base, 'auto') && mass == 0);
  made = true;
  turn = nsd_quaternion_of(frame(1:3, 1:3));
  if mass == 0 && isempty(parts)
    made = false;
    if is_root && ~strcmpi(options.Base, 'free'), return; end
    error('nsd:urdf:noMass', ['%s: link %s has neither mass nor geometry, and is not fixed ' ...
          'to a link that has: give it an <inertial>, or make its joint fixed'], file, name);
  end
  if mass == 0
    if ~fixed
      notes{end+1} = sprintf('link %s: no <inertial>, mass from its geometry at density %g', ...
                             name, options.Density);
    end
    [~, middle] = alone(parts, options.Density);
    x = frame(1:3, 1:3)*middle + frame(1:3, 4);
    world = world.compound(parts, 'Density', options.Density, 'Position', x, ...
                           'Orientation', turn, 'Fixed', fixed);
    return
  end
  middle = moment/mass;
  tensor = tensor - mass*((middle'*middle)*eye(3) - middle*middle');
  x = frame(1:3, 1:3)*middle + frame(1:3, 4);
  common = {'Mass', mass, 'Position', x, 'Orientation', turn, 'Fixed', fixed};
  try
    if isempty(parts)                             % something must be there to be drawn
      radius = max(1e-3, sqrt(2.5*trace(tensor)/3/mass)/3);
      world = world.sphere('Radius', radius, 'Inertia', tensor, common{:}, 'Mask', 0);
      world = world.ignore(world.Bodies, 0);
      return
    end
    for k = 1:numel(parts), parts{k} = shifted(parts{k}, -middle); end
    world = world.compound(parts, 'Inertia', tensor, common{:});
  catch err
    if ~strcmp(err.identifier, 'nsd:bodies:badInertia'), rethrow(err); end
    error('nsd:urdf:badInertia', '%s, link %s: %s', file, name, err.message);
  end
end

function [world, middle] = alone(parts, density)
% where the centre of mass of parts is
  world = NsdBodies().compound(parts, 'Density', density);
  middle = world.InitialPosition(1:3);
end

function part = shifted(part, d)
  k = find(strcmp(part, 'Centre'));
  part{k + 1} = part{k + 1} + d;
end

function [part, notes] = part_of(collision, place, folder, name)
% one shape of a compound, its place seen from the first link
  notes = {};
  place = place*collision.place;
  at = {'Centre', place(1:3, 4), 'Orientation', nsd_quaternion_of(place(1:3, 1:3))};
  switch collision.kind
    case 'box', part = [{'box', 'Size', collision.size}, at];
    case 'sphere', part = [{'sphere', 'Radius', collision.size}, at];
    case {'cylinder', 'capsule'}
      part = [{collision.kind, 'Radius', collision.size(1), 'Length', collision.size(2)}, at];
    otherwise
      mesh = found(collision.file, folder);
      [points, volume] = nsd_mesh_read(mesh);
      points = bsxfun(@times, points, collision.scale);
      volume = volume*abs(prod(collision.scale));
      hull = nsd_body_hull(points, 3);
      if volume < (1 - 1e-3)*hull.volume
        notes = {sprintf(['link %s: the mesh %s is not convex (%.0f %% of the volume of ' ...
                          'its hull); the hull is used'], name, collision.file, ...
                         100*volume/hull.volume)};
      end
      turned = place(1:3, 1:3)*points;
      part = {'hull', 'Points', turned, 'Centre', place(1:3, 4)};
  end
end

function name = found(name, folder)
% package://robot/meshes/a.stl is looked for beside the file and above it
  bare = regexprep(name, '^(package|file|model)://', '');
  if exist(bare, 'file') == 2 && any(bare(1) == '/\'), name = bare; return; end
  above = folder;
  for k = 1:6
    rest = bare;
    while ~isempty(rest)
      if exist(fullfile(above, rest), 'file') == 2, name = fullfile(above, rest); return; end
      cut = find(rest == '/', 1);
      if isempty(cut) || isempty(regexp(name, '^package:', 'once')), break; end
      rest = rest(cut + 1:end);
    end
    above = fullfile(above, '..');
  end
  error('nsd:urdf:noMesh', 'the mesh %s was not found beside the file, nor in folders above', name);
end
