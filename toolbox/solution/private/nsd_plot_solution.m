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
  usual = numel(rest) == numel(varargin);
  [panels, parent, properties] = read_options(sol, panels, rest);
  if ~isempty(parent) && usual, panels = panels(1); end
  if isempty(parent) && (numel(panels) > 1 || figure_is_free())
    panels = unfolded(sol, panels);
  end
  if isscalar(panels)
    [lines, handles] = one_panel(sol, panels, parent, properties);
  elseif ~isempty(parent)
    error('nsd:solution:badPlot', 'several panels need a figure: name one panel for these axes');
  else
    [lines, handles] = several_panels(sol, panels, properties, usual);
  end
end

function yes = figure_is_free()
% true where one panel would have the figure for itself
  fig = get(0, 'CurrentFigure');
  yes = isempty(fig);
  if yes, return; end
  found = panels_of(fig);
  yes = isempty(found);
  if yes || ishold(get(fig, 'CurrentAxes')), return; end
  yes = isscalar(found) || all(strcmp(get(found, {'UserData'}), 'nsd:panel'));
end

function panels = unfolded(sol, panels)
% Panels that one axis of y cannot show well become several: forces and impulses, which have
% different units, and the directions of several bodies.
  located = nsd_method_table(sol.stats.method).located;
  many = strcmp(nsd_kind(sol.system).name, 'bodies') && sol.stats.bodies > 1;
  space = many && sol.stats.dimension == 3;
  parts = cell(1, numel(panels));
  for k = 1:numel(panels)
    names = {panels(k).panel};
    if located && strcmp(names{1}, 'reaction')
      names = present(sol, {'force', 'impulse'}, 'reaction');
    elseif located && strcmp(names{1}, 'tangential')
      names = present(sol, {'tangential force', 'tangential impulse'}, 'tangential');
    elseif many && isempty(panels(k).coordinates) && strcmp(names{1}, 'position')
      names = [{'x', 'y'}, repmat({'z'}, 1, space)];
    elseif many && isempty(panels(k).coordinates) && strcmp(names{1}, 'velocity')
      names = [{'vx', 'vy'}, repmat({'vz'}, 1, space)];
    end
    parts{k} = repmat(panels(k), 1, numel(names));
    [parts{k}.panel] = deal(names{:});
  end
  panels = [parts{:}];
end

function names = present(sol, names, both)
% the names of panels whose curves are not zero throughout
  names = names(cellfun(@(name) is_there(sol, name), names));
  if numel(names) < 2, names = {both}; end
end

function yes = is_there(sol, name)
  c = nsd_curves(sol, panel(name, []));
  yes = any(abs(c.y(:)) > 0);
end

function [panels, rest] = read_panels(sol, given)
% what to draw, as structs panel, coordinates, span; REST: what stands behind
  kind = nsd_kind(sol.system);
  panels = panel(usual_panels(sol, kind), []);
  for k = find(strcmp({panels.panel}, 'phase') & kind.mechanical)
    if sol.system.Coordinates > 1                  % what touches
      panels(k).coordinates = find(any(sol.system.ContactNormals ~= 0, 2))';
    end
  end
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
% Panels of plot(sol). Several bodies have a panel for each direction, with one colour for a body.
% Forces and impulses have panels of their own; without contacts there is that of the friction, or
% none, and gaps are shown where nothing has touched. Two panels of forces have a third beside them:
% the gaps, or the phase portrait where gaps are coordinates but for a constant.
  names = kind.panels;
  if ~kind.mechanical, return; end
  if strcmp(kind.name, 'bodies')
    turns = sol.stats.dimension == 2 && size(sol.q, 2) == 3 ...
            && max(sol.q(:, 3)) - min(sol.q(:, 3)) > 1e-6;
    if sol.stats.bodies < 2 && ~turns, return; end
    names = {'x', 'y', 'z', 'speed', 'reaction', 'balance'};
    if sol.stats.dimension == 2, names{3} = 'angle'; end
    return
  end
  place = strcmp(names, 'reaction');
  if size(sol.impulse, 2) == 0
    names{place} = 'tangential';
    if isempty(sol.tangential), names = names(~place); end
    return
  end
  found = {'force', 'impulse', 'tangential force'};
  found = found([is_there(sol, 'force'), has_impacts(sol), ...
                 ~isempty(sol.tangential) && is_there(sol, 'tangential force')]);
  if isempty(found), found = {'gap'}; end
  if numel(found) == 2                                             % fills the grid
    third = 'gap';
    if any(strcmp('impulse', found)) && gaps_are_coordinates(sol.system), third = 'phase'; end
    found = [{third}, found];
  end
  names = [names(1:find(place) - 1), found, names(find(place) + 1:end)];
