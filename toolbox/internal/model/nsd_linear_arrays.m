function arrays = nsd_linear_arrays(sys, alpha, beta, second)
%NSD_LINEAR_ARRAYS  A linear system as the arrays its gateways take (mex/family/mex_linear.c).
%   alpha and beta: the iteration matrix M + alpha C + beta K is factored here when it is
%   stored by rows; the kernels factor dense and banded matrices. second: M + second K is
%   factored too, for schemes that start with another matrix or need M itself (second = 0).
  if any(isnan(sys.Restitution)) || sys.Rough, nsd_require_values(sys); end
  M = sys.Mass;
  C = sys.Damping;
  K = sys.Stiffness;
  n = size(M, 1);
  skew = [];
  if ~isempty(K) && norm(K - K', 1) > 1e-14*norm(K, 1), skew = (K - K')/2; end
  symmetric = (beta == 0 || isempty(skew)) && ...       % of the iteration matrix
              (alpha == 0 || isempty(C) || norm(C - C', 1) <= 1e-14*norm(C, 1));

  storage = choose_storage(M, C, K);
  H = sys.ContactNormals;
  arrays = struct('n', n, 'storage', storage, 'M', pack(M, storage, n), ...
                  'C', pack(C, storage, n), 'K', pack(K, storage, n), ...
                  'K_skew', [], 'symmetric', double(symmetric), ...
                  'H', H, 'J', sys.JointNormals, 'coupling', 0, ...
                  'b', sys.ContactOffset, 'e', sys.Restitution, ...
                  'constant', sys.Force.constant, 'cosine', sys.Force.cosine, ...
                  'sine', sys.Force.sine, 'omega', sys.Force.omega, 'table', [], 'factor', [], ...
                  'massFactor', [], 'bJ', sys.JointOffset, ...
                  'compliance', nsd_compliance_arrays(sys.Gaps));
  arrays.impact = nsd_impact_arrays(sys.Gaps);
  if ~isempty(skew), arrays.K_skew = pack(skew, storage, n); end
  if size(H, 2) > 1, arrays.coupling = bandwidth_of(H'*H); end
  arrays = with_friction(arrays, sys);
  if strcmp(storage, 'rows')
    [arrays.factor, arrays.symmetric] = factor(add(M, C, K, alpha, beta), symmetric);
    if nargin > 3 && ~isempty(second)
      wanted = second == 0 || arrays.symmetric;
      [arrays.massFactor, found] = factor(add(M, [], K, 0, second), wanted);
      if found ~= wanted
        error('nsd:simulate:notDefinite', 'M + s h^2 K is not positive definite: smaller Step');
      end
    end
  end
end

function arrays = with_friction(arrays, sys)
% coefficients, and G: normal and tangents contact by contact
  n = arrays.n;
  arrays.layout = zeros(1, 0);
  if ~sys.Rough, return; end
  s = nsd_surface_arrays(sys.Gaps, n, zeros(n, 1), 0);
  for name = {'layout', 'mu', 'eT', 'surfaceVelocity', 'laws', 'curves'}
    arrays.(name{1}) = s.(name{1});
  end
  arrays.G = sparse(n, 0);
  if isempty(s.layout), return; end
  m = sys.Contacts;
  d = sum(s.layout);
  first = (0:m-1)*(d + 1) + 1;                    % the column of each normal
  places = [first, setdiff(1:m*(d + 1), first)];
  G = [sparse(sys.ContactNormals), sparse(s.tangents)];
  arrays.G(:, places) = G;
end

function storage = choose_storage(M, C, K)
% small systems are dense, narrow bands are stored by diagonals, large matrices with few entries by
% rows, all others are dense; the storage chosen here decides which C code runs
  n = size(M, 1);
  storage = 'dense';
  small = 8;                % at least NSD_SMALL of c/base/factor.h: small kernels take dense only
  if n <= small, return; end
  band = max([bandwidth_of(M), bandwidth_of(C), bandwidth_of(K)]);
  entries = nnz(M) + nnz(C) + nnz(K);
  most = max([nnz(M), nnz(C), nnz(K)]);
  empty = n > 500 && band > 8 && (2*band + 1)*n > 4*most;    % a mesh: its diagonals are mostly zero
  if band <= 50 && 6*band < n && ~empty
    storage = 'diagonals';
  elseif entries < 0.1*n^2 && n > 50
    storage = 'rows';
  end
end

function band = bandwidth_of(A)
  [i, j] = find(A);
  band = max([0; abs(i(:) - j(:))]);
end

function packed = pack(A, storage, n)
  small = 4;                % NSD_SMALL of c/base/factor.h: small kernels take zero matrices too
  if n <= small && isempty(A)
    packed = zeros(n);
  elseif isempty(A)
    packed = [];
  else
    switch storage
      case 'dense', packed = full(A);
      case 'rows', packed = sparse(A).';
      otherwise, packed = diagonals(A, n);
    end
  end
end

function D = diagonals(A, n)
% entry (i, i+k) stands in row i of column k + band + 1
  band = bandwidth_of(A);
  D = zeros(n, 2*band + 1);
  for k = -band:band
    D(max(1, 1-k):min(n, n-k), k + band + 1) = full(diag(A, k));
  end
end

function A = add(M, C, K, alpha, beta)
  A = sparse(M);
  if ~isempty(C), A = A + alpha*sparse(C); end
  if ~isempty(K), A = A + beta*sparse(K); end
end

function [f, symmetric] = factor(A, symmetric)
  f = struct('L', [], 'U', [], 'rows', [], 'unknowns', []);
  if symmetric
    [f.L, flag, p] = chol((A + A')/2, 'lower', 'vector');
    symmetric = flag == 0;
    f.rows = double(p(:));
    f.unknowns = f.rows;
  end
  if ~symmetric    % springs with negative stiffness, circulatory or gyroscopic terms
    [f.L, f.U, p, c] = lu(A, 'vector');
    if any(diag(f.U) == 0)
      error('nsd:simulate:singular', ...
            'M + alpha C + beta K is singular at this step: take another Step');
    end
    f.rows = double(p(:));
    f.unknowns = double(c(:));
  end
  symmetric = double(symmetric);
end
