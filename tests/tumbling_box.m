function box = tumbling_box()
%TUMBLING_BOX  A box in the plane whose four corners meet a rough floor.
  [a, b, m, g] = deal(0.5, 0.3, 2, 9.81);
  sx = [-1 1 1 -1]*a;
  sy = [-1 -1 1 1]*b;
  box = NsdSystem.lagrangian(diag([m, m, m*(a^2 + b^2)/3]), @(t, q, v) [0; -m*g; 0]);
  box = box.contact(@(q) q(2) + sin(q(3))*sx' + cos(q(3))*sy', 'Friction', 0.6, ...
      'Tangent', @(q) [ones(1, 4); zeros(1, 4); -(sin(q(3))*sx + cos(q(3))*sy)]);
  box = box.potential(@(q) m*g*q(2));
end
