function orbit = nsd_periodic(sys, period, varargin)
%NSD_PERIODIC  Periodic motion through impacts, by shooting: state, multipliers, stability.
%   ORBIT = NSD_PERIODIC(SYS, T) looks for x0 = [q0; v0] with x(T) = x0, starting from the
%   state that SYS carries; ORBIT = NSD_PERIODIC(SYS, T, Q0, V0) from a guess of yours. T is
%   a multiple of the period of the forcing. Newton's method uses the state transition
%   matrix of event-driven runs, saltation at impacts included.
%   ORBIT = NSD_PERIODIC(..., 'Name', VALUE, ...) takes options of NSD_SIMULATE (RelTol is
%   1e-11 and AbsTol 1e-13 here), and
%       Settle     so many periods are simulated first, from the guess            [0]
%       Segments   of multiple shooting                                           [1]
%       Boundary   @(x0, xT), 2n-by-1: other conditions than xT - x0 = 0
%       T0         time of the start                                              [0]
%       Tolerance  on the largest residual, relative to the state            [1e-10]
%       MaxNewton  iterations at most                                            [25]
%   ORBIT is a struct:
%     q, v         n-by-1, the state at T0
%     status       'ok', 'maxIter' or 'stalled'; residual, iterations
%     Phi          2n-by-2n, derivative of x(T) by x0
%     multipliers  its eigenvalues, the largest first; stable: all are below 1
%     depth        how far the gentlest impact would have gone below the obstacle: near
%                  zero (grazing) the derivatives are worthless, Inf without impacts
%     solution     the motion over T, an NsdSolution
%   Bad arguments raise nsd:periodic:<reason>.
%
%   Example
%       orbit = nsd_periodic(nsd_pendulum(), 2*pi, 'Settle', 20);
%       abs(orbit.multipliers)'
%
%   See also NSD_BRANCH, NSD_LYAPUNOV, NSD_POINCARE, NSD_SIMULATE.
  if nargin < 2 || ~isa(sys, 'NsdSystem') || ~isscalar(period) || ~(period > 0)
    error('nsd:periodic:missing', 'nsd_periodic needs an NsdSystem and a period > 0');
  end
  [x, own, options] = read(sys, varargin);
  n = numel(x)/2;
  flow = @(t, x, T) nsd_flow_map(sys, [t, t + T], x, options);
  for k = 1:own.Settle
    x = flow(own.T0 + (k - 1)*period, x, period);
  end
  own.T0 = own.T0 + own.Settle*period;
  [X, report] = shoot(flow, first_guess(flow, x, period, own), period, own);
  [xT, Phi, sol] = flow(own.T0, X(:, 1), period);                              %#ok<ASGLU>
  multipliers = eig(Phi);
  [~, order] = sort(abs(multipliers), 'descend');
  orbit = struct('q', X(1:n, 1), 'v', X(n+1:end, 1), 'status', report.status, ...
                 'residual', report.residual, 'iterations', report.iterations, 'Phi', Phi, ...
                 'multipliers', multipliers(order), 'stable', all(abs(multipliers) < 1), ...
                 'depth', sol.sensitivity.depth, 'solution', sol);
end

function [x, own, options] = read(sys, given)
  own = struct('Settle', 0, 'Segments', 1, 'Boundary', [], 'T0', 0, 'Tolerance', 1e-10, ...
               'MaxNewton', 25);
  x = [sys.InitialPosition; sys.InitialVelocity];
  if numel(given) > 1 && isnumeric(given{1}) && isnumeric(given{2})
    x = [given{1}(:); given{2}(:)];
    given = given(3:end);
  end
  if isempty(x)
    error('nsd:periodic:noStart', 'give a guess: nsd_periodic(sys, T, q0, v0)');
  end
  names = fieldnames(own);
  options = {};
  for k = 1:2:numel(given)
    if k == numel(given) || ~ischar(given{k})
      error('nsd:periodic:badOption', 'options come in pairs of a name and a value');
    end
    hit = find(strcmpi(given{k}, names), 1);
    if isempty(hit)
      options = [options, given(k:k+1)];                                       %#ok<AGROW>
    else
      own.(names{hit}) = given{k+1};
    end
  end
  if ~isempty(own.Boundary) && ~isa(own.Boundary, 'function_handle')
    error('nsd:periodic:badBoundary', 'Boundary must be a function @(x0, xT)');
  end
end

function X = first_guess(flow, x, period, own)
% states at the starts of the segments
  X = x*ones(1, own.Segments);
  h = period/own.Segments;
  for k = 2:own.Segments
    X(:, k) = flow(own.T0 + (k - 2)*h, X(:, k-1), h);
  end
end

function [X, report] = shoot(flow, X, period, own)
% Newton with halved steps on the jumps between segments and the boundary          (PO.1)
  [R, J] = residual(flow, X, period, own);
  report = struct('status', 'maxIter', 'residual', 0, 'iterations', 0);
  for k = 0:own.MaxNewton
    report.iterations = k;
    report.residual = max(abs(R))/max([1; abs(X(:))]);
    if report.residual <= own.Tolerance
      report.status = 'ok';
      return
    end
    d = reshape(-J\R, size(X));
    step = 1;
    while true
      [Rt, Jt] = residual(flow, X + step*d, period, own);
      if norm(Rt) < norm(R), break; end
      step = step/2;
      if step < 1e-4
        report.status = 'stalled';
        return
      end
    end
    X = X + step*d;
    R = Rt;
    J = Jt;
  end
end

function [R, J] = residual(flow, X, period, own)
  [m, S] = size(X);
  h = period/S;
  R = zeros(m*S, 1);
  J = zeros(m*S);
  for k = 1:S
    here = (k - 1)*m + (1:m);
    [y, Phi] = flow(own.T0 + (k - 1)*h, X(:, k), h);
    if k < S
      R(here) = y - X(:, k+1);
      J(here, here) = Phi;
      J(here, here + m) = -eye(m);
    elseif isempty(own.Boundary)
      R(here) = y - X(:, 1);
      J(here, here) = Phi;
      J(here, 1:m) = J(here, 1:m) - eye(m);
    else
      [R(here), G0, GT] = boundary(own.Boundary, X(:, 1), y);
      J(here, here) = GT*Phi;
      J(here, 1:m) = J(here, 1:m) + G0;
    end
  end
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
