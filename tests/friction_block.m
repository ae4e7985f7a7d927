function sys = friction_block(kind, mu)
%FRICTION_BLOCK  A unit mass on a rough floor, coordinates x and y; kind 'linear' or 'lagrangian'.
  if strcmp(kind, 'linear')
    sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
    sys = sys.contact([0; 1], 0, 'Friction', mu, 'Tangent', [1; 0]);
  else
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
    sys = sys.contact(@(q) q(2), 'Friction', mu, 'Tangent', @(q) [1; 0]);
  end
end
