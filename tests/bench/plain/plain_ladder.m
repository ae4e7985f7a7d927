function x = plain_ladder(A, B, offset, input, h, steps)
%PLAIN_LADDER  Implicit Euler of x' = A x + B lambda + f(t), 0 <= B'x + offset _|_ lambda >= 0, from
%   zero, in plain sparse Octave: a backslash with the relations that hold for each active set.
  [n, m] = size(B);
  E = speye(n) - h*A;
  x = zeros(n, 1);
  on = false(m, 1);
  for k = 1:steps
    r = x + h*input(k*h);
    for sets = 1:100
      z = [E, -B(:, on); B(:, on)', sparse(nnz(on), nnz(on))] \ [r; -offset*ones(nnz(on), 1)];
      x = z(1:n);
      lambda = zeros(m, 1);
      lambda(on) = z(n+1:end);
      y = B'*x + offset;
      wrong = (on & lambda < -1e-13) | (~on & y < -1e-13);
      if ~any(wrong), break; end
      on(wrong) = ~on(wrong);
    end
  end
end
