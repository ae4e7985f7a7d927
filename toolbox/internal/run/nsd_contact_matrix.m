function A = nsd_contact_matrix(sys, arrays, alpha, beta)
%NSD_CONTACT_MATRIX  M + alpha C + beta K where contacts switch coordinates of a sparse matrix off.
%   [] where the contacts are few, share coordinates or act on several, rub, stand beside joints, or
%   where the matrix is full, diagonal, or not symmetric and definite: then the kernels make the
%   matrix of all contacts (c/contact/contact_fixed.h).
  few = 40;                   % the matrix of so many contacts is solved faster than a sparse one
  A = [];
  H = sys.ContactNormals;
  m = size(H, 2);
  if m <= few || sys.Rough || size(sys.JointNormals, 2) > 0 || ~arrays.symmetric ...
      || strcmp(arrays.storage, 'dense') || nnz(H) ~= m || any(sum(H ~= 0, 1) ~= 1) ...
      || any(sum(H ~= 0, 2) > 1) || ~isempty(arrays.compliance)
    return
  end
  A = sparse(sys.Mass);
  if ~isempty(sys.Damping), A = A + alpha*sparse(sys.Damping); end
  if ~isempty(sys.Stiffness), A = A + beta*sparse(sys.Stiffness); end
  A = (A + A')/2;
  if nnz(A) == nnz(diag(A)) || any(diag(A) <= 0), A = []; end
  if ~isempty(A) && strcmp(arrays.storage, 'diagonals')  % else factored already
    [~, flag] = chol(A);
    if flag ~= 0, A = []; end
  end
end
