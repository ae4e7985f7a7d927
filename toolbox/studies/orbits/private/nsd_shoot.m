function [X, period, report] = nsd_shoot(flow, X, period, own, free)
%NSD_SHOOT  Shooting: Newton with halved steps on the jumps between segments and the boundary.
%   A free period is one more unknown, and a plane across the motion through the guess fixes the
%   point of the orbit where it starts. Where Newton fails with a free period, the guess may be near
%   a family of motions, and the motion of the size of the guess is computed.
  guess = X;
  plane = struct('point', X(:, 1), 'normal', []);                              % (PO.6)
  if free, plane.normal = rate(flow, own.T0, X(:, 1), period)'; end
  T = period;
  [X, period, report] = newton(flow, guess, T, own, plane);
  if free && ~strcmp(report.status, 'ok')
    plane.normal(2, :) = (guess(:, 1) - X(:, 1))';                             % (PO.7)
    [Y, T, again] = newton(flow, guess, T, own, plane);
    if strcmp(again.status, 'ok'), [X, period, report] = deal(Y, T, again); end
  end
end

function [X, period, report] = newton(flow, X, period, own, plane)
  free = ~isempty(plane.normal);
  report = struct('status', 'maxIter', 'residual', Inf, 'iterations', 0);
  shortest = period/4;
  [R, J] = residual(flow, X, period, own, plane);
  for k = 0:own.MaxNewton
    report.iterations = k;
    report.residual = relative(R, X);
    if report.residual <= own.Tolerance
      report.status = 'ok';
      break
    end
    d = direction(J, R, free);
    step = 1;
    while true
      trial = X + step*reshape(d(1:numel(X)), size(X));
      length = period + step*sum(d(numel(X)+1:end));
      Rt = Inf;
      if length > shortest, [Rt, Jt] = attempt(flow, trial, length, own, plane); end
      if norm(Rt) < norm(R), break; end
      step = step/2;
      if step < 1e-4 || ~all(isfinite(d))
        report.status = 'stalled';
        return
      end
    end
    [X, period, R, J] = deal(trial, length, Rt, Jt);
  end
  if free && strcmp(report.status, 'ok')
    moves = norm(rate(flow, own.T0, X(:, 1), period))*period;
    if moves <= 1e-6*max(1, norm(X(:, 1))), report.status = 'rest'; end
  end
end

function r = relative(R, X)
  r = max(abs(R))/max([1; abs(X(:))]);
  if ~all(isfinite(R)), r = Inf; end
end

function d = direction(J, R, free)
% Newton step; families of motions make J singular: then the step of least norm. The column of the
% period is a difference, exact to 1e-8
  small = 1e-13;
  if free, small = 1e-7; end
  if ~all(isfinite(J(:)))
    d = NaN(size(R));
  elseif size(J, 1) == size(J, 2) && rcond(J) > small
    d = -J\R;
  else
    d = -pinv(J, small*norm(J))*R;
  end
end

function [R, J] = attempt(varargin)
% residual and Jacobian; Inf where a run fails, so that the step is halved
  try
    [R, J] = residual(varargin{:});
  catch problem
    if ~strcmp(problem.identifier, 'nsd:periodic:failed'), rethrow(problem); end
    R = Inf;
    J = [];
  end
end

function [R, J] = residual(flow, X, period, own, plane)
  [m, S] = size(X);
  h = period/S;
  free = ~isempty(plane.normal);
  R = zeros(m*S, 1);
  J = zeros(m*S, m*S + free);
  for k = 1:S
    here = (k - 1)*m + (1:m);
    [y, Phi] = flow(own.T0 + (k - 1)*h, X(:, k), h);
    G = eye(m);
    if k < S
      R(here) = y - X(:, k+1);
      J(here, here + m) = -eye(m);
    elseif isempty(own.Boundary)
      R(here) = y - X(:, 1);
      J(here, 1:m) = -eye(m);
    else
      [R(here), J(here, 1:m), G] = boundary(own.Boundary, X(:, 1), y);
    end
    J(here, here) = J(here, here) + G*Phi;                                     % (PO.1)
    if free, J(here, end) = rate(flow, own.T0, y, h)/S; end
  end
  if free
    R = [R; plane.normal*(X(:, 1) - plane.point)];
    J(m*S + (1:size(plane.normal, 1)), 1:m) = plane.normal;
  end
end

function f = rate(flow, t, x, h)
% x' from two short runs, to second order
  e = 1e-4*h;
  f = (4*flow(t, x, e) - 3*x - flow(t, x, 2*e))/(2*e);
end

function [R, G0, GT] = boundary(Gamma, x0, xT)
% the user's conditions and their central differences
  m = numel(x0);
  R = reshape(Gamma(x0, xT), [], 1);
  if numel(R) ~= m
    error('nsd:periodic:badBoundary', 'Boundary returned %d numbers instead of %d', numel(R), m);
  end
  G0 = zeros(m);
  GT = zeros(m);
  for k = 1:m
    e = zeros(m, 1);
    e(k) = 1e-6*max(1, abs(x0(k)));
    G0(:, k) = reshape(Gamma(x0 + e, xT) - Gamma(x0 - e, xT), [], 1)/(2*e(k));
    GT(:, k) = reshape(Gamma(x0, xT + e) - Gamma(x0, xT - e), [], 1)/(2*e(k));
  end
end
