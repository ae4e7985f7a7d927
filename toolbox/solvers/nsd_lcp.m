function [z, info] = nsd_lcp(M, q, varargin)
%NSD_LCP  Solve a linear complementarity problem.
%   Z = NSD_LCP(M, Q) finds Z with
%       W = M*Z + Q,   Z >= 0,   W >= 0,   Z'*W = 0,
%   M n-by-n, full or sparse, Q with n entries. Contact with inelastic impact is of this kind:
%   Z are impulses, W the velocities after the impact.
%
%   [Z, INFO] = NSD_LCP(M, Q, 'Name', VALUE, ...) sets options; a struct with these fields is
%   accepted in place of the pairs. Defaults in brackets:
%       Solver      'auto'    active sets, then Lemke, Newton and projected Gauss-Seidel until
%                             one answer passes; warm-started from Start          ['auto']
%                   'active'  active sets (Newton on min(Z,W) = 0); the fast part of 'auto'
%                   'lemke'   Lemke's pivots with the lexicographic rule against cycling
%                   'newton'  semismooth Newton on the Fischer-Burmeister equation
%                   'pgs'     projected Gauss-Seidel; needs M(i,i) > 0
%                   'enum'    every support: Z is n-by-k, one column per solution, n <= 20
%       Tolerance   largest residual that counts as solved                       [1e-10]
%       MaxIter     pivots, steps or sweeps of each solver
%                   [pgs 10000, newton 200, others 100 + 50 n]
%       Relaxation  factor of 'pgs', 0 < Relaxation < 2                               [1]
%       Start       first guess of Z, n-by-1; used by auto, active, newton and pgs   [zeros]
%
%   A sparse M stays sparse with 'auto' and 'active': active sets with sparse factors (solver
%   'sparse') or, for large symmetric M without positive entries beside the diagonal, on a sequence
%   of coarser levels ('multigrid'). An obstacle under a membrane of 1000 by 1000 nodes takes
%   seconds. M is made full where it has less than 150 rows and is not symmetric, or a row that
%   meets most columns, or where the sparse solvers find no answer and it has at most 5000 rows.
%
%   INFO holds
%       status      'ok'       the residual passes
%                   'maxIter'  the iteration limit came first; Z is the last iterate
%                   'ray'      no solution was found, and Lemke's path ended on a ray. When M
%                              is positive semidefinite (contact without friction), or n <= 10
%                              with 'auto', or with 'enum', this proves that there is none. For
%                              other M a solution may still exist: try 'newton' or 'enum'.
%                   'stalled'  no further progress, residual above the tolerance
%                   'stopped'  Ctrl-C came first; Z is the answer so far
%       iterations  of all solvers that were tried (0 for 'enum')
%       residual    max|min(Z,W)| / max(1, max|Q|), recomputed from the Z returned
%       solver      the one whose answer is returned
%   Z counts as solved when the residual is at most Tolerance, and every row also in its own size,
%   |min(D(i)*Z(i), W(i))| <= Tolerance * S(i) with D = |diag(M)|, S = |Q| + |M|*|Z|, beside
%   rounding: a row may be in micrometres and the next one in kilometres.
%   For 'enum', a support whose solutions form a continuum gives one of them; no solution gives
%   Z n-by-0 and status 'ray'.
%
%   Misuse raises nsd:lcp:size, nsd:lcp:type, nsd:lcp:complex, nsd:lcp:notFinite,
%   nsd:lcp:unknownOption, nsd:lcp:badOption, nsd:lcp:unknownSolver, nsd:lcp:tooLarge ('enum'),
%   nsd:lcp:zeroPivot ('pgs').
%
%   Example
%       M = [2 1; 1 2];
%       q = [-5; 6];
%       [z, info] = nsd_lcp(M, q);          % z = [2.5; 0]
%       w = M*z + q;                        % w = [0; 8.5]
%
%   See also NSD_MLCP, NSD_RELAY, NSD_PROJECT, NSD_SIMULATE.
  if nargin < 2
    error('nsd:lcp:size', 'nsd_lcp needs the matrix M and the vector q: nsd_lcp(M, q)');
  end
  n = numel(q);
  if nargin == 2 && isa(M, 'double') && isa(q, 'double') && isreal(M) && isreal(q) ...
      && n > 0 && size(M, 1) == n && numel(M) == n^2 && size(q, 1) == n ...
      && ~issparse(M) && ~issparse(q)
    options = struct('MaxIter', 100 + 50*n, 'Tolerance', 1e-10, 'Relaxation', 1);
    info = struct('status', '', 'iterations', 0, 'residual', 0, 'solver', 'auto');
    try
      [z, info.status, info.iterations, info.residual, info.solver] = ...
          nsd_kernel('lcp', 'auto', M, q, zeros(n, 1), options);
      return                              % the usual call, without the cost of the others
    catch err
      if ~strcmp(err.identifier, 'nsd:lcp:notFinite'), rethrow(err); end   % which: told below
    end
  end
  [M, q] = nsd_square_problem(M, q, 'lcp', 'M', 'any');
  options = checked_options(n, varargin);
  info = struct('status', '', 'iterations', 0, 'residual', 0, 'solver', options.Solver);
  if issparse(M) && any(strcmp(options.Solver, {'auto', 'active'}))
    [z, info, answered] = nsd_sparse_problem(M, q, zeros(n, 1), Inf(n, 1), options);
    if answered, return; end
  end
  M = full(M);
  if strcmp(options.Solver, 'enum') && n > 20
    error('nsd:lcp:tooLarge', ['''enum'' tries 2^n supports and takes n <= 20, here n = %d: ' ...
          'use another ''Solver'''], n);
  end
  if strcmp(options.Solver, 'pgs') && any(diag(M) <= 0)
    bad = find(diag(M) <= 0, 1);
    error('nsd:lcp:zeroPivot', ['M(%d,%d) = %g: ''pgs'' divides by the diagonal of M, which ' ...
          'must be positive; use ''auto'' or ''lemke'''], bad, bad, M(bad, bad));
  end
  [z, info.status, info.iterations, info.residual, info.solver] = ...
      nsd_kernel('lcp', options.Solver, M, q, options.Start, options);
end

function options = checked_options(n, given)
  defaults = struct('Solver', 'auto', 'Tolerance', 1e-10, 'MaxIter', [], 'Relaxation', 1, ...
                    'Start', []);
  options = nsd_pair_options('nsd_lcp', given, defaults, 'lcp', 'badOption');
  usual = 100 + 50*n;
  most = struct('auto', usual, 'active', usual, 'lemke', usual, 'newton', 200, 'pgs', 10000, ...
                'enum', usual);
  options.Solver = nsd_check_word(options.Solver, fieldnames(most)', 'Solver', ...
                                  'nsd:lcp:unknownSolver');
  options.MaxIter = nsd_or(options.MaxIter, most.(options.Solver));
  options = nsd_iteration_options(options, n, 'lcp');
end

%!test
%! [z, info] = nsd_lcp([2 1; 1 2], [-5; 6]);
%! assert(z, [5/2; 0], 1e-9);
%! assert(info.status, 'ok');
