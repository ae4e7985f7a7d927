function q = plain_recorded(mass, K, q, h, steps)
%PLAIN_RECORDED  Moreau-Jean, theta = 1/2, for M(q) v' = -K q without contacts, in plain sparse
%   Octave. MASS gives the diagonal of M(q).
  n = numel(q);
  [v, change] = deal(zeros(n, 1));
  for k = 1:steps
    next = v + change;
    for iteration = 1:20
      middle = (v + next)/2;
      place = q + h/2*middle;
      M = spdiags(mass(place), 0, n, n);
      step = (M + h^2/4*K) \ (M*(next - v) + h*(K*place));
      next = next - step;
      if max(abs(step)) <= 1e-10*max(abs(next)), break; end
    end
    q = q + h/2*(v + next);
    change = next - v;
    v = next;
  end
end
