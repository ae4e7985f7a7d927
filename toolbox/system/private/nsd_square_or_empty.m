function A = nsd_square_or_empty(A, n, name)
%NSD_SQUARE_OR_EMPTY  C or K as an n-by-n double matrix; [] for an empty or zero one.
  if isempty(A) || (isnumeric(A) && isscalar(A) && A == 0)
    A = [];
    return
  end
  if ~(isnumeric(A) || islogical(A)) || ~isreal(A) || ~isequal(size(A), [n n])
    hint = '';
    if isnumeric(A) && isvector(A) && numel(A) == n
      hint = sprintf('; did you mean diag(%s)?', name);
    end
    error('nsd:system:badSize', '%s must be %d-by-%d like M (or 0, []), not %s%s', ...
          name, n, n, nsd_size_text(A), hint);
  end
  A = double(A);
  if isnan(sum(sum(A - A))), error('nsd:system:notFinite', '%s contains NaN or Inf', name); end
  if nnz(A) == 0, A = []; end
  if n > 1 && strcmp(name, 'K') && norm(A - A', 1) > 1e-10*norm(A, 1)
    [i, j] = find(abs(A - A') == max(max(abs(A - A'))), 1);
    nsd_warn('nsd:system:notSymmetric', ['K is not symmetric: K(%d,%d) = %g, K(%d,%d) = %g. ' ...
             'Springs have a symmetric K; where follower forces are meant, the energy of ' ...
             'springs is that of (K + K'')/2'], i, j, full(A(i, j)), j, i, full(A(j, i)));
  end
end
