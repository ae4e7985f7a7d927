function nsd_style(fig)
%NSD_STYLE  One look for figures: width of lines, palette, letters, grid, margins, panel letters.
%   NSD_STYLE() or NSD_STYLE(FIG) goes over the axes of the current figure, or of FIG: lines at
%   least 1.4 wide, pure colours replaced by a palette that colour-blind readers can tell apart,
%   a thin grid, letters of one size, panels of several named (a), (b), ..., and panels as large
%   as their labels leave room for. The pictures of the documentation are made with it.
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
  panels = findobj(fig, 'Type', 'axes', '-not', 'Tag', 'legend', '-not', 'Tag', 'Colorbar', ...
                    '-not', 'Tag', 'nsd:names');
  for k = 1:numel(panels)
    fit_limits(panels(k));
    style_lines(panels(k));
    style_axes(panels(k), numel(panels));
  end
  flat = panels(arrayfun(@(ax) is_flat(ax), panels));
  name_panels(flat);
  places = @() cell2mat(get(panels, {'Position'}));
  if ~isequal(getappdata(fig, 'nsd_places'), places())     % not twice: colour bars would move
    nsd_draw_now();                                % labels have their sizes now
    nsd_fill_figure(fig, panels);
    for ax = reshape(flat, 1, []), shrink_to_drawn(fig, ax); end
    setappdata(fig, 'nsd_places', places());
  end
  same_scale(panels);
  fit_legends(fig);
  for ax = reshape(panels(arrayfun(@(ax) is_from_above(ax), panels)), 1, [])
    place_legend(fig, ax);
  end
end

function fit_limits(ax)
% Limits that nobody has set: along x as long as the curves, along y wider where a curve lies on
% the frame
  curves = findobj(ax, 'Type', 'line');
  if ~is_flat(ax) || isempty(curves) || numel(curves) < numel(get(ax, 'Children')), return; end
  shown = ~strcmp(get(curves, {'LineStyle'}), 'none');
  [x, y] = deal(get(curves, {'XData'}), get(curves, {'YData'}));
  [x, y] = deal([x{shown}], [y{:}]);
  [x, y] = deal(x(isfinite(x)), y(isfinite(y)));
  is_free = @(name) strcmp(get(ax, [name 'LimMode']), 'auto') ...
                    && strcmp(get(ax, [name 'Scale']), 'linear');
  if is_free('X') && all(shown) && max([x, -Inf]) > min([x, Inf])
    set(ax, 'XLim', [min(x), max(x)] + 1e-9*(max(x) - min(x))*[-1 1]);    % with the last tick
  end
  if ~is_free('Y') || isempty(y), return; end
  limits = get(ax, 'YLim');
  near = 0.005*diff(limits);
  onFrame = [min(y) < limits(1) + near, max(y) > limits(2) - near] & limits ~= 0;
  if any(onFrame), set(ax, 'YLim', limits + 0.05*diff(limits)*[-1 1].*onFrame); end
end

function shrink_to_drawn(fig, ax)
% axes with equal scales become as large as they are drawn, at the top of their room, so that
% titles side by side have one height
  if ~strcmp(get(ax, 'DataAspectRatioMode'), 'manual'), return; end
  size_of = get(fig, 'Position');
  place = get(ax, 'Position');
  room = place(3:4).*size_of(3:4);
  ratio = get(ax, 'DataAspectRatio');
  drawn = [diff(get(ax, 'XLim')), diff(get(ax, 'YLim'))]./ratio(1:2);
  drawn = min(room./drawn)*drawn./size_of(3:4);
  set(ax, 'Position', [place(1) + (place(3) - drawn(1))/2, place(2) + place(4) - drawn(2), drawn]);
end

function place_legend(fig, ax)
% The legend of the axes in the corner where it covers no curve; where every corner has curves, the
% y axis is extended above them.
  place = get(ax, 'Position');
  middle = @(p) p(1:2) + p(3:4)/2;
  inside = @(p) all(middle(p) > place(1:2) & middle(p) < place(1:2) + place(3:4));
  box = findobj(fig, 'Tag', 'legend');
  if ~isempty(box), box = box(arrayfun(@(b) inside(get(b, 'Position')), box)); end
  if isempty(box), return; end
  box = box(1);
  share = legend_size(fig, box)./place(3:4) + 0.02;
  names = {'northeast', 'northwest', 'southeast', 'southwest', 'east', 'west', 'north', 'south'};
  [x, y] = drawn_points(ax);
  [right, left] = deal(x > 1 - share(1), x < share(1));
  [above, below] = deal(y > 1 - share(2), y < share(2));
  [across, level] = deal(abs(x - 0.5) < share(1)/2, abs(y - 0.5) < share(2)/2);
  covered = sum([right, left, right, left, right, left, across, across] ...
                & [above, above, below, below, level, level, above, below], 1);
  now = find(strcmpi(get(box, 'Location'), names), 1);
  if isempty(now) || covered(now) == 0, return; end         % outside, or over no curve
  [fewest, best] = min(covered);
  if fewest > 0 && share(2) < 0.6 && strcmp(get(ax, 'YScale'), 'linear')
    [top, best] = min([max([y(right); 0]), max([y(left); 0])]);
    limits = get(ax, 'YLim');
    set(ax, 'YLim', [limits(1), limits(1) + diff(limits)*max(1, top/(1 - share(2)))]);
  end
  set(box, 'Location', names{best});
  for again = 1:2                                  % Octave's legend moves the axes, even twice
    nsd_draw_now();
    set(ax, 'Position', place);
  end
