function orbit = nsd_periodic(sys, period, varargin)
%NSD_PERIODIC  Periodic motion through impacts, by shooting: state, multipliers, stability.
%   ORBIT = NSD_PERIODIC(SYS, T) looks for x0 = [q0; v0] with x(T) = x0, starting from the
%   initial state of SYS; ORBIT = NSD_PERIODIC(SYS, T, Q0, V0) from a guess of yours, or
%   NSD_PERIODIC(SYS, T, X0) where the number of coordinates is known. T is
%   a multiple of the period of the forcing. Where nothing depends on time T is a guess
%   too: the period is found with the state; of a family of motions that conserve energy,
%   the motion of the size of the guess is found. Newton's method uses the state transition
%   matrix of event-driven runs, saltation at impacts included, or central differences of runs
%   with friction and compliant contacts; a T that takes more than MaxSteps [5e4] steps is refused.
%   NSD_PERIODIC(SYS, T, X0) of NsdSystem.hybrid and .filippov: walkers, relays. Where nothing
%   depends on time the state that is found lies between two events, not at one.
%   ORBIT = NSD_PERIODIC(..., 'Name', VALUE, ...) takes options of NSD_SIMULATE (Method is
%   'event', RelTol 1e-11 and AbsTol 1e-13 here), and
%       Settle      number of periods simulated first, from the guess              [0]
%       Segments    of multiple shooting, for very unstable motions; Q0 and V0 may then
%                   have one column for each segment                               [1]
%       Boundary    @(x0, xT), 2n-by-1: other conditions than xT - x0 = 0; with FreePeriod
%                   'on' one condition more. NSD_BVP is made for such problems
%       FreePeriod  'on': T is unknown; 'auto': where nothing depends on time  ['auto']
%       T0          time of the start                                              [0]
%       Tolerance   on the largest residual, relative to the state            [1e-10]
%       MaxNewton   iterations at most                                            [25]
%   ORBIT is a struct:
%     x            the state at T0, [q; v] of mechanical systems, which have q and v, too; period
%     status       'ok', 'maxIter' or 'stalled' (Newton's method failed: the last state is
%                  returned, with a warning), 'rest' (a state that hardly moves in T, 1e-6
%                  of its size at most); residual, iterations
%     Phi          2n-by-2n, derivative of x(T) by x0
%     multipliers  its eigenvalues, the largest first; stable: all are below 1 - 1e-5, but
%                  for the one that is 1 when the period is free; motions that come in
%                  families, as without damping, have another 1 and are not
%     depth        how far the slowest impact would have gone below the obstacle: near
%                  zero (grazing) the derivatives are useless; Inf without impacts
%     solution     the motion over T, an NsdSolution; with Segments a cell of solutions
%   Without output the motion and its multipliers are drawn. Bad arguments raise
%   nsd:periodic:<reason>, among them badPeriod when the forcing does not repeat after T.
%
%   Example
%       orbit = nsd_periodic(nsd_pendulum(), 2*pi, 'Settle', 20);
%       abs(orbit.multipliers)'
%
%   See also NSD_BVP, NSD_BRANCH, NSD_LYAPUNOV, NSD_POINCARE, NSD_SIMULATE.
  if nargin < 2 || ~isa(sys, 'NsdSystem') || ~isnumeric(period) || ~isscalar(period) || ...
     ~(period > 0 && isfinite(period))
    error('nsd:periodic:missing', 'nsd_periodic needs an NsdSystem and a period > 0');
  end
  [X, own, options] = read(sys, varargin);
  free = is_free(sys, period, X(:, 1), own);
  flow = @(t, x, T) nsd_flow_map(sys, [t, t + T], x, options);
  for k = 1:own.Settle
    X = flow(own.T0 + (k - 1)*period, X(:, 1), period);
  end
  own.T0 = own.T0 + own.Settle*period;
  if free && ~nsd_kind(sys).mechanical, X = between_events(flow, X(:, 1), period, own.T0); end
  if size(X, 2) == 1, X = nsd_segment_guess(flow, X, period, own); end
  if isempty(own.Boundary)
    [X, period, report] = nsd_shoot(flow, X, period, own, free);
  else
    [own.FreeTime, own.Names, own.Area] = deal(free, {}, 'periodic');
    [X, period, ~, report] = nsd_shoot_boundary(@(t, x, h, p) flow(t, x, h), X, period, ...
                                                zeros(0, 1), own);
  end
  orbit = collect(flow, X, period, own.T0, report, free, nsd_kind(sys).mechanical);
  if ~strcmp(orbit.status, 'ok')
    nsd_warn(['nsd:periodic:' orbit.status], 'no periodic motion was found: %s, residual %.2g', ...
             orbit.status, orbit.residual);
  end
  if nargout == 0
    draw(orbit, sys.Name);
    clear orbit
  end
end

