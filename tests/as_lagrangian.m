function other = as_lagrangian(sys, gaps)
%AS_LAGRANGIAN  A linear system with constant force as a nonlinear one, by function handles.
%   OTHER = AS_LAGRANGIAN(SYS, GAPS) with GAPS 'matrix' (contacts and joints as matrices),
%   'function' (as functions, differenced) or 'jacobian' (functions with their Jacobians). The
%   mass matrix is a function in the last two.
  C = zeros(sys.Coordinates);
  K = C;
  if ~isempty(sys.Damping), C = full(sys.Damping); end
  if ~isempty(sys.Stiffness), K = full(sys.Stiffness); end
  M = full(sys.Mass);
  F = sys.Force.constant;
  H = full(sys.ContactNormals);
  b = sys.ContactOffset;
  J = full(sys.JointNormals);
  c = sys.JointOffset;
  force = @(t, q, v) F - C*v - K*q;
  if strcmp(gaps, 'matrix')
    other = NsdSystem.lagrangian(M, force);
    if ~isempty(b), other = other.contact(H, b, 'Restitution', sys.Restitution); end
    if ~isempty(c), other = other.joint(J, c); end
  elseif strcmp(gaps, 'function')
    other = NsdSystem.lagrangian(@(q) M, force);
    if ~isempty(b), other = other.contact(@(q) H'*q + b, 'Restitution', sys.Restitution); end
    if ~isempty(c), other = other.joint(@(q) J'*q + c); end
  else
    other = NsdSystem.lagrangian(@(q) M, force, 'ForceJacobian', @(t, q, v) deal(-K, -C));
    if ~isempty(b)
      other = other.contact(@(q) H'*q + b, 'Restitution', sys.Restitution, 'Jacobian', @(q) H');
    end
    if ~isempty(c), other = other.joint(@(q) J'*q + c, 'Jacobian', @(q) J'); end
  end
  other = other.potential(@(q) q'*K*q/2);
end
