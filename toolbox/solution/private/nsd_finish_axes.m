function nsd_finish_axes(ax, c, lines, isSmall)
%NSD_FINISH_AXES  Labels, limits, and a legend or a colour bar for the curves of a panel.
  count = size(c.y, 2);
  before = numel(findobj(ax, 'Type', 'line', '-not', 'Tag', 'nsd:jump')) - numel(lines);
  added = ishold(ax) && before > 0;
  if ~added
    xlabel(ax, c.xlabel);
    ylabel(ax, c.ylabel);
  end
  if count == 0
    text(0.5, 0.5, c.empty, 'Parent', ax, 'Units', 'normalized', ...
         'HorizontalAlignment', 'center');
    return
  end
  isTime = ~c.isPhase;
  [x, y] = points_of(lines);
  if isTime, x = c.span; end
  limits = {widened(x, ~isTime), widened(y, true)};
  if added                                  % labels, legend and limits of the axes stay
    high = hull(limits{2}, get(ax, 'YLim'));
    if count > 1 && count <= 8, high(2) = high(1) + diff(high)*1.2; end      % room for the legend
    set(ax, 'XLim', hull(limits{1}, get(ax, 'XLim')), 'YLim', high);
    return
  end
  set(ax, 'XLim', limits{1}, 'YLim', limits{2});
  if strcmp(c.kind, 'event')
    step = max(1, ceil(max(y)/8));
    set(ax, 'YLim', [0, 1.25*max(y) + 1], 'YTick', step:step:max(y));
    box = legend(ax, lines, c.names, 'Location', 'northeast', 'Orientation', 'horizontal', ...
                 'FontSize', 8);
    set(box, 'AutoUpdate', 'off');          % lines of further runs are no entries
  elseif count > numel(lines)
    if ~isSmall, colour_scale(ax, c.kind, lines, count); end
  elseif count > 1 && count <= 8
    [place, letters] = free_place(ax, c, isSmall);
    set(legend(ax, lines, c.names, 'Location', place, 'FontSize', letters), 'AutoUpdate', 'off');
  end
end

function colour_scale(ax, kind, lines, count)
  colours = get(lines, 'Color');
  colormap(ax, vertcat(colours{:}));
  set(ax, 'CLim', [1 count]);
  scale = colorbar('peer', ax);
  ylabel(scale, kind);
end

function [x, y] = points_of(lines)
  x = [];
  y = [];
  for k = 1:numel(lines)
    x = [x; reshape(get(lines(k), 'XData'), [], 1)]; %#ok<AGROW>
    y = [y; reshape(get(lines(k), 'YData'), [], 1)]; %#ok<AGROW>
  end
end

function limits = hull(a, b)
  limits = [min(a(1), b(1)), max(a(2), b(2))];
end

function limits = widened(values, pad)
% axis limits: the range of the values, a little wider, and never empty
  limits = [min(values), max(values)];
  width = diff(limits);
  if ~(width > 1e-12*max(abs(limits))) || ~isfinite(width)
    width = max(1, abs(limits(1)));
    pad = true;
  end
  if pad, limits = limits + 0.06*width*[-1 1]; end
end

function [place, letters] = free_place(ax, c, isSmall)
% place of the legend that hides the fewest points; where every place has points, the y axis is
% extended above the curves
  places = {'northeast', 'northwest', 'north', 'southeast', 'southwest', 'south'};
  box = getpixelposition(ax);
  letters = 8 - (box(4) < 200);
  width = min(0.5, (60 + 6*max(cellfun(@numel, c.names)))/box(3));
  height = (26 + 2.7*letters*numel(c.names))/box(4);    % as Octave's boxes are
  if height > 0.5 && isSmall               % outside, a legend would fill the panel
    letters = 6;
    height = min(0.5, (14 + 2.7*letters*numel(c.names))/box(4));
  elseif height > 0.5
    place = 'eastoutside';
    return
  end
  rows = round(linspace(1, size(c.y, 1), 300));
  y = c.y(rows, :);
  x = repmat(c.x(rows, :), 1, size(y, 2)/size(c.x, 2));
  [drawn, high] = points_of(findobj(ax, 'Tag', 'nsd:curve'));    % spikes between rows
  x = ([x(:); drawn] - min(xlim(ax)))/diff(xlim(ax));
  y = ([y(:); high] - min(ylim(ax)))/diff(ylim(ax));
  sides = [x > 1 - width, x < width, abs(x - 0.5) < width/2];
  hidden = [sum(bsxfun(@and, sides, y > 1 - height), 1), ...
            sum(bsxfun(@and, sides, y < height), 1)];
  [fewest, best] = min(hidden);
  if fewest > 0
    highest = [max(y(sides(:, 1))), max(y(sides(:, 2))), max(y(sides(:, 3)))];
    [top, best] = min(highest);
    set(ax, 'YLim', min(ylim(ax)) + [0, max(1, top/(1 - height))]*diff(ylim(ax)));
  end
  place = places{best};
end
