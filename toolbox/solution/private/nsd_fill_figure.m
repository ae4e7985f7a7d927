function nsd_fill_figure(fig, panels)
%NSD_FILL_FIGURE  Panels of a figure made as large as their labels leave room for.
%   The panels stand in a grid, as subplot makes it; some may reach over several columns or rows.
%   Columns keep the proportions of their widths, rows those of their heights.
  if isempty(panels), return; end
  place = all_of(panels, 'Position');
  size_of = get(fig, 'Position');
  room = all_of(panels, 'TightInset');
  equal = strcmp(get(panels, 'DataAspectRatioMode'), 'manual');    % the drawn box is smaller
  most = repmat([55 45 10 30]./size_of([3 4 3 4]), sum(equal), 1);
  room(equal, :) = min(room(equal, :), most);
  room(equal, [2 4]) = max(room(equal, [2 4]), lines_of_words(panels(equal), size_of(4)));
  room = room + with_extras(fig, panels, place) + unmeasured(panels, size_of(3:4));
  pad = 10./size_of(3:4);                          % pixels between labels, and at the borders
  heading = findobj(fig, 'Type', 'text', 'Tag', 'nsd:title');
  hint = findobj(fig, 'Type', 'text', 'Tag', 'nsd:hint');
  strips = findobj(fig, 'Tag', 'nsd:names');
  wide = any(arrayfun(@(strip) [1 0 0 0]*get(strip, 'Position')' == 0, strips));
  top = (32*~isempty(heading) + 26*(wide || ~isempty(hint)))/size_of(4);
  [x, width] = spread(place(:, 1), place(:, 3), room(:, [1 3]), pad(1), 1);
  [y, height] = spread(place(:, 2), place(:, 4), room(:, [2 4]), pad(2), 1 - top);
  bars = findobj(fig, 'Type', 'axes', 'Tag', 'Colorbar');
  set(panels, 'Units', 'normalized');
  for k = 1:numel(panels), set(panels(k), 'Position', [x(k) y(k) width(k) height(k)]); end
  nsd_draw_now();                                     % Octave's legend undoes the first change
  for k = 1:numel(panels)
    mine = bars(arrayfun(@(bar) beside(get(bar, 'Position'), place(k, :)), bars));
    set(panels(k), 'Position', [x(k) y(k) width(k) height(k)]);
    for bar = mine(:)'
      old = get(bar, 'Position');
      offset = min(old(1) - place(k, 1) - place(k, 3), 0.03);
      set(bar, 'Position', [x(k) + width(k) + max(offset, 0.01), y(k), 0.02, height(k)]);
    end
    for words = reshape(findobj([heading; hint], 'flat', 'Parent', panels(k)), 1, [])
      at = get(words, 'Position');                 % stays where it is in the figure
      at(1:2) = (place(k, 1:2) + at(1:2).*place(k, 3:4) - [x(k) y(k)])./[width(k) height(k)];
      set(words, 'Position', at);
    end
  end
end

function value = all_of(panels, name)
  value = get(panels, name);
  if iscell(value), value = vertcat(value{:}); end
end

function parts = lines_of_words(panels, height)
% Parts of the figure that words below and above the panels take. TightInset counts from the room
% of the axes, not from the box that is drawn with equal scales, which nsd_style moves to its top
  parts = zeros(numel(panels), 2);
  for k = 1:numel(panels)
    line = get(panels(k), 'FontSize')/72*get(0, 'ScreenPixelsPerInch')/height;
    has = @(name) ~isempty(get(get(panels(k), name), 'String'));
    parts(k, :) = 1.3*line*[1 + has('XLabel'), 1.1*has('Title')];
  end
end

function room = unmeasured(panels, size_of)
% Octave 7.3 takes labels and titles for half as high as they are printed: the rest of a line; and
% half of the last number below
  room = zeros(numel(panels), 4);
  for k = 1:numel(panels)
    line = get(panels(k), 'FontSize')/72*get(0, 'ScreenPixelsPerInch');
    has = @(name) ~isempty(get(get(panels(k), name), 'String'));
    hidden = strcmp(get(panels(k), 'Visible'), 'off');       % its title is not measured at all
    parts = [0.9*has('YLabel'), 0.6*has('XLabel'), 0.6, (0.6 + 1.4*hidden)*has('Title')];
    room(k, :) = line*parts./size_of([1 2 1 2]);
  end
end

function room = with_extras(fig, panels, place)
% room to the right for colour bars and for legends beside their panel
  room = zeros(numel(panels), 4);
  for bar = findobj(fig, 'Type', 'axes', 'Tag', 'Colorbar')'
    for k = find(arrayfun(@(k) beside(get(bar, 'Position'), place(k, :)), 1:numel(panels)))
      room(k, 3) = room(k, 3) + 0.09;
    end
  end
  for box = findobj(fig, 'Type', 'axes', 'Tag', 'legend')'
    at = get(box, 'Position');
    middle = [at(1) + at(3)/2, at(2) + at(4)/2];
    inside = all([bsxfun(@gt, middle, place(:, 1:2)), ...
                  bsxfun(@lt, middle, place(:, 1:2) + place(:, 3:4))], 2);
    if any(inside), continue; end                  % of its own panel
    for k = find(arrayfun(@(k) beside(at, place(k, :)), 1:numel(panels)))
      room(k, 3) = room(k, 3) + 1.15*at(3) + 0.04;
    end
  end
end

function yes = beside(bar, place)
% a box that stands to the right of a panel, at its height
  gap = bar(1) - place(1) - place(3);
  middle = bar(2) + bar(4)/2;
  yes = gap > -1e-3 && gap < 0.1 && middle > place(2) && middle < place(2) + place(4);
end

function [first, long] = spread(first, long, room, pad, whole)
% Places along one direction of length WHOLE: FIRST edges and lengths LONG of panels, ROOM before
% and after each.
  last = first + long;
  near = 0.03;                                     % edges of one column differ by less
  starts = distinct(first, near);
  column = arrayfun(@(a) find(abs(starts - a) < near, 1), first);
  ends = arrayfun(@(c) min(last(column == c)), 1:numel(starts));
  final = arrayfun(@(b) find(starts < b - near, 1, 'last'), last);
  before = arrayfun(@(c) max([0; room(column == c, 1)]), 1:numel(starts));
  after = arrayfun(@(c) max([0; room(final == c, 2)]), 1:numel(starts));
  free = whole - sum(before + after) - pad*(numel(starts) + 1);
  widths = ends - starts;
  if ~(free > 0.2) || any(widths <= 0), return; end  % no grid: left as it is
  widths = free*widths/sum(widths);
  edge = pad + [0, cumsum(before + widths + after + pad)];
  left = edge(1:end-1) + before;
  right = left + widths;
  first = left(column)';
  long = right(final)' - first;
end

function values = distinct(x, near)
% sorted values of x that are further apart than NEAR
  x = sort(x(:)');
  values = x([true, diff(x) > near]);
end
