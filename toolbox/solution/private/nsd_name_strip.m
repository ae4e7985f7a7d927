function strip = nsd_name_strip(ax, curves, names, place)
%NSD_NAME_STRIP  Names of curves with a piece of each line, side by side, in axes of their own.
%   NSD_NAME_STRIP(AX, CURVES, NAMES) puts them inside the upper edge of the axes AX and extends the
%   y axis, so that they cover no curve. NSD_NAME_STRIP(..., PLACE) puts them elsewhere in the
%   figure, [left bottom width height]. They are deleted with the first of the curves. Legends of
%   Octave have other sizes when they are printed, and gnuplot draws them over the curves.
  fig = ancestor(ax, 'figure');
  inside = nargin < 4;
  size_of = getpixelposition(fig);
  if inside, place = get(ax, 'Position'); end
  wide = place(3)*size_of(3);
  [points, pixels] = letter_size();
  isRamp = numel(names) > 8;
  if isRamp
    [x, row] = deal(zeros(size(names)), ones(size(names)));
  else
    [x, row, points, pixels] = arranged(names, wide - 16, points, pixels);
  end
  rows = max(row);
  high = 1.5*pixels*rows + 6;
  if inside
    share = min(0.5, high/(place(4)*size_of(4)));
    reserve(ax, share);
    at = @(p) [p(1), p(2) + p(4)*(1 - share), p(3), p(4)*share];
  else
    at = @(p) place;
  end
  old = getappdata(ax, 'nsd_names');
  delete(old(ishghandle(old)));
  strip = axes('Parent', fig, 'Position', at(get(ax, 'Position')), 'Visible', 'off', ...
               'XLim', [0 wide], 'YLim', [0 rows], 'HitTest', 'off', ...
               'Tag', 'nsd:names', 'UserData', names);
  set(fig, 'CurrentAxes', ax);
  if isRamp, ramp(strip, curves, names([1 end]), wide, points); end
  for k = 1:numel(names)*~isRamp
    y = rows - row(k) + 0.5 - 0.04*inside;
    sample(strip, curves(k), x(k) + [0 22], y);
    [below, level] = deal(0, 'middle');             % gnuplot
    if ~nsd_is_gnuplot(), [below, level] = deal(0.22, 'baseline'); end
    text(x(k) + 27, y - below, names{k}, 'Parent', strip, 'FontSize', points, ...
         'VerticalAlignment', level, 'Interpreter', 'tex', 'Clipping', 'off');
  end
  setappdata(ax, 'nsd_names', strip);
  set(curves(1), 'DeleteFcn', @(varargin) delete(strip(ishghandle(strip))));
  if inside
    follow = @(varargin) set(strip(ishghandle(strip)), 'Position', at(get(ax, 'Position')));
    nsd_on_change(ax, 'Position', follow);
  end
end

function [points, pixels] = letter_size()
% letters of about 12 pixels on a screen; without one Octave counts 72 pixels to an inch
  perInch = get(0, 'ScreenPixelsPerInch');
  points = 9 + 2*nsd_is_gnuplot();
  pixels = points*perInch/72;
end

function [x, row, points, pixels] = arranged(names, wide, points, pixels)
% where each name begins, from the left, and in which row: one row, or columns of equal width;
% smaller letters where two rows do not do
  count = numel(names);
  shown = regexprep(names, '[\\{}_^$]', '');
  for smaller = 1:4
    widths = 27 + 0.56*pixels*cellfun(@numel, shown) + 14;
    columns = count;
    if sum(widths) - 14 > wide
      widths(:) = max(widths);
      most = max(1, floor((wide + 14)/widths(1)));
      columns = ceil(count/ceil(count/most));
    end
    row = ceil((1:count)/columns);
    if max(row) <= 2, break; end
    [points, pixels] = deal(0.9*points, 0.9*pixels);
  end
  before = cumsum([0, widths(1:end-1)]);
  x = before - before(1 + (row - 1)*columns);
  x = x + 8 + (wide - max(x + widths) + 14)/2;     % all of them in the middle
end

function ramp(strip, curves, ends, wide, points)
% a field in the colour of each curve, between the names of the first and the last
  count = numel(curves);
  across = min(18, 0.5*wide/count);
  left = (wide - count*across)/2;
  for k = 1:count
    x = left + (k - 1)*across;
    patch(x + across*[0 1 1 0], [0.25 0.25 0.75 0.75], get(curves(k), 'Color'), ...
          'Parent', strip, 'EdgeColor', 'none');
  end
  text(left - 8, 0.5, ends{1}, 'Parent', strip, 'HorizontalAlignment', 'right', ...
       'FontSize', points);
  text(left + count*across + 8, 0.5, ends{2}, 'Parent', strip, 'FontSize', points);
end

function sample(strip, curve, x, y)
% a short piece of the line, or its mark
  line(x, [y y], 'Parent', strip, 'Color', get(curve, 'Color'), ...
       'LineStyle', get(curve, 'LineStyle'), 'LineWidth', max(get(curve, 'LineWidth'), 1.5));
  if strcmp(get(curve, 'Marker'), 'none'), return; end
  line(mean(x), y, 'Parent', strip, 'Color', get(curve, 'Color'), 'LineStyle', 'none', ...
       'Marker', get(curve, 'Marker'), 'MarkerSize', get(curve, 'MarkerSize'), ...
       'MarkerFaceColor', get(curve, 'Color'));
end

function reserve(ax, share)
% the y axis extended by the share of its height that the names take
  limits = getappdata(ax, 'nsd_limits');           % of the curves
  if isempty(limits), limits = get(ax, 'YLim'); end
  set(ax, 'YLim', [limits(1), limits(1) + diff(limits)/(1 - share)]);
end
