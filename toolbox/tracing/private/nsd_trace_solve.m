function y = nsd_trace_solve(what, A, b)
%NSD_TRACE_SOLVE  A\b and a/B with constant matrices, inv and det of traced matrices to 12 by 12.
%   Matrices up to 3 by 3 by cofactors, larger ones by elimination in the order of the rows, which
%   mass matrices (with joint matrices below) allow; only pivots that are always zero are exchanged.
  switch what
    case 'left'
      y = divided(A, b);
    case 'right'                 % A/b
      y = divided(b.', A.').';
    case 'inv'
      y = divided(A, identity(size(A, 1)));
    otherwise
      y = determinant(A);
  end
end

function x = divided(A, b)
  n = size(A, 1);
  if isscalar(A)
    x = ldivide(A, b);
    return
  elseif size(A, 2) ~= n
    error('nsd:trace:unsupported', 'division by a matrix that is not square');
  elseif size(b, 1) ~= n
    error('nsd:trace:size', 'division of %d rows by a %d-by-%d matrix', size(b, 1), n, n);
  end
  [ref, val] = parts(NsdTrace.from(A));
  if ~any(ref(:))
    x = full(inv(val))*b;
  elseif n <= 3
    x = (adjugate(A, n)/determinant(A))*b;
  else
    x = substituted(eliminated(A, b), n);
  end
end

function d = determinant(A)
  n = size(A, 1);
  if n <= 3
    d = small_determinant(A);
    return
  end
  [lines, d] = eliminated(A, []);
  for k = 1:n, d = d*piece(lines{k}, k); end
end

function [lines, sign] = eliminated(A, b)
% the rows of [A b] with zeros below the diagonal; sign: -1 after an odd number of row exchanges
  n = size(A, 1);
  if n > 12
    error('nsd:trace:unsupported', ...
          'inv, det or division by a %d-by-%d matrix that depends on the state', n, n);
  end
  [ref, val] = parts(horzcat(NsdTrace.from(A), NsdTrace.from(b)));
  lines = cell(1, n);
  for k = 1:n, lines{k} = NsdTrace(ref(k, :), val(k, :)); end
  sign = 1;
  for k = 1:n
    at = k;
    while at < n && is_zero(lines{at}, k), at = at + 1; end
    if at ~= k
      lines([k at]) = lines([at k]);
      sign = -sign;
    end
    for i = k+1:n
      if ~is_zero(lines{i}, k)
        factor = piece(lines{i}, k)/piece(lines{k}, k);
        width = numel(lines{k});
        lines{i} = horzcat(0*(1:k), piece(lines{i}, k+1:width) - factor*piece(lines{k}, k+1:width));
      end
    end
  end
end

function x = substituted(lines, n)
  width = numel(lines{1});
  x = cell(n, 1);
  for k = n:-1:1
    x{k} = piece(lines{k}, n+1:width);
    for j = k+1:n
      if ~is_zero(lines{k}, j), x{k} = x{k} - piece(lines{k}, j)*x{j}; end
    end
    x{k} = x{k}/piece(lines{k}, k);
  end
  x = vertcat(x{:});
end

function y = piece(row, at)
  [ref, val] = parts(row);
  y = NsdTrace(ref(at), val(at));
end

function yes = is_zero(row, at)
  [ref, val] = parts(row);
  yes = ref(at) == 0 && val(at) == 0;
end

function E = identity(n)
  E = reshape(0*(1:n*n), n, n);               % eye may be shadowed here
  E(1:n+1:end) = 1;
end

function d = small_determinant(A)
  a = entries(A);
  switch size(A, 1)
    case 1
      d = a{1};
    case 2
      d = a{1, 1}*a{2, 2} - a{1, 2}*a{2, 1};
    otherwise
      d = a{1, 1}*(a{2, 2}*a{3, 3} - a{2, 3}*a{3, 2}) ...
          - a{1, 2}*(a{2, 1}*a{3, 3} - a{2, 3}*a{3, 1}) ...
          + a{1, 3}*(a{2, 1}*a{3, 2} - a{2, 2}*a{3, 1});
  end
end

function B = adjugate(A, n)
  a = entries(A);
  if n == 2
    B = [a{2, 2}, -a{1, 2}; -a{2, 1}, a{1, 1}];
  else
    c = @(i, j, k, l) a{i, j}*a{k, l} - a{i, l}*a{k, j};
    B = [c(2, 2, 3, 3), c(1, 3, 3, 2), c(1, 2, 2, 3); ...
         c(2, 3, 3, 1), c(1, 1, 3, 3), c(1, 3, 2, 1); ...
         c(2, 1, 3, 2), c(1, 2, 3, 1), c(1, 1, 2, 2)];
  end
end

function a = entries(A)
  [ref, val] = parts(A);
  a = cell(size(ref));
  for k = 1:numel(ref), a{k} = NsdTrace(ref(k), val(k)); end
end
