function m = nsd_sweep_compiled(m, options)
%NSD_SWEEP_COMPILED  The systems of a sweep as the gateway takes them, if they run in C.
%   m.compiled.arrays: a cell with one system, or one for each run; m.compiled.run: options of a
%   single run; m.compiled.parameters (of recorded functions) and m.compiled.changes (numbers of a
%   linear system) have one column per run. m.compiled stays empty when runs need the interpreter.
%   m.sys is returned with its functions recorded.
  options = nsd_fill_options(options);
  if m.stepGiven, options.Step = m.h(1); end
  first = nsd_sweep_system(m, 1);
  event = strcmp(options.Method, 'event');
  if ~strcmp(first.Kind, 'firstOrder'), nsd_refuse_friction(first, options); end
  switch first.Kind
    case 'linear'
      if any(strcmp(options.Method, nsd_methods_of('linear')))
        m = linear(m, first, options, event);
      end
    case 'lagrangian'
      m = lagrangian(m, first, options, event);
  end
end

function m = linear(m, first, options, event)
  sampled = ~any(strcmp(first.Force.kind, {'none', 'constant', 'harmonic'}));
  sameGrid = all(m.t0 == m.t0(1) & m.h == m.h(1) & m.steps == m.steps(1));
  if sampled && (event || ~(sameGrid && isempty(m.systems))), return; end
  if event
    [arrays, ~, run] = nsd_setup_event(first, m.q0(:, 1), m.v0(:, 1), plan(m, 1), options);
  else
    [arrays, run, lost] = nsd_setup_linear(first, m.q0(:, 1), m.v0(:, 1), plan(m, 1), options);
    if ~isempty(lost), return; end       % the force fails during the runs: one by one
  end
  changes = [];
  if ~isempty(m.systems)
    all_alike = cellfun(@(s) strcmp(s.Kind, 'linear') && s.Coordinates == first.Coordinates ...
                             && s.Contacts == first.Contacts && s.Joints == first.Joints ...
                             && any(strcmp(s.Force.kind, {'none', 'constant', 'harmonic'})), ...
                        m.systems);
    if ~all(all_alike), return; end
    list = one_by_one(m, options, event);
  elseif strcmp(arrays.storage, 'rows') && ~event && ~all(m.h == m.h(1))
    list = one_by_one(m, options, event);    % the host factors for each step
  else
    list = {arrays};
    if ~m.shared, changes = changed_numbers(m, first); end
  end
  m.compiled = struct('arrays', {list}, 'run', run, 'parameters', [], 'changes', changes);
end

function list = one_by_one(m, options, event)
  list = cell(1, m.N);
  make = @nsd_setup_linear;
  if event, make = @nsd_setup_event; end
  for r = 1:m.N
    list{r} = make(nsd_sweep_system(m, r), m.q0(:, r), m.v0(:, r), plan(m, r), options);
  end
end

function change = changed_numbers(m, first)
% the swept numbers in the arrays of nsd_linear_arrays, one column per run
  p = structfun(@(c) c', m.parameters, 'UniformOutput', false);
  fields = struct('mass', 'M', 'damping', 'C', 'stiffness', 'K', 'omega', 'omega', ...
                  'constant', 'constant', 'offset', 'b');
  change = struct();
  for name = fieldnames(fields)'
    if isfield(p, name{1}), change.(fields.(name{1})) = p.(name{1}); end
  end
  if isfield(p, 'restitution'), change.e = repmat(p.restitution, first.Contacts, 1); end
  if isfield(p, 'amplitude') || isfield(p, 'phase')
    [change.cosine, change.sine] = nsd_harmonic_parts(m.sys.Force, p);
  end
  check_numbers(change);
end

function check_numbers(change)
  if isfield(change, 'M') && any(change.M <= 0)
    error('nsd:sweep:badParameter', 'mass must be positive');
  elseif isfield(change, 'e') && any(any(change.e < 0 | change.e > 1))
    error('nsd:sweep:badParameter', 'restitution must lie in [0,1]');
  end
end

function run = plan(m, r)
  run = struct('t0', m.t0(r), 'h', m.h(r), 'steps', m.steps(r), 'tEnd', m.t1(r), 'every', 1, ...
               'times', []);
end

function m = lagrangian(m, first, options, event)
  make = @nsd_setup_nonlinear;
  if event, make = @nsd_setup_event; end
  [arrays, traced, run] = make(first, m.q0(:, 1), m.v0(:, 1), plan(m, 1), options);
  if isempty(m.systems)
    m.sys = m.sys.withTapes(traced.Tapes);
    nsd_warn_unused(traced, m.names, 'sweep');
  end
  varies = isempty(m.systems) && ~m.shared;
  if ~runs_in_c(arrays, traced, varies), return; end
  list = {arrays};
  parameters = [];
  if ~isempty(m.systems)
    list = cell(1, m.N);
    for r = 1:m.N
      [list{r}, traced] = make(m.systems{r}, m.q0(:, r), m.v0(:, r), plan(m, r), options);
      if ~runs_in_c(list{r}, traced, false) || ~alike(list{r}, arrays), return; end
    end
  elseif ~m.shared
    parameters = repmat(nsd_parameter_values(traced), 1, m.N);
    names = fieldnames(traced.Parameters);
    for k = 1:numel(m.names)
      parameters(strcmp(m.names{k}, names), :) = m.parameters.(m.names{k})';
    end
    check_restitution(arrays, parameters, names);
  end
  m.compiled = struct('arrays', {list}, 'run', run, 'parameters', parameters, 'changes', []);
end

function yes = runs_in_c(arrays, sys, varies)
% true when no run calls the interpreter; functions recorded with fixed values of parameters are no
% use when the parameters vary from run to run
  if isfield(arrays, 'builtin')
    yes = ~varies;
    return
  end
  yes = ~isempty(sys.Tapes) && ~isa(arrays.tangents, 'function_handle') ...
        && all([sys.Tapes.report.compiled]) && ~(varies && any([sys.Tapes.report.fixed]));
end

function yes = alike(a, b)
  yes = isfield(a, 'builtin') == isfield(b, 'builtin') ...
        && (~isfield(a, 'builtin') || strcmp(a.builtin, b.builtin)) && numel(a.e) == numel(b.e);
end

function check_restitution(arrays, parameters, names)
  for k = unique(arrays.eParameter(arrays.eParameter > 0))'
    if any(parameters(k, :) < 0 | parameters(k, :) > 1)
      error('nsd:sweep:badParameter', '%s is a restitution and must lie in [0,1]', names{k});
    end
  end
end
