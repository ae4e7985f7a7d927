function [A, relay] = nsd_contact_matrix(sys, arrays, alpha, beta, gap)
%NSD_CONTACT_MATRIX  M + alpha C + beta K where contacts switch coordinates of a sparse matrix off.
%   A is [] where the contacts are few, share coordinates or act on several, are soft, stand beside
%   joints, or where the matrix is full or diagonal: then the kernels make the matrix of all
%   contacts (c/contact/contact_fixed.h). Where A is not symmetric and definite, or impulses r act
%   as B*r, B = (M + gap*K)*inv(M)*H with a diagonal M, A is [] and RELAY = [A -B; H' 0] (MJ.11);
%   with friction in the plane, of many contacts, H has their normals and tangents in turn (FC.12).
  few = 40;                   % the matrix of so many contacts is solved faster than a sparse one
  if sys.Rough, few = 300; end          % directions: solvers of full problems find more of them
  [A, relay] = deal([]);
  H = sys.ContactNormals;
  if sys.Rough && isequal(arrays.layout, 1) && isempty(arrays.laws), H = arrays.G; end
  rough = size(H, 2) > size(sys.ContactNormals, 2);
  m = size(H, 2);
  if m <= few || sys.Rough ~= rough || size(sys.JointNormals, 2) > 0 ...
      || ~isempty(arrays.compliance) || strcmp(arrays.storage, 'dense') || nnz(H) ~= m ...
      || any(sum(H ~= 0, 1) ~= 1) || any(sum(H ~= 0, 2) > 1)
    return
  end
  M = sparse(sys.Mass);
  A = M;
  if ~isempty(sys.Damping), A = A + alpha*sparse(sys.Damping); end
  if ~isempty(sys.Stiffness), A = A + beta*sparse(sys.Stiffness); end
  straight = gap == 0 || isempty(sys.Stiffness);
  if nnz(A) == nnz(diag(A)) || any(diag(A) <= 0) || ~(straight || nnz(M) == nnz(diag(M)))
    A = [];
  elseif rough || ~straight || ~arrays.symmetric || ~is_definite(A, arrays)
    B = H;
    if ~straight, B = H + gap*(sparse(sys.Stiffness)*(M \ H)); end
    relay = [A, -B; H', sparse(m, m)];
    rows = sum(relay ~= 0, 2) + 1;
    if sum(rows.^2) > 50*sum(rows), relay = []; end       % its factors would be full
    A = [];
  else
    A = (A + A')/2;
  end
end

function yes = is_definite(A, arrays)
  flag = 0;
  if strcmp(arrays.storage, 'diagonals'), [~, flag] = chol((A + A')/2); end  % else factored already
  yes = flag == 0;
end
