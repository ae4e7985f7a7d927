function nsd_style(fig)
%NSD_STYLE  One look for figures: width of lines, palette, letters, grid, panel letters.
%   NSD_STYLE() or NSD_STYLE(FIG) goes over the axes of the current figure, or of FIG: lines at
%   least 1.4 wide, pure colours replaced by a palette that colour-blind readers can tell apart,
%   a thin grid, letters of one size, and panels of several named (a), (b), ... Margins stay as
%   they are. The pictures of the documentation are made with it.
%
%   Example
%       plot(nsd_simulate(nsd_ball(), [0 2]))
%       nsd_style
%
%   See also NSDSOLUTION.
  if nargin < 1, fig = gcf(); end
  if ~isscalar(fig) || ~ishghandle(fig) || ~strcmp(get(fig, 'Type'), 'figure')
    error('nsd:style:badFigure', 'nsd_style takes the handle of a figure');
  end
  set(fig, 'Color', 'w');
  panels = findobj(fig, 'Type', 'axes', '-not', 'Tag', 'legend', '-not', 'Tag', 'Colorbar');
  for k = 1:numel(panels)
    style_lines(panels(k));
    style_axes(panels(k), numel(panels));
  end
  flat = panels(arrayfun(@(ax) is_flat(ax), panels));
  name_panels(flat);
end

function yes = is_flat(ax)
  angles = get(ax, 'View');
  yes = strcmp(get(ax, 'Visible'), 'on') && angles(2) == 90;
end

function style_lines(ax)
  lines = findobj(ax, 'Type', 'line');
  for k = 1:numel(lines)
    if ~strcmp(get(lines(k), 'LineStyle'), 'none') && ~strcmp(get(lines(k), 'Tag'), 'nsd:jump')
      set(lines(k), 'LineWidth', max(get(lines(k), 'LineWidth'), 1.4));
    end
    for property = {'Color', 'MarkerFaceColor', 'MarkerEdgeColor'}
      value = get(lines(k), property{1});
      if isnumeric(value), set(lines(k), property{1}, softened(value)); end
    end
  end
end

function colour = softened(colour)
% pure colours become those of the palette
  pure = [0 0 1; 1 0 0; 0 1 0; 1 0 1; 0 1 1; 0 0.5 0];
  own = [1 2 3 4 6 3];
  hit = find(all(abs(bsxfun(@minus, pure, colour)) < 1e-3, 2), 1);
  if ~isempty(hit), colour = nsd_palette(own(hit)); end
end

function style_axes(ax, count)
  letters = 11 - (count > 4);
  set(ax, 'FontSize', letters, 'LineWidth', 0.7, 'GridColor', [0.8 0.8 0.8]);
  if is_flat(ax), set(ax, 'Box', 'on', 'XGrid', 'on', 'YGrid', 'on'); end
  for name = {'XLabel', 'YLabel', 'ZLabel'}
    set(get(ax, name{1}), 'FontSize', letters);
  end
  set(get(ax, 'Title'), 'FontSize', letters + 1, 'FontWeight', 'normal');
end

function name_panels(panels)
% (a), (b), ... at the upper left corner, row by row, then from left to right
  if numel(panels) < 2, return; end
  places = get(panels, 'Position');
  places = vertcat(places{:});
  top = places(:, 2) + places(:, 4);
  row = round((max(top) - top)/0.3);               % panels side by side may differ in height
  [~, order] = sortrows([row, places(:, 1)]);
  for k = 1:numel(order)
    ax = panels(order(k));
    delete(findobj(ax, 'Tag', 'nsd:letter'));
    text(-0.12, 1.02, sprintf('(%s)', char('a' + k - 1)), 'Parent', ax, 'Units', 'normalized', ...
         'VerticalAlignment', 'bottom', 'FontSize', 11, 'FontWeight', 'bold', ...
         'Tag', 'nsd:letter');
  end
end
