function [q, v, P] = plain_kern(m, f, q0, v0, e, h, N)
%PLAIN_KERN  Kern's scheme for one coordinate in plain code: the loop a reader would type.
%   Position by an explicit step, force at the end of the step, the LCP resolved by hand; f is a
%   function handle as in his listing.
  t = (0:N) * h;
  q = zeros(N + 1, 1);
  v = zeros(N + 1, 1);
  P = zeros(N + 1, 1);
  q(1) = q0;
  v(1) = v0;
  for k = 1:N
    q(k + 1) = q(k) + h * v(k);
    push = h * f(t(k + 1));
    v(k + 1) = v(k) + push / m;
    if q(k + 1) <= 0
      jump = -(1 + e) * v(k);
      if m * jump > push
        v(k + 1) = v(k) + jump;
        P(k + 1) = m * jump - push;
      end
    end
  end
end
