function o = nsd_bvp(sys, tspan, conditions, varargin)
%NSD_BVP  Boundary value problem through impacts: a motion with conditions at both its ends.
%   O = NSD_BVP(SYS, [T0 T], GAMMA, XGUESS) looks for a motion of SYS over [T0 T] whose states
%   x = [q; v] at its ends satisfy GAMMA(x0, xT) = 0, 2n numbers, by shooting from XGUESS, a
%   guess of x0 [the initial state of SYS]. Newton's method uses the state transition matrix of
%   event-driven runs through impacts; steps that make the residual grow are halved. A problem may
%   have several solutions, with other numbers of impacts: the guess decides.
%   O = NSD_BVP(..., 'Name', VALUE, ...) takes options of NSD_SIMULATE (Method is 'event',
%   RelTol 1e-11 and AbsTol 1e-13 here), and
%       FreeTime    true: the end T is unknown too, [T0 T] a guess; GAMMA(x0, xT), or
%                   GAMMA(x0, xT, T), returns one number more                    [false]
%       Parameters  struct of guesses of parameters of SYS (.parameter) that are unknown
%                   too, one condition more for each; GAMMA(x0, xT, T, p) has them    [none]
%       Segments    of multiple shooting, for very unstable motions; XGUESS may then have
%                   one column for each segment                                        [1]
%       Tolerance   on the largest condition, relative to the state                [1e-10]
%       MaxNewton   iterations at most                                                [25]
%   O is a struct:
%     q0, v0      n-by-1, the state at T0; T, the time of the end; parameters, a struct
%     status      'ok'; 'maxIter' or 'stalled' where Newton's method failed: the last state is
%                 returned, with a warning nsd:bvp:<status>; residual, iterations
%     Phi         2n-by-2n, derivative of x(T) by x0
%     depth       how far the slowest impact would have gone below the obstacle: near zero
%                 (grazing) derivatives are useless; Inf without impacts
%     solution    the motion, an NsdSolution; with Segments a cell of solutions
%   Bad arguments raise nsd:bvp:<reason>: badBoundary when the number of conditions is not that of
%   the unknowns, failed when the motion from the guess cannot be computed.
%
%   Example
%       % a ball from 1 m to 0.7 m in 1.2 s over one bounce: with which velocity is it thrown?
%       ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
%       goal = @(x0, xT) [x0(1) - 1; xT(1) - 0.7];
%       low  = nsd_bvp(ball, [0 1.2], goal, [1; 1.5]);
%       high = nsd_bvp(ball, [0 1.2], goal, [1; 4.5]);
%       [low.v0, high.v0]                               % 1.9464 and 4.0291 m/s
%
%   See also NSD_PERIODIC, NSD_SIMULATE, NSDSYSTEM.
  if nargin < 3 || ~isa(sys, 'NsdSystem')
    error('nsd:bvp:missing', 'write nsd_bvp(sys, [t0 T], @(x0,xT) ..., xGuess)');
  end
  [X, own, options] = read(sys, tspan, conditions, varargin);
  p = nsd_parameter_values(own.Parameters);
  flow = @(t, x, h, p) flow_of(sys, own.Names, t, x, h, p, options);
  if size(X, 2) == 1
    X = nsd_segment_guess(@(t, x, h) flow(t, x, h, p), X, diff(tspan), own);
  end
  [X, T, p, report] = nsd_shoot_boundary(flow, X, diff(tspan), p, own);
  o = collect(flow, X, T, p, own, report);
  if ~strcmp(o.status, 'ok')
    nsd_warn(['nsd:bvp:' o.status], ['no motion with these conditions was found: %s, residual ' ...
             '%.2g; try another guess, or Segments'], o.status, o.residual);
  end
end

