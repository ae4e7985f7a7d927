function [gap, n, T, point] = nsd_touch_at(touch, q)
%NSD_TOUCH_AT  Gap, normal (from b to a), tangents and place of a contact (nsd_world_touches) at q.
%   Q: coordinates of the system that is run, one column for each of N positions, numbers or what
%   functions are recorded with. N of a plane has one column, GAP one row. T: cell of tangents, in
%   the plane one, the normal turned by a right angle, in space two. POINT: struct with x, between
%   both surfaces, and the ways to it from the centres of both bodies, a and b. (RB.29)
  d = size(touch.centre, 1);
  [xa, from_a] = centre_of(touch, 1, q);
  if ~isempty(touch.n)
    n = touch.n;
    gap = dot_of(n, xa) - touch.offset - touch.radius(1);
  else
    [xb, from_b] = centre_of(touch, 2, q);
    way = xa - xb;
    far = sqrt(dot_of(way, way));
    n = way./far;
    gap = far - touch.radius(1) - touch.radius(2);
  end
  if nargout < 3, return; end
  point = struct('x', xa - n.*(touch.radius(1) + gap/2), 'a', from_a - n*touch.radius(1), 'b', []);
  if isempty(touch.n), point.b = from_b + n*touch.radius(2); end
  if d == 2
    T = {[n(2, :); -n(1, :)]};
  else
    T = turned_to(n, touch.up);
  end
end

function [x, from] = centre_of(touch, k, q)
% a round part of body k: its centre, and the way to it from the centre of the body
  d = size(touch.centre, 1);
  [at, c] = deal(touch.at(k), touch.centre(:, k));
  x = touch.place(1:d, k);
  angle = touch.place(3, k);
  if ~isnan(at), x = q(at + (1:d), :); end
  from = c;
  if any(c)
    if ~isnan(at), angle = q(at + 3, :); end
    from = [cos(angle)*c(1) - sin(angle)*c(2); sin(angle)*c(1) + cos(angle)*c(2)];
    x = x + from;
  end
end

function T = turned_to(n, up)
% two tangents, those of UP after the shortest turn from UP to N; there is none to -UP (RB.30)
  [~, thin] = min(abs(up));
  u = cross(double((1:3)' == thin), up);
  u = u/norm(u);
  w = cross(up, u);
  both = n + up;
  share = 1 + dot_of(n, up);
  T = {u - both.*(dot_of(n, u)./share), w - both.*(dot_of(n, w)./share)};
end

function y = dot_of(a, b)
  y = a(1, :).*b(1, :) + a(2, :).*b(2, :);
  if size(a, 1) > 2, y = y + a(3, :).*b(3, :); end
end
