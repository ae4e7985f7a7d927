function m = nsd_sweep_compiled(m, options)
%NSD_SWEEP_COMPILED  The systems of a sweep as the gateway takes them, if they run in C.
%   m.compiled is the struct of nsd_setup_run for the first run. Its arrays are a cell with one
%   system, or one for each run; parameters (of recorded functions) and changes (numbers of a linear
%   system) have one column per run; limits is the number of coordinates that stand for friction of
%   given limit (FC.11). m.compiled stays empty when runs need the interpreter. m.sys is returned
%   with its functions recorded.
  first = nsd_sweep_system(m, 1);
  kind = nsd_kind(first);
  start = {m.q0(:, 1), m.v0(:, 1)};
  silent = nsd_silence_warnings();                % nsd_sweep_starts has told
  [~, ~, options] = nsd_read_arguments(first, [start(1:1 + kind.mechanical), {options}]);
  clear silent
  if m.stepGiven, options.Step = m.h(1); end
  own_steps = ~all(m.t0 == m.t0(1) & m.h == m.h(1) & m.steps == m.steps(1));
  sampled = is_sampled(first, kind);
  if sampled && (strcmp(options.Method, 'event') || own_steps || ~isempty(m.systems)), return; end
  s = setup_of(m, 1, options);
  if ~isempty(s.lost), return; end                % the force fails during the runs: one by one
  recorded = kind.nonlinear && ~isfield(s.arrays, 'builtin');
  if isempty(m.systems) && kind.nonlinear && s.limits == 0
    m.sys = m.sys.withTapes(s.sys.Tapes);
    nsd_warn_unused(s.sys, m.names, 'sweep');
  end
  varies = isempty(m.systems) && ~m.shared;
  if ~runs_in_c(s, kind, varies), return; end
  [s.parameters, s.changes] = deal([]);
  if recorded && (varies || (isempty(m.systems) && s.limits > 0))
    s.parameters = parameters_of_runs(m, s);
    if kind.mechanical, check_coefficients(s, fieldnames(s.sys.Parameters)); end
  elseif isempty(m.systems) && strcmp(kind.name, 'linear')
    if varies, s.changes = changed_numbers(m, first, s.arrays); end
    if s.limits > 0
      [s.changes, shared] = changed_limits(s.changes, m, first, s);
      if ~shared, return; end
    end
  end
  factored = isfield(s.arrays, 'storage') && strcmp(s.arrays.storage, 'rows') ...
             && strcmp(s.family, 'linear');       % by the host, for each step
  by_step = ~all(m.h == m.h(1)) && (factored || strcmp(options.Method, 'zoh'));
  told = isempty(s.parameters) && isempty(s.changes) && varies;   % numbers in the arrays differ
  list = {s.arrays};
  if ~isempty(m.systems) || by_step || told
    s.changes = [];
    list = one_by_one(m, options, s, kind);
    if isempty(list), return; end
  end
  s.arrays = list;
  m.compiled = s;
end

function s = setup_of(m, r, options)
% the run R as gateways take it; friction of given limit as nsd_simulate makes it ready
  run = struct('t0', m.t0(r), 'h', m.h(r), 'steps', m.steps(r), 'tEnd', m.t1(r), 'every', 1, ...
               'times', []);
  if m.stepGiven, options.Step = m.h(r); end
  [sys, q0, v0, limits] = deal(nsd_sweep_system(m, r), m.q0(:, r), m.v0(:, r), 0);
  if isa(sys, 'NsdSystem') && ~isempty(sys.Drags)
    [sys, limits] = sys.loaded(run.t0, q0, v0);
    [q0, v0] = deal([q0; zeros(limits, 1)], [v0; zeros(limits, 1)]);
  end
  s = nsd_setup_run(sys, q0, v0, run, options);
  s.limits = limits;
end

function list = one_by_one(m, options, first, kind)
% the systems of all runs; {} when one of them is of another kind or needs the interpreter
  list = cell(1, m.N);
  for r = 1:m.N
    sys = nsd_sweep_system(m, r);
    other = nsd_kind(sys);
    if ~strcmp(other.name, kind.name) || is_sampled(sys, kind), list = {}; return; end
    s = setup_of(m, r, options);
    if ~runs_in_c(s, kind, false) || ~alike(s, first), list = {}; return; end
    list{r} = s.arrays;
  end
