function joint = nsd_body_gear(world, joint, values, where)
%NSD_BODY_GEAR  Centres, axes and ratio of a gear or a rack as one entry of world.Links.
%   Frames begin with the axis of a wheel, then the direction from which its angle counts.
  id = 'nsd:bodies:badJoint';
  if ~isempty(values.Length), error(id, '%s: Length belongs to a distance', where); end
  d = world.Dimension;
  if strcmp(joint.kind, 'rack')
    joint = rack_of(world, joint, values, where);
    return
  end
  centres = centres_of(world, joint.bodies, values.Points, where);
  [one, two] = axes_of(d, values.Axis, where);
  apart = centres(:, 2) - centres(:, 1);
  if norm(cross(one, two)) < 1e-9
    toward = apart - one*(one'*apart);
    if norm(toward) < 1e-9*max(norm(apart), realmin)
      error(id, ['%s: both wheels turn about the same line: put them side by side, with a ' ...
            'third wheel that gears with both'], where);
    end
    [from, to] = deal(toward, toward);
    if one'*two < 0, values.Ratio = -values.Ratio; end
    two = one;                                    % as the kernel counts
  else
    if ~isempty(values.Point)
      error(id, '%s: a Point serves wheels with parallel axes; give Ratio', where);
    end
    joint.kind = 'bevel';
    from = two - one*(one'*two);
    to = one - two*(two'*one);
  end
  joint.ratio = ratio_of(values, centres, from/norm(from), where);
  [joint.pointA, joint.frameA] = nsd_body_frame(world, joint.bodies(1), centres(1:d, 1), ...
                                                frame_of(one, from));
  [joint.pointB, joint.frameB] = nsd_body_frame(world, joint.bodies(2), centres(1:d, 2), ...
                                                frame_of(two, to));
end

function joint = rack_of(world, joint, values, where)
% the second body is a wheel about its centre; its radius is the distance to the line at Point
  d = world.Dimension;
  id = 'nsd:bodies:badJoint';
  if ~isempty(values.Ratio)
    error(id, '%s: the radius of the wheel follows from Point; leave Ratio out', where);
  elseif joint.bodies(2) == 0
    error(id, '%s: the wheel is the second body, and cannot be the ground', where);
  elseif ~isempty(values.Points)
    error(id, '%s: Points belongs to a gear; give Point, where the wheel touches the rack', where);
  elseif isempty(values.Point) || isempty(values.Axis)
    error('nsd:bodies:missing', ['%s needs Point, where the wheel touches the rack, and Axis, ' ...
          'the direction of the rack%s'], where, ...
          repmat(' and the axis of the wheel, 3-by-2', 1, d == 3));
  end
  centre = places_of(world, joint.bodies(2));
  point = [nsd_check_vector(values.Point, d, [where ': Point'], 'bodies'); zeros(3 - d, 1)];
  if d == 2
    along = [nsd_check_vector(values.Axis, 2, [where ': Axis'], 'bodies'); 0];
    about = [0; 0; 1];
  else
    [along, about] = axes_of(3, values.Axis, where);
  end
  if ~(norm(along) > 0) || abs(along'*about) > 1e-9*norm(along)
    error('nsd:bodies:badAxis', ['%s: the direction of the rack must be perpendicular to the ' ...
          'axis of the wheel, and not zero'], where);
  end
  frame = frame_of(about, along);
  joint.ratio = frame(:, 3)'*(centre - point);
  if abs(joint.ratio) < 1e-9*max(norm(centre - point), realmin)
    error(id, ['%s: the rack goes through the centre of the wheel: Point is where they ' ...
          'touch'], where);
  end
  [joint.pointA, joint.frameA] = nsd_body_frame(world, joint.bodies(1), centre(1:d), frame);
  [joint.pointB, joint.frameB] = nsd_body_frame(world, joint.bodies(2), centre(1:d), frame);
end

function ratio = ratio_of(values, centres, toward, where)
% turns of the second wheel for one of the first
  id = 'nsd:bodies:badJoint';
  if isempty(values.Ratio) == isempty(values.Point)
    error('nsd:bodies:missing', ['%s needs Ratio, turns of the second wheel for one of the ' ...
          'first (negative if they turn against each other), or Point, where they touch'], where);
  end
  ratio = values.Ratio;
  if isempty(ratio)
    d = numel(values.Point);
    point = nsd_check_vector(values.Point, min(d, 3), [where ': Point'], 'bodies');
    point = [point; zeros(3 - d, 1)];
    radii = toward'*[point - centres(:, 1), centres(:, 2) - point];
    ratio = -radii(1)/radii(2);
  end
  ratio = nsd_check_number(ratio, 'finite', [where ': Ratio'], id);
  if ratio == 0
    error(id, ['%s: Ratio is zero, so that the second wheel would not turn: give the turns of ' ...
          'the second wheel for one of the first'], where);
  end
end

function centres = centres_of(world, pair, points, where)
% Points, or where the bodies were added, with three rows
  d = world.Dimension;
  if isempty(points)
    if any(pair == 0)
      error('nsd:bodies:missing', ['%s needs Points, the centres [ca cb] of both wheels: the ' ...
            'ground has none of its own'], where);
    end
    centres = [places_of(world, pair(1)), places_of(world, pair(2))];
    return
  end
  points = nsd_real_array(points, [where ': Points'], 'bodies');
  if ~isequal(size(points), [d 2])
    error('nsd:bodies:badJoint', '%s: Points is %d-by-2, the centres [ca cb] in the world', ...
          where, d);
  end
  centres = [points; zeros(3 - d, 2)];
end

function place = places_of(world, k)
  d = world.Dimension;
  place = [world.Places((k - 1)*(4*d - 5) + (1:d)); zeros(3 - d, 1)];
end

function [one, two] = axes_of(d, axis, where)
% unit axes of both wheels
  [one, two] = deal([0; 0; 1]);
  if d == 2, return; end
  if isempty(axis)
    error('nsd:bodies:missing', ['%s needs an Axis, in coordinates of the world; 3-by-2 if the ' ...
          'axes differ'], where);
  end
  axis = nsd_real_array(axis, [where ': Axis'], 'bodies');
  if numel(axis) == 3, axis = [axis(:), axis(:)]; end
  lengths = sqrt(sum(axis.^2, 1));
  if ~isequal(size(axis), [3 2]) || ~all(lengths > 0)
    error('nsd:bodies:badAxis', '%s: Axis is 3-by-1 or 3-by-2 and not zero', where);
  end
  [one, two] = deal(axis(:, 1)/lengths(1), axis(:, 2)/lengths(2));
end

function frame = frame_of(axis, across)
  axis = axis/norm(axis);
  across = across/norm(across);
  frame = [axis, across, cross(axis, across)];
end
