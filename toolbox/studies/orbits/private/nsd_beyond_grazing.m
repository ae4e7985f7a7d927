function tangent = nsd_beyond_grazing(measure, point, name, width)
%NSD_BEYOND_GRAZING  Tangent of a branch of periodic motions on the other side of a grazing. (PO.12)
%   POINT is the grazing motion. NAME says from which side it was found: 'clearance', from motions
%   that turn above the contact, or 'speed', from motions with one impact more. MEASURE(x, p)
%   is the point of a branch from x with the parameter p, whether periodic or not. TANGENT is the
%   direction of [x; p/WIDTH] along which the branch goes on, [] where runs nearby do not show it.
  tangent = [];
  x = point.x;
  m = numel(x);
  sol = point.solution;
  n = m/2;
  scale = [max(abs(sol.q(:)))*ones(n, 1); max(abs(sol.v(:)))*ones(n, 1); width];
  try_at = @(d) measure(x + scale(1:m).*d(1:m), point.p + width*d(end));
  low = point.impacts - strcmp(name, 'speed');
  c = opening(try_at, m + 1, low);
  if ~all(isfinite(c)) || ~any(c), return; end
  e = 1e-4;
  open = c'/norm(c);
  base = try_at(e*open);
  if base.impacts ~= low, return; end
  in_p = try_at(e*open + e/2*((1:m+1)' == m + 1));
  A = [(base.Phi - eye(m))*diag(scale(1:m)), (in_p.R - base.R)/(e/2)];
  if strcmp(name, 'speed')
    [~, ~, V] = svd(A);
    t = V(:, end)*sign(c*V(:, end));
  else
    for small = [1e-7 1e-6 1e-5]
      hit = try_at(-small*open);
      if hit.impacts == low + 1, break; end
    end
    if hit.impacts ~= low + 1, return; end
    kick = (hit.R + A*open*small)/hit.speed;       % what an impact of unit speed adds to the map
    t = [A; c]\[-kick; 0];
  end
  if ~all(isfinite(t)), return; end
  t = t/norm(t);
  tangent = [scale(1:m).*t(1:m); t(end)];
  tangent = tangent/max(abs(tangent(end)), 0.1*norm(tangent));
end

function c = opening(try_at, count, low)
% derivative of the clearance, from the side on which the motion does not touch
  c = NaN(1, count);
  e = 1e-4;
  for j = 1:count
    for side = [1 -1]
      trial = try_at(side*e*((1:count)' == j));
      if trial.impacts == low && isfinite(trial.clearance)
        c(j) = side*trial.clearance/e;
        break
      end
    end
  end
end
