function handles = nsd_plot_solution(sol, what, varargin)
%NSD_PLOT_SOLUTION  Draw a solution: plot(sol) and plot(sol, WHAT, ...).
%   One panel goes into the current axes and obeys HOLD; pairs after WHAT are line properties.
%   Without WHAT: position, velocity, reaction impulse and energy balance in four panels.
%   Returns the axes. Raises nsd:solution:badPlot and nsd:solution:empty.
  if isempty(sol.system)
    error('nsd:solution:empty', 'this NsdSolution holds no run to plot');
  elseif isempty(sol.q)
    error('nsd:solution:empty', 'this run ended before its first row');
  end
  if nargin < 2
    handles = four_panels(sol);
    return
  end
  choices = nsd_kind(sol.system).plots;
  if ~isempty(sol.tangential), choices{end+1} = 'tangential'; end
  if ~ischar(what) || ~any(strcmpi(what, choices))
    error('nsd:solution:badPlot', 'plot(sol, WHAT) knows: %s', strjoin(choices, ', '));
  end
  [handles, properties] = axes_of(varargin);
  draw(handles, curves_of(sol, lower(what)), properties, false);
  title(handles, sol.system.Name, 'Interpreter', 'none', 'FontWeight', 'bold');
end

function [ax, properties] = axes_of(properties)
% the axes given as 'Parent', otherwise those that newplot prepares
  hit = find(strcmpi('Parent', properties(1:2:end)), 1);
  if isempty(hit)
    ax = newplot();
    return
  end
  given = properties{2*hit};
  properties(2*hit-1:2*hit) = [];
  if ~isscalar(given) || ~ishghandle(given) || ~strcmp(get(given, 'Type'), 'axes')
    error('nsd:solution:badPlot', 'Parent must be the handle of axes');
  end
  ax = newplot(given);
end

function handles = four_panels(sol)
  if isempty(get(0, 'CurrentFigure'))
    figure('Position', [100 100 900 640]);    % large enough for four panels
  end
  what = nsd_kind(sol.system).panels;
  for k = 1:4
    ax = subplot(2, 2, k);
    if ~isempty(get(ax, 'Children')), ax = newplot(); end
    draw(ax, curves_of(sol, what{k}), {}, true);
    handles(k, 1) = ax; %#ok<AGROW>  four
  end
  over_all(handles, sol.system.Name);
end

function over_all(handles, name)
% a title above the middle of the panels, a text object of the first panel
  left = get(handles(1), 'Position');
  right = get(handles(2), 'Position');
  middle = (right(1) + right(3) - left(1))/(2*left(3));
  text(middle, 1.1, name, 'Parent', handles(1), 'Units', 'normalized', ...
       'HorizontalAlignment', 'center', 'FontWeight', 'bold', 'FontSize', 12, ...
       'Interpreter', 'none');
end

function c = curves_of(sol, what)
% data of one panel: x, y (one column per curve), names, labels, jumps of y
  sys = sol.system;
  c = struct('x', [], 'y', [], 'names', {{}}, 'xlabel', 'time (s)', 'ylabel', '', ...
             'jumps', [], 'kind', 'coordinate', 'dashed', 0, 'isPhase', strcmp(what, 'phase'));
  kind = nsd_kind(sys);
  if ~kind.mechanical
    c = first_order_curves(c, sol, what);
    return
  elseif strcmp(kind.name, 'bodies') && ~any(strcmp(what, {'energy', 'balance'}))
    c = body_curves(c, sol, what);
    return
  end
  if any(strcmp(what, {'position', 'velocity', 'phase'})), fine = nsd_fine_rows(sol); end
  switch what
    case 'position'
      [c.x, c.y] = deal(fine.t, fine.q);
      [c.names, c.ylabel] = coordinate_names(sys, '');
    case {'velocity', 'phase'}
      [c.x, c.y, c.jumps] = deal(fine.t, fine.v, velocity_jumps(sol));
      [c.names, c.ylabel] = coordinate_names(sys, '/s');
      c.jumps.row = fine.place(c.jumps.row);
      c.jumps.x = c.jumps.t;
      if c.isPhase
        [c.x, c.jumps.x] = deal(fine.q, c.jumps.q);
        [~, c.xlabel] = coordinate_names(sys, '');
      end
    case 'reaction'
      c = contact_curves(c, sol.impulse, 'contact impulse (N s)');
      if nsd_method_table(sol.stats.method).located, [c.x, c.y] = spikes(sol.t, c.y); end
    case 'tangential'
      c.y = sol.tangential;
      c.ylabel = 'tangential impulse (N s)';
      if nsd_method_table(sol.stats.method).ownSteps
        c.y = sol.tangentialReaction;
        c.ylabel = 'tangential force (N)';
      end
      c.names = numbered('T_{%d}', size(c.y, 2));
    case 'gap', c = contact_curves(c, sol.gap, 'gap (m)');
    case {'energy', 'balance'}
      c = energy_curves(c, sol.energy, strcmp(what, 'energy'));
  end
  if isempty(c.x), c.x = sol.t; end
