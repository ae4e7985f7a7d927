function [q, v, P] = plain_moreau_scalar(c, N)
%PLAIN_MOREAU_SCALAR  Moreau-Jean, theta = 1/2, for one coordinate and one contact, plain code.
  m = c.M;
  k = c.K;
  h = c.h;
  e = c.e;
  b = c.b;
  force = c.F;
  iteration = m + h^2 * k / 4;
  q = zeros(N + 1, 1);
  v = zeros(N + 1, 1);
  P = zeros(N + 1, 1);
  q(1) = c.q0;
  v(1) = c.v0;
  for i = 1:N
    free = v(i) + (h * force - h * k * q(i) - h^2 * k * v(i) / 2) / iteration;
    if q(i) + b + h * v(i) / 2 <= 0
      P(i + 1) = max(0, -iteration * (free + e * v(i)));
    end
    v(i + 1) = free + P(i + 1) / iteration;
    q(i + 1) = q(i) + h * (v(i) + v(i + 1)) / 2;
  end
end
