function [joint, collides] = nsd_body_joint(world, kind, pair, given)
%NSD_BODY_JOINT  A joint of two bodies as one entry of world.Links; whether they may still touch.
  d = world.Dimension;
  kinds = {'ball', 'hinge', 'slider', 'cylinder', 'universal', 'fixed', 'distance', ...
           'gear', 'rack'};
  kind = nsd_chars({kind});
  kind = kind{1};
  if ~ischar(kind) || ~any(strcmpi(kind, kinds))
    [~, ~, hint] = nsd_nearest_names(kind, kinds);
    other = {'revolute', 'hinge'; 'pin', 'hinge'; 'pivot', 'hinge'; 'prismatic', 'slider'; ...
             'spherical', 'ball'; 'cardan', 'universal'; 'weld', 'fixed'; 'rod', 'distance'};
    row = find(ischar(kind) & strcmpi(kind, other(:, 1)), 1);
    if ~isempty(row), hint = sprintf('; "%s" is called %s here', kind, other{row, 2}); end
    error('nsd:bodies:badJoint', 'a joint is one of: %s%s', strjoin(kinds, ', '), hint);
  end
  kind = lower(kind);
  pair = nsd_body_pair(world, pair, 'joint');
  where = sprintf('joint %d, %s [%d %d]', numel(world.Links) + 1, kind, pair);
  if d == 2 && any(strcmp(kind, {'cylinder', 'universal'}))
    error('nsd:bodies:dimension', ['%s: bodies in the plane have no such joint; take hinge, ' ...
          'slider, fixed, distance, gear or rack'], where);
  end
  values = nsd_pair_options('joint', given, struct('Point', [], 'Points', [], 'Axis', [], ...
                            'Length', [], 'Ratio', [], 'Limits', [], 'Restitution', 0, ...
                            'Friction', 0, 'Motor', 'none', 'Target', 0, 'MaxTorque', Inf, ...
                            'Collide', false));
  collides = isscalar(values.Collide) && values.Collide ~= 0;
  joint = nsd_body_no_joint();
  [joint.kind, joint.bodies] = deal(kind, pair);
  if strcmp(kind, 'distance')
    joint = nsd_body_ends(world, joint, values, where);
  elseif any(strcmp(kind, {'gear', 'rack'}))
    joint = nsd_body_gear(world, joint, values, where);
  else
    joint = placed(world, joint, values, where);
  end
  if ~isempty(values.Ratio) && ~any(strcmp(kind, {'gear', 'rack'}))
    error('nsd:bodies:badJoint', '%s: Ratio belongs to a gear', where);
  end
  joint = with_bounds(joint, values, where);
end

function joint = placed(world, joint, values, where)
% points and axes of the joint, as its bodies have them
  d = world.Dimension;
  pair = joint.bodies;
  if ~isempty(values.Points) || ~isempty(values.Length)
    error('nsd:bodies:badJoint', '%s: Points and Length belong to a distance; give Point', where);
  end
  point = values.Point;
  if isempty(point) && any(strcmp(joint.kind, {'slider', 'fixed', 'cylinder'}))
    k = max(pair);                                % the centre of a body serves as well
    point = world.Places((k - 1)*(4*d - 5) + (1:d));
  elseif isempty(point)
    error('nsd:bodies:missing', '%s needs a Point, in coordinates of the world', where);
  end
  point = nsd_check_vector(point, d, [where ': Point'], 'bodies');
  [axisA, axisB] = axes_of(d, joint.kind, values.Axis, where);
  [joint.pointA, joint.frameA] = nsd_body_frame(world, pair(1), point, axisA);
  [joint.pointB, joint.frameB] = nsd_body_frame(world, pair(2), point, axisB);
  if d == 2 && any(strcmp(joint.kind, {'hinge', 'ball'}))   % its angle counts from here
    angles = [0; world.Places(3:3:end)];
    joint.length = angles(pair(2) + 1) - angles(pair(1) + 1);
  end
