function nsd_finish_axes(ax, c, lines, isSmall)
%NSD_FINISH_AXES  Labels, limits, and names or a colour bar for the curves of a panel.
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
  if strcmp(c.kind, 'force'), y = [y; 0]; end       % a constant force is no line without a size
  limits = {widened(x, ~isTime), widened([y; c.band(:)], true, c.least)};
  if added                                  % labels and names stay
    limits = {hull(limits{1}, get(ax, 'XLim')), hull(limits{2}, data_limits(ax))};
  end
  set(ax, 'XLim', limits{1}, 'YLim', limits{2});
  setappdata(ax, 'nsd_limits', limits{2});
  [named, names] = deal(lines, c.names);
  if added, [named, names] = named_before(ax); end
  if c.stems
    set(ax, 'YLim', [0, 1.06*limits{2}(2)]);
    setappdata(ax, 'nsd_limits', get(ax, 'YLim'));
  elseif strcmp(c.kind, 'event')
    step = max(1, ceil(max(y)/8));
    set(ax, 'YLim', [0, max(y) + 1], 'YTick', step:step:max(y));
    setappdata(ax, 'nsd_limits', get(ax, 'YLim'));
  end
  if c.shared || isempty(names), return; end
  if ~added && count > 8
    if ~isSmall, colour_scale(ax, c.kind, lines, count); end
  elseif numel(names) > 1 && numel(named) == numel(names)
    nsd_name_strip(ax, named, names);
  end
end

function limits = data_limits(ax)
% limits of y without the room of the names
  limits = getappdata(ax, 'nsd_limits');
  if isempty(limits), limits = get(ax, 'YLim'); end
end

function [curves, names] = named_before(ax)
% curves that have their names in the axes
  curves = flipud(findobj(ax, 'Tag', 'nsd:curve', 'UserData', 1));
  names = reshape(get(curves, {'DisplayName'}), 1, []);
  if numel(curves) < 2 || any(cellfun(@isempty, names)), [curves, names] = deal([], {}); end
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

function limits = widened(values, pad, least)
% axis limits: the range of the values, a little wider, and never empty; values that differ by less
% than LEAST are level
  limits = [min(values), max(values)];
  if nargin > 2 && diff(limits) < least, limits = mean(limits)*[1 1]; end
  width = diff(limits);
  if ~(width > 1e-12*max(abs(limits))) || ~isfinite(width)
    width = max(1, abs(limits(1)));
    pad = true;
  end
  if pad, limits = limits + 0.06*width*[-1 1]; end
end
