function [z, info] = nsd_relay(M, q, lb, ub, varargin)
%NSD_RELAY  Solve a relay problem: a linear variational inequality on a box.
%   Z = NSD_RELAY(M, Q, LB, UB) finds Z with LB <= Z <= UB, W = M*Z + Q and, for each i,
%       Z(i) = LB(i) and W(i) >= 0,   or   Z(i) = UB(i) and W(i) <= 0,   or   W(i) = 0,
%   in short -W in N_[LB,UB](Z). With [LB,UB] = [-1,1] that is Z = -sgn(W), where sgn(0) is
%   the whole interval: an ideal relay. M is n-by-n, full or sparse; Q has n entries; LB and
%   UB have n entries or one, and may be infinite: LB = 0, UB = Inf is the complementarity of
%   NSD_LCP, LB = -Inf, UB = Inf the equality W(i) = 0. [LB = -1, UB = 1]
%
%   [Z, INFO] = NSD_RELAY(M, Q, LB, UB, 'Name', VALUE, ...) sets options; a struct with these
%   fields is accepted in place of the pairs. Defaults in brackets:
%       Tolerance   largest residual that counts as solved, also of each row in its own
%                   size (see NSD_LCP)                                            [1e-10]
%       MaxIter     pivots or steps of each solver that is tried            [100 + 50 n]
%       Start       first guess of Z                                             [zeros]
%
%   Active sets (which unknowns sit on which bound) are tried first. If they fail, the problem
%   is written as a mixed complementarity problem and solved as by NSD_MLCP. A sparse M stays
%   sparse, as in NSD_LCP.
%
%   INFO holds status, iterations, residual and solver as for NSD_LCP, with
%       status      'ray'      no solution was found, and some bound is infinite. With M
%                              positive semidefinite, or few unknowns, there is none.
%       residual    max|Z - min(max(Z - W, LB), UB)| / max(1, max|Q|), recomputed
%   When all bounds are finite a solution exists, whatever M is. Misuse raises
%   nsd:relay:size, nsd:relay:bounds, nsd:relay:type, nsd:relay:complex,
%   nsd:relay:notFinite, nsd:relay:unknownOption, nsd:relay:badOption.
%
%   Example
%       M = [2 1; 1 2];
%       q = [-5; 1];
%       [z, info] = nsd_relay(M, q, -1, 1);    % z = [1; -1], w = [-4; 0]
%
%   See also NSD_LCP, NSD_MLCP, NSDSYSTEM, NSD_SIMULATE.
  if nargin < 2
    error('nsd:relay:size', 'nsd_relay needs M and q: nsd_relay(M, q, lb, ub)');
  end
  if nargin < 3, lb = -1; end
  if nargin < 4, ub = 1; end
  [M, q] = nsd_square_problem(M, q, 'relay', 'M', 'any');
  n = numel(q);
  lb = bound(lb, 'lb', n);
  ub = bound(ub, 'ub', n);
  wrong = find(lb > ub | lb == Inf | ub == -Inf, 1);
  if ~isempty(wrong)
    error('nsd:relay:bounds', 'lb(%d) = %g and ub(%d) = %g enclose no number', ...
          wrong, lb(wrong), wrong, ub(wrong));
  end
  defaults = struct('Tolerance', 1e-10, 'MaxIter', 100 + 50*n, 'Start', zeros(n, 1));
  options = nsd_pair_options('nsd_relay', varargin, defaults, 'relay', 'badOption');
  options = nsd_iteration_options(options, n, 'relay');
  if issparse(M)
    [z, info, answered] = nsd_sparse_problem(M, q, lb, ub, options);
    if answered, return; end
    M = full(M);
  end
  [z, info.status, info.iterations, info.residual, info.solver] = ...
      nsd_kernel('relay', M, q, lb, ub, options.Start, options);
end

function b = bound(b, name, n)
  if ~(isnumeric(b) || islogical(b)) || ~isreal(b) || any(isnan(b(:)))
    error('nsd:relay:type', '%s must be real numbers, infinite ones allowed', name);
  end
  if isscalar(b), b = repmat(b, n, 1); end
  if numel(b) ~= n
    error('nsd:relay:size', '%s has %d entries but q has %d: give one per row, or one for all', ...
          name, numel(b), n);
  end
  b = full(double(b(:)));
  if n == 0, b = zeros(0, 1); end
end
