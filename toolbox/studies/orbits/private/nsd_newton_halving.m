function [z, report] = nsd_newton_halving(f, z, own, states, small)
%NSD_NEWTON_HALVING  Newton's method with steps that are halved while the residual grows.
%   [R, J] = f(z): residual and Jacobian; R = Inf where z is not allowed; a run that fails (an error
%   nsd:...:failed) counts as Inf, but at the first z it is raised. OWN has Tolerance and MaxNewton;
%   the first STATES entries of z scale the residual; below SMALL J counts as singular, and the step
%   is that of least norm. REPORT: status 'ok', 'maxIter' or 'stalled', residual, iterations.
  report = struct('status', 'maxIter', 'residual', Inf, 'iterations', 0);
  [R, J] = f(z);
  for k = 0:own.MaxNewton
    report.iterations = k;
    report.residual = relative(R, z(1:states));
    if report.residual <= own.Tolerance
      report.status = 'ok';
      return
    end
    d = direction(J, R, small);
    step = 1;
    while true
      trial = z + step*d;
      [Rt, Jt] = attempt(f, trial);
      if norm(Rt) < norm(R), break; end
      step = step/2;
      if step < 1e-4 || ~all(isfinite(d))
        report.status = 'stalled';
        return
      end
    end
    [z, R, J] = deal(trial, Rt, Jt);
  end
end

function r = relative(R, x)
  r = max(abs(R))/max([1; abs(x(:))]);
  if ~all(isfinite(R)), r = Inf; end
end

function d = direction(J, R, small)
% Newton step; families of motions make J singular: then the step of least norm
  if ~all(isfinite(J(:)))
    d = NaN(size(J, 2), 1);
  elseif size(J, 1) == size(J, 2) && rcond(J) > small
    d = -J\R;
  else
    d = -pinv(J, small*norm(J))*R;
  end
end

function [R, J] = attempt(f, z)
% residual and Jacobian; Inf where a run fails, so that the step is halved
  if ~all(isfinite(z))
    [R, J] = deal(Inf, []);
    return
  end
  try
    [R, J] = f(z);
  catch problem
    if isempty(regexp(problem.identifier, '^nsd:\w+:failed$', 'once')), rethrow(problem); end
    [R, J] = deal(Inf, []);
  end
end
