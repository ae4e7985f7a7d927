function varargout = nsd_compare(sys, tspan, varargin)
%NSD_COMPARE  Run one model with every scheme: pictures, penetration, energy, time, error.
%   NSD_COMPARE(SYS, [T0 T1]) runs SYS, which has an initial state, with all schemes for systems
%   of its kind, draws positions, their differences from the reference, energies and smallest
%   gaps on one figure (of first-order systems states, multipliers, outputs and differences; without
%   a reference velocities), and prints a table.
%   NSD_COMPARE(SYS, [T0 T1], METHODS) runs the schemes in a cell of names, or the one of a name;
%   an entry may be a cell with options of its own, {'moreau', 'Theta', 1}.
%   NSD_COMPARE(SYS, [T0 T1], Q0, V0, ...), or X0, starts there, as NSD_SIMULATE does.
%   NSD_COMPARE(..., 'Name', VALUE, ...) passes options (NSD_OPTIONS) to the schemes that read them,
%   and takes
%       Reference    an NSD_EXACT or an NsdSolution to measure errors by
%                    [the event-driven run, if there is one]
%       Coordinate   number of the coordinate that is drawn                           [1]
%       Plot         'on' | 'off'                          ['on' without output argument]
%   R = NSD_COMPARE(...) returns a struct of columns, one row per run:
%       method, status, seconds (of the compiled run; short runs are made twice, the faster
%       counts), steps, impacts,
%       penetration (largest), drift (energy made or lost by the scheme itself, the
%       largest, in units of energy), error (mean over time of the largest difference of the
%       positions; NaN without reference), solution (cell of NsdSolution).
%   A scheme that refuses the model or fails has its message in status, and NaN elsewhere.
%   Bad arguments raise nsd:compare:<reason>.
%
%   Example
%       exact = nsd_exact('ball');
%       r = nsd_compare(exact.system, [0 2], {'moreau', 'paoli', 'newmark'}, ...
%                       'Step', 1e-3, 'Reference', exact);
%       [r.method, num2cell(r.error)]
%
%   See also NSD_ORDER, NSD_EXACT, NSD_SIMULATE, NSD_OPTIONS.
  if nargin < 2 || ~isa(sys, 'NsdSystem')
    error('nsd:compare:missing', 'nsd_compare needs an NsdSystem and a time span');
  end
  kind = nsd_kind(sys);
  given = nsd_chars(varargin);
  if ~isempty(given) && isnumeric(given{1}) && ~isempty(given{1})
    [sys, given] = started(sys, given, kind);
  elseif isempty(sys.InitialPosition)
    error('nsd:compare:noStart', ['give a start, nsd_compare(sys, [t0 t1], %s): this system ' ...
          'has none of its own (see sys.start)'], strrep(kind.start, ' and', ','));
  end
  [methods, given] = named_methods(given);
  if isempty(methods)
    methods = kind.methods(~strcmp('naive', kind.methods));   % naive runs when it is asked for
  end
  own = struct('Reference', [], 'Coordinate', 1, 'Plot', '');
  [own, options] = nsd_split_options('compare', given, own);
  own = check(own, nargout);
  runs = with_common_options(check_methods(methods), nsd_options(options{:}), kind);
  r = empty_result(numel(runs));
  quiet = nsd_silence_warnings({'all'});  %#ok<NASGU>  the table shows the status of each run
  for k = 1:numel(runs)
    r = one_run(r, k, sys, tspan, runs{k});
  end
  [r, reference, itself] = add_errors(r, own.Reference);
  if own.Plot, draw(r, sys, own.Coordinate, reference, itself); end
  if nargout > 0, varargout{1} = r; else, show(r, itself); end
end

function [sys, given] = started(sys, given, kind)
% SYS from the numbers at the head of GIVEN on, which are taken away
  count = 1 + (kind.mechanical && numel(given) > 1 && isnumeric(given{2}));
  if kind.mechanical && count < 2
    error('nsd:compare:noStart', 'v0 is missing: nsd_compare(sys, [t0 t1], q0, v0)');
  end
  sys = sys.start(given{1:count});
  given(1:count) = [];
end

function [methods, given] = named_methods(given)
% a cell, [] or the word of a method at the head of GIVEN; another word begins the options
  methods = [];
  if isempty(given), return; end
  [~, words] = nsd_method_table();
  isOption = isstruct(given{1}) ...
             || (ischar(given{1}) && ~any(strcmpi(given{1}, [{'auto'}, words])));
  if isOption, return; end
  methods = given{1};
  given(1) = [];
end

function own = check(own, outputs)
  words = {'off', 'on'};
  own.Plot = nsd_or(own.Plot, words{1 + (outputs == 0)});
  own.Plot = strcmp(nsd_check_word(own.Plot, words, 'Plot', 'nsd:compare:badValue'), 'on');
  nsd_check_number(own.Coordinate, 'count', 'Coordinate', 'nsd:compare:badValue');
  known = isempty(own.Reference) || isa(own.Reference, 'NsdSolution') || ...
          (isstruct(own.Reference) && isfield(own.Reference, 'at'));
  if ~known
    error('nsd:compare:badReference', ...
          'Reference must be an NsdSolution or a struct of nsd_exact');
  end
