function [z, info, answered] = nsd_sparse_problem(M, q, lower, upper, options)
%NSD_SPARSE_PROBLEM  A complementarity problem or relay with sparse M, without making M full.
%   lower and upper are the bounds of z: 0 and Inf for complementarities, -Inf and Inf for
%   equations.
%   answered is false where the caller shall make M full: up to MOST_FULL unknowns where no answer
%   was found.
  most_full = 5000;     % full solvers take seconds here; above, 'stalled' is returned at once
  fewest = 150;         % full solvers are faster below, where M is not symmetric
  n = numel(q);
  z = zeros(n, 1);
  info = struct('status', 'stalled', 'iterations', 0, 'residual', 0, 'solver', 'sparse');
  symmetric = n > 0 && all(upper == Inf) && all(lower == 0 | lower == -Inf) ...
      && all(diag(M) > 0) && isequal(M, M.');
  if symmetric
    [z, info.status, info.iterations, info.residual, info.solver] = ...
        nsd_kernel('bounded', M, -q, double(lower == 0), options.Start, options);
  end
  if ~symmetric && n >= fewest
    [z, info.status, info.iterations, info.residual, info.solver] = ...
        nsd_kernel('relay_sparse', M, q, lower, upper, options.Start, options);
  end
  cycles = strcmp(info.status, 'maxIter') && ~symmetric;     % as M may not be a P-matrix
  answered = n > most_full || (any(strcmp(info.status, {'ok', 'stopped', 'maxIter'})) && ~cycles);
end