end

function yes = gaps_are_coordinates(sys)
% at most three coordinates, and each gap +-q(k) + b
  yes = isa(sys, 'NsdSystem');
  if ~yes, return; end
  H = sys.ContactNormals;
  yes = strcmp(sys.Kind, 'linear') && sys.Coordinates <= 3 && isnumeric(H) && ~isempty(H) ...
        && all(sum(H ~= 0, 1) == 1);
end

function yes = has_impacts(sol)
% whether there are impulses that are no mean force of a step: of impacts with a velocity, larger
% than forces are in a step (time stepping meets a wave in a bar by many small ones)
  yes = is_there(sol, 'impulse');
  if ~yes || nsd_method_table(sol.stats.method).located, return; end
  events = sol.events;
  c = nsd_curves(sol, panel('force', []));
  hits = strcmp(events.kind, 'impact') & events.vBefore < 0;
  yes = any(events.impulse(hits) > 2*sol.stats.step*max([0; c.y(:)]));
end

function p = panel(name, coordinates)
  p = struct('panel', name, 'coordinates', coordinates, 'span', []);
end

function choices = choices_of(sol, kind)
  choices = kind.plots;
  if strcmp(kind.name, 'bodies')
    absent = {'z', 'vz'};
    if sol.stats.dimension == 3, absent = {'angle'}; end
    choices = choices(~ismember(choices, absent));
  end
  if ~isempty(sol.tangential)
    choices{end+1} = 'tangential';
    if nsd_method_table(sol.stats.method).located
      choices = [choices, {'tangential force', 'tangential impulse'}];
    end
  end
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
  fields = {'q', 'position'; 'v', 'velocity'; 'x', 'state'; 'y', 'output'};
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
    error('nsd:solution:badPlot', ['Parent, or what stands before sol, must be the handle of ' ...
          'axes; curves over time are plot(sol), or plot(sol.t, sol.q)']);
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
    names = '';
    if ~isempty(labels), names = sprintf(', or names: %s', strjoin(labels, ', ')); end
    error('nsd:solution:badPlot', 'Coordinates must be numbers up to %d%s', count, names);
  end
  chosen = reshape(double(chosen), 1, []);
end

function [lines, ax] = one_panel(sol, what, parent, properties)
  c = nsd_curves(sol, what);
  if isempty(parent)
    clear_panels();
    ax = newplot();
  else
    ax = newplot(parent);
  end
  added = ishold(ax) && ~isempty(get(ax, 'Children'));
  if ~added
    setappdata(ax, 'nsd_limits', []);
    if isequal(get(ax, 'Position'), get(0, 'DefaultAxesPosition'))     % room for the title
      left = 0.13 + 0.03*nsd_is_gnuplot();           % its letters are wider than Octave says
      set(ax, 'Position', [left 0.14 0.94-left 0.75]);
    end
  end
  lines = nsd_draw_curves(ax, c, properties, false);
  if added, return; end
  name = sol.system.Name;
  if ~isempty(c.note), name = {name, c.note}; end
  title(ax, name, 'Interpreter', 'none', 'FontWeight', 'bold');
end