end

function runs = check_methods(methods)
  methods = nsd_chars(methods);
  if ischar(methods), methods = {methods}; end
  if ~iscell(methods)
    error('nsd:compare:badMethods', 'methods must be a cell of names, not %s', class(methods));
  end
  runs = cell(1, numel(methods));
  for k = 1:numel(runs)
    runs{k} = methods{k};
    if ischar(runs{k}), runs{k} = runs(k); end
    if ~iscell(runs{k}) || isempty(runs{k}) || ~ischar(runs{k}{1})
      error('nsd:compare:badMethods', ['methods are names, or cells of a name and options ' ...
            'like {''moreau'', ''Theta'', 1}']);
    end
  end
end

function runs = with_common_options(runs, common, kind)
% each run as a struct: name and options of its own, and those of the common options that it reads
  [table, names] = nsd_option_table();
  filled = find(~structfun(@isempty, common))';
  readers = zeros(1, numel(table));
  for k = 1:numel(runs)
    own = common;
    for j = filled
      if nsd_is_read(table(j), runs{k}{1}, kind)
        readers(j) = readers(j) + 1;
      else
        own.(names{j}) = [];
      end
    end
    runs{k} = struct('given', {runs{k}}, 'common', own);
  end
  unread = filled(readers(filled) == 0);
  if ~isempty(unread)
    error('nsd:options:badValue', 'none of the schemes reads the option %s', names{unread(1)});
  end
end

function r = empty_result(count)
  none = NaN(count, 1);
  r = struct('method', {cell(count, 1)}, 'status', {cell(count, 1)}, 'seconds', none, ...
             'steps', none, 'impacts', none, 'penetration', none, 'drift', none, ...
             'error', none, 'solution', {cell(count, 1)});
end

function r = one_run(r, k, sys, tspan, run)
  words = cellfun(@(c) num2str(c), run.given, 'UniformOutput', false);
  r.method{k} = strjoin(words, ' ');
  call = @() nsd_simulate(sys, tspan, run.common, 'Method', run.given{:}, 'Progress', 'off');
  try
    sol = call();
  catch problem
    r.status{k} = problem.message;
    return
  end
  r.status{k} = sol.status;
  r.solution{k} = sol;
  r.seconds(k) = sol.stats.kernelSeconds;
  if r.seconds(k) < 0.05                      % the first call of a gateway also loads it
    again = call();
    r.seconds(k) = min(r.seconds(k), again.stats.kernelSeconds);
  end
  r.steps(k) = sol.stats.steps;
  r.impacts(k) = sum(strcmp(sol.events.kind, 'impact'));
  r.penetration(k) = max([0; -sol.gap(:)]);
  if ~isempty(sol.energy), r.drift(k) = max(abs(sol.energy.numerical)); end
end

function [r, reference, itself] = add_errors(r, reference)
% the errors, what they are measured by, and the number of the run that is that itself, or 0
  itself = 0;
  ran = find(~cellfun(@isempty, r.solution))';
  if isempty(reference)
    hit = ran(strcmp(r.method(ran), 'event'));
    if isempty(hit), return; end
    itself = hit(1);
    reference = r.solution{itself};
  end
  for k = ran
    sol = r.solution{k};
    t = sol.t;
    if numel(t) > 1
      miss = max(abs(sol.q - reference.at(t)), [], 2);
      r.error(k) = sum(diff(t).*(miss(1:end-1) + miss(2:end))/2)/(t(end) - t(1));
    end
  end
end

function show(r, itself)
  fprintf('  %-20s %-8s %10s %8s %8s %12s %12s %12s\n', 'method', 'status', 'ms', 'steps', ...
          'impacts', 'penetration', 'drift', 'error');
  for k = 1:numel(r.method)
    if isempty(r.solution{k})
      fprintf('  %-20s %s\n', r.method{k}, r.status{k});
    else
      missed = sprintf('%12.3g', r.error(k));
      if k == itself, missed = '   reference'; end
      fprintf('  %-20s %-8s %10.3g %8d %8d %12.3g %12.3g %s\n', r.method{k}, r.status{k}, ...
              1e3*r.seconds(k), r.steps(k), r.impacts(k), r.penetration(k), r.drift(k), missed);
    end
  end
end