function [X, own, options] = read(sys, tspan, conditions, given)
  if ~nsd_kind(sys).mechanical
    error('nsd:bvp:badSystem', 'nsd_bvp takes mechanical systems, with x = [q; v]');
  elseif ~isnumeric(tspan) || numel(tspan) ~= 2 || ~all(isfinite(tspan)) || ~(diff(tspan) > 0)
    error('nsd:bvp:badSpan', 'the time span must be [t0 T] with t0 < T');
  elseif ~isa(conditions, 'function_handle')
    error('nsd:bvp:badBoundary', 'the conditions must be a function @(x0, xT)');
  end
  guess = [sys.InitialPosition; sys.InitialVelocity];
  if ~isempty(given) && isnumeric(given{1})
    guess = given{1};
    given(1) = [];
  end
  own = struct('FreeTime', false, 'Parameters', struct(), 'Segments', 1, 'Tolerance', 1e-10, ...
               'MaxNewton', 25);
  [own, options] = nsd_split_options('bvp', given, own);
  nsd_require_event('bvp', options);
  own = checked(own, tspan(1), conditions);
  X = columns_of(guess, sys.Coordinates, own.Segments);
end

function own = checked(own, t0, conditions)
  rules = struct('Segments', 'count', 'MaxNewton', 'whole', 'Tolerance', 'positive');
  for name = fieldnames(rules)'
    nsd_check_number(own.(name{1}), rules.(name{1}), name{1}, 'nsd:bvp:badValue');
  end
  if ~(islogical(own.FreeTime) || isnumeric(own.FreeTime)) || ~isscalar(own.FreeTime)
    error('nsd:bvp:badValue', 'FreeTime must be true or false');
  elseif ~isstruct(own.Parameters) || ~isscalar(own.Parameters) ...
      || ~all(structfun(@(x) isnumeric(x) && isscalar(x) && isfinite(x), own.Parameters))
    error('nsd:bvp:badValue', 'Parameters must be a struct of guesses, numbers');
  end
  own.FreeTime = logical(own.FreeTime);
  own.Names = fieldnames(own.Parameters);
  [own.T0, own.Boundary, own.Area, own.Small] = deal(t0, conditions, 'bvp', 1e-13);
end

function X = columns_of(guess, n, segments)
  if isempty(guess)
    error('nsd:bvp:noGuess', 'give a guess of x0 = [q0; v0]: nsd_bvp(sys, [t0 T], gamma, x0)');
  end
  m = 2*n;
  if isnan(n), m = numel(guess)/(1 + (segments - 1)*(size(guess, 2) == segments)); end
  if mod(m, 2) == 0 && segments > 1 && isequal(size(guess), [m segments])
    X = guess;
  elseif mod(m, 2) == 0 && numel(guess) == m
    X = guess(:);
  else
    error('nsd:bvp:badGuess', 'the guess must be x0 = [q0; v0], with %d entries', 2*n);
  end
  if ~all(isfinite(X(:))), error('nsd:bvp:badGuess', 'the guess contains NaN or Inf'); end
end

function [y, Phi, sol] = flow_of(sys, names, t, x, h, p, options)
  for k = 1:numel(names), sys = sys.parameter(names{k}, p(k)); end
  try
    if nargout > 1
      [y, Phi, sol] = nsd_flow_map(sys, [t, t + h], x, options);
    else
      y = nsd_flow_map(sys, [t, t + h], x, options);
    end
  catch problem
    if ~strcmp(problem.identifier, 'nsd:periodic:failed'), rethrow(problem); end
    error('nsd:bvp:failed', '%s', problem.message);
  end
end

function o = collect(flow, X, T, p, own, report)
  m = size(X, 1);
  [Phi, depth, parts] = nsd_segment_runs(@(t, x, h) flow(t, x, h, p), X, T, own.T0);
  o = struct('q0', X(1:m/2, 1), 'v0', X(m/2+1:end, 1), 'T', own.T0 + T, ...
             'parameters', cell2struct(num2cell(p(:)), own.Names(:), 1), ...
             'status', report.status, 'residual', report.residual, ...
             'iterations', report.iterations, 'Phi', Phi, 'depth', depth, 'solution', []);
  o.solution = parts;
end
