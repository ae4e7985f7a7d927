function [z, info, answered] = nsd_sparse_problem(M, q, side, options, area)
%NSD_SPARSE_PROBLEM  A complementarity problem with sparse M, without making M full.
%   side(i) is 1 where z(i) >= 0 and 0 where z(i) is free and row i an equality. answered is false
%   where the caller shall make M full: M is not symmetric with a positive diagonal, or, up to
%   MOST_FULL unknowns, no answer was found. Raises nsd:<area>:tooLarge for a full M without hope.
  most_full = 5000;     % full solvers take seconds here; above, 'stalled' is returned at once
  n = numel(q);
  z = zeros(n, 1);
  info = struct('status', '', 'iterations', 0, 'residual', 0, 'solver', 'sparse');
  answered = n > 0 && all(diag(M) > 0) && isequal(M, M.');
  if answered
    [z, info.status, info.iterations, info.residual, info.solver] = ...
        nsd_kernel('bounded', M, -q, side, options.Start, options);
    answered = any(strcmp(info.status, {'ok', 'stopped', 'maxIter'})) || n > most_full;
  elseif 8*n^2 > 2^35
    error(['nsd:' area ':tooLarge'], ['M is %d-by-%d and sparse, but not symmetric with a ' ...
          'positive diagonal: it would be made full, which takes %.0f GB'], n, n, 8*n^2/2^30);
  end
end
