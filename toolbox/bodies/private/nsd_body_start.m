function group = nsd_body_start(group, d, values, x)
%NSD_BODY_START  Places, velocities and groups of the bodies of one call; Fixed ones get mass Inf.
%   x: their positions; group.axes: principal axes seen from those of the user
  count = size(x, 2);
  fixed = nsd_body_spread(double(values.Fixed), 1, count, 'Fixed') ~= 0;
  group.masses(fixed) = Inf;
  spins = nsd_body_spread(values.Spin, 1 + 2*(d == 3), count, 'Spin');
  v = nsd_body_spread(values.Velocity, d, count, 'Velocity');
  group.turns = repmat([1; 0; 0; 0], 1, count);
  if d == 2
    turn = nsd_body_spread(values.Angle, 1, count, 'Angle');
  else
    turn = nsd_body_turns(values.Orientation, count);
    for k = 1:count
      if ~isequal(group.axes(:, :, k), eye(3))
        group.turns(:, k) = nsd_quaternion_of(group.axes(:, :, k));
        turn(:, k) = nsd_quaternion_product(turn(:, k), group.turns(:, k));
      end
    end
  end
  group.q0 = reshape([x; turn], [], 1);
  group.v0 = reshape([v; spins], [], 1);
  group.groups = groups_of(values, count);
end

function groups = groups_of(values, count)
% bits of the group of each body, and of the groups it touches
  most = 50;
  number = nsd_body_spread(values.Group, 1, count, 'Group');
  mask = values.Mask;
  if isempty(mask), mask = 1:most; end
  if isequal(mask, 0), mask = zeros(0, 1); end    % touches no body
  mask = nsd_real_array(mask, 'Mask', 'bodies');
  both = [number(:); mask(:)];
  if any(both < 1 | both > most | both ~= round(both))
    error('nsd:bodies:badGroup', ['Group is a whole number from 1 to %d, and Mask a list of ' ...
          'such numbers: the groups that the body touches, 0: none'], most);
  end
  groups = [2.^(number - 1); repmat(sum(2.^(unique(mask(:)) - 1)), 1, count)];
end
