function lines = nsd_draw_curves(ax, c, extra, isSmall)
%NSD_DRAW_CURVES  Curves of one panel of plot(sol) as line objects, which are returned.
%   Few curves: one line each, with its jumps; many: sixteen colours, curves joined by gaps. Long
%   curves get as few points as the picture shows, and more when the limits of x are narrowed.
  few = 8;
  count = size(c.y, 2);
  [colours, run] = looks_of(ax, c, few);
  set(ax, 'Box', 'on', 'XGrid', 'on', 'YGrid', 'on', 'GridColor', [0.7 0.7 0.7]);
  if isempty(get(ax, 'Children')), set(ax, 'FontSize', 10 + 2*nsd_is_gnuplot()); end
  draw_band(ax, c);
  lines = cell(1, size(colours, 1));
  members = lines;
  bars = {};
  thinned = false;
  for k = 1:size(colours, 1)
    members{k} = ceil((k-1)*count/size(colours, 1)) + 1:ceil(k*count/size(colours, 1));
    [x, y, jumps] = joined(c, members{k}, count <= few);
    thinned = thinned || numel(x) < size(c.y, 1)*numel(members{k});
    if ~isempty(jumps) && count <= few
      bars{k} = line(jumps(:, 1), jumps(:, 2), 'Parent', ax, 'LineStyle', ':', ...
                     'LineWidth', 0.8 + 0.2*c.isPhase, 'Tag', 'nsd:jump'); %#ok<AGROW>
    end
    lines{k} = line(x, y, 'Parent', ax, 'Color', colours(k, :), 'Tag', 'nsd:curve', ...
                    'UserData', run, 'LineWidth', line_width(c, k, count > few));
    if count > 1 && isscalar(members{k}) && run == 1
      set(lines{k}, 'DisplayName', c.names{k});
    end
  end
  lines = vertcat(lines{:});
  set_styles(lines, c, run);
  if strcmp(c.kind, 'event'), mark(lines, c.names); end
  if c.stems, draw_stems(ax, c); end
  if ~isempty(extra) && count > 0, set_all([lines; vertcat(bars{:})], lines, extra); end
  if nsd_is_gnuplot() && ~any(strcmpi('LineWidth', extra(1:2:end))), thin_dashes(lines); end
  for k = 1:numel(bars)
    pale = (get(lines(k), 'Color') + 1 - 0.4*c.isPhase)/2;
    if ~isempty(bars{k}), set(bars{k}, 'Color', pale); end
  end
  nsd_finish_axes(ax, c, lines, isSmall);
  if thinned && ~c.isPhase
    redraw = @(varargin) refine(ax, c, lines, members);
    nsd_on_change(ax, 'XLim', redraw);
  end
end

function draw_band(ax, c)
% the area that all curves fill, under those that are drawn
  if isempty(c.band), return; end
  rows = unique([1; extreme_rows(c.band, 500); size(c.band, 1)]);
  x = c.x(rows, 1);
  patch([x; flipud(x)], [c.band(rows, 1); flipud(c.band(rows, 2))], [0.85 0.90 0.95], ...
        'Parent', ax, 'EdgeColor', 'none', 'Tag', 'nsd:band');
end

function set_styles(lines, c, run)
% further runs in a panel of several curves have other styles; directions of one body, too
  styles = {'-', '--', '-.', ':'};
  if numel(lines) < 2, return; end
  set(lines, 'LineStyle', styles{mod(run - 1, 4) + 1});
  if isempty(c.hue) || numel(lines) ~= numel(c.hue) || c.hues == 0, return; end
  for k = 1:numel(lines)
    which = sum(c.hue(1:k) == c.hue(k));
    set(lines(k), 'LineStyle', styles{mod(which + run - 2, 4) + 1});
  end
end

function width = line_width(c, k, many)
% gnuplot prints thin lines; the total energy is wider than the works that may lie on it, and that
% which must stay level is thin
  width = 1.5 - 0.5*many;
  if strcmp(c.kind, 'energy')
    width = width + (k == 1) - 0.5*(k == size(c.y, 2));
  elseif ~isempty(c.band)
    width = width - 0.3*(k > 1);
  end
  if nsd_is_gnuplot(), width = 2.1*width; end      % below 3 gnuplot prints one dot
end

function thin_dashes(lines)
% gnuplot makes dashes as much longer as lines are wider: at this width they can be told apart
  for curve = lines(:)'
    if ~strcmp(get(curve, 'LineStyle'), '-'), set(curve, 'LineWidth', 1); end
  end
end

function mark(lines, kinds)
% events are marks, another one for each kind; the end of many impacts is seen among them
  marks = 'ovs^d><ph';
  for k = 1:numel(lines)
    set(lines(k), 'LineStyle', 'none', 'Marker', marks(mod(k - 1, numel(marks)) + 1), ...
        'MarkerSize', 5 + 4*strcmp(kinds{k}, 'accumulation'), ...
        'MarkerFaceColor', get(lines(k), 'Color'));
  end
