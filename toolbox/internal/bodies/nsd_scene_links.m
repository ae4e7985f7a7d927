function scene = nsd_scene_links(scene, sol, options)
%NSD_SCENE_LINKS  Joints, ropes, springs and, on wish, contact forces as pieces of a scene.
%   options.Joints: false leaves joints and springs out; options.Forces: true, or the length of an
%   arrow for each newton, draws the forces of contacts.
  world = sol.system;
  dark = [0.15 0.15 0.15];
  if options.Joints && ~isempty(world.Links)
    kinds = {world.Links.kind};
    lines = ismember(kinds, {'distance', 'rope'});
    scene = add(scene, world.Links(lines), @between, {'Color', [0.55 0.35 0.15], ...
                'LineWidth', 1.5}, world);
    pins = ~lines & ~ismember(kinds, {'gear', 'bevel', 'rack'});   % wheels have pins of their own
    [arms, shape] = rods(world, world.Links(pins));
    scene = add(scene, arms, shape, {'Color', [0.45 0.45 0.45], 'LineWidth', 2}, world);
    scene = add(scene, world.Links(pins), @axle, {'Color', dark, 'LineWidth', 2}, world);
    scene = add(scene, world.Links(pins), @pin, {'Color', dark, 'LineStyle', 'none', ...
                'Marker', 'o', 'MarkerSize', 4, 'MarkerFaceColor', [1 1 1]}, world);
  end
  if options.Joints && ~isempty(world.Loads)
    springs = strcmp({world.Loads.kind}, 'spring');
    scene = add(scene, world.Loads(springs), @coil, {'Color', [0.2 0.35 0.6], ...
                'LineWidth', 1}, world);
  end
  if ~isequal(options.Forces, false) && ~isempty(options.Forces)
    scene = add_forces(scene, sol, options);
  end
end

