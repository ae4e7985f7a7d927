function [sys, q0, v0] = rocking_block()
%ROCKING_BLOCK  A slender block tilted by 8 degrees, on its corner s = -1 at x = 0, at rest.
  [a, b, g] = deal(0.0125, 0.05, 9.81);
  corner = @(q, s) q(2) + s*a*sin(q(3)) - b*cos(q(3));
  sys = NsdSystem.lagrangian(diag([1, 1, (a^2 + b^2)/3]), @(t, q, v) [0; -g; 0]);
  sys = sys.contact(@(q) [corner(q, -1); corner(q, 1)], 'Friction', 0.3, 'Tangent', ...
      @(q) [1 1; 0 0; b*cos(q(3)) + a*sin(q(3)), b*cos(q(3)) - a*sin(q(3))]);
  phi = 8*pi/180;
  q0 = [a*cos(phi) - b*sin(phi); a*sin(phi) + b*cos(phi); phi];
  v0 = zeros(3, 1);
end
