function y = nsd_quaternion_rotate(p, x, sense)
%NSD_QUATERNION_ROTATE  Columns of x rotated by the unit quaternions in the columns of p.
%   sense 1: from the axes of the body to the frame at rest, -1: back.
  u = sense*p(2:4, :);
  t = 2*cross3(u, x);
  y = x + bsxfun(@times, p(1, :), t) + cross3(u, t);
end

function c = cross3(a, b)
  c = [a(2, :).*b(3, :) - a(3, :).*b(2, :); a(3, :).*b(1, :) - a(1, :).*b(3, :); ...
       a(1, :).*b(2, :) - a(2, :).*b(1, :)];
end
