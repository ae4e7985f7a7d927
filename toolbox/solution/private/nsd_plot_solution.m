function [lines, handles] = nsd_plot_solution(sol, varargin)
%NSD_PLOT_SOLUTION  Draw a solution: plot(sol, WHAT, LINESPEC, NAME, VALUE, ...).
%   One panel goes into the current axes and obeys HOLD, several panels into a figure without
%   curves of others. Returns the lines and the axes. Raises nsd:solution:badPlot and
%   nsd:solution:empty.
  if isempty(sol.system)
    error('nsd:solution:empty', 'this NsdSolution holds no run to plot');
  elseif isempty(sol.q)
    error('nsd:solution:empty', 'this run ended before its first row');
  end
  [panels, rest] = read_panels(sol, varargin);
  [panels, parent, properties] = read_options(sol, panels, rest);
  if ~isempty(parent) && numel(rest) == numel(varargin), panels = panels(1); end
  if isscalar(panels)
    [lines, handles] = one_panel(sol, panels, parent, properties);
  elseif ~isempty(parent)
    error('nsd:solution:badPlot', 'several panels need a figure: name one panel for these axes');
  else
    [lines, handles] = several_panels(sol, panels, properties);
  end
end

function [panels, rest] = read_panels(sol, given)
% what to draw, as structs panel, coordinates, span; REST: what stands behind
  kind = nsd_kind(sol.system);
  panels = panel(usual_panels(sol, kind), []);
  rest = given;
  if isempty(given), return; end
  choices = choices_of(sol, kind);
  labels = coordinate_labels(sol, kind);
  if ischar(given{1})
    found = find_panel(given{1}, choices, labels, kind, size(sol.q, 2));
    if isempty(found) && is_option(given), return; end
    panels = found;
  elseif iscellstr(given{1})
    found = cellfun(@(name) find_panel(name, choices, labels, kind, size(sol.q, 2)), ...
                    reshape(given{1}, 1, []), 'UniformOutput', false);
    panels = together([found{:}]);
    if any(cellfun(@isempty, found)), panels = []; end
  else
    panels = [];
  end
  if isempty(panels)
    names = '';
    if ~isempty(labels), names = sprintf('; coordinates: %s', strjoin(labels, ', ')); end
    near = '';
    if ischar(given{1})
      [nearest, far] = nsd_nearest_names(given{1}, choices);
      if far <= 2, near = sprintf('did you mean ''%s''? ', nearest{1}); end
    end
    error('nsd:solution:badPlot', '%splot(sol, WHAT) knows: %s%s', near, ...
          strjoin(choices, ', '), names);
  end
  rest(1) = [];
end

function names = usual_panels(sol, kind)
% panels of plot(sol): without contacts that of the friction, if there is some, or none
  names = kind.panels;
  if ~kind.mechanical || size(sol.impulse, 2) > 0, return; end
  if isempty(sol.tangential)
    names = names(~strcmp(names, 'reaction'));
  else
    names{strcmp(names, 'reaction')} = 'tangential';
  end
end

function p = panel(name, coordinates)
  p = struct('panel', name, 'coordinates', coordinates, 'span', []);
end

function choices = choices_of(sol, kind)
  choices = kind.plots;
  if ~isempty(sol.tangential), choices{end+1} = 'tangential'; end
  choices{end+1} = 'events';
end

function labels = coordinate_labels(sol, kind)
% names of coordinates without unit, as the user gave them
  labels = {};
  if ~strcmp(kind.name, 'bodies')
    labels = strtrim(regexprep(reshape(sol.system.Labels, 1, []), '\(.*\)', ''));
  end
end