function [X, own, options] = read(sys, given)
  kind = nsd_kind(sys);
  if ~kind.mechanical && ~any(strcmp('event', kind.methods))
    error('nsd:periodic:badSystem', ['nsd_periodic needs Method ''event'', which does not run ' ...
          '%s: write a relay as NsdSystem.filippov, other switches as NsdSystem.hybrid'], ...
          kind.title);
  end
  guess = {sys.InitialPosition, sys.InitialVelocity};
  if ~kind.mechanical
    guess = guess(1);
    if ~isempty(given) && isnumeric(given{1})
      guess = given(1);
      given(1) = [];
    end
    if ~isempty(given) && isnumeric(given{1})
      error('nsd:periodic:badGuess', 'after x0 come options: the state of %s is one vector', ...
            kind.title);
    end
  elseif numel(given) > 1 && isnumeric(given{1}) && isnumeric(given{2})
    guess = given(1:2);
    given = given(3:end);
  elseif ~isempty(given) && isnumeric(given{1})
    guess = halves_of(given{1}, sys.Coordinates);
    given = given(2:end);
  end
  if isempty(guess{1})
    error('nsd:periodic:noStart', 'give a guess: nsd_periodic(sys, T, %s)', ...
          strrep(kind.start, ' and', ','));
  end
  [own, options] = nsd_split_options('periodic', given, struct('Settle', 0, 'Segments', 1, ...
    'Boundary', [], 'FreePeriod', 'auto', 'T0', 0, 'Tolerance', 1e-10, 'MaxNewton', 25));
  nsd_require_event('periodic', options);
  own.FreePeriod = check_own(own);
  own.Small = 1e-13;
  X = columns_of(guess, sys.Coordinates, own.Segments);
end

function guess = halves_of(x, n)
% {q0, v0} of x0 = [q0; v0], one column for each segment, where the size of the system is known
  if numel(x) == 2*n, x = x(:); end
  if ~isnan(n) && size(x, 1) ~= 2*n
    error('nsd:periodic:badGuess', 'the guess x0 = [q0; v0] must have %d entries, not %d', 2*n, ...
          numel(x));
  elseif isnan(n)
    error('nsd:periodic:badGuess', ['v0 is missing: nsd_periodic(sys, T, q0, v0); one vector ' ...
          '[q0; v0] is enough for a system of known size, after sys.start(q0, v0)']);
  end
  guess = {x(1:n, :), x(n+1:end, :)};
end

function word = check_own(own)
% FreePeriod in small letters
  rules = struct('Settle', 'whole', 'Segments', 'count', 'MaxNewton', 'whole', ...
                 'Tolerance', 'positive', 'T0', 'finite');
  for name = fieldnames(rules)'
    nsd_check_number(own.(name{1}), rules.(name{1}), name{1}, 'nsd:periodic:badValue');
  end
  word = nsd_check_word(own.FreePeriod, {'auto', 'on', 'off'}, 'FreePeriod', ...
                        'nsd:periodic:badValue');
  if ~isempty(own.Boundary) && ~isa(own.Boundary, 'function_handle')
    error('nsd:periodic:badBoundary', 'Boundary must be a function @(x0, xT)');
  end
end

function X = columns_of(guess, n, segments)
  if isnan(n), n = numel(guess{1}); end
  if isscalar(guess)                              % x0 of a system of first order
    X = guess{1};
    if numel(X) == n, X = X(:); end
    if size(X, 1) ~= n || ~any(size(X, 2) == [1 segments])
      error('nsd:periodic:badGuess', 'the guess x0 must have %d entries, not %d', n, numel(X));
    end
  elseif segments > 1 && isequal(size(guess{1}), [n segments]) ...
      && isequal(size(guess{2}), [n segments])
    X = [guess{1}; guess{2}];
  elseif numel(guess{1}) == n && numel(guess{2}) == n
    X = [guess{1}(:); guess{2}(:)];
  else
    error('nsd:periodic:badGuess', 'the guess q0, v0 must have %d entries each', n);
  end
end

function free = is_free(sys, period, x, own)
% true where the period is unknown: nothing depends on time; otherwise T must fit the forcing
  free = false;
  if ~isempty(own.Boundary)
    free = strcmp(own.FreePeriod, 'on');
    return
  end
  [word, text] = time_dependence(sys, own.T0, period, x);
  if strcmp(word, 'other')
    error('nsd:periodic:badPeriod', ['what depends on time in this system does not repeat ' ...
          'after T = %.15g%s; other conditions than x(T) = x(0) are given by Boundary'], ...
          period, text);
  end
  free = ~strcmp(own.FreePeriod, 'off') && strcmp(word, 'none');
  if strcmp(own.FreePeriod, 'on') && ~free
    error('nsd:periodic:badValue', 'FreePeriod is for systems in which nothing depends on time');
  end
end

function x = between_events(flow, x, period, t0)
% the state in the middle of the longest part without events: at an event the motion jumps, and
% the state after a period would jump where the period changes a little
  [~, ~, sol] = flow(t0, x, period);
  edges = [t0; sol.events.t; t0 + period];
  [~, k] = max(diff(edges));
  x = sol.at(mean(edges([k k+1])))';
