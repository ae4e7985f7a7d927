function z = plain_lcp(M, q, in)
%PLAIN_LCP  Linear complementarity problem in plain code: active sets, then Lemke's method.
%   IN is a guess of the rows with z > 0. Solving for these, and exchanging all rows of the wrong
%   sign at once, takes a few backslashes when it works; Lemke's tableau takes over when it has
%   not in 20 rounds.
  n = numel(q);
  for round = 1:20
    z = zeros(n, 1);
    z(in) = -M(in, in) \ q(in);
    w = M * z + q;
    wrong = (in & z < -1e-12) | (~in & w < -1e-12);
    if ~any(wrong)
      return
    end
    in = xor(in, wrong);
  end
  z = lemke(M, q);
end

function z = lemke(M, q)
  n = numel(q);
  T = [eye(n), -M, -ones(n, 1), q];
  basis = 1:n;
  entering = 2 * n + 1;
  [~, row] = min(q);
  for pivots = 1:50 * n
    T(row, :) = T(row, :) / T(row, entering);
    others = [1:row - 1, row + 1:n];
    T(others, :) = T(others, :) - T(others, entering) * T(row, :);
    leaving = basis(row);
    basis(row) = entering;
    if leaving == 2 * n + 1
      break
    end
    entering = leaving + n - 2 * n * (leaving > n);
    ratio = T(:, end) ./ T(:, entering);
    ratio(T(:, entering) <= 1e-12) = Inf;
    [smallest, row] = min(ratio);
    if isinf(smallest)
      error('nsd:bench:ray', 'the plain Lemke method ended on a ray');
    end
  end
  z = zeros(2 * n + 1, 1);
  z(basis) = T(:, end);
  z = z(n + 1:2 * n);
end
