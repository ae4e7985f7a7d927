function y = nsd_trace_solve(what, A, b)
%NSD_TRACE_SOLVE  A\b and a/B with constant matrices, inv and det of traced ones up to 3 by 3.
  switch what
    case 'left'
      if isscalar(A)
        y = ldivide(A, b);
      else
        y = inverse(A)*b;
      end
    case 'right'                 % A/b
      if isscalar(b)
        y = rdivide(A, b);
      else
        y = A*inverse(b);
      end
    case 'inv'
      y = inverse(A);
    otherwise
      y = determinant(A);
  end
end

function B = inverse(A)
  n = size(A, 1);
  if size(A, 2) ~= n
    error('nsd:trace:unsupported', 'division by a matrix that is not square');
  end
  if isa(A, 'NsdTrace')
    [ref, val] = parts(A);
    if any(ref(:))
      B = adjugate(A, n)/determinant(A);
      return
    end
    A = val;
  end
  B = full(inv(A));
end

function d = determinant(A)
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
  if n == 1
    B = 1;
  elseif n == 2
    B = [a{2, 2}, -a{1, 2}; -a{2, 1}, a{1, 1}];
  else
    c = @(i, j, k, l) a{i, j}*a{k, l} - a{i, l}*a{k, j};
    B = [c(2, 2, 3, 3), c(1, 3, 3, 2), c(1, 2, 2, 3); ...
         c(2, 3, 3, 1), c(1, 1, 3, 3), c(1, 3, 2, 1); ...
         c(2, 1, 3, 2), c(1, 2, 3, 1), c(1, 1, 2, 2)];
  end
end

function a = entries(A)
  if size(A, 1) > 3
    error('nsd:trace:unsupported', ...
          'inv, det or division by a %d-by-%d matrix that depends on the state', size(A));
  end
  [ref, val] = parts(A);
  a = cell(size(ref));
  for k = 1:numel(ref), a{k} = NsdTrace(ref(k), val(k)); end
end
