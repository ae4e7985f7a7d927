function M = nsd_check_mass(M)
%NSD_CHECK_MASS  A constant mass matrix: real, finite, symmetric, positive definite.
  if isa(M, 'double') && isscalar(M) && isreal(M) && M > 0 && M < Inf, return; end
  if ~(isnumeric(M) || islogical(M)) || ~isreal(M) || isempty(M) || ndims(M) ~= 2 ...
      || size(M, 1) ~= size(M, 2)
    hint = '';
    if isnumeric(M) && isvector(M) && numel(M) > 1
      hint = '; did you mean diag(M), one mass for each coordinate?';
      if numel(M) <= 4, hint = strrep(hint, 'diag(M)', sprintf('diag(%s)', mat2str(M, 4))); end
    end
    error('nsd:system:badSize', 'M must be a real square matrix, not %s %s%s', ...
          nsd_size_text(M), class(M), hint);
  end
  M = double(M);
  if isnan(sum(sum(M - M))), error('nsd:system:notFinite', 'M contains NaN or Inf'); end
  if norm(M - M', 1) > 1e-12*norm(M, 1)
    error('nsd:system:notSymmetric', 'M must be symmetric; use (M + M'')/2 if it is nearly so');
  end
  [~, flag] = chol(M);
  if flag ~= 0
    error('nsd:system:notDefinite', ...
          'M must be positive definite: every coordinate needs inertia (pivot %d fails)', flag);
  end
end
