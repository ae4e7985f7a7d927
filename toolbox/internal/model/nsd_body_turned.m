function y = nsd_body_turned(p, x, way)
%NSD_BODY_TURNED  Columns of x turned by the quaternions in the columns of p; way -1: back.
  u = way*p(2:4, :);
  t = 2*cross3(u, x);
  y = x + bsxfun(@times, p(1, :), t) + cross3(u, t);
end

function c = cross3(a, b)
  c = [a(2, :).*b(3, :) - a(3, :).*b(2, :); a(3, :).*b(1, :) - a(1, :).*b(3, :); ...
       a(1, :).*b(2, :) - a(2, :).*b(1, :)];
end
