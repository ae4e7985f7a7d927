function c = nsd_curves(sol, what)
%NSD_CURVES  Data of one panel of plot(sol): x, y (one column per curve), names, labels, jumps of y.
%   WHAT is a struct: panel (a word of plot), coordinates (numbers; [] for all), span ([t0 t1] or
%   []).
  c = curves_of(sol, what.panel, what.coordinates);
  if ~isempty(what.coordinates) && any(strcmp(c.kind, {'coordinate', 'contact', 'body'}))
    c = chosen_columns(c, what.coordinates);
  end
  if c.isPhase && isempty(what.coordinates), c = moving(c); end
  if ~isempty(what.span), c = within(c, what.span); end
  most = 30;                                       % curves that a picture can hold
  if isempty(what.coordinates) && size(c.y, 2) > most, c = crowd(c); end
end

function c = crowd(c)
% Many curves so that they can be read: a band from the lowest to the highest of them, their mean,
% and three of them by name. Forces and impulses: their sum. Phase: three of them.
  count = size(c.y, 2);
  three = [1, ceil(count/2), count];
  c.note = strrep(sprintf('%d %ss', count, c.kind), 'bodys', 'bodies');
  c.jumps = [];
  if strcmp(c.kind, 'force')
    c.note = sprintf('%d contacts', count);
    [c.y, c.names] = deal(sum(c.y, 2), {sprintf('sum of %d', count)});
    c.ylabel = sprintf('%s, sum of %d', c.ylabel, count);
  elseif c.isPhase
    [c.x, c.y, c.names] = deal(c.x(:, three), c.y(:, three), c.names(three));
    c.hue = 1:3;
  else
    c.band = [min(c.y, [], 2), max(c.y, [], 2)];
    c.y = [mean(c.y, 2), c.y(:, three)];
    c.names = [{sprintf('mean of %d', count)}, c.names(three)];
    c.hue = 0:3;
  end
end

function c = moving(c)
% phase portraits without coordinates that rest, which would be points
  range = @(x) max(x, [], 1) - min(x, [], 1);
  [across, high] = deal(range(c.x), range(c.y));
  moves = across > 1e-9*max(across) | high > 1e-9*max(high);
  if size(c.x, 2) == size(c.y, 2) && any(moves) && ~all(moves)
    c = chosen_columns(c, find(moves));
  end
end

function c = chosen_columns(c, chosen)
  chosen = chosen(chosen <= size(c.y, 2));
  if size(c.x, 2) > 1, c.x = c.x(:, chosen); end
  if ~isempty(c.jumps)
    if size(c.jumps.x, 2) > 1, c.jumps.x = c.jumps.x(:, chosen); end
    c.jumps.before = c.jumps.before(:, chosen);
    c.jumps.after = c.jumps.after(:, chosen);
  end
  c.y = c.y(:, chosen);
  c.names = c.names(chosen);
  if ~isempty(c.hue), c.hue = c.hue(chosen); end
end

function c = within(c, span)
% the rows and jumps at times within the span, and interpolated rows at its ends
  if issorted(c.t) && ~any(isnan(c.t))
    for t = span, c = with_row_at(c, t); end
  end
  kept_rows = find(c.t >= span(1) & c.t <= span(2) | isnan(c.t));
  if ~isempty(c.jumps)
    kept = find(c.jumps.t >= span(1) & c.jumps.t <= span(2) & ~isempty(kept_rows));
    for name = {'t', 'row', 'x', 'before', 'after'}
      c.jumps.(name{1}) = c.jumps.(name{1})(kept, :);
    end
    if ~isempty(kept), c.jumps.row = max(c.jumps.row - kept_rows(1) + 1, 0); end
  end
  [c.t, c.x, c.y] = deal(c.t(kept_rows), c.x(kept_rows, :), c.y(kept_rows, :));
  c.span = [max(span(1), c.span(1)), min(span(2), c.span(2))];
end