function clear_panels()
% one panel takes the place of all panels that plot(sol) has drawn, not of the last of these
  fig = get(0, 'CurrentFigure');
  if isempty(fig), return; end
  found = panels_of(fig);
  ours = strcmp(get(found, {'UserData'}), 'nsd:panel');
  if numel(found) > 1 && all(ours) && ~ishold(get(fig, 'CurrentAxes')), clf(fig); end
end

function [lines, handles] = several_panels(sol, panels, properties, usual)
% panels of a new figure, or those of an earlier plot(sol): over its curves after HOLD ON, else anew
  [handles, held, others] = own_panels(keys_for(panels), usual);
  if isempty(handles)
    prepare_figure(numel(panels), held);
    held = false;
    handles = zeros(numel(panels), 1);
  elseif held && usual                           % this run in the panels of earlier ones, too
    mine = arrayfun(@(ax) can_show(sol, getappdata(ax, 'nsd_what')), others);
    panels = [panels, arrayfun(@(ax) getappdata(ax, 'nsd_what'), reshape(others(mine), 1, []))];
    [handles, others] = deal([handles; reshape(others(mine), [], 1)], others(~mine));
  end
  fresh = find(handles == 0)';
  keys = keys_for(panels);
  for k = fresh
    handles(k) = axes('UserData', 'nsd:panel', 'NextPlot', 'replacechildren');
    setappdata(handles(k), 'nsd_panel', keys{k});
  end
  every = in_order([others; handles]);
  if held
    make_room(get(handles(1), 'Parent'), numel(every) - numel(fresh), numel(every));
    set(every, 'NextPlot', 'add');               % hold on reached the current panel only
  else
    arrayfun(@cla, handles);
    arrayfun(@(ax) setappdata(ax, 'nsd_limits', []), handles);
    set(handles, 'NextPlot', 'replace');
  end
  curves = arrayfun(@(p) nsd_curves(sol, p), panels);
  curves = share_names(curves);
  shared = time_is_shared(every, handles, {curves.xlabel});
  place_panels(every, ~isempty(sol.system.Name), has_strip(curves), shared);
  run = held*(1 + last_run(every));
  add_earlier(get(handles(1), 'Parent'), handles(fresh), panels(fresh), held, ...
              struct('sol', sol, 'properties', {properties}, 'run', max(run, 1)));
  lines = [];
  for k = 1:numel(panels)
    curves(k).run = run;
    setappdata(handles(k), 'nsd_what', panels(k));
    drawn{k} = nsd_draw_curves(handles(k), curves(k), properties, true); %#ok<AGROW>
    lines = [lines; drawn{k}]; %#ok<AGROW>
  end
  if shared, share_time(every); end
  if held
    name_runs(handles(1));
    over_all(every, moved_title(every));
  else
    over_all(every, sol.system.Name);
    strip_over_all(every, curves, drawn, panels);
  end
  set(get(handles(end), 'Parent'), 'CurrentAxes', handles(end));
end

function keys = keys_for(panels)
  keys = arrayfun(@(p) [p.panel mat2str(p.coordinates)], panels, 'UniformOutput', false);
end

function yes = can_show(sol, what)
% whether a panel of another run can show this one
  kind = nsd_kind(sol.system);
  yes = any(strcmp(what.panel, [choices_of(sol, kind), kind.panels])) ...
        && all(ismember(what.coordinates, 1:size(sol.q, 2)));
end

function add_earlier(fig, fresh, panels, held, this)
% The curves of earlier runs in panels that THIS run has brought.
  runs = {};
  if held, runs = nsd_runs_of(fig); end
  for k = 1:numel(fresh)*held
    set(fresh(k), 'NextPlot', 'add');
    for earlier = runs(cellfun(@(run) can_show(run.sol, panels(k)), runs))
      c = nsd_curves(earlier{1}.sol, panels(k));
      c.run = earlier{1}.run;
      nsd_draw_curves(fresh(k), c, earlier{1}.properties, true);
    end
  end
  nsd_runs_of(fig, [runs, {this}]);
