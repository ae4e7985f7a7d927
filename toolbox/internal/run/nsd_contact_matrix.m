function [A, relay] = nsd_contact_matrix(sys, arrays, alpha, beta, gap)
%NSD_CONTACT_MATRIX  M + alpha C + beta K where contacts switch coordinates of a sparse matrix off.
%   A is [] where the contacts are few, act on several coordinates or twice on one side of one, are
%   soft, stand beside joints, where the matrix is full, or where nothing couples the coordinates:
%   then the kernels make the matrix of all contacts (c/contact/contact_fixed.h). Where impulses r
%   act as B*r, B = (M + gap*K)*inv(M)*H with a diagonal M, and C = 0 or is made of M and K, A has a
%   row more for each contact (MJ.12). Where A is not symmetric and definite, C is another one, or
%   stops stand on both sides of a coordinate, A is [] and RELAY = [A -B; H' 0] (MJ.11). With
%   friction of many contacts H has their normals and tangents in turn, and where there is an A,
%   RELAY is the pattern of the matrix of a Newton step (FC.13); where there is none, contacts in
%   the plane have the RELAY above (FC.12).
  few = 40;                   % the matrix of so many contacts is solved faster than a sparse one
  if sys.Rough, few = 300; end          % directions: solvers of full problems find more of them
  [A, relay] = deal([]);
  H = sys.ContactNormals;
  if sys.Rough && isempty(arrays.laws), H = arrays.G; end
  rough = size(H, 2) > size(sys.ContactNormals, 2);
  m = size(H, 2);
  shared = any(sum(H ~= 0, 2) > 1);
  if m <= few || sys.Rough ~= rough || size(sys.JointNormals, 2) > 0 ...
      || ~isempty(arrays.compliance) || strcmp(arrays.storage, 'dense') || nnz(H) ~= m ...
      || any(sum(H ~= 0, 1) ~= 1) || shared && (rough || ~stops_apart(H, arrays.b))
    return
  end
  M = sparse(sys.Mass);
  A = M;
  if ~isempty(sys.Damping), A = A + alpha*sparse(sys.Damping); end
  if ~isempty(sys.Stiffness), A = A + beta*sparse(sys.Stiffness); end
  straight = gap == 0 || isempty(sys.Stiffness);
  apart = ~rough && is_diagonal(M) && is_diagonal(sys.Damping) && is_diagonal(sys.Stiffness);
  if apart || any(diag(A) <= 0) || ~(straight || nnz(M) == nnz(diag(M)))
    A = [];
    return
  end
  plain = arrays.symmetric && is_definite(A, arrays);
  joined = [];
  if plain && ~straight && ~shared, joined = with_contacts(sys, H, A, alpha, beta, gap); end
  if plain && straight && ~shared
    A = (A + A')/2;
  elseif ~isempty(joined)
    A = joined;
  elseif rough && ~isequal(arrays.layout, 1)
    A = [];
  else
    B = H;
    if ~straight, B = H + gap*(sparse(sys.Stiffness)*(M \ H)); end
    relay = [A, -B; H', sparse(m, m)];
    A = [];
  end
  if rough && ~isempty(A), relay = united(A, H, sys.Contacts); end
  rows = sum(relay ~= 0, 2) + 1;
  if ~isempty(relay) && sum(rows.^2) > 50*sum(rows), [A, relay] = deal([]); end   % factors as full
end

function yes = stops_apart(H, gap)
% 1 where no coordinate has two stops of one side, or stops on both sides that it touches at once:
% impulses of such contacts are not unique, and solvers of full problems find the shortest ones
  [i, j, h] = find(H);
  n = size(H, 1);
  stops = accumarray([i(:), 1 + (h(:) > 0)], 1, [n, 2]);
  offset = full(gap(j));
  room = accumarray(i(:), offset(:)./abs(h(:)), [n, 1]);     % between the stops of a coordinate
  yes = all(stops(:) <= 1) && all(room(sum(stops, 2) == 2) > 0);
end

function P = united(A, H, contacts)
% the pattern of A in which all rows of a contact have the entries of each of them
  n = size(A, 1);
  m = size(H, 2);
  [held, ~] = find(H);
  if n > size(H, 1), held = (n-m+1:n)'; end
  E = sparse(held, (1:m)', 1, n, m);
  P = spones(spones(A) + E*kron(speye(contacts), ones(m/contacts))*(E'*spones(A)));
end

function J = with_contacts(sys, H, A, alpha, beta, gap)
% A with a row for each contact, joined to its coordinate by a spring (MJ.12): with C = eta M +
% kappa K, M + gap*K = share*M + part*A; [] where C is another one, or the springs would pull
  J = [];
  [M, K, C] = deal(sparse(sys.Mass), sparse(sys.Stiffness), sys.Damping);
  [eta, kappa] = deal(0);
  if ~isempty(C)
    product = @(X, Y) full(sum(sum(X.*Y)));
    [m0, k0] = deal(sqrt(product(M, M)), max(sqrt(product(K, K)), realmin));
    slope = product(M, K)/(m0*k0);                 % of least squares in units of their own
    made = pinv([1, slope; slope, 1])*[product(M, C)/m0; product(K, C)/k0];
    [eta, kappa] = deal(made(1)/m0, made(2)/k0);
    if ~(norm(C - eta*M - kappa*K, 1) <= 1e-12*norm(C, 1)), return; end
  end
  part = gap/(beta + alpha*kappa);
  share = 1 - part*(1 + alpha*eta);
  if ~(part > 1e-9 && share > 1e-9), return; end       % springs so stiff would be rounding
  n = size(M, 1);
  m = size(H, 2);
  [i, ~] = find(H);
  spring = full(M(i + n*(i - 1)))/part;           % of impulses: R = share*r
  own = (1:m)';
  E = sparse(i, own, spring, n, m);
  D = sparse(own, own, spring, m, m);
  J = [(A + A')/(2*share) + sparse(i, i, spring, n, n), -E; -E', D];
end

function yes = is_diagonal(A)
  yes = nnz(A) == nnz(diag(A));
end

function yes = is_definite(A, arrays)
  flag = 0;
  if strcmp(arrays.storage, 'diagonals'), [~, flag] = chol((A + A')/2); end  % else factored already
  yes = flag == 0;
end
