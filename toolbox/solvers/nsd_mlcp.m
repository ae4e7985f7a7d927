function [z, info] = nsd_mlcp(M, q, eq, varargin)
%NSD_MLCP  Solve a mixed linear complementarity problem.
%   Z = NSD_MLCP(M, Q, EQ) finds Z with W = M*Z + Q and
%       W(i)  = 0,   Z(i) free                           where EQ(i) is true,
%       W(i) >= 0,   Z(i) >= 0,   W(i)*Z(i) = 0          elsewhere.
%   M is n-by-n, full or sparse, Q has n entries, EQ is logical with n entries. Joints together
%   with contacts are of this kind: the free unknowns are the impulses of the joints.
%
%   Equalities may be redundant. When they are consistent, the free unknowns of least norm are
%   returned; when they contradict each other the status is 'ray'.
%
%   M may be rectangular, r-by-c: EQ then marks the r rows, and with m = r - nnz(EQ) rows left
%   there are m unknowns Z >= 0 and c - m free ones. The k-th row with EQ false belongs to the
%   k-th column that is not free. By default the first c - m columns are free; 'Free' says
%   otherwise. Z has c entries, one per column.
%
%   [Z, INFO] = NSD_MLCP(M, Q, EQ, 'Name', VALUE, ...) sets options; a struct with these fields
%   is accepted in place of the pairs. Defaults in brackets:
%       Tolerance   largest residual that counts as solved, also of each row in its own
%                   size (see NSD_LCP)                                            [1e-10]
%       MaxIter     pivots or steps of each solver that is tried            [100 + 50 n]
%       Start       first guess of Z                                             [zeros]
%       Free        logical, one per column: the free unknowns       [EQ if M is square]
%
%   The free unknowns are eliminated (by a rank-revealing factorisation when their block is
%   singular) and NSD_LCP's 'auto' solves the rest; if that fails, Newton's method on the whole
%   problem and, with at most 14 complementarities, every support are tried.
%
%   A sparse M stays sparse, as in NSD_LCP, where the free unknowns are those of EQ.
%
%   INFO holds status, iterations, residual and solver as for NSD_LCP, with
%       status      'ray'      no solution was found. With at most 14 complementarities, with
%                              contradicting equalities, or with M positive semidefinite, there
%                              is none; otherwise one may still exist.
%       residual    max(max|W(EQ)|, max|min(Z,W)| of the others) / max(1, max|Q|), recomputed
%                   from the Z returned
%   Misuse raises nsd:mlcp:size, nsd:mlcp:type, nsd:mlcp:complex, nsd:mlcp:notFinite,
%   nsd:mlcp:unknownOption, nsd:mlcp:badOption.
%
%   Example
%       M = [2 1; 1 2];
%       q = [-4; 1];
%       eq = [true; false];
%       [z, info] = nsd_mlcp(M, q, eq);     % z = [2; 0], w = [0; 3]
%
%   See also NSD_LCP, NSD_RELAY, NSD_PROJECT, NSD_SIMULATE.
  if nargin < 3
    error('nsd:mlcp:size', 'nsd_mlcp needs M, q and the flags eq: nsd_mlcp(M, q, eq)');
  end
  M = nsd_real_array(M, 'M', 'mlcp', 'any');
  q = nsd_real_array(q, 'q', 'mlcp');
  [rows, cols] = size(M);
  if ndims(M) > 2 || numel(q) ~= rows
    error('nsd:mlcp:size', 'M is %d-by-%d but q has %d entries: q needs one per row of M', ...
          rows, cols, numel(q));
  end
  eq = flag_vector(eq, 'eq', rows, 'row');
  m = rows - nnz(eq);
  if m > cols
    error('nsd:mlcp:size', ['%d rows of M are complementarities but it has %d columns: mark ' ...
          'more rows in eq'], m, cols);
  end
  defaults = struct('Tolerance', 1e-10, 'MaxIter', 100 + 50*max(rows, cols), 'Start', [], ...
                    'Free', []);
  options = nsd_pair_options('nsd_mlcp', varargin, defaults, 'mlcp', 'badOption');
  options = nsd_iteration_options(options, cols, 'mlcp');
  options.Free = free_columns(options.Free, eq, cols);
  if nnz(options.Free) ~= cols - m
    error('nsd:mlcp:size', ['''Free'' marks %d columns, but %d columns less %d ' ...
          'complementarities leave %d'], nnz(options.Free), cols, m, cols - m);
  end
  if issparse(M) && isequal(options.Free, eq)
    lower = zeros(rows, 1);
    lower(eq) = -Inf;
    [z, info, answered] = nsd_sparse_problem(M, q(:), lower, Inf(rows, 1), options);
    if answered, return; end
  end
  M = full(M);
  [z, info.status, info.iterations, info.residual, info.solver] = ...
      nsd_kernel('mlcp', M, q(:), double(eq), double(options.Free), options.Start, options);
end

function flag = free_columns(flag, eq, cols)
  if ~isempty(flag)
    flag = flag_vector(flag, 'Free', cols, 'column');
  elseif numel(eq) == cols
    flag = eq;
  else
    flag = (1:cols)' <= cols - (numel(eq) - nnz(eq));
  end
end

function flag = flag_vector(flag, name, count, what)
  if ~(islogical(flag) || (isnumeric(flag) && isreal(flag) && all(flag(:) == 0 | flag(:) == 1)))
    error('nsd:mlcp:type', '%s must be logical, true or false for each %s of M', name, what);
  end
  if numel(flag) ~= count
    error('nsd:mlcp:size', '%s has %d entries but M has %d %ss', name, numel(flag), count, what);
  end
  flag = logical(full(flag(:)));
end