end

function share = legend_size(fig, box)
% width and height of a legend in parts of the figure; printed boxes are larger than on the screen,
% and gnuplot makes them larger than Octave says
  share = [0 0 1.2 0; 0 0 0 1.45]*get(box, 'Position')' + [0; 12/([0 0 0 1]*get(fig, 'Position')')];
  if nsd_is_gnuplot()
    words = get(box, 'String');
    letters = get(box, 'FontSize')*get(0, 'ScreenPixelsPerInch')/72;      % pixels
    size_of = get(fig, 'Position');
    share = [4.9 + 0.54*max(cellfun(@numel, words)); 0.4 + 2.3*numel(words)];
    share = letters*share./size_of(3:4)';
  end
  share = share';
end

function [x, y] = drawn_points(ax)
% points along the curves and corners of the areas in the axes, in parts of its limits
  [x, y] = deal(zeros(0, 1));
  for part = reshape(findobj(ax, 'Type', 'line', '-or', 'Type', 'patch'), 1, [])
    [u, v] = deal(reshape(get(part, 'XData'), [], 1), reshape(get(part, 'YData'), [], 1));
    u = in_limits(u, ax, 'X');
    v = in_limits(v, ax, 'Y');
    if numel(u) > 1 && numel(u) < 2000             % between the points of a coarse curve
      at = linspace(1, numel(u), 20*numel(u))';
      [u, v] = deal(interp1(u, at), interp1(v, at));
    end
    [x, y] = deal([x; u], [y; v]); %#ok<AGROW>
  end
end

function u = in_limits(u, ax, axis)
  limits = get(ax, [axis 'Lim']);
  if strcmp(get(ax, [axis 'Scale']), 'log')
    [u, limits] = deal(log(max(u, realmin)), log(max(limits, realmin)));
  end
  u = (u - limits(1))/diff(limits);
end

function same_scale(panels)
% scenes in space with the same limits, as pictures of one motion, are equally large
  inSpace = arrayfun(@(ax) strcmp(get(ax, 'Visible'), 'off') && ~is_from_above(ax), panels);
  panels = panels(inSpace);
  limits = arrayfun(@(ax) mat2str([get(ax, 'XLim'), get(ax, 'YLim'), get(ax, 'ZLim')], 6), ...
                    panels, 'UniformOutput', false);
  [~, ~, group] = unique(limits);
  for k = 1:max([0; group(:)])
    some = panels(group == k);
    angles = arrayfun(@(ax) get(ax, 'CameraViewAngle'), some);
    set(some, 'CameraViewAngle', max(angles));
  end
end

function yes = is_from_above(ax)
  angles = get(ax, 'View');
  yes = angles(2) == 90;
end

function fit_legends(fig)
% Octave 7.3 makes boxes of legends narrower than their words are printed: smaller words. Its lines
% are as high as their letters: a white bar makes all equally high
  bar = '{\color{white}|}';
  for box = findobj(fig, 'Type', 'axes', 'Tag', 'legend')'
    set(findobj(box, 'Type', 'text'), 'FontSize', 0.92*get(box, 'FontSize'));
    words = get(box, 'String');
    done = ~cellfun(@isempty, strfind(words, bar));
    if numel(words) > 1 && ~any(done) && ~nsd_is_gnuplot() ...
        && strcmp(get(box, 'Interpreter'), 'tex')
      set(box, 'String', strcat(words, bar));
    end
  end
end

function yes = is_flat(ax)
  yes = strcmp(get(ax, 'Visible'), 'on') && is_from_above(ax);
end

function style_lines(ax)
  lines = findobj(ax, 'Type', 'line');
  for k = 1:numel(lines)
    if ~strcmp(get(lines(k), 'LineStyle'), 'none') && ~strcmp(get(lines(k), 'Tag'), 'nsd:jump')
      set(lines(k), 'LineWidth', wide_enough(lines(k)));
    end
    for property = {'Color', 'MarkerFaceColor', 'MarkerEdgeColor'}
      value = get(lines(k), property{1});
      if isnumeric(value), set(lines(k), property{1}, softened(value)); end
    end
    thin_out(ax, lines(k));
  end
end

function width = wide_enough(curve)
% gnuplot prints lines of a width of 1.45 one dot wide, dashes so pale that they are overlooked, and
% the dashes of wide lines far too long
  width = max(get(curve, 'LineWidth'), 1.45);
  if ~nsd_is_gnuplot() || width >= 3, return; end
  if strcmp(get(curve, 'LineStyle'), '-'), width = 2.1*width; else, width = max(width, 2); end
