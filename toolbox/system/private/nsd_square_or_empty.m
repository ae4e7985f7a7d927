function A = nsd_square_or_empty(A, n, name)
%NSD_SQUARE_OR_EMPTY  C or K as an n-by-n double matrix; [] for an empty or zero one.
  if isempty(A) || (isnumeric(A) && isscalar(A) && A == 0)
    A = [];
    return
  end
  if ~(isnumeric(A) || islogical(A)) || ~isreal(A) || ~isequal(size(A), [n n])
    error('nsd:system:badSize', '%s must be %d-by-%d like M (or 0, []), not %s', ...
          name, n, n, nsd_size_text(A));
  end
  A = double(A);
  if isnan(sum(sum(A - A))), error('nsd:system:notFinite', '%s contains NaN or Inf', name); end
  if nnz(A) == 0, A = []; end
end
