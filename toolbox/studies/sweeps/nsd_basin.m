function basin = nsd_basin(sys, x, y, tspan, varargin)
%NSD_BASIN  Basins of attraction: where each initial state of a grid ends up.
%   B = NSD_BASIN(SYS, X, Y, TSPAN, 'Period', T, ...) starts SYS from every pair of the
%   values X of its first coordinate and Y of its velocity, the other entries as in
%   SYS, keeps the last states at multiples of T as NSD_SWEEP does, and sorts the runs by
%   the motion they end in. Options of NSD_SWEEP and NSD_SIMULATE may follow, and
%       Entries    the two entries of [q; v] that X and Y are               [1, n + 1]
%       Samples    states kept of each run                                         [8]
%       Tolerance  below which two states are the same, relative to all         [1e-2]
%   B is a struct: x, y, attractor (numel(Y)-by-numel(X); 0: no motion that repeats itself
%   within Samples/2 periods, NaN: the run failed), period and count of each attractor,
%   state (one row of [q v] for each: the sample with the smallest first entry), status.
%   The most frequent attractor is number 1. Without output the basins are drawn.
%   With Cluster and Folder B is an NsdSweepJob, whose gather returns the struct.
%   Bad arguments raise nsd:basin:<reason> and nsd:sweep:<reason>.
%
%   Example
%       osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.5)).contact(-1, 0, ...
%                              'Restitution', 0.8).start(-1, 0);
%       b = nsd_basin(osc, linspace(-3, 0, 12), linspace(-2, 2, 10), [0 2*pi/2.5*100], ...
%                     'Period', 2*pi/2.5, 'Step', 2*pi/2.5/200);
%       [b.period, b.count]                       % several motions live side by side
%
%   See also NSD_SWEEP, NSD_BIFURCATION, NSD_POINCARE, NSDSWEEPJOB.
  if nargin < 4 || ~isa(sys, 'NsdSystem')
    error('nsd:basin:missing', 'nsd_basin needs an NsdSystem, two grids and a time span');
  end
  n = numel(sys.InitialPosition);
  if n == 0
    error('nsd:basin:noStart', 'give the system a state first: sys.start(q0, v0)');
  end
  own = struct('Entries', [1, n + 1], 'Tolerance', 1e-2, 'Samples', 8);
  [own, given] = nsd_split_options('basin', varargin, own, nsd_sweep_option_names());
  [entries, tolerance] = check(own, n, x, y);
  [X, Y] = meshgrid(x(:), y(:));
  start = repmat([sys.InitialPosition; sys.InitialVelocity], 1, numel(X));
  start(entries(1), :) = X(:)';
  start(entries(2), :) = Y(:)';
  study = struct('name', 'basin', 'x', x(:), 'y', y(:), 'tolerance', tolerance, ...
                 'scale', max(abs(start), [], 2)');
  out = nsd_sweep(sys, [], tspan, given{:}, 'Reduce', 'poincare', 'Samples', own.Samples, ...
                  'q0', start(1:n, :), 'v0', start(n+1:end, :), 'Study', study);
  if ~isstruct(out)                               % a job, whose gather ends as below
    basin = out;
    return
  end
  basin = nsd_basin_of(out, study);
  if nargout == 0
    draw(basin, sys, entries);
    clear basin
  end
end

function [entries, tolerance] = check(own, n, x, y)
  [entries, tolerance] = deal(own.Entries, own.Tolerance);
  if ~isnumeric(x) || ~isnumeric(y) || isempty(x) || isempty(y) || ~all(isfinite([x(:); y(:)]))
    error('nsd:basin:badValue', 'the grids of initial values must be finite numbers');
  end
  if numel(entries) ~= 2 || ~all(ismember(entries, 1:2*n)) || entries(1) == entries(2)
    error('nsd:basin:badEntries', 'Entries are two of the numbers 1 to %d', 2*n);
  end
  nsd_check_number(tolerance, 'positive', 'Tolerance', 'nsd:basin:badValue');
end

function draw(basin, sys, entries)
  count = max(1, numel(basin.period));
  shown = basin.attractor;
  shown(isnan(shown)) = -1;
  imagesc(basin.x, basin.y, shown);
  set(gca, 'YDir', 'normal');
  colormap(gca, [1 1 1; 0.2 0.2 0.2; lines(count)]);
  set(gca, 'CLim', [-1.5, count + 0.5]);
  words = [{'failed', 'other'}, repmat({''}, 1, count)];
  for k = 1:numel(basin.period), words{k+2} = sprintf('%d: period %d', k, basin.period(k)); end
  bar = colorbar();
  set(bar, 'YTick', -1:count, 'YTickLabel', words);
  names = strcat({'initial '}, nsd_entry_names(numel(sys.InitialPosition)));
  xlabel(names{entries(1)});
  ylabel(names{entries(2)});
  title(sys.Name, 'Interpreter', 'none');
end