end

function jumps = velocity_jumps(sol)
% Jumps as a struct of columns, one row per instant: t, row (the last stored row before the jump),
% q at the jump, velocities before and after. Contacts hit in one step share one row.
  events = sol.events;
  hits = find(ismember(events.kind, {'impact', 'accumulation'}));
  [~, first] = unique(events.t(hits), 'first');
  hits = hits(sort(first));
  t = sol.t;
  te = events.t(hits);
  row = zeros(numel(te), 1);
  if ~isempty(te)
    [known, opening] = unique(t, 'first');
    beyond = 2*max(abs([known; te])) + 1;      % MATLAB may ask for finite points
    row = opening(interp1([known; beyond], (1:numel(known) + 1)', te, 'previous'));
    twice = t(min(row + 1, numel(t))) == t(row);   % event methods: before and after
    row = max(row - (te == t(row) & ~twice), 1);   % a row at te itself holds the state after
  end
  before = sol.v(row, :);
  after = events.v(hits, :);
  again = find(diff(row) == 0) + 1;        % a second jump between two stored rows
  before(again, :) = after(again - 1, :);
  jumps = struct('t', te, 'row', row, 'q', events.q(hits, :), 'before', before, 'after', after);
end

function c = body_curves(c, sol, what)
% rigid bodies: centres, their velocities, impulses; the phase portrait shows the last coordinate
% of each centre, usually the height
  B = sol.stats.bodies;
  width = size(sol.q, 2)/B;                        % 3 in the plane, 7 in space
  d = (width + 5)/4;
  centre = reshape(bsxfun(@plus, (1:d)', width*(0:B-1)), 1, []);
  rate = reshape(bsxfun(@plus, (1:d)', 3*(d - 1)*(0:B-1)), 1, []);
  letters = 'xyz';
  bodies = nsd_or(sol.system.Labels, numbered('body %d', B));
  axes_of = arrayfun(@(k) sprintf('%s, %s', letters(mod(k - 1, d) + 1), ...
                                  bodies{ceil(k/d)}), 1:d*B, 'UniformOutput', false);
  c.x = sol.t;
  switch what
    case 'position', [c.y, c.names, c.ylabel] = deal(sol.q(:, centre), axes_of, 'position (m)');
    case 'velocity', [c.y, c.names, c.ylabel] = deal(sol.v(:, rate), axes_of, 'velocity (m/s)');
    case 'phase'
      [c.x, c.y] = deal(sol.q(:, centre(d:d:end)), sol.v(:, rate(d:d:end)));
      [c.names, c.xlabel, c.ylabel] = deal(bodies, 'position (m)', 'velocity (m/s)');
    case 'reaction'
      [c.y, c.names, c.ylabel] = deal(sol.impulse, bodies, 'contact impulse (N s)');
    otherwise
      [c.y, c.names, c.ylabel] = deal(sol.gap, {'smallest gap'}, 'gap (m)');
  end
end

function [x, y] = spikes(t, P)
% impulses at instants: up and down again at each row
  x = reshape(repmat(t', 3, 1), [], 1);
  y = zeros(3*numel(t), size(P, 2));
  y(2:3:end, :) = P;
end

function c = first_order_curves(c, sol, what)
  names = nsd_or(sol.system.Labels, numbered('x_{%d}', size(sol.x, 2)));
  outputs = numbered('y_{%d}', size(sol.y, 2));
  c.x = sol.t;
  switch what
    case 'state', [c.y, c.names, c.ylabel] = deal(sol.x, names, 'state');
    case 'lambda', [c.y, c.names] = deal(sol.lambda, numbered('\\lambda_{%d}', size(sol.y, 2)));
    case 'output', [c.y, c.names] = deal(sol.y, outputs);
    otherwise                            % the first two states, or state and output
      pair = [sol.x, sol.y];
      names = [names(:); outputs(:)];
      [c.x, c.y, c.names, c.xlabel] = deal(pair(:, 1), pair(:, 2), names(2), names{1});
  end
  if isempty(c.ylabel), c.ylabel = c.names{1}; end
  if numel(c.names) > 1 && ~strcmp(what, 'state'), c.ylabel = strtok(c.ylabel, '_'); end
  if strcmp(what, 'state') && isscalar(names), c.ylabel = names{1}; end
end

function names = numbered(form, count)
  names = arrayfun(@(k) sprintf(form, k), 1:count, 'UniformOutput', false);
end

function [names, label] = coordinate_names(sys, per)
% labels may contain a unit in brackets, which for velocities is divided by s
  names = nsd_or(sys.Labels, numbered('q_{%d}', sys.Coordinates));
  label = 'position';
  if ~isempty(per), label = 'velocity'; end
  if any(cellfun(@(name) any(name == '('), names))
    names = regexprep(names, '\(([^)]*)\)', ['($1' per ')']);
    if numel(names) == 1, label = [label ' ' names{1}]; end
  else
    label = sprintf('%s (m%s)', label, per);
  end
end

function c = contact_curves(c, y, label)
  [c.y, c.names] = deal(y, numbered('contact %d', size(y, 2)));
  [c.ylabel, c.kind] = deal(label, 'contact');
end

function c = energy_curves(c, E, split)
% the energy, every work that is not always zero, and total - works, which must stay constant
  c.y = E.total;
  c.names = {'total'};
  if split && any(E.potential)
    c.y = [c.y, E.kinetic, E.potential];
    c.names = [c.names, {'kinetic', 'potential'}];
  end
  works = {'external', 'damping', 'impact', 'friction', 'joint', 'numerical'};
  titles = {'external work', 'damping', 'impact loss', 'friction', 'joint', 'numerical'};
  done = zeros(size(E.total));
  for k = 1:numel(works)
    work = E.(works{k});
    done = done + work;
    if any(work)
      c.y(:, end+1) = work;
      c.names{end+1} = titles{k};
    end
  end
  c.y(:, end+1) = E.total - done;
  c.names{end+1} = 'total - works';
  c.dashed = size(c.y, 2);
  c.ylabel = 'energy (J)';
  c.kind = 'energy';
end

function draw(ax, c, extra, isSmall)
% few curves: one line each, with its jumps; many: sixteen colours, curves joined by gaps
  few = 8;
  count = size(c.y, 2);
  colours = colours_of(ax, count, few);
  set(ax, 'Box', 'on', 'XGrid', 'on', 'YGrid', 'on', 'GridColor', [0.7 0.7 0.7]);
  lines = cell(1, size(colours, 1));
  for k = 1:size(colours, 1)
    [x, y, bars] = joined(c, ceil((k-1)*count/size(colours, 1)) + 1: ...
                             ceil(k*count/size(colours, 1)));
    if ~isempty(bars) && count <= few
      line(bars(:, 1), bars(:, 2), 'Parent', ax, 'LineStyle', ':', ...
           'LineWidth', 0.5 + 0.5*c.isPhase, 'Color', (colours(k, :) + 1 - 0.4*c.isPhase)/2, ...
           'Tag', 'nsd:jump');
    end
    lines{k} = line(x, y, 'Parent', ax, 'Color', colours(k, :), 'Tag', 'nsd:curve', ...
                    'LineWidth', 1.2 - 0.7*(count > few));
  end
  lines = [lines{:}];
  if c.dashed > 0
    set(lines(c.dashed), 'LineStyle', '--', 'Color', [0 0 0]);
  end
  if ~isempty(extra) && count > 0, set(lines, extra{:}); end
  nsd_finish_axes(ax, c, lines, isSmall);
end

function [X, Y, bars] = joined(c, members)
% several curves as one line object, separated by NaN
  count = size(c.y, 2);
  buckets = min(1500, max(250, floor(6000/count)));
  isPhase = c.isPhase;
  X = cell(numel(members), 1);
  Y = X;
  bars = zeros(0, 2);
  for j = 1:numel(members)
    k = members(j);
    x = c.x(:, min(k, size(c.x, 2)));
    [X{j}, Y{j}, bars] = reduced(x, c.y(:, k), jumps_of(c.jumps, k), buckets, isPhase);
    if j > 1, [X{j}, Y{j}] = deal([NaN; X{j}], [NaN; Y{j}]); end
  end
  X = vertcat(X{:});
  Y = vertcat(Y{:});
end

function jumps = jumps_of(jumps, k)
% column k of the jumps that can be seen
  if isempty(jumps) || isempty(jumps.row), jumps = []; return; end
  x = jumps.x(:, min(k, size(jumps.x, 2)));
  jumps = struct('row', jumps.row, 'x', x, 'before', jumps.before(:, k), ...
                 'after', jumps.after(:, k));
end

function [X, Y, bars] = reduced(x, y, jumps, buckets, isPhase)
% a curve with few points, interrupted at its jumps; bars: the jumps as vertical lines
  if isPhase, rows = extreme_rows([x, y], buckets); else, rows = extreme_rows(y, buckets); end
  X = x(rows);
  Y = y(rows);
  bars = zeros(0, 2);
  seen = visible(jumps, max(y) - min(y));
  if ~isempty(seen)
    row = jumps.row(seen) + 0.5;
    at = jumps.x(seen);
    before = jumps.before(seen);
    after = jumps.after(seen);
    gap = NaN(size(at));
    [~, order] = sort([rows; interleave(row, row, row)]);
    X = [X; interleave(at, at, at)];
    Y = [Y; interleave(before, gap, after)];
    X = X(order);
    Y = Y(order);
    bars = [interleave(at, at, gap), interleave(before, after, gap)];
  end
  keep = simplify_line(X, Y, 1e-4);
  X = X(keep);
  Y = Y(keep);
end

function keep = simplify_line(x, y, tolerance)
% Numbers of the points that a curve needs: points within TOLERANCE (a fraction of the size of the
% curve) of the segment between their neighbours are dropped, every other point at a time. Ends, the
% lowest and the highest point, and points beside a NaN stay. Segments shorter than a pixel would be
% drawn pale and slowly.
  keep = (1:numel(x))';
  x = x/max(max(x) - min(x), realmin);
  y = y/max(max(y) - min(y), realmin);
  [~, lowest] = min(y);
  [~, highest] = max(y);
  for pass = 1:12
    count = numel(keep);
    middle = (2 + mod(pass, 2):2:count-1)';
    a = keep(middle - 1);
    b = keep(middle);
    c = keep(middle + 1);
    chord = hypot(x(c) - x(a), y(c) - y(a));
    along = (x(b) - x(a)).*(x(c) - x(a)) + (y(b) - y(a)).*(y(c) - y(a));
    away = abs((x(b) - x(a)).*(y(c) - y(a)) - (y(b) - y(a)).*(x(c) - x(a)));
    drop = away <= tolerance*chord & along >= 0 & along <= chord.^2;   % false beside a NaN
    drop = drop & b ~= lowest & b ~= highest;
    keep(middle(drop)) = [];
    if numel(keep) > 0.98*count && pass > 1, break; end
  end
end

function rows = extreme_rows(Y, buckets)
% Rows that show a long curve: the N rows of Y are split into buckets of equal length; the smallest
% and the largest entry of each bucket and column are kept, and the first and the last row. A
% picture with fewer pixel columns than buckets looks the same. Up to 4*buckets rows are all kept.
  count = size(Y, 1);
  if count <= 4*buckets
    rows = (1:count)';
    return
  end
  width = ceil(count/buckets);
  whole = floor(count/width);
  tail = whole*width + 1:count;
  first = (0:whole-1)*width;
  rows = [1; count];
  for j = 1:size(Y, 2)
    runs = reshape(Y(1:whole*width, j), width, whole);
    [~, low] = min(runs, [], 1);
    [~, high] = max(runs, [], 1);
    rows = [rows; (first + low)'; (first + high)']; %#ok<AGROW>
    if ~isempty(tail)
      [~, low] = min(Y(tail, j));
      [~, high] = max(Y(tail, j));
      rows = [rows; tail(1) - 1 + [low; high]]; %#ok<AGROW>
    end
  end
  rows = unique(rows);
end

function seen = visible(jumps, height)
% the jumps that a picture of this height can show, at most 2000 of them
  seen = [];
  if isempty(jumps), return; end
  jump = abs(jumps.after - jumps.before);
  seen = find(jump > 2e-3*height);
  if numel(seen) > 2000
    [~, order] = sort(jump(seen), 'descend');
    seen = sort(seen(order(1:2000)));
  end
end

function x = interleave(a, b, c)
  x = reshape([a, b, c]', [], 1);
end

function colours = colours_of(ax, count, few)
% the next colours of the axes; a ramp from dark blue over green to orange for many curves
  if count <= few
    order = get(ax, 'ColorOrder');
    used = numel(findobj(ax, 'Tag', 'nsd:curve'));
    colours = order(mod(used + (0:count-1), size(order, 1)) + 1, :);
  else
    stops = [0.10 0.15 0.45; 0.10 0.55 0.60; 0.45 0.70 0.25; 0.95 0.60 0.10];
    colours = interp1(linspace(0, 1, 4), stops, linspace(0, 1, min(count, 16)));
  end
end