end

function yes = is_sampled(sys, kind)
% true when forces or inputs are functions or tables of t, sampled on the steps of a run
  forces = {};
  if strcmp(kind.name, 'linear'), forces = {sys.Force}; end
  of_time = @(d) isa(d.limit, 'function_handle');
  if strcmp(kind.name, 'linear') && any(cellfun(of_time, sys.Drags))
    yes = true;
    return
  end
  if strcmp(kind.name, 'firstOrder'), forces = {sys.FirstOrder.input, sys.FirstOrder.offset}; end
  fixed = cellfun(@(f) any(strcmp(f.kind, {'none', 'constant', 'harmonic'})), forces);
  yes = ~all(fixed);
end

function yes = runs_in_c(s, kind, varies)
% true when no run calls the interpreter; functions recorded with fixed values of parameters are no
% use when the parameters vary from run to run
  yes = true;
  if strcmp(kind.name, 'bodies')
    mechanism = s.arrays.mechanism;
    yes = isempty(mechanism) || isempty(mechanism.functions) || mechanism.functions.recorded;
  elseif isfield(s.arrays, 'builtin')
    yes = ~varies;
  elseif kind.nonlinear
    yes = ~isempty(s.sys.Tapes) && all([s.sys.Tapes.report.compiled]) ...
          && ~(varies && any([s.sys.Tapes.report.fixed])) ...
          && ~(kind.mechanical && isa(s.arrays.tangents, 'function_handle'));
  end
end

function yes = alike(s, first)
% true when the gateway can take both systems in one sweep
  [a, b] = deal(s.arrays, first.arrays);
  yes = strcmp(s.family, first.family) && isfield(a, 'builtin') == isfield(b, 'builtin') ...
        && (~isfield(a, 'builtin') || strcmp(a.builtin, b.builtin)) ...
        && isequal(s.sys.Coordinates, first.sys.Coordinates) && s.sys.Joints == first.sys.Joints ...
        && isequaln(s.sys.Contacts, first.sys.Contacts);
end

function values = parameters_of_runs(m, s)
  values = repmat(nsd_parameter_values(s.sys), 1, m.N);
  names = fieldnames(s.sys.Parameters);
  for k = 1:numel(m.names)
    values(strcmp(m.names{k}, names), :) = m.parameters.(m.names{k})';
  end
  if s.limits == 0, return; end
  p = m.sys.Parameters;
  for r = 1:m.N
    for k = 1:numel(m.names), p.(m.names{k}) = m.list(r).(m.names{k}); end
    values(strcmp('nsd_least_limit', names), r) = ...
        nsd_least_limit(m.sys, p, m.t0(r), m.q0(:, r), m.v0(:, r));
  end
end