function c = with_row_at(c, t)
% a row at t between two others, unless y jumps there; jumps.row is the row before a jump
  k = find(c.t <= t, 1, 'last');
  if isempty(k) || k == numel(c.t) || c.t(k) == t, return; end
  if ~isempty(c.jumps)
    if any(c.jumps.row == k), return; end
    c.jumps.row = c.jumps.row + (c.jumps.row > k);
  end
  part = (t - c.t(k))/(c.t(k+1) - c.t(k));
  for name = {'t', 'x', 'y'}
    a = c.(name{1});
    c.(name{1}) = [a(1:k, :); (1 - part)*a(k, :) + part*a(k+1, :); a(k+1:end, :)];
  end
end

function c = curves_of(sol, what, chosen)
  sys = sol.system;
  c = struct('t', sol.t, 'x', [], 'y', [], 'names', {{}}, 'xlabel', 'time (s)', 'ylabel', '', ...
             'jumps', [], 'kind', 'coordinate', 'isPhase', strcmp(what, 'phase'), ...
             'whole', false, 'empty', 'no contacts', 'span', sol.t([1 end])', ...
             'hue', [], 'hues', 0, 'least', 0, 'stems', false, 'band', [], 'note', '', ...
             'run', 0, 'shared', false);
  kind = nsd_kind(sys);
  if strcmp(what, 'events')
    c = event_curves(c, sol.events, kind, sys);
    return
  elseif ~kind.mechanical
    c = first_order_curves(c, sol, what);
    return
  elseif strcmp(kind.name, 'bodies') && ~any(strcmp(what, {'energy', 'balance'}))
    c = body_curves(c, sol, what);
    return
  end
  if any(strcmp(what, {'position', 'velocity', 'phase'}))
    fine = nsd_fine_rows(sol);
    c.t = fine.t;
  end
  switch what
    case 'position'
      [c.x, c.y] = deal(fine.t, fine.q);
      [c.names, c.ylabel] = coordinate_names(sol, chosen, '');
    case {'velocity', 'phase'}
      [c.x, c.y, c.jumps] = deal(fine.t, fine.v, velocity_jumps(sol));
      [c.names, c.ylabel] = coordinate_names(sol, chosen, '/s');
      c.jumps.row = fine.place(c.jumps.row);
      c.jumps.x = c.jumps.t;
      if c.isPhase
        [c.x, c.jumps.x] = deal(fine.q, c.jumps.q);
        [c.names, c.xlabel] = coordinate_names(sol, chosen, '');
      end
    case {'reaction', 'force', 'impulse', 'tangential', 'tangential force', 'tangential impulse'}
      c = nsd_force_curves(c, sol, what, chosen);
    case 'gap'
      c = contact_curves(c, sol.gap, ['gap' nsd_contact_units(sys).gap]);
      c.least = 1e-9*max([abs(sol.q(:)); abs(sol.gap(:))]);         % rounding is level
    case {'energy', 'balance'}
      [fine, E] = fine_energy(sol);
      c.t = fine.t;
      [given, F] = deal([], nsd_constant_force(sol.system));
      if ~isempty(F), given = fine.q*F; end
      c = energy_curves(c, E, strcmp(what, 'energy'), given, nsd_contact_units(sys).energy);
      c.x = c.t;
  end
  if isempty(c.x), c.x = sol.t; end
end