end

function thin_out(ax, curve)
% without the points of a long curve that nobody sees: segments below a pixel are drawn pale
  [x, y] = deal(get(curve, 'XData')', get(curve, 'YData')');
  style = get(curve, 'LineStyle');                 % dashes begin anew at each point
  few = 500 - 450*~strcmp(style, '-');
  drawn = ~strcmp(style, 'none') && strcmp(get(curve, 'Marker'), 'none');
  if ~drawn || numel(x) < few || ~isempty(get(curve, 'ZData')), return; end
  [u, v] = deal(x, y);
  if strcmp(get(ax, 'XScale'), 'log'), u = log(max(x, realmin)); end
  if strcmp(get(ax, 'YScale'), 'log'), v = log(max(y, realmin)); end
  keep = nsd_simplify_line(u, v, 1e-4, [long(ax, 'X'), long(ax, 'Y')]);
  set(curve, 'XData', x(keep), 'YData', y(keep));
end

function range = long(ax, axis)
% what the limits of the axis show
  limits = get(ax, [axis 'Lim']);
  if strcmp(get(ax, [axis 'Scale']), 'log'), limits = log(max(limits, realmin)); end
  range = diff(limits);
end

function colour = softened(colour)
% pure colours and those of the host become those of the palette
  pure = [0 0 1; 1 0 0; 0 1 0; 1 0 1; 0 1 1; 0 0.5 0; 0 0.447 0.741; 0.85 0.325 0.098; ...
          0.929 0.694 0.125; 0.494 0.184 0.556; 0.466 0.674 0.188; 0.301 0.745 0.933; ...
          0.635 0.078 0.184];
  own = [1 2 3 4 6 3, 1 2 3 4 5 6 8];
  hit = find(all(abs(bsxfun(@minus, pure, colour)) < 1e-3, 2), 1);
  if ~isempty(hit), colour = nsd_palette(own(hit)); end
end

function style_axes(ax, count)
  letters = 11 - (count > 4) + nsd_is_gnuplot();
  set(ax, 'FontSize', letters, 'LineWidth', 0.7, 'GridColor', [0.8 0.8 0.8], ...
      'MinorGridColor', [0.9 0.9 0.9]);
  if is_flat(ax), set(ax, 'Box', 'on', 'XGrid', 'on', 'YGrid', 'on'); end
  for name = {'XLabel', 'YLabel', 'ZLabel'}
    set(get(ax, name{1}), 'FontSize', letters);
  end
  plain_ticks(ax);
  set(get(ax, 'Title'), 'FontSize', letters + 1, 'FontWeight', 'normal');
end

function plain_ticks(ax)
% ticks 10^{-4}, not 10^{-04}, and not more than fit
  for axis = {'X', 'Y'}
    if ~strcmp(get(ax, [axis{1} 'Scale']), 'log'), continue; end
    limits = log10(get(ax, [axis{1} 'Lim']));
    powers = ceil(limits(1) - 1e-9):floor(limits(2) + 1e-9);
    powers = powers(1:ceil(numel(powers)/6):end);
    if numel(powers) < 2, continue; end
    labels = arrayfun(@(k) sprintf('10^{%d}', k), powers, 'UniformOutput', false);
    set(ax, [axis{1} 'Tick'], 10.^powers, [axis{1} 'TickLabel'], labels);
  end
end

function name_panels(panels)
% (a), (b), ... before the titles, row by row, then from left to right; axes over each other, as of
% plotyy, have one letter
  if isscalar(panels)
    set(get(panels, 'Title'), 'Units', 'normalized', 'HorizontalAlignment', 'center', ...
        'VerticalAlignment', 'bottom', 'Position', [0.5 1.02 0]);
  end
  if numel(panels) < 2, return; end
  places = get(panels, 'Position');
  places = vertcat(places{:});
  [~, first] = unique(round(1e3*places), 'rows', 'first');
  [panels, places] = deal(panels(first), places(first, :));
  if numel(panels) < 2, return; end
  top = places(:, 2) + places(:, 4);
  row = round((max(top) - top)/0.3);               % panels side by side may differ in height
  [~, order] = sortrows([row, places(:, 1)]);
  for k = 1:numel(order)
    heading = get(panels(order(k)), 'Title');
    words = get(heading, 'String');
    if ~ischar(words) || size(words, 1) > 1, continue; end
    words = regexprep(words, '^(\{\\bf)?\(\w\)\}?  ', '');
    letter = sprintf('(%s)', char('a' + k - 1));
    if ~any(ismember('\_^{}', words)), set(heading, 'Interpreter', 'tex'); end
    if strcmp(get(heading, 'Interpreter'), 'tex'), letter = ['{\bf' letter '}']; end
    set(heading, 'String', [letter '  ' words]);
    set(heading, 'Units', 'normalized', 'HorizontalAlignment', 'left', ...
        'VerticalAlignment', 'bottom', 'Position', [0 1.02 0]);
  end
end
