function touches = nsd_world_touches(world, q0, v0)
%NSD_WORLD_TOUCHES  Every contact that bodies of a world may have, for Method 'event'.
%   TOUCHES: 1-by-m struct array, those without friction first, with
%     a, b       numbers of the bodies; b = -p for plane p. The normal leads from b to a
%     at         first coordinates of both in the system that is run, less one; NaN: at rest
%     place      what q0 says of both, a column each
%     centre     2 columns: centres of the round parts that touch, seen from their bodies
%     radius     their radii: corners have none
%     n, offset  of a plane, [] where two bodies touch
%     drift      velocity of a plane along itself, as of a conveyor
%     up         direction from which tangents in space are turned to the normal
%     mu, e, eT  friction, restitution, restitution of sliding
%   In the plane the outline of a body is that of its round parts, whose centres are its corners;
%   a plane touches nothing else. What cannot be written so raises nsd:bodies:event.
  d = world.Dimension;
  free = isfinite(world.Masses);
  refuse_others(world, free, q0, v0);
  place = reshape(q0, [], world.Bodies);
  place = place(1:3, :);                          % spheres have no angle
  at = NaN(1, world.Bodies);
  at(free) = 3*(d - 1)*(0:sum(free)-1);
  at(end+1) = NaN;                                % of planes
  place(:, end+1) = 0;
  parts = cell(1, numel(world.Shapes));
  belts = strcmp(world.Shapes, 'plane');
  for s = find(~belts), parts{s} = round_parts(world, s); end
  touches = struct('a', {}, 'b', {}, 'at', {}, 'place', {}, 'centre', {}, 'radius', {}, 'n', {}, ...
                   'offset', {}, 'drift', {}, 'up', {}, 'mu', {}, 'e', {}, 'eT', {});
  nothing = [zeros(d, 1); 0];
  for s = find(free(world.Owners))
    a = world.Owners(s);
    for p = find(~ignored(world, a, 0)*(1:size(world.Planes, 2)))
      plane = world.Planes(:, p);
      for part = parts{s}
        touches(end+1) = touch_of(world, [a, -p], at([a, end]), place(:, [a, end]), ...
                                  [part, nothing], plane([1:d, 4]), world.Surfaces(:, s), ...
                                  world.PlaneSurfaces(:, p)); %#ok<AGROW>  few
      end
    end
  end
  for s = 1:numel(parts)
    for r = s+1:numel(parts)
      pair = world.Owners([s r]);
      if ~may_touch(world, free, pair), continue; end
      if any(belts([s r]))
        sides = [s r];
        if belts(s), [sides, pair] = deal([r s], pair([2 1])); end
        [plane, drift] = belt_of(world, q0, v0, pair(2));
        for part = parts{sides(1)}
          touch = touch_of(world, pair, at(pair), place(:, pair), [part, nothing], plane, ...
                           world.Surfaces(:, sides(1)), world.Surfaces(:, sides(2)));
          touch.drift = drift;
          touches(end+1) = touch; %#ok<AGROW>  few
        end
        continue
      end
      if size(parts{s}, 2) > 1 || size(parts{r}, 2) > 1
        refuse('bodies %d and %d may touch, of which one has corners (or ends of a capsule)', ...
               pair, 'touch planes alone; world.ignore(a, b) lets two bodies pass');
      end
      touches(end+1) = touch_of(world, pair, at(pair), place(:, pair), [parts{s}, parts{r}], ...
                                [], world.Surfaces(:, s), world.Surfaces(:, r)); %#ok<AGROW>  few
    end
  end
  most = nsd_method_table('event').limits.pairs;
  if numel(touches) > most
    refuse('%d pairs of bodies, corners and planes may touch, more than %d', ...
           [numel(touches), most], 'are looked at in every step');
  end
  [~, order] = sort([touches.mu] > 0);
  touches = touches(order);
end

