function [sys, q0, v0] = constant_system(n, m, p)
%CONSTANT_SYSTEM  A random linear system, see RANDOM_SYSTEM, whose force is constant.
  [sys, q0, v0] = random_system(n, m, p);
  F = sys.Force.constant;
  if isempty(F), F = 5*randn(n, 1); end
  other = NsdSystem.linear(sys.Mass, sys.Damping, sys.Stiffness, F);
  if m > 0
    other = other.contact(full(sys.ContactNormals), sys.ContactOffset, ...
                          'Restitution', 0.9*rand(m, 1));
  end
  if p > 0, other = other.joint(full(sys.JointNormals), sys.JointOffset); end
  sys = other;
end