function p = find_panel(name, choices, labels, kind, n)
% the panel of a word, of a coordinate's name, or of a field of the solution as 'q'; or []
  p = [];
  hit = find(strcmpi(name, choices), 1);
  if ~isempty(hit)
    p = panel(choices{hit}, []);
    return
  end
  column = find(strcmp(name, labels) | strcmp(name, strrep(labels, '\', '')), 1);
  if isempty(column), column = numbered_column(name, labels, kind, n); end
  if ~isempty(column)
    p = panel(choices{1}, column);
    return
  end
  fields = {'q', 'position'; 'v', 'velocity'; 'impulse', 'reaction'; 'force', 'reaction'; ...
            'x', 'state'; 'y', 'output'};
  row = find(strcmp(name, fields(:, 1)) & ismember(fields(:, 2), choices), 1);
  if ~isempty(row), p = panel(fields{row, 2}, []); end
end

function column = numbered_column(name, labels, kind, n)
% the coordinate that q3 or q_3 names (first-order systems: x3, x_3), as legends do without names
  column = [];
  if ~isempty(labels) || strcmp(kind.name, 'bodies'), return; end
  letter = 'x';
  if kind.mechanical, letter = 'q'; end
  digits = regexp(name, ['^' letter '_?(\d+)$'], 'tokens', 'once');
  if isempty(digits), return; end
  column = str2double(digits{1});
  if column < 1 || column > n, column = []; end
end

function panels = together(panels)
% coordinates by name, one after the other, share a panel
  k = 2;
  while k <= numel(panels)
    if ~isempty(panels(k-1).coordinates) && ~isempty(panels(k).coordinates)
      panels(k-1).coordinates = [panels(k-1).coordinates, panels(k).coordinates];
      panels(k) = [];
    else
      k = k + 1;
    end
  end
end

function yes = is_option(given)
% true where the first word is no panel, but a line specification or the name of an option
  yes = ~isempty(nsd_line_spec(given{1})) ...
        || any(strcmpi(given{1}, {'Span', 'Coordinates', 'Parent', 'LineWidth', 'LineStyle', ...
                                  'Color', 'Marker', 'DisplayName'}));
end

function [panels, parent, properties] = read_options(sol, panels, rest)
% Span, Coordinates and Parent are ours; a line specification becomes properties, as in plot
  properties = {};
  parent = [];
  if ~isempty(rest) && mod(numel(rest), 2) == 1
    properties = nsd_line_spec(rest{1});
    if isempty(properties)
      error('nsd:solution:badPlot', ['plot(sol, WHAT, ...): after WHAT comes a line ' ...
            'specification such as ''r--'', or pairs of names and values']);
    end
    rest(1) = [];
  end
  for k = 1:2:numel(rest)
    if ~ischar(rest{k})
      error('nsd:solution:badPlot', 'plot(sol): expected the name of a property, not a %s', ...
            class(rest{k}));
    end
    switch lower(rest{k})
      case 'parent', parent = checked_axes(rest{k+1});
      case 'span', [panels.span] = deal(checked_span(rest{k+1}, sol.t));
      case 'coordinates', [panels.coordinates] = deal(checked_columns(sol, rest{k+1}));
      otherwise, properties = [properties, rest(k:k+1)]; %#ok<AGROW>
    end
  end
end

function ax = checked_axes(ax)
  if ~isscalar(ax) || ~ishghandle(ax) || ~strcmp(get(ax, 'Type'), 'axes')
    error('nsd:solution:badPlot', 'Parent must be the handle of axes');
  end
end

function span = checked_span(span, t)
  if ~isnumeric(span) || numel(span) ~= 2 || ~(span(1) < span(2)) || span(1) > t(end) ...
      || span(2) < t(1)
    error('nsd:solution:badPlot', 'Span must be [t0 t1] within [%g, %g]', t(1), t(end));
  end
end

function chosen = checked_columns(sol, given)
% numbers of coordinates from numbers or names
  count = max(size(sol.q, 2), size(sol.impulse, 2));
  labels = coordinate_labels(sol, nsd_kind(sol.system));
  chosen = given;
  if ischar(given), given = {given}; end
  if iscellstr(given), [~, chosen] = ismember(given, labels); end
  if ~isnumeric(chosen) || isempty(chosen) || ~all(ismember(chosen(:), 1:count))
    error('nsd:solution:badPlot', 'Coordinates must be numbers up to %d, or names: %s', count, ...
          strjoin(labels, ', '));
  end
  chosen = reshape(double(chosen), 1, []);
end

function [lines, ax] = one_panel(sol, what, parent, properties)
  c = nsd_curves(sol, what);
  if isempty(parent), ax = newplot(); else, ax = newplot(parent); end
  added = ishold(ax) && ~isempty(get(ax, 'Children'));
  lines = nsd_draw_curves(ax, c, properties, false);
  if ~added
    title(ax, sol.system.Name, 'Interpreter', 'none', 'FontWeight', 'bold');
  end
end

function [lines, handles] = several_panels(sol, panels, properties)
% panels of a new figure, or those of an earlier plot(sol): over its curves after HOLD ON, else anew
  count = numel(panels);
  across = 1 + (count > 3);
  down = ceil(count/across);
  keys = arrayfun(@(p) [p.panel mat2str(p.coordinates)], panels, 'UniformOutput', false);
  [handles, held] = own_panels(keys);
  if isempty(handles)
    prepare_figure(down, across, held);
    held = false;
    for k = 1:count
      handles(k, 1) = subplot(down, across, k);
      set(handles(k), 'UserData', 'nsd:panel');
      setappdata(handles(k), 'nsd_panel', keys{k});
    end
    use_room(handles, down, across);
  elseif held
    set(handles, 'NextPlot', 'add');             % hold on reached the current panel only
  else
    arrayfun(@(ax) legend(ax, 'off'), handles);
    arrayfun(@cla, handles);
    set(handles, 'NextPlot', 'replace');
  end
  lines = [];
  for k = 1:count
    c = nsd_curves(sol, panels(k));
    lines = [lines; nsd_draw_curves(handles(k), c, properties, true)]; %#ok<AGROW>
  end
  if held, name_runs(handles(1)); else, over_all(handles, across, sol.system.Name); end
  if across == 1 && ~held                        % panels above each other share the axis of time
    for k = find(strcmp(get_labels(handles(1:end-1)), 'time (s)')), xlabel(handles(k), ''); end
  end
end

function labels = get_labels(handles)
  labels = arrayfun(@(ax) get(get(ax, 'XLabel'), 'String'), reshape(handles, 1, []), ...
                    'UniformOutput', false);
end

function use_room(handles, down, across)
% panels in a grid with room in pixels for labels, instead of wide margins in parts of the figure
  place = getpixelposition(get(handles(1), 'Parent'));
  [wide, high] = deal(place(3), place(4));
  [left, between, right] = deal(66, 78, 16);
  [below, rows, above] = deal(48, 60 - 28*(across == 1), 32);   % one axis of time for a column
  each = [(wide - left - right - (across - 1)*between)/across, ...
          (high - below - above - (down - 1)*rows)/down];
  if any(each < 60), return; end                 % a small figure: as subplot has placed them
  for k = 1:numel(handles)
    at = [mod(k - 1, across), down - 1 - floor((k - 1)/across)];
    corner = [left below] + at.*(each + [between rows]);
    set(handles(k), 'Position', [corner, each]./[wide high wide high]);
  end
end

function name_runs(ax)
% a legend that tells the runs in these axes apart: by colour where each is one curve, else by style
  curves = flipud(findobj(ax, 'Tag', 'nsd:curve'));
  run = arrayfun(@(curve) get(curve, 'UserData'), curves);
  [~, first] = unique(run, 'first');
  names = arrayfun(@(k) nsd_or(get(curves(k), 'DisplayName'), sprintf('run %d', run(k))), ...
                   first, 'UniformOutput', false);
  if numel(curves) > numel(first)
    own = find(run == 1);
    if numel(own) > 8, return; end
    names = [get(curves(own), {'DisplayName'}); names(2:end)];
    first = [own; first(2:end)];
  end
  box = legend(ax, curves(first), names, 'Location', 'northeast', 'FontSize', 8);
  set(box, 'AutoUpdate', 'off');
end

function [handles, held] = own_panels(keys)
% The panels with these keys in the current figure, if an earlier plot(sol) made all that is there;
% HELD after hold on: then some of its panels are enough.
  [handles, held] = deal([], false);
  fig = get(0, 'CurrentFigure');
  if isempty(fig), return; end
  found = panels_of(fig);
  if isempty(found) || ~all(strcmp(get(found, {'UserData'}), 'nsd:panel')), return; end
  held = ishold(get(fig, 'CurrentAxes'));
  [known, place] = ismember(keys, arrayfun(@(ax) getappdata(ax, 'nsd_panel'), found, ...
                                            'UniformOutput', false));
  if all(known) && (held || numel(found) == numel(keys))
    handles = reshape(found(place), [], 1);
  end
end

function found = panels_of(fig)
  found = findobj(fig, 'Type', 'axes', '-not', 'Tag', 'legend', '-not', 'Tag', 'Colorbar');
end

function prepare_figure(down, across, held)
% An empty figure: the current one if it is empty, has one panel that does not hold, or panels of
% ours that are not HELD; otherwise a new one, so that curves of the user stay.
  fig = get(0, 'CurrentFigure');
  place = [100 100 450*max(across, 1.4), 320*max(down, 1.4)];
  if isempty(fig)
    figure('Position', place);
    return
  end
  found = panels_of(fig);
  busy = found(arrayfun(@(ax) ~isempty(get(ax, 'Children')), found));
  ours = arrayfun(@(ax) isequal(get(ax, 'UserData'), 'nsd:panel'), busy);
  if held || any(~ours) && (numel(busy) > 1 || ishold(busy))
    figure('Position', place, 'Visible', get(fig, 'Visible'));
  else
    clf(fig);
  end
end

function over_all(handles, across, name)
% a title above the middle of the panels, a text object of the first panel
  left = get(handles(1), 'Position');
  right = get(handles(min(across, numel(handles))), 'Position');
  middle = (right(1) + right(3) - left(1))/(2*left(3));
  high = (1 - 0.005 - left(2))/left(4);             % the upper edge of the figure
  text(middle, high, name, 'Parent', handles(1), 'Units', 'normalized', ...
       'HorizontalAlignment', 'center', 'VerticalAlignment', 'top', 'FontWeight', 'bold', ...
       'FontSize', 12, ...
       'Interpreter', 'none', 'Tag', 'nsd:title');
end
