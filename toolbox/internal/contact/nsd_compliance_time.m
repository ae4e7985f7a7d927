function [time, mass] = nsd_compliance_time(sys, laws, which, depth, q, t)
%NSD_COMPLIANCE_TIME  Steps below TIME follow the compliant contacts WHICH at these depths.
%   TIME solves h (h k' + c') = MASS with the stiffness k' and damping c' of the law there
%   (c/contact/step_compliance.c). MASS: that which moves along the normal, at (Q, T).
  at = nsd_relations_at(sys, q, t);
  H = full(at.H(:, which));
  mass = 1./max(sum(H.*(full(sys.mass(q)) \ H), 1)', realmin);
  depth = max(depth(:), realmin);
  [k, n] = deal(laws(which, 1), laws(which, 2));
  force = k.*depth.^n;
  stiffness = n.*force./depth;
  damping = laws(which, 3) + laws(which, 4).*force;
  time = 2*mass./(damping + sqrt(damping.^2 + 4*stiffness.*mass));
end