end

function orbit = collect(flow, X, period, t0, report, free, mechanical)
  [Phi, depth, parts] = nsd_segment_runs(flow, X, period, t0);
  multipliers = eig(Phi);
  [~, order] = sort(abs(multipliers), 'descend');
  counted = multipliers;
  if free
    [~, trivial] = min(abs(multipliers - 1));
    counted(trivial) = [];
  end
  orbit = struct('x', X(:, 1), 'period', period, 'status', report.status, ...
                 'residual', report.residual, 'iterations', report.iterations, 'Phi', Phi, ...
                 'multipliers', multipliers(order), 'stable', all(abs(counted) < 1 - 1e-5), ...
                 'depth', depth, 'solution', []);
  orbit.solution = parts;
  if mechanical, [orbit.q, orbit.v] = deal(X(1:end/2, 1), X(end/2+1:end, 1)); end
end

function draw(orbit, name)
  figure('Position', [100 100 900 400]);
  ax = subplot(1, 2, 1);
  parts = orbit.solution;
  if ~iscell(parts), parts = {parts}; end
  hold(ax, 'on');
  names = {'x1', 'x2'};
  shown = [1 min(2, numel(orbit.x))];              % columns of x
  if isfield(orbit, 'q'), [names, shown] = deal({'q1', 'v1'}, [1, numel(orbit.q) + 1]); end
  for k = 1:numel(parts)
    sol = parts{k};
    x = sol.x(:, shown);
    jump = find(diff(sol.t) == 0);
    from = [1; jump + 1];
    to = [jump; numel(sol.t)];
    for j = 1:numel(from)
      plot(ax, x(from(j):to(j), 1), x(from(j):to(j), 2), 'b-', 'LineWidth', 1.2);
    end
    for j = jump'
      plot(ax, x([j j+1], 1), x([j j+1], 2), 'b:');
    end
  end
  plot(ax, orbit.x(shown(1)), orbit.x(shown(2)), 'ko', 'MarkerFaceColor', 'k', 'MarkerSize', 5);
  hold(ax, 'off');
  set(ax, 'Box', 'on');
  grid(ax, 'on');
  xlabel(ax, names{1});
  ylabel(ax, names{1 + (shown(2) > 1)});
  if ~isempty(name), name = [name ', ']; end
  title(ax, sprintf('%sT = %.6g', name, orbit.period), 'Interpreter', 'none');
  ax = subplot(1, 2, 2);
  turn = linspace(0, 2*pi, 200);
  plot(ax, cos(turn), sin(turn), 'k-', real(orbit.multipliers), imag(orbit.multipliers), 'rx', ...
       'MarkerSize', 9, 'LineWidth', 1.5);
  axis(ax, 'equal');
  grid(ax, 'on');
  words = {'unstable', 'stable'};
  title(ax, sprintf('multipliers: %s (%s)', words{orbit.stable + 1}, orbit.status));
  nsd_style(gcf());
end

function [word, text] = time_dependence(sys, t0, period, x)
% How a system depends on time.
% WORD is 'none', 'repeats' (forces and gaps repeat after the period), 'other', or 'unknown' where
% forces and gaps have no value. Forces and gaps are compared at a few times and one state. TEXT
% is the period of a harmonic force, for messages.
  text = '';
  t = t0 + period*[0.13 0.29 0.53 0.71 0.97];
  try
    here = values(sys, t, x);
    later = values(sys, t + period, x);
  catch
    word = 'unknown';
    return
  end
  scale = max(abs([here(:); later(:); realmin]));
  spread = max(max(abs(bsxfun(@minus, [here, later], here(:, 1)))));
  if isempty(spread) || ~(spread > 1e-13*scale)
    word = 'none';
  elseif max(max(abs(later - here))) <= 1e-6*spread
    word = 'repeats';
  else
    word = 'other';
    if isstruct(sys.Force) && isfield(sys.Force, 'omega') && isscalar(sys.Force.omega)
      text = sprintf(': the force has the period %.15g', 2*pi/abs(sys.Force.omega));
    end
  end
end

function y = values(sys, t, x)
% forces and gaps, or rates and guards, at the times t and the state x
  y = [];
  mechanical = nsd_kind(sys).mechanical;
  if ~mechanical
    sys = sys.resolved(x, t(1));
    s = sys.FirstOrder;
  end
  for k = 1:numel(t)
    if mechanical
      f = sys.force(t(k), x(1:end/2), x(end/2+1:end));
      g = sys.gap(x(1:end/2), t(k));
    elseif strcmp(s.kind, 'hybrid')
      [f, g] = deal(s.rate(t(k), x), nsd_called_at(s.guard, x, t(k)));
    else
      g = nsd_called_at(s.surface, x, t(k));
      f = [s.rate(t(k), x, ones(size(g))); s.rate(t(k), x, -ones(size(g)))];
    end
    y(:, k) = [f(:); g(:)];                                                   %#ok<AGROW>
  end
end