function change = changed_numbers(m, sys, arrays)
% the swept numbers in the arrays of nsd_linear_arrays, one column per run: those of the first run,
% whose system is SYS, with other values where a parameter changes them
  p = structfun(@(c) c', m.parameters, 'UniformOutput', false);
  fields = struct('mass', 'M', 'damping', 'C', 'stiffness', 'K', 'omega', 'omega', ...
                  'constant', 'constant', 'offset', 'b');
  change = struct();
  for name = m.names
    if isfield(fields, name{1})          % the number of a system with one of its kind
      to = fields.(name{1});
      change.(to) = with_rows(change, arrays, to, 1, p.(name{1}));
    end
    for kind = {'restitution', 'e'; 'friction', 'mu'}'
      rows = rows_of(sys.Gaps, nsd_named_contacts(sys, name{1}, kind{1}));
      if ~any(rows), continue; end
      change.(kind{2}) = with_rows(change, arrays, kind{2}, find(rows), p.(name{1}));
      refuse(nsd_coefficient_fault(p.(name{1}), kind{1}), name{1});
    end
  end
  if isfield(p, 'amplitude') || isfield(p, 'phase')
    [cosine, sine] = nsd_harmonic_parts(m.sys.Force, p);
    change.cosine = with_rows(change, arrays, 'cosine', 1, cosine);
    change.sine = with_rows(change, arrays, 'sine', 1, sine);
  end
  if isfield(change, 'M') && any(change.M(1, :) <= 0), refuse('must be positive', 'mass'); end
end

function [change, shared] = changed_limits(change, m, sys, s)
% What depends on frictions of given limit in the arrays of a linear system: the masses of their
% stops, where the mass is swept, and limits, where they are swept or so small that the least limit
% of each run stands for them. SHARED: false where a force or limit that is sampled would need that.
  if isempty(change), change = struct(); end
  [tangents, limits, named] = frictions(m, sys, s.arrays);
  [n, k] = deal(size(m.q0, 1), s.limits);
  if isfield(change, 'M')
    for j = 1:k
      change.M((n + j - 1)*(n + k) + n + j, :) = ...
          arrayfun(@(mass) nsd_mass_along(mass, tangents{j}), m.parameters.mass');
    end
  end
  small = find(any(bsxfun(@lt, limits, 1e-10*largest_forces(change, m, s.arrays, limits)), 1));
  shared = isempty(s.arrays.table) || (isempty(small) && ~any(named));
  if ~shared || (isempty(small) && ~any(named)), return; end
  for r = small
    least = nsd_least_limit(nsd_sweep_system(m, r), struct(), m.t0(r), m.q0(:, r), m.v0(:, r));
    limits(:, r) = max(limits(:, r), least);
  end
  if ~isfield(change, 'constant'), change.constant = repmat(s.arrays.constant, 1, m.N); end
  change.constant(n+1:end, :) = -limits;
end

function [tangents, limits, named] = frictions(m, sys, arrays)
% Of each friction of given limit: its directions, its limits in the runs (the smallest one where it
% is a function of t), and whether a parameter changes them
  [tangents, limits, named] = deal({}, zeros(0, m.N), false(0, 1));
  for g = 1:numel(sys.Drags)
    d = sys.Drags{g};
    rows = numel(tangents) + (1:d.count);
    width = size(d.tangent, 2)/d.count;
    for j = 1:d.count, tangents{end+1} = d.tangent(:, (j - 1)*width + (1:width)); end %#ok<AGROW>
    if isnumeric(d.limit)
      limits(rows, :) = repmat(d.limit(:), 1, m.N);
    else
      limits(rows, :) = min(-arrays.table(size(m.q0, 1) + rows, :));
    end
    named(rows) = false;
    for name = m.names
      of = nsd_named_contacts(sys, name{1}, 'limit');
      if ~of(g), continue; end
      refuse(nsd_coefficient_fault(m.parameters.(name{1}), 'limit'), name{1});
      limits(rows, :) = repmat(m.parameters.(name{1})', d.count, 1);
      named(rows) = true;
    end
  end
end

function bound = largest_forces(change, m, arrays, limits)
% for each run a number that no force at its start exceeds
  total = @(name) sum(abs(full(array_of(change, arrays, name))), 1);
  bound = total('constant') + total('cosine') + total('sine') ...
          + total('C').*max(abs(m.v0), [], 1) + total('K').*max(abs(m.q0), [], 1) ...
          + max(limits, [], 1);
  if ~isempty(arrays.table), bound = bound + sum(abs(arrays.table(:, 1))); end
end

function X = array_of(change, arrays, name)
% the array NAME as one column for all runs, or one for each where it is changed
  X = arrays.(name)(:);
  if isfield(change, name), X = change.(name); end
end

function X = with_rows(change, arrays, name, rows, values)
% the array NAME of each run as a column, with VALUES, one for each run, in these ROWS
  X = array_of(change, arrays, name);
  if size(X, 2) ~= size(values, 2), X = repmat(X, 1, size(values, 2)); end
  X(rows, :) = repmat(values, numel(rows), 1);
end

function rows = rows_of(groups, named)
% true for the contacts of the NAMED calls of .contact
  parts = cellfun(@(r, yes) repmat(yes, r.rows, 1), groups, num2cell(named), ...
                  'UniformOutput', false);
  rows = vertcat(false(0, 1), parts{:});
end

function refuse(fault, name)
  if ~isempty(fault), error('nsd:sweep:badParameter', '%s %s', name, fault); end
end

function check_coefficients(s, names)
% parameters of recorded functions that are restitutions or coefficients of friction
  for kind = {'restitution', 'eParameter'; 'friction', 'muParameter'}'
    for k = unique(s.arrays.(kind{2})(s.arrays.(kind{2}) > 0))'
      refuse(nsd_coefficient_fault(s.parameters(k, :), kind{1}), ...
             [names{k} ', the ' kind{1} ' of a contact,']);
    end
  end
end