function scene = add(scene, links, shape, style, world)
  if isempty(links), return; end
  bounds = [Inf, nsd_body_bounds(world)];
  bounds(bounds == 0) = Inf;
  d = world.Dimension;
  function points = drawn(q)
    q = reshape(q, 4*d - 5, []);
    points = zeros(0, d);
    for k = 1:numel(links)
      reach = min(bounds(links(k).bodies + 1));
      some = shape(links(k), q, d, reach);
      points = [points; some(1:d, :)'; NaN(1, d)]; %#ok<AGROW>
    end
  end
  scene.pieces{end+1} = struct('faces', [], 'colors', [], 'points', @drawn, 'style', {style});
end

function [links, shape] = rods(world, links)
% The links that hold a body at a point outside of it, and lines from its centre to that point:
% without a rod a disc that swings about a pivot would have nothing to do with it.
  bounds = 1.02*nsd_body_bounds(world);
  bounds(bounds == 0) = Inf;
  bounds = [Inf, bounds];                          % body 0, the ground, has no centre
  turns = ismember({links.kind}, {'hinge', 'ball', 'universal'});
  far = @(link) [norm(link.pointA), norm(link.pointB)] > bounds(link.bodies(:)' + 1);
  links = links(turns & arrayfun(@(link) any(far(link)), links));
  function points = drawn(link, q, d, ~)
    points = zeros(3, 0);
    ends = [link.pointA, link.pointB];
    for k = find(far(link))
      body = link.bodies(k);
      points = [points, placed(d, q, body, zeros(3, 1)), placed(d, q, body, ends(:, k)), ...
                NaN(3, 1)]; %#ok<AGROW>
    end
  end
  shape = @drawn;
end

function points = between(link, q, d, ~)
  points = [placed(d, q, link.bodies(1), link.pointA), placed(d, q, link.bodies(2), link.pointB)];
end

function points = pin(link, q, d, ~)
  points = placed(d, q, link.bodies(1), link.pointA);
end

function points = axle(link, q, d, reach)
% the axis of sliders, in space of hinges and cylinders too
  [p, frame] = placed(d, q, link.bodies(1), link.pointA, link.frameA);
  points = p;
  if strcmp(link.kind, 'slider') || d == 3 && any(strcmp(link.kind, {'hinge', 'cylinder'}))
    along = 0.5*reach*frame(:, 1);
    points = [p - along, p + along];
  end
end

function points = coil(load, q, d, ~)
% a zigzag between the two points
  ends = between(load, q, d, 0);
  along = ends(:, 2) - ends(:, 1);
  across = cross(along, [0; 0; 1]);
  if norm(across) < 1e-6*norm(along), across = cross(along, [0; 1; 0]); end
  across = 0.06*norm(along)*across/max(norm(across), realmin);
  s = [0, 0.15:0.05:0.85, 1];
  side = [0, repmat([1 -1], 1, 7), 1, 0];
  side([2 end-1]) = 0;
  points = bsxfun(@plus, ends(:, 1), along*s + across*side(1:numel(s)));
end

function [point, frame] = placed(d, q, body, point, frame)
% a point and axes of a body in the world
  if nargin < 5, frame = eye(3); end
  if body == 0, return; end
  x = q(:, body);
  if d == 2
    R = [cos(x(3)) -sin(x(3)) 0; sin(x(3)) cos(x(3)) 0; 0 0 1];
    x = [x(1:2); 0];
  else
    R = nsd_quaternion_matrix(x(4:7)/norm(x(4:7)));
    x = x(1:3);
  end
  point = x + R*point;
  frame = R*frame;
end

function scene = add_forces(scene, sol, options)
% arrows from the points of contact, on the first body of each pair. In space they stand between the
% bodies and the camera, where they cover the same places of the picture and are not hidden
  contacts = sol.contacts;
  if isempty(contacts) || ~isfield(contacts, 'impulse') || isempty(contacts.row)
    error('nsd:solution:badAnimation', ['animate: Forces needs the contacts of the run: ' ...
          'nsd_simulate(..., ''KeepContacts'', ''on'')']);
  end
  force = contacts.impulse/sol.stats.step;
  size_of = sort(sqrt(sum(force.^2, 2)));
  usual = size_of(max(1, ceil(0.95*end)));        % a few impacts would make the others invisible
  wide = max(scene.limits(2:2:end) - scene.limits(1:2:end));
  scale = 0.15*wide/max(usual, realmin);
  if isnumeric(options.Forces), scale = options.Forces; end
  t = sol.t;
  d = size(force, 2);
  forward = zeros(1, d);
  if d == 3, forward = 2*wide*towards_camera(options.View); end
  function points = arrows(q, at) %#ok<INUSL>
    [~, row] = min(abs(t - at));
    which = find(contacts.row == row)';
    points = NaN(1, d);
    for k = which
      points = [points; arrow(contacts.point(k, :) + forward, scale*force(k, :)); ...
                NaN(1, d)]; %#ok<AGROW>
    end
  end
  scene.pieces{end+1} = struct('faces', [], 'colors', [], 'points', @arrows, ...
                               'style', {{'Color', [0.8 0 0.1], 'LineWidth', 1.5, ...
                                          'Clipping', 'off'}});
end

function n = towards_camera(angles)
% from [azimuth elevation] in degrees, or a direction
  n = angles(:)';
  if numel(n) == 2
    a = angles*pi/180;
    n = [sin(a(1))*cos(a(2)), -cos(a(1))*cos(a(2)), sin(a(2))];
  end
  n = n/norm(n);
end

function points = arrow(p, f)
% a line with a head of two short ones
  points = [p; p + f];
  if ~(norm(f) > 0), return; end
  across = cross([f, zeros(1, 3 - numel(f))], [0 0 1]);
  if norm(across) < 1e-6*norm(f), across = cross(f, [0 1 0]); end
  across = 0.12*norm(f)*across(1:numel(f))/norm(across);
  points = [points; p + 0.75*f + across; p + f; p + 0.75*f - across];
end
