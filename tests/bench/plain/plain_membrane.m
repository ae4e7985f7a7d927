function [q, v] = plain_membrane(M, K, F, gap, h, steps)
%PLAIN_MEMBRANE  Moreau-Jean, theta = 1/2, e = 0, a stop below every node, in plain sparse Octave.
  n = numel(F);
  A = M + h^2/4*K;
  [q, v, P] = deal(zeros(n, 1));
  [R, ~, p] = chol(A, 'vector');
  for k = 1:steps
    f = h*(F - K*(q + h/2*v));
    free = zeros(n, 1);
    free(p) = R \ (R' \ f(p));
    free = free + v;
    active = q + h/2*v + gap <= 0;
    y = zeros(n, 1);
    y(active) = -free(active);
    x = plain_bounded(A, -A*y, ~active | ~(P > 0 | free < 0), active);
    P = (A*(x + y)).*(active & x <= 0);
    next = free + x + y;
    q = q + h/2*(v + next);
    v = next;
  end
end