function draw(r, sys, coordinate, reference, itself)
% One colour for each run; the differences from the reference tell apart what lies on one curve.
% They stand in the place of the velocities, or behind the panels of a first-order system.
  ran = find(~cellfun(@isempty, r.solution))';
  if isempty(ran), return; end
  n = size(r.solution{ran(1)}.q, 2);
  if coordinate > n
    error('nsd:compare:badValue', 'Coordinate must be from 1 to %d', n);
  end
  kind = nsd_kind(sys);
  names = kind.compared;
  apart = 0;
  if ~isempty(reference)
    apart = 2 + 2*~kind.mechanical;
    by = 'the reference';
    if itself > 0, by = ['''' r.method{itself} '''']; end
    names{apart} = sprintf('|%s - that of %s|', names{1}, by);
  end
  names = with_units(names, sys, kind, coordinate);
  figure('Position', [100 100 1150 680]);
  looks = looks_of(r, ran, itself);
  for panel = 1:numel(names)
    ax = axes('Position', place_of(panel), 'NextPlot', 'add');
    for look = looks                              % the reference last: thin, over the others
      if panel == apart
        [t, y] = difference(r.solution{look.run}, reference, coordinate);
      else
        [t, y] = curve(r.solution{look.run}, panel, coordinate);
      end
      line(t, y, 'Parent', ax, look.style{:});
    end
    if panel == apart, set(ax, 'YScale', 'log'); end
    set(ax, 'Box', 'on', 'XGrid', 'on', 'YGrid', 'on', 'GridColor', [0.7 0.7 0.7]);
    xlabel(ax, 'time (s)');
    ylabel(ax, names{panel});
  end
  name_runs(r, looks, sys.Name);
end

function place = place_of(panel)
% two by two, with room for the names on the right
  corners = [0.07 0.56; 0.50 0.56; 0.07 0.08; 0.50 0.08];
  place = [corners(panel, :), 0.35, 0.37];
end

function looks = looks_of(r, ran, itself)
% run and properties of its line, one struct for each run in the order in which they are drawn
  colours = [lines(7); 0.55 0.55 0.55; 0.35 0.20 0.05];
  styles = {'-', '--', ':'};                      % more than nine runs
  looks = struct('run', {}, 'style', {});
  for k = 1:numel(ran)
    wide = 1 + 1.5*(ran(k) ~= itself);
    colour = colours(mod(k - 1, 9) + 1, :);
    if ran(k) == itself, colour = [0 0 0]; end
    looks(k) = struct('run', ran(k), 'style', {{'Color', colour, 'LineStyle', ...
                      styles{mod(floor((k - 1)/9), 3) + 1}, 'LineWidth', ...
                      wide*(1 + nsd_is_gnuplot())}});
  end
  last = [looks.run] == itself;
  looks = [looks(~last), looks(last)];
end

function name_runs(r, looks, title_of)
% names of the runs beside the panels, where a legend would cover curves; the system above them
  ax = axes('Position', [0.87 0.08 0.13 0.85], 'XLim', [0 1], 'YLim', [0 1], 'Visible', 'off', ...
            'Tag', 'nsd:names');
  count = numel(looks);
  for k = 1:count
    y = 1 - (k - 0.5)/max(count, 16);
    line([0 0.18], [y y], 'Parent', ax, looks(k).style{:});
    text(0.24, y, r.method{looks(k).run}, 'Parent', ax, 'FontSize', 9, 'Interpreter', 'none');
  end
  text(-3, 1.06, title_of, 'Parent', ax, 'Units', 'normalized', 'FontWeight', 'bold', ...
       'HorizontalAlignment', 'center', 'Interpreter', 'none');
end

function names = with_units(names, sys, kind, coordinate)
% a coordinate with a name of its own instead of 'position', and units where they are known
  known = nsd_contact_units(sys);
  for k = 1:numel(names)
    if ~isempty(strfind(names{k}, 'energy')), names{k} = [names{k} known.energy]; end
    if strcmp(names{k}, 'smallest gap'), names{k} = [names{k} known.gap]; end
  end
  if isempty(sys.Labels) || ~kind.mechanical, return; end
  units = {'m', 'rad'};
  name = sys.Labels{coordinate};
  unit = regexp(name, '\([^)]*\)', 'match', 'once');
  if isempty(unit), unit = ['(' units{1 + nsd_is_angle(name)} ')']; end
  name = strtrim(strrep(name, unit, ''));
  names{1} = [name ' ' unit];
  if names{2}(1) == '|', names{2} = [strrep(names{2}, '|position', ['|' name]) ' ' unit]; end
end

function [t, y] = difference(sol, reference, coordinate)
% how far a run is from the reference, for a logarithmic axis
  t = sol.t;
  q = reference.at(t);
  y = abs(sol.q(:, coordinate) - q(:, coordinate));
  y(y <= 1e-9*max(abs(q(:, coordinate)))) = NaN;  % no difference that matters
end

function [t, y] = curve(sol, panel, coordinate)
  if ~isempty(sol.lambda)
    parts = {sol.x, sol.lambda, sol.y};
    if ~isempty(sol.gap), parts{3} = sol.gap; end                  % guards
    t = sol.t;
    y = parts{panel}(:, min(coordinate, end));
    return
  end
  fine = nsd_fine_rows(sol);
  t = fine.t;
  switch panel
    case 1, y = fine.q(:, coordinate);
    case 2, y = fine.v(:, coordinate);
    case 3
      t = sol.t;
      y = sol.energy.total - sol.energy.external;
    case 4, y = min([nsd_gap_rows(sol.system, fine.q, t), Inf(numel(t), 1)], [], 2);
  end
end
