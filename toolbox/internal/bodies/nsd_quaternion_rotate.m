function y = nsd_quaternion_rotate(p, x, sense)
%NSD_QUATERNION_ROTATE  Columns of x rotated by the unit quaternions in the columns of p.
%   sense 1: from the axes of the body to the frame at rest, -1: back.
  u = sense*p(2:4, :);
  t = 2*cross(u, x, 1);
  y = x + bsxfun(@times, p(1, :), t) + cross(u, t, 1);
end