end

function [A, B] = axes_of(d, kind, axis, where)
% axis and two directions across it, of both bodies, in the world
  needs = any(strcmp(kind, {'hinge', 'slider', 'cylinder', 'universal'}));
  if d == 2, needs = strcmp(kind, 'slider'); end
  if needs && isempty(axis)
    error('nsd:bodies:missing', '%s needs an Axis, in coordinates of the world', where);
  end
  if strcmp(kind, 'universal')
    axis = nsd_real_array(axis, [where ': Axis'], 'bodies');
    if ~isequal(size(axis), [3 2])
      error('nsd:bodies:badAxis', '%s: Axis is 3-by-2, one axis on each body', where);
    end
    A = nsd_body_axes(3, axis(:, 1), where);
    B = nsd_body_axes(3, axis(:, 2), where);
    if abs(A(:, 1)'*B(:, 1)) > 1e-9
      error('nsd:bodies:badAxis', '%s: its two axes must be perpendicular', where);
    end
    return
  end
  if d == 2
    A = eye(3);
    if needs
      axis = nsd_check_vector(axis, 2, [where ': Axis'], 'bodies');
      if ~(norm(axis) > 0), error('nsd:bodies:badAxis', '%s: Axis is zero', where); end
      axis = axis/norm(axis);
      A = [axis(1) -axis(2) 0; axis(2) axis(1) 0; 0 0 1];
    end
  elseif isempty(axis)
    A = eye(3);
  else
    A = nsd_body_axes(3, axis, where);
  end
  B = A;
end

function joint = with_bounds(joint, values, where)
% limits, friction and motor: of joints with one angle or travel
  id = 'nsd:bodies:badJoint';
  motors = {'none', 'speed', 'position'};
  if ~ischar(values.Motor) || ~any(strcmpi(values.Motor, motors))
    error(id, '%s: Motor is ''speed'' or ''position''', where);
  end
  joint.motor = lower(values.Motor);
  joint.friction = nsd_check_number(values.Friction, 'not negative', [where ': Friction'], id);
  joint.restitution = nsd_check_number(values.Restitution, 'not negative', ...
                                       [where ': Restitution'], id);
  if joint.restitution > 1, error(id, '%s: Restitution must lie in [0,1]', where); end
  if ~isempty(values.Limits)
    limits = values.Limits;
    if ~isnumeric(limits) || ~isreal(limits) || numel(limits) ~= 2 || ~(limits(1) < limits(2))
      error(id, '%s: Limits is [low high] with low < high; infinite ones are none', where);
    end
    joint.limits = double(limits(:));
  end
  most = values.MaxTorque;
  if ~isnumeric(most) || ~isreal(most) || ~isscalar(most) || ~(most > 0)
    error(id, '%s: MaxTorque must be positive', where);
  end
  joint.strongest = double(most);
  bounded = joint.friction > 0 || any(isfinite(joint.limits)) || ~strcmp(joint.motor, 'none');
  if bounded && ~any(strcmp(joint.kind, {'hinge', 'slider'}))
    error(id, ['%s: Limits, Friction and Motor belong to hinge and slider, which have one ' ...
          'angle or travel'], where);
  end
  joint.target = values.Target;
  if isa(joint.target, 'function_handle')
    joint.target = nsd_wrap_builtin(joint.target);
    if ~any(nargin(joint.target) == [1 -1]), error(id, '%s: Target is a number or @(t)', where); end
  else
    joint.target = nsd_check_number(joint.target, 'finite', [where ': Target'], id);
    if strcmp(joint.motor, 'position') && ...
        (joint.target < joint.limits(1) || joint.target > joint.limits(2))
      error(id, ['%s: its motor cannot reach Target %g, which lies outside of Limits [%g %g]: ' ...
            'change one of them'], where, joint.target, joint.limits);
    end
  end
end