function touch = touch_of(world, bodies, at, place, parts, plane, one, other)
  value = one;                                    % of one, the mean, or that of the world
  value(isnan(one)) = other(isnan(one));
  both = ~isnan(one) & ~isnan(other);
  value(both) = (one(both) + other(both))/2;
  value(isnan(value)) = world.Usual(isnan(value));
  if any(value(4:5) > 0)
    refuse('Rolling or Spinning of body %d is friction of turning', bodies(1), ...
           'is not located by ''event''');
  end
  d = world.Dimension;
  touch = struct('a', bodies(1), 'b', bodies(2), 'at', at, 'place', place, ...
                 'centre', parts(1:d, :), 'radius', parts(d+1, :), 'n', [], 'offset', 0, ...
                 'drift', zeros(d, 1), 'up', [], 'mu', value(1), 'e', value(2), 'eT', value(3));
  if ~isempty(plane)
    [touch.n, touch.offset] = deal(plane(1:d), plane(d+1));
    touch.up = touch.n;
  elseif d == 3                                   % above the lower one, or where they stand
    touch.up = place(:, 1) - place(:, 2);
    if any(world.Gravity)
      up = -world.Gravity/norm(world.Gravity);
      touch.up = up*(1 - 2*(up'*touch.up < 0));
    end
    touch.up = touch.up/norm(touch.up);
  end
end

function [plane, drift] = belt_of(world, q0, v0, b)
% normal and offset of a plane that is a body, and its velocity
  d = world.Dimension;
  q = q0((4*d - 5)*(b - 1) + (1:4*d - 5));
  if d == 2
    n = [-sin(q(3)); cos(q(3))];
  else
    n = nsd_quaternion_rotate(q(4:7)/norm(q(4:7)), [0; 0; 1], 1);
  end
  plane = [n; n'*q(1:d)];
  drift = v0(3*(d - 1)*(b - 1) + (1:d));
end

function yes = may_touch(world, free, pair)
  groups = world.Groups(:, pair);
  share = @(a, b) bitand(uint64(a), uint64(b)) > 0;
  yes = pair(1) ~= pair(2) && any(free(pair)) && share(groups(1, 1), groups(2, 2)) ...
        && share(groups(1, 2), groups(2, 1)) && ~ignored(world, pair(1), pair(2));
end

function yes = ignored(world, a, b)
  pairs = world.Ignored;
  yes = any((pairs(1, :) == a & pairs(2, :) == b) | (pairs(1, :) == b & pairs(2, :) == a));
end

function parts = round_parts(world, s)
% centres and radii, columns, whose hull is the outline of shape s
  d = world.Dimension;
  [size_of, place] = deal(world.Sizes(:, s), world.ShapePlaces(:, s));
  switch world.Shapes{s}
    case {'sphere', 'disc'}, [corners, radius] = deal(zeros(d, 1), size_of(1));
    case 'box', [corners, radius] = deal(diag(size_of(1:2))*[-1 1 1 -1; -1 -1 1 1], 0);
    case 'capsule', [corners, radius] = deal([-1 1; 0 0]*size_of(2), size_of(1));
    case 'hull', [corners, radius] = deal(world.Hulls{world.ShapeData(s)}.corner(1:2, :), 0);
    otherwise
      refuse(['body %d is a ' world.Shapes{s}], world.Owners(s), 'is not among its shapes');
  end
  axes = reshape(place(4:12), 3, 3);
  parts = bsxfun(@plus, place(1:d), axes(1:d, 1:d)*corners);
  parts(d+1, :) = radius;
end

function refuse_others(world, free, q0, v0)
  if ~any(free)
    refuse('no body of the world is free', [], 'leaves nothing to run');
  elseif ~isempty(world.Links)
    refuse(['the world has a joint (' world.Links(1).kind ')'], [], 'is not among them');
  elseif ~isempty(world.Loads)
    refuse('the world has a force, a torque or a spring', [], 'is not among them');
  end
  v = reshape(v0, [], world.Bodies);
  for b = find(~free & any(v ~= 0, 1))
    along = false;
    is_plane = strcmp(world.Shapes{find(world.Owners == b, 1)}, 'plane');
    if is_plane && ~any(v(world.Dimension+1:end, b))
      [plane, drift] = belt_of(world, q0, v0, b);
      along = abs(plane(1:end-1)'*drift) <= 1e-14*norm(drift);
    end
    if ~along, refuse('body %d is fixed, and moves', b, 'planes may do along themselves alone'); end
  end
  if world.Dimension == 2, return; end
  for s = 1:numel(world.Shapes)
    a = world.Owners(s);
    inertia = world.Inertias(:, a);
    if strcmp(world.Shapes{s}, 'plane'), continue; end
    if ~strcmp(world.Shapes{s}, 'sphere')
      refuse(['body %d is a ' world.Shapes{s}], a, 'is not among its shapes in space');
    elseif any(world.ShapePlaces(1:3, s))
      refuse('the sphere of body %d is not about its centre of mass', a, 'must be');
    elseif free(a) && max(inertia) - min(inertia) > 1e-12*max(inertia)
      refuse('the Inertia of body %d is not that of a sphere', a, 'must be, in space');
    end
  end
end

function refuse(what, numbers, why)
  error('nsd:bodies:event', ['Method ''event'' runs spheres against spheres and planes, ' ...
        'in the plane discs against discs and planes, and boxes, hulls and capsules ' ...
        'against planes: %s, which %s; take Method ''moreau'''], sprintf(what, numbers), why);
end
