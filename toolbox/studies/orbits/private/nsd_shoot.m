function [X, period, report] = nsd_shoot(flow, X, period, own, free)
%NSD_SHOOT  Periodic motions: Newton's method on the jumps between segments.
%   A free period is one more unknown, and a plane across the motion through the guess fixes the
%   point of the orbit where it starts. Where Newton fails with a free period, the guess may be near
%   a family of motions, and the motion of the size of the guess is computed.
  guess = X;
  plane = struct('point', X(:, 1), 'normal', zeros(0, size(X, 1)));            % (PO.6)
  if free, plane.normal = nsd_flow_rate(flow, own.T0, X(:, 1), period)'; end
  own.FreeTime = free;
  if free, own.Small = 1e-7; end         % the column of the period is a difference
  T = period;
  [X, period, report] = newton(flow, guess, T, own, plane);
  if free && ~strcmp(report.status, 'ok')
    plane.normal(2, :) = (guess(:, 1) - X(:, 1))';                             % (PO.7)
    [Y, T, again] = newton(flow, guess, T, own, plane);
    if strcmp(again.status, 'ok'), [X, period, report] = deal(Y, T, again); end
  end
end

function [X, period, report] = newton(flow, X, period, own, plane)
  own.Conditions = @(x0, xT, T, p) closes(x0, xT, plane, own.FreeTime);
  [X, period, ~, report] = nsd_shoot_segments(@(t, x, h, p) flow(t, x, h), X, period, ...
                                              zeros(0, 1), own);
  if own.FreeTime && strcmp(report.status, 'ok')
    moves = norm(nsd_flow_rate(flow, own.T0, X(:, 1), period))*period;
    if moves <= 1e-6*max(1, norm(X(:, 1))), report.status = 'rest'; end
  end
end

function [r, G0, GT, Gmore] = closes(x0, xT, plane, free)
% the motion ends where it starts, in the plane; derivatives by x0, xT and a free period
  N = plane.normal;
  r = [xT - x0; N*(x0 - plane.point)];
  G0 = [-eye(numel(x0)); N];                                                   % (PO.1)
  GT = [eye(numel(x0)); zeros(size(N))];
  Gmore = zeros(numel(r), double(free));
end