end

function make_room(fig, before, after)
% a figure of the usual size for the panels BEFORE gets that for the panels AFTER
  at = get(fig, 'Position');
  if isequal(at(3:4), size_for(before)), set(fig, 'Position', [at(1:2), size_for(after)]); end
end

function name = moved_title(handles)
% the title of the first run, which is put in the middle of more panels anew
  [old, name] = deal(findobj(handles, 'Tag', 'nsd:title'), '');
  if isempty(old), return; end
  name = get(old(1), 'String');
  delete(old);
end

function yes = time_is_shared(every, handles, labels)
% whether panels above each other have one label of x, that of the lowest; LABELS are of HANDLES
  found = repmat({'time (s)'}, 1, numel(every));
  for k = 1:numel(every)
    mine = find(handles == every(k), 1);
    old = get(get(every(k), 'XLabel'), 'String');
    if ~isempty(mine), found(k) = labels(mine); elseif ~isempty(old), found{k} = old; end
  end
  [~, across] = grid_of(numel(every));
  yes = isequal(found(1:end-across), found(1+across:end));
end

function share_time(handles)
% panels above each other have one axis of time
  [~, across] = grid_of(numel(handles));
  for k = 1:numel(handles) - across, xlabel(handles(k), ''); end
end

function number = last_run(handles)
  number = 0;
  for ax = reshape(handles, 1, [])
    old = findobj(ax, 'Tag', 'nsd:curve');
    number = max([number; arrayfun(@(curve) get(curve, 'UserData'), old)]);
  end
end

function curves = share_names(curves)
% curves of bodies, and more curves than have names in a panel, are named once above all panels
  for k = 1:numel(curves)
    bodies = strcmp(curves(k).kind, 'body') && curves(k).hues > 1;
    curves(k).shared = bodies || size(curves(k).y, 2) > 8 && ~strcmp(curves(k).kind, 'event');
  end
end

function yes = has_strip(curves)
  yes = any([curves.shared]) || ~all(cellfun(@isempty, {curves.note}));
end

function strip_over_all(handles, curves, drawn, panels)
% above all panels: names of curves that panels share, and how many there are
  first = find([curves.shared], 1);
  place = room_above(handles, ~isempty(findobj(handles(1), 'Tag', 'nsd:title')));
  many = find(~cellfun(@isempty, {curves.note}), 1);
  if ~isempty(first)
    if ~isempty(many), place(3) = 0.5; end
    nsd_name_strip(handles(1), drawn{first}, curves(first).names, place);
  end
  if isempty(many), return; end
  at = get(handles(1), 'Position');
  middle = 0.5 + 0.24*~isempty(first);
  text((middle - at(1))/at(3), (place(2) + place(4)/2 - at(2))/at(4), ...
       curves(many).note, 'Parent', handles(1), 'Units', 'normalized', ...
       'HorizontalAlignment', 'center', 'VerticalAlignment', 'middle', 'FontSize', ...
       9 + 2*nsd_is_gnuplot(), 'Color', [0.4 0.4 0.4], 'Interpreter', 'none', 'Tag', 'nsd:hint');
end

function place = room_above(handles, titled)
% between the title and the panels, over the width of the figure
  at = getpixelposition(get(handles(1), 'Parent'));
  place = [0, 1 - (30*titled + 26)/at(4), 1, 22/at(4)];
end

function [down, across] = grid_of(count)
  across = 1 + (count > 3) + (count > 4);
  down = ceil(count/across);
end

