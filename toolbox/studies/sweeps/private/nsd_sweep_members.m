function [m, given] = nsd_sweep_members(sys, p, list, tspan, own, options)
%NSD_SWEEP_MEMBERS  The runs of a sweep: system, start and time span of each run.
%   nsd_sweep_system(m, r) is the system of run r; m.shared: all runs have the same system.
%   m.q0, m.v0 n-by-N; m.t0, m.t1, m.h, m.steps N-by-1; m.times: given rows, or []. m.method: that
%   of all runs, chosen for the first one where Method is 'auto'. GIVEN: OPTIONS with this choice.
  N = numel(list);
  m = struct('N', N, 'parameters', p, 'list', list, 'sys', sys, 'systems', {{}}, ...
             'names', {fieldnames(p)'}, 'compiled', [], 'message', {repmat({''}, N, 1)});
  if isa(sys, 'function_handle')
    m.systems = built(sys, list);
    first = m.systems{1};
    m.shared = false;
  elseif is_system(sys)
    check_names(sys, m.names);
    first = nsd_sweep_system(m, 1);
    m.shared = isempty(m.names);
  else
    error('nsd:sweep:badSystem', ['the first argument must be an NsdSystem, NsdBodies or a ' ...
          'function @(p) that returns one, not %s'], class(sys));
  end
  [m.q0, m.v0] = starts(m, first, own);
  [m.t0, m.t1, m.times] = spans(tspan, list);
  m.h = nsd_sweep_values(own.Step, list, 'Step');
  m.stepGiven = ~isempty(m.h);
  [options.Method, options.GGL] = method_of_all(first, options, own, m);
  [m.method, given] = deal(options.Method, options);
  span = m.t1 - m.t0;
  event = nsd_method_table(m.method).ownSteps || ~isempty([options.RelTol, options.AbsTol]);
  if ~m.stepGiven, m.h = span/1000; end
  if ~m.stepGiven && ~event && span(1) > 0
    h = nsd_choose_step(first, m.t0(1), span(1), m.q0(:, 1), m.v0(:, 1));
    m.h = span./max(1000, ceil(span/h*(1 - 1e-9)));
  end
  bad = find(~(m.h > 0) | ~(span > 0) | round(span./m.h) < 1, 1);
  if ~isempty(bad)
    error('nsd:sweep:badSpan', 'run %d: [%g, %g] with Step %g holds no step', bad, m.t0(bad), ...
          m.t1(bad), m.h(bad));
  end
  m = ended_at(m, span, event);
  options.Step = m.h(1);
  options = nsd_fill_options(options, nsd_kind(first));
  m.every = options.OutputEvery;
  options.OutputEvery = 1e9;            % not to be refused for too many rows
  nsd_plan_run([m.t0(1), m.t1(1)], options, first, m.q0(:, 1), m.v0(:, 1));
end

function [method, GGL] = method_of_all(first, options, own, m)
  options.Step = own.Step;
  between = isnumeric(own.Section) && numel(own.Section) > 1;   % sections are found between steps
  if between && strcmp(nsd_or(options.Method, 'auto'), 'auto')
    options.StepHalving = 0;                      % its default, which time stepping alone reads
  end
  [method, ~, ~, ~, options] = nsd_choose_method(first, options, m.q0(:, 1), m.t0(1));
  GGL = options.GGL;
end

function m = ended_at(m, span, event)
% whole steps up to t1: where a span is no whole number of them all of its steps are shorter
  m.steps = round(span./m.h);
  uneven = abs(m.steps.*m.h - span) > 1e-9*m.h + 4*eps(m.t1) & ~event;
  m.steps(uneven) = ceil(span(uneven)./m.h(uneven));
  m.h(uneven) = span(uneven)./m.steps(uneven);
  if ~isempty(m.times), m.steps = ceil(span./m.h - 1e-9); end
end

function check_names(sys, names)
% parameter names of functions; sys.parameter checks those of linear systems and of bodies
  kind = nsd_kind(sys);
  if kind.mechanical && ~kind.nonlinear, return; end
  known = reshape(fieldnames(sys.Parameters), 1, []);
  unknown = setdiff(names, known);
  if ~isempty(unknown)
    [~, ~, hint] = nsd_nearest_names(unknown{1}, known);
    error('nsd:sweep:unknownParameter', ['the system has no parameter %s; it has: %s (see ' ...
          'sys.parameter)%s A function @(p) that returns an NsdSystem may use any'], unknown{1}, ...
          strjoin([known, repmat({'none'}, 1, isempty(known))], ', '), nsd_or(hint, '.'));
  end
end

function is = is_system(sys)
  is = any(strcmp(class(sys), {'NsdSystem', 'NsdBodies'}));
end

function systems = built(make, list)
  systems = cell(1, numel(list));
  for r = 1:numel(list)
    try
      systems{r} = make(list(r));
    catch err
      error(err.identifier, '%s [system of run %d]', err.message, r);
    end
    if ~is_system(systems{r})
      error('nsd:sweep:badSystem', ['the function must return an NsdSystem or NsdBodies, ' ...
            'not %s'], class(systems{r}));
    end
  end
end

function [q0, v0] = starts(m, first, own)
  q0 = own.q0;
  v0 = own.v0;
  if isempty(q0) && isempty(v0) && ~isempty(m.systems)
    sizes = cellfun(@(s) numel(s.InitialPosition), m.systems);
    if any(sizes ~= sizes(1))
      error('nsd:sweep:badSystem', 'the systems must have the same number of coordinates');
    end
    q0 = cell2mat(cellfun(@(s) s.InitialPosition, m.systems, 'UniformOutput', false));
    v0 = cell2mat(cellfun(@(s) s.InitialVelocity, m.systems, 'UniformOutput', false));
  end
  if isempty(q0), q0 = first.InitialPosition; end
  if isempty(v0), v0 = first.InitialVelocity; end
  if isempty(v0) && ~nsd_kind(first).mechanical, v0 = zeros(size(q0)); end
  n = first.Coordinates;
  if isnan(n), n = size(q0, 1); end
  rates = n;
  if isa(first, 'NsdBodies'), rates = numel(first.InitialVelocity); end
  if isempty(q0) || isempty(v0) || size(q0, 1) ~= n || size(v0, 1) ~= rates
    error('nsd:sweep:noStart', ['q0 and v0 must be %d-by-1 or %d-by-N: give both, or a system ' ...
          'that has an initial state'], n, n);
  end
  q0 = double(full(repmat(q0, 1, m.N/size(q0, 2))));
  v0 = double(full(repmat(v0, 1, m.N/size(v0, 2))));
end

function [t0, t1, times] = spans(tspan, list)
  N = numel(list);
  times = [];
  if isa(tspan, 'function_handle')
    ends = arrayfun(tspan, list, 'UniformOutput', false);    % a third of the time of a loop
    heights = cellfun('size', ends, 1);
    fits = all(heights == heights(1) & cellfun('prodofsize', ends) == 2);
    if fits, values = [ends{:}]; end
    if ~fits || ~isnumeric(values) || ~isreal(values)
      error('nsd:sweep:badSpan', 'the function for tspan must return [t0 t1]');
    end
    values = reshape(double(values), 2, N)';
  elseif isnumeric(tspan) && isreal(tspan) && isequal(size(tspan), [N 2]) && N > 1
    values = double(tspan);
  elseif isnumeric(tspan) && isreal(tspan) && isvector(tspan) && numel(tspan) > 1 ...
      && all(diff(tspan) > 0)
    values = repmat(double([tspan(1), tspan(end)]), N, 1);
    if numel(tspan) > 2, times = double(tspan(:)); end
  else
    error('nsd:sweep:badSpan', ['tspan must be [t0 t1], increasing times, N-by-2, or a ' ...
          'function @(p) that returns [t0 t1]']);
  end
  t0 = values(:, 1);
  t1 = values(:, 2);
  if ~all(isfinite(values(:))), error('nsd:sweep:badSpan', 'tspan contains NaN or Inf'); end
end