function jumps = velocity_jumps(sol)
% Jumps as a struct of columns, one row per instant: t, row (the last stored row before the jump),
% q at the jump, velocities before and after. Contacts hit in one step share one row.
  events = sol.events;
  hits = find(ismember(events.kind, {'impact', 'accumulation'}));
  [~, first] = unique(events.t(hits), 'first');
  hits = hits(sort(first));
  t = sol.t;
  te = events.t(hits);
  row = zeros(numel(te), 1);
  if ~isempty(te)
    [known, opening] = unique(t, 'first');
    beyond = 2*max(abs([known; te])) + 1;      % MATLAB may ask for finite points
    row = opening(interp1([known; beyond], (1:numel(known) + 1)', te, 'previous'));
    twice = t(min(row + 1, numel(t))) == t(row);   % event methods: before and after
    slack = 1e-9*max(abs(t));                      % steps may be added up to te in another way
    row = max(row - (te <= t(row) + slack & ~twice), 1);   % a row at te itself: the state after
  end
  before = sol.v(row, :);
  after = events.v(hits, :);
  again = find(diff(row) == 0) + 1;        % a second jump between two stored rows
  before(again, :) = after(again - 1, :);
  jumps = struct('t', te, 'row', row, 'q', events.q(hits, :), 'before', before, 'after', after);
end

function c = body_curves(c, sol, what)
% Rigid bodies: their centres, angles (in the plane), velocities and impulses, one colour for each
% body. The phase portrait shows the last coordinate of each centre, usually the height.
  B = sol.stats.bodies;
  width = size(sol.q, 2)/B;                        % 3 in the plane, 7 in space
  d = (width + 5)/4;
  place = @(k) k + width*(0:B-1);
  rate = @(k) k + 3*(d - 1)*(0:B-1);
  bodies = reshape(nsd_or(sol.system.Labels, numbered('body %d', B)), 1, []);
  [c.x, c.kind, c.names, c.hues] = deal(sol.t, 'body', bodies, B);
  letter = strfind('xyz', what(end));
  switch what
    case {'position', 'velocity'}, c = centre_curves(c, sol, what, place, rate);
    case {'x', 'y', 'z'}, [c.y, c.ylabel] = deal(sol.q(:, place(letter)), [what ' (m)']);
    case 'angle', [c.y, c.ylabel] = deal(sol.q(:, place(3)), 'angle (rad)');
    case {'vx', 'vy', 'vz'}
      [c.y, c.ylabel] = deal(sol.v(:, rate(letter)), ['v_' what(end) ' (m/s)']);
    case 'speed'
      c.ylabel = 'speed (m/s)';
      c.y = sqrt(sol.v(:, rate(1)).^2 + sol.v(:, rate(2)).^2);
      if d == 3, c.y = sqrt(c.y.^2 + sol.v(:, rate(3)).^2); end
    case 'phase'
      [c.x, c.y] = deal(sol.q(:, place(d)), sol.v(:, rate(d)));
      letters = 'xyz';
      [c.xlabel, c.ylabel] = deal([letters(d) ' (m)'], ['v_' letters(d) ' (m/s)']);
    case {'reaction', 'impulse'}
      [c.y, c.ylabel] = deal(sol.impulse, 'contact impulse (N s)');
    case 'force', [c.y, c.ylabel] = deal(sol.reaction, 'contact force (N)');
    otherwise
      [c.y, c.names, c.ylabel] = deal(sol.gap, {'smallest gap'}, 'gap (m)');
      [c.kind, c.hues] = deal('contact', 0);
  end
end

function c = centre_curves(c, sol, what, place, rate)
% all directions in one panel: x, y (and z) of a body in one colour, lines of another style each
  B = numel(place(1));
  d = 2 + (size(sol.q, 2) > 3*B);
  [names, letters, c.y] = deal({}, 'xyz', []);
  for k = 1:d
    if strcmp(what, 'position'), c.y = [c.y, sol.q(:, place(k))]; end
    if strcmp(what, 'velocity'), c.y = [c.y, sol.v(:, rate(k))]; end
    names = [names, strcat(letters(k), {', '}, c.names)]; %#ok<AGROW>
  end
  c.hue = repmat(1:B, 1, d);
  order = reshape(reshape(1:B*d, B, d)', 1, []);                   % body by body
  [c.y, c.names, c.hue] = deal(c.y(:, order), names(order), c.hue(order));
  if B == 1, [c.names, c.hue, c.hues] = deal(num2cell(letters(1:d)), [], 0); end
  c.ylabel = 'position (m)';
  if strcmp(what, 'velocity'), c.ylabel = 'velocity (m/s)'; end
end

function c = event_curves(c, events, kind, sys)
% A mark for each event at the number of its contact, a single contact at the speed before; a curve
% of marks for each kind of event, an end of impacts over the impacts.
  kinds = reshape(unique(events.kind), 1, []);
  ends = strcmp(kinds, 'accumulation');
  kinds = [kinds(~ends), kinds(ends)];
  place = events.contact;
  one = kind.mechanical && all(place == 1) && any(abs(events.vBefore) > 0) && sys.Contacts == 1;
  if one, place = max(0, abs(events.vBefore)); end          % NaN: events of the user
  c.x = events.t;
  c.t = c.x;
  c.y = NaN(numel(c.t), numel(kinds));
  for k = 1:numel(kinds)
    mine = strcmp(events.kind, kinds{k});
    c.y(mine, k) = place(mine);
  end
  [c.names, c.ylabel, c.kind, c.empty] = deal(kinds, 'contact', 'event', 'no events');
  if one
    unit = strrep(nsd_contact_units(sys).gap, ')', '/s)');
    [c.ylabel, c.stems] = deal(['speed before' unit], true);
  end
  if ~kind.mechanical, c.ylabel = output_word(kind); end
  c.whole = true;
end

function c = broken(c)
% a gap in all curves at each reset: two rows of different states at one time
  row = find(diff(c.t) == 0 & any(diff([c.x, c.y], 1, 1) ~= 0, 2));
  if isempty(row), return; end
  [~, order] = sort([(1:numel(c.t))'; row + 0.5]);
  gaps = NaN(numel(row), 1);
  place = @(a) subsref([a; repmat(gaps, 1, size(a, 2))], ...
                       struct('type', '()', 'subs', {{order, ':'}}));
  [c.t, c.x, c.y] = deal(place(c.t), place(c.x), place(c.y));
end

function word = output_word(kind)
% what an output of a system with states x is called on axes
  word = 'output';
  if strcmp(kind.name, 'hybrid'), word = 'guard'; end
  if strcmp(kind.name, 'filippov'), word = 'surface'; end
end

function c = first_order_curves(c, sol, what)
  names = nsd_or(sol.system.Labels, numbered('x_{%d}', size(sol.x, 2)));
  word = output_word(nsd_kind(sol.system));
  y = sol.y;
  if strcmp(word, 'guard'), y = sol.gap; end
  outputs = numbered('y_{%d}', size(y, 2));
  if ~strcmp(word, 'output')
    outputs = numbered([word ' %d'], size(y, 2));
    if strcmp(what, 'output'), c.ylabel = word; end
  end
  c.x = sol.t;
  if any(strcmp(what, {'state', 'phase'}))
    fine = nsd_fine_rows(sol);
    [c.t, c.x] = deal(fine.t);
  end
  switch what
    case 'state', [c.y, c.names, c.ylabel] = deal(fine.q, names, 'state');
    case 'lambda', [c.y, c.names] = deal(sol.lambda, numbered('\\lambda_{%d}', size(y, 2)));
    case 'output', [c.y, c.names] = deal(y, outputs);
    otherwise                            % the first two states, or state and output
      pair = fine.q;
      if size(pair, 2) < 2, [c.t, pair] = deal(sol.t, [sol.x, y]); end
      names = [names(:); outputs(:)];
      [c.x, c.y, c.names, c.xlabel] = deal(pair(:, 1), pair(:, 2), names(2), names{1});
  end
  if any(strcmp(what, {'state', 'phase'})), c = broken(c); end
  if isempty(c.ylabel) && ~isempty(c.names), c.ylabel = c.names{1}; end
  if numel(c.names) > 1 && ~strcmp(what, 'state'), c.ylabel = strtok(c.ylabel, '_'); end
  if strcmp(what, 'state') && isscalar(names), c.ylabel = names{1}; end
end

function names = numbered(form, count)
  names = arrayfun(@(k) sprintf(form, k), 1:count, 'UniformOutput', false);
end

function [names, label] = coordinate_names(sol, chosen, per)
% Names of coordinates and the label of their axis. Names may contain a unit in brackets, which for
% velocities is divided by s; names of angles stand for rad, other names for m. Without names no
% unit is claimed.
  letter = 'q';
  if ~isempty(per), letter = 'v'; end
  labels = sol.system.Labels;
  names = reshape(nsd_or(labels, numbered([letter '_{%d}'], size(sol.q, 2))), 1, []);
  shown = names;
  if ~isempty(chosen), shown = names(chosen(chosen <= numel(names))); end
  angle = cellfun(@nsd_is_angle, shown);
  words = {'position', 'velocity'; 'angle', 'angular velocity'};
  label = words{1 + all(angle), 1 + ~isempty(per)};
  names = with_greek(names);
  shown = with_greek(shown);
  if any(cellfun(@(name) any(name == '('), shown))
    names = regexprep(names, '\(([^)]*)\)', ['($1' per ')']);
    shown = regexprep(shown, '\(([^)]*)\)', ['($1' per ')']);
    unit = unique(regexp(shown, '\([^)]*\)', 'match', 'once'));
    if isscalar(shown) && isempty(per)
      label = shown{1};
    elseif isscalar(shown) && ~isempty(chosen)
      label = [label ' of ' shown{1}];
    elseif isscalar(unit)                          % that of all coordinates
      label = [label ' ' unit{1}];
    end
  elseif ~isempty(labels)
    units = {['m' per], ['rad' per]};
    units = units([any(~angle), any(angle)]);
    label = sprintf('%s (%s)', label, strjoin(units, ', '));
  end
end

function names = with_greek(names)
% theta, phi_1 as Greek letters; indices of several letters are whole
  letters = 'alpha|beta|gamma|delta|theta|phi|varphi|psi|chi|omega|xi|eta|rho';
  names = regexprep(names, ['^(' letters ')(?![a-zA-Z])'], '\\$1');
  names = regexprep(names, '_(\w\w+)', '_{$1}');
end

function c = contact_curves(c, y, label)
  [c.y, c.names] = deal(y, numbered('contact %d', size(y, 2)));
  [c.ylabel, c.kind] = deal(label, 'contact');
end

function [fine, E] = fine_energy(sol)
% Energies between the rows too, where they follow from q and v: linear systems under constant
% forces, without damping and friction, whose works are known in rows only.
  [fine, E] = deal(struct('t', sol.t, 'q', sol.q), sol.energy);
  if ~isa(sol.system, 'NsdSystem') || ~strcmp(sol.system.Kind, 'linear') ...
      || any([E.damping; E.friction; E.joint]), return; end
  if ~isempty([sol.recordedWork('kinetic'); sol.recordedWork('potential')]), return; end
  force = sol.system.Force.constant;
  if numel(force) ~= size(sol.q, 2), return; end
  miss = bsxfun(@minus, sol.q, sol.q(1, :))*force(:) - E.external;
  if any(abs(miss) > 1e-9*max([nsd_energy_moved(E); abs(E.external)])), return; end
  rows = nsd_fine_rows(sol);
  if numel(rows.t) == numel(sol.t), return; end
  fine = rows;
  works = struct('kinetic', [], 'potential', [], 'external', [], 'algorithmic', []);
  for name = setdiff(nsd_work_table(E), {'external'})
    works.(name{1}) = interp1(fine.place, E.(name{1}), (1:numel(fine.t))');
  end
  E = nsd_energy_columns(sol.system, fine.q, fine.v, works);
end

function c = energy_curves(c, E, split, given, unit)
% The energy, every work that can be seen beside it, and total - works, which must stay constant.
% GIVEN: q'F of a constant F, as weight, or []. Its work is energy here: a ball that bounces loses
% some in each impact, and none between them.
  seen = 1e-6*max([nsd_energy_moved(E); abs([E.external; E.impact; E.friction])]);
  [c.names, more] = deal({'total'}, {'kinetic', 'potential'});
  if ~isempty(given)
    [E.potential, E.total] = deal(E.potential - given, E.total - given);
    E.external = E.external - (given - given(1));
    [c.names, more{2}] = deal({'total with F'}, 'potential with F');
  end
  c.y = E.total;
  if split && any(E.potential)
    c.y = [c.y, E.kinetic, E.potential];
    c.names = [c.names, more];
  end
  [works, titles] = nsd_work_table(E);
  done = zeros(size(E.total));
  for k = 1:numel(works)
    work = E.(works{k});
    done = done + work;
    if any(abs(work) > seen)
      c.y(:, end+1) = work;
      c.names{end+1} = titles{k};
    end
  end
  c.y(:, end+1) = E.total - done;
  c.names{end+1} = 'total - works';
  c.ylabel = ['energy' unit];
  c.kind = 'energy';
end