function place_panels(handles, titled, named, shared)
% Panels in a grid with room in pixels for labels, instead of wide margins in parts of the figure;
% panels of one column may share the axis of time.
  [down, across] = grid_of(numel(handles));
  place = getpixelposition(get(handles(1), 'Parent'));
  [wide, high] = deal(place(3), place(4));
  [left, between, right] = deal(72 + 14*nsd_is_gnuplot(), 84 + 10*nsd_is_gnuplot(), 18);
  [below, rows, above] = deal(52, 30 + 26*~shared, 12 + 24*titled + 24*named);
  each = [(wide - left - right - (across - 1)*between)/across, ...
          (high - below - above - (down - 1)*rows)/down];
  each = max(each, 40);
  for k = 1:numel(handles)
    at = [mod(k - 1, across), down - 1 - floor((k - 1)/across)];
    corner = [left below] + at.*(each + [between rows]);
    set(handles(k), 'Position', [corner, each]./[wide high wide high]);
  end
end

function name_runs(ax)
% names that tell the runs in these axes apart: by colour where each is one curve, else by style
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
  nsd_name_strip(ax, curves(first), reshape(names, 1, []));
end

function [handles, held, others] = own_panels(keys, usual)
% The panels with these keys in the current figure, if an earlier plot(sol) made all that is there;
% HELD after hold on: then some of its panels are enough, the OTHERS stay, and the USUAL panels may
% be more than there are (a handle of 0 for each that is not there yet).
  [handles, held, others] = deal([], false, []);
  fig = get(0, 'CurrentFigure');
  if isempty(fig), return; end
  found = panels_of(fig);
  if isempty(found) || ~all(strcmp(get(found, {'UserData'}), 'nsd:panel')), return; end
  held = ishold(get(fig, 'CurrentAxes'));
  [known, place] = ismember(keys, keys_of(found));
  if all(known) && (held || numel(found) == numel(keys)) || held && usual && any(known)
    handles = zeros(numel(keys), 1);
    handles(known) = found(place(known));
    others = found(~ismember(1:numel(found), place));
  end
end

function keys = keys_of(handles)
  keys = arrayfun(@(ax) getappdata(ax, 'nsd_panel'), reshape(handles, 1, []), ...
                  'UniformOutput', false);
end

function handles = in_order(handles)
% the order of panels in a figure
  order = {'position', 'velocity', 'x', 'y', 'z', 'angle', 'gap', 'phase', 'speed', 'force', ...
           'impulse', 'reaction', 'tangential', 'balance'};
  [~, rank] = ismember(strrep(keys_of(handles), '[]', ''), order);
  if all(rank > 0) && numel(unique(rank)) == numel(rank)
    [~, rank] = sort(rank);
    handles = handles(rank);
  end
end

function found = panels_of(fig)
  found = findobj(fig, 'Type', 'axes', '-not', 'Tag', 'legend', '-not', 'Tag', 'Colorbar', ...
                    '-not', 'Tag', 'nsd:names');
end

function prepare_figure(count, held)
% An empty figure: the current one if it is empty, has one panel that does not hold, or panels of
% ours that are not HELD; otherwise a new one, so that curves of the user stay.
  fig = get(0, 'CurrentFigure');
  place = [100 100 size_for(count)];
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
    usual = get(0, 'DefaultFigurePosition');
    now = get(fig, 'Position');
    if isequal(now(3:4), usual(3:4)), set(fig, 'Position', [now(1:2), place(3:4)]); end
  end
end

function place = size_for(count)
% width and height of a figure with COUNT panels
  [down, across] = grid_of(count);
  place = [max(450*across - 75*(across > 2), 630), 320*max(down, 1.4)];
end

function over_all(handles, name)
% a title in the middle of the figure, above the panels: a text object of the first panel
  if isempty(name), return; end
  first = get(handles(1), 'Position');
  at = getpixelposition(get(handles(1), 'Parent'));
  high = (1 - 6/at(4) - first(2))/first(4);            % near the upper edge of the figure
  text((0.5 - first(1))/first(3), high, name, 'Parent', handles(1), 'Units', 'normalized', ...
       'HorizontalAlignment', 'center', 'VerticalAlignment', 'top', 'FontWeight', 'bold', ...
       'FontSize', 12 + 2*nsd_is_gnuplot(), 'Interpreter', 'none', 'Tag', 'nsd:title');
end