end

function draw_stems(ax, c)
% a line from zero up to each mark, under the marks
  y = max(c.y, [], 2);
  stems = line(interleave(c.t, c.t, NaN(size(y))), interleave(0*y, y, NaN(size(y))), ...
               'Parent', ax, 'Color', [0.6 0.6 0.6], 'LineWidth', 1, 'Tag', 'nsd:jump');
  every = get(ax, 'Children');
  set(ax, 'Children', [every(every ~= stems); stems]);
end

function set_all(drawn, lines, extra)
% Properties of the user; all that was DRAWN is deleted before an error. Several curves keep their
% colours and names: in one colour nobody could tell them apart.
  if numel(lines) > 1
    own = {'Color', 'DisplayName', 'MarkerFaceColor', 'MarkerEdgeColor'};
    kept = ~cellfun(@(name) any(strcmpi(name, own)), extra(1:2:end));
    extra = extra(kron(kept, [true true]) > 0);
    if isempty(extra), return; end
  end
  try
    set(lines, extra{:});
  catch err
    delete(drawn);
    error('nsd:solution:badPlot', 'plot(sol): the lines do not take these properties: %s', ...
          err.message);
  end
end

function refine(ax, c, lines, members)
% the points between the limits of x in full, after zooming
  if ~all(ishghandle(lines)), return; end
  limits = get(ax, 'XLim');
  limits = limits + 0.5*diff(limits)*[-1 1];
  shown = find(c.x(:, 1) >= limits(1) & c.x(:, 1) <= limits(2));
  shown = (max(1, min([shown; size(c.x, 1)]) - 1):min(size(c.x, 1), max([shown; 1]) + 1))';
  part = c;
  [part.x, part.y] = deal(c.x(shown, :), c.y(shown, :));
  if ~isempty(c.jumps)
    kept = c.jumps.row >= shown(1) & c.jumps.row < shown(end);
    for name = {'row', 'x', 'before', 'after'}
      part.jumps.(name{1}) = c.jumps.(name{1})(kept, :);
    end
    part.jumps.row = part.jumps.row - shown(1) + 1;
  end
  for k = 1:numel(lines)
    [x, y] = joined(part, members{k}, size(c.y, 2) <= 8);
    set(lines(k), 'XData', x, 'YData', y);
  end
end

function [X, Y, bars] = joined(c, members, broken)
% several curves as one line object, separated by NaN; each BROKEN at its jumps, or not
  count = size(c.y, 2);
  buckets = min(1500, max(250, floor(6000/count)));
  isPhase = c.isPhase;
  X = cell(numel(members), 1);
  Y = X;
  bars = zeros(0, 2);
  for j = 1:numel(members)
    k = members(j);
    x = c.x(:, min(k, size(c.x, 2)));
    if c.whole
      [X{j}, Y{j}] = deal(x, c.y(:, k));
    else
      jumps = [];
      if broken || isPhase, jumps = jumps_of(c.jumps, k); end
      [X{j}, Y{j}, bars] = reduced(x, c.y(:, k), jumps, buckets, isPhase);
    end
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
  keep = nsd_simplify_line(X, Y, 1e-4);
  X = X(keep);
  Y = Y(keep);
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
  rows = [1; count; find(any(isnan(Y), 2))];
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

function [colours, run] = looks_of(ax, c, few)
% Colours of the curves, and the number of the run among those in these axes. Runs of one curve each
% have the colours of the axes in turn. In a panel with several curves a further run has the colours
% of the first one, by the names of the curves (and another style of line). What belongs to one body
% has one colour in all panels.
  count = size(c.y, 2);
  old = findobj(ax, 'Tag', 'nsd:curve');
  run = 1 + max([0; arrayfun(@(curve) get(curve, 'UserData'), old)]);
  if c.run > 0, run = c.run; end
  hue = c.hue;
  if isempty(hue), hue = 1:count; end
  hues = max([c.hues, hue]);
  if c.hues > few && numel(c.band) > 0, hues = 3; end              % three of many are drawn
  if count > 30
    colours = nsd_palette(1:16, 16, ax);
    return
  end
  colours = nsd_palette(hue, hues, ax);
  if count == 1 && c.hues == 0, colours = nsd_palette(max(numel(old) + 1, run), 0, ax); end
  if strcmp(c.kind, 'energy'), colours(end, :) = [0.35 0.35 0.35]; end
  if count == 1 && numel(old) == run - 1, return; end
  for k = 1:count
    same = findobj(old, 'flat', 'DisplayName', c.names{k});
    if ~isempty(same), colours(k, :) = get(same(1), 'Color'); end
  end
end
