function [X, T, p, report] = nsd_shoot_segments(flow, X, T, p, own)
%NSD_SHOOT_SEGMENTS  Newton's method on the jumps between segments of a motion and on conditions.
%   FLOW (t, x, h, p) gives the state after h, and its derivative by x; p: values of parameters.
%   Unknowns are the states X at the starts of the segments, with own.FreeTime the length T of the
%   motion, and p. [R, G0, GT, G] = own.Conditions(x0, xT, T, p): what is to be zero, and its
%   derivatives by x0, xT, and by T and p. own.T0 is the time of the start, own.Small the SMALL of
%   nsd_newton_halving.
  [m, S] = size(X);
  shape = struct('m', m, 'S', S, 'T', T, 'free', own.FreeTime, 'shortest', T/4);
  z = X(:);
  if own.FreeTime, z(end+1) = T; end
  z = [z; p(:)];
  [z, report] = nsd_newton_halving(@(z) residual(flow, z, shape, own), z, own, m*S, own.Small);
  [X, T, p] = parts_of(z, shape);
end

function [X, T, p] = parts_of(z, shape)
  X = reshape(z(1:shape.m*shape.S), shape.m, shape.S);
  rest = z(shape.m*shape.S + 1:end);
  T = shape.T;
  if shape.free
    T = rest(1);
    rest(1) = [];
  end
  p = rest;
end

function [R, J] = residual(flow, z, shape, own)
  [X, T, p] = parts_of(z, shape);
  [m, S] = deal(shape.m, shape.S);
  [R, J] = deal(Inf, []);
  if ~(T > shape.shortest), return; end
  [R, J] = deal(zeros(m*(S - 1), 1), zeros(m*(S - 1), numel(z)));
  more = m*S + 1:numel(z);                         % columns of T and p
  for k = 1:S
    [y, Phi, D] = segment(flow, own.T0, k, X(:, k), T, p, shape);
    if k < S
      here = (k - 1)*m + (1:m);
      R(here) = y - X(:, k+1);
      J(here, here) = Phi;
      J(here, here + m) = -eye(m);
      J(here, more) = D;
    end
  end
  [r, G0, GT, Gmore] = own.Conditions(X(:, 1), y, T, p);
  R = [R; r];
  last = m*(S - 1) + (1:numel(r));
  J(last, 1:m) = G0;
  J(last, m*(S - 1) + (1:m)) = J(last, m*(S - 1) + (1:m)) + GT*Phi;
  J(last, more) = Gmore + GT*D;
end

function [y, Phi, D] = segment(flow, t0, k, x, T, p, shape)
% end of segment k, its derivatives by the state, and by T and p
  S = shape.S;
  h = T/S;
  at = t0 + (k - 1)*h;
  [y, Phi] = flow(at, x, h, p);
  D = zeros(numel(x), shape.free + numel(p));
  if shape.free                                    % both ends of the segment move with T
    own = @(t, x, h) flow(t, x, h, p);
    D(:, 1) = nsd_flow_rate(own, at + h, y, h)*k/S;
    if k > 1, D(:, 1) = D(:, 1) - Phi*nsd_flow_rate(own, at, x, h)*(k - 1)/S; end
  end
  for j = 1:numel(p)
    e = zeros(numel(p), 1);
    e(j) = 1e-5*max(1e-3, abs(p(j)));
    D(:, shape.free + j) = (flow(at, x, h, p + e) - flow(at, x, h, p - e))/(2*e(j));
  end
end
