function [X, period, report] = nsd_shoot(flow, X, period, own, free)
%NSD_SHOOT  Periodic motions: Newton's method on the jumps between segments.
%   A free period is one more unknown, and a plane across the motion through the guess fixes the
%   point of the orbit where it starts. Where Newton fails with a free period, the guess may be near
%   a family of motions, and the motion of the size of the guess is computed.
  guess = X;
  plane = struct('point', X(:, 1), 'normal', []);                              % (PO.6)
  if free, plane.normal = nsd_flow_rate(flow, own.T0, X(:, 1), period)'; end
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
  small = 1e-13;
  if free, small = 1e-7; end             % the column of the period is a difference
  [z, shape, shortest] = deal(X(:), size(X), period/4);
  if free, z = [z; period]; end
  f = @(z) residual(flow, z, shape, period, own, plane, shortest);
  [z, report] = nsd_newton_halving(f, z, own, numel(X), small);
  X = reshape(z(1:prod(shape)), shape);
  if free, period = z(end); end
  if free && strcmp(report.status, 'ok')
    moves = norm(nsd_flow_rate(flow, own.T0, X(:, 1), period))*period;
    if moves <= 1e-6*max(1, norm(X(:, 1))), report.status = 'rest'; end
  end
end

function [R, J] = residual(flow, z, shape, period, own, plane, shortest)
  [m, S] = deal(shape(1), shape(2));
  X = reshape(z(1:m*S), m, S);
  free = ~isempty(plane.normal);
  if free, period = z(end); end
  [R, J] = deal(Inf, []);
  if ~(period > shortest), return; end
  h = period/S;
  R = zeros(m*S, 1);
  J = zeros(m*S, m*S + free);
  for k = 1:S
    here = (k - 1)*m + (1:m);
    next = mod(k, S)*m + (1:m);                    % the last segment ends in the first state
    [y, Phi] = flow(own.T0 + (k - 1)*h, X(:, k), h);
    R(here) = y - X(:, mod(k, S) + 1);
    J(here, next) = -eye(m);
    J(here, here) = J(here, here) + Phi;                                       % (PO.1)
    if free, J(here, end) = nsd_flow_rate(flow, own.T0, y, h)/S; end
  end
  if free
    R = [R; plane.normal*(X(:, 1) - plane.point)];
    J(m*S + (1:size(plane.normal, 1)), 1:m) = plane.normal;
  end
end
