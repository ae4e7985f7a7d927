function residual = friction_residual(W, q, mu, r)
%FRICTION_RESIDUAL  The residual of a friction problem from its definition, in m-code.
%   MU has a column per group (sliding; rolling).
%   max |r - proj(r - rho uhat)| / rho / max(1, max|q|) with rho one over the
%   largest eigenvalue of W.
  m = size(mu, 1);
  d = numel(q)/m;
  sizes = {1, 2, [], [2 2]};
  sizes = sizes{d - 1};
  rho = 1/max(real(eig(full(W))));
  u = W*r + q;
  worst = 0;
  for a = 1:m
    k = d*(a - 1) + (1:d);
    ra = r(k);
    ua = u(k);
    at = 1 + cumsum([1 sizes]);
    for g = 1:numel(sizes)
      ua(1) = ua(1) + mu(a, g)*norm(u(k(at(g):at(g + 1) - 1)));
    end
    worst = max(worst, norm(ra - project(ra - rho*ua, mu(a, :), sizes)));
  end
  residual = worst/rho/max(1, max(abs(q)));
end

function x = project(x, mu, sizes)
% n - x_1 = sum_g mu_g max(0, s_g - mu_g n) has the largest of the roots with some of the groups
  at = 1 + cumsum([1 sizes]);
  s = arrayfun(@(g) norm(x(at(g):at(g + 1) - 1)), 1:numel(sizes));
  n = max(0, x(1));
  for set = 1:2^numel(sizes) - 1
    in = bitand(set, 2.^(0:numel(sizes) - 1)) > 0;
    n = max(n, (x(1) + sum(mu(in).*s(in)))/(1 + sum(mu(in).^2)));
  end
  x(1) = n;
  for g = find(s > mu*n)
    part = at(g):at(g + 1) - 1;
    x(part) = x(part)*(mu(g)*n/s(g));
  end
end
