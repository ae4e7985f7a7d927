function [sys, q0, v0] = nsd_world_system(world, touches, q0, v0)
%NSD_WORLD_SYSTEM  Rigid bodies with the contacts TOUCHES as an NsdSystem, and its start.
%   Bodies that are not fixed have their coordinates in a row: in the plane x, y, angle; in space,
%   where all are spheres, x, y, z and three numbers whose rates are the spin in the frame at rest.
%   Their inertia is the same about all axes, so that these rates obey M v' = F as the others do;
%   orientations follow from them after the run. The system is linear if its gaps are.
  d = world.Dimension;
  free = find(isfinite(world.Masses));
  width = 3*(d - 1);
  places = reshape(q0, [], world.Bodies);
  rates = reshape(v0, width, world.Bodies);
  q0 = zeros(width, numel(free));
  q0(1:3, :) = places(1:3, free);
  [q0, v0] = deal(q0(:), reshape(rates(:, free), [], 1));
  [m, inertia] = deal(world.Masses(free), world.Inertias(3, free));
  M = diag(reshape([repmat(m, d, 1); repmat(inertia, width - d, 1)], [], 1));
  weight = reshape([bsxfun(@times, world.Gravity, m); zeros(width - d, numel(m))], [], 1);
  straight = arrayfun(@(c) ~isempty(c.n) && ~any(c.centre(:)), touches);
  if all(straight)
    sys = NsdSystem.linear(M, 0, 0, weight);
  else
    sys = NsdSystem.lagrangian(M, @(t, q, v) weight).potential(@(q) -(weight'*q));
  end
  for rough = [false true]
    some = touches(([touches.mu] > 0) == rough);
    if isempty(some), continue; end
    given = {'Restitution', [some.e]'};
    if all(straight)
      H = zeros(numel(q0), numel(some));
      for k = 1:numel(some), H(some(k).at(1) + (1:d), k) = some(k).n; end
      sides = {H, arrayfun(@(c) -c.offset - c.radius(1), some)'};
      T = tangents(some, q0);
    else
      sides = {@(q) gaps(some, q)};
      T = @(q) tangents(some, q);
    end
    if rough
      given = [given, {'Friction', [some.mu]', 'Tangent', T}]; %#ok<AGROW>
      speeds = drifts(some);
      if any(speeds), given = [given, {'SurfaceVelocity', speeds}]; end %#ok<AGROW>
      if any([some.eT]), given = [given, {'TangentialRestitution', [some.eT]'}]; end %#ok<AGROW>
    end
    sys = sys.contact(sides{:}, given{:});
  end
end

function speeds = drifts(touches)
% velocities of planes along the tangents of each contact
  speeds = cell(numel(touches), 1);
  for k = 1:numel(touches)
    touch = touches(k);
    speeds{k} = zeros(size(touch.centre, 1) - 1, 1);
    if ~any(touch.drift), continue; end
    [~, ~, T] = nsd_touch_at(touch, zeros(max(touch.at) + 3, 1));
    speeds{k} = [T{:}]'*touch.drift;
  end
  speeds = vertcat(speeds{:});
end

function y = gaps(touches, q)
  y = cell(numel(touches), 1);
  for k = 1:numel(touches), y{k} = nsd_touch_at(touches(k), q); end
  y = vertcat(y{:});
end

function T = tangents(touches, q)
% columns with which v is the velocity of sliding of a on b, along each tangent
  n = numel(q);
  d = size(touches(1).centre, 1);
  columns = cell(1, numel(touches)*(d - 1)*n);
  next = 0;
  for k = 1:numel(touches)
    touch = touches(k);
    [~, ~, along, point] = nsd_touch_at(touch, q);
    arms = {point.a, point.b};
    for j = 1:d-1
      t = along{j};
      column = num2cell(zeros(n, 1));
      for s = 1:2
        at = touch.at(s);
        if isnan(at), continue; end
        [sign_of, r] = deal(3 - 2*s, arms{s});
        for i = 1:d, column{at+i} = sign_of*t(i); end
        if d == 2
          column{at+3} = sign_of*(r(1)*t(2) - r(2)*t(1));
        else
          column{at+4} = sign_of*(r(2)*t(3) - r(3)*t(2));
          column{at+5} = sign_of*(r(3)*t(1) - r(1)*t(3));
          column{at+6} = sign_of*(r(1)*t(2) - r(2)*t(1));
        end
      end
      columns(next+1:next+n) = column;
      next = next + n;
    end
  end
  T = reshape(vertcat(columns{:}), n, []);
end
