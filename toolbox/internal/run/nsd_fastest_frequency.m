function omega = nsd_fastest_frequency(sys, t, q, v)
%NSD_FASTEST_FREQUENCY  The largest omega of M v' + K q = 0 near a state, joints obeyed.
%   K is the symmetric part of the stiffness of a linear system, or of -dF/dq.
  K = sys.Stiffness;
  if ~isempty(sys.ForceJacobian)
    [K, ~] = sys.ForceJacobian(t, q, v);
    K = -nsd_checked_value(K, [1 1]*numel(q), 'ForceJacobian', 'forceJacobian');
  elseif nsd_kind(sys).nonlinear
    force = @(x) nsd_checked_value(sys.force(t, x, v), [numel(q) 1], 'F(t,q,v)', 'force');
    K = -nsd_differences(force, q);
  end
  omega = 0;
  if isempty(K) || nnz(K) == 0 || isnan(sum(sum(K - K))), return; end
  K = (K + K')/2;
  M = sys.mass(q);
  if isa(sys.Mass, 'function_handle'), M = nsd_checked_value(M, size(K), 'M(q)', 'mass'); end
  if isnan(sum(sum(M - M))), return; end     % the run says so
  if size(K, 1) > 400
    omega = sqrt(max(0, power_iteration(M, K)));
    return
  end
  at = nsd_relations_at(sys, q, t);
  if ~all(isfinite(at.J(:))), return; end
  free = null(at.J');
  if isempty(at.J), free = eye(size(K, 1)); end
  M = free'*full(M)*free;
  omega = sqrt(max([0; real(eig(free'*full(K)*free, (M + M')/2))]));
end

function value = power_iteration(M, K)
% lower bound of the largest eigenvalue of M^-1 K: a warning may be missing, but is never wrong
  x = ones(size(K, 1), 1);
  x(2:2:end) = -1;                % close to the fastest shape of a chain
  value = 0;
  for k = 1:40
    x = x/norm(x);
    y = K*x;
    value = (x'*y)/(x'*M*x);
    x = M \ y;
    if ~any(x), return; end
  end
end
