function sol = nsd_run_controlled(sys, tspan, given)
%NSD_RUN_CONTROLLED  A run with the option Controller: constant u from one sample to the next.
%   At t_k = t0 + k Sample [u, memory] = c(t_k, x, memory) gives u, x = [q; v] (x of first-order
%   systems), memory [] at first. u reaches functions as parameter u (u1, u2, ... where it has
%   several entries), linear systems as Input*u, worlds as forces and torques.
  [states, options] = start_and_options(given);
  check_call(tspan, options);
  refuse_memory(sys);
  [t0, t1] = deal(double(tspan(1)), double(tspan(end)));
  if isempty(states), states = {sys.InitialPosition, sys.InitialVelocity}; end
  if ~nsd_kind(sys).mechanical, states = states(1); end
  times = [t0 + (0:ceil((t1 - t0)/options.Sample - 1e-9) - 1)*options.Sample, t1];
  plain = rmfield(options, {'Controller', 'Sample', 'Input'});
  [memory, keep, push, parts] = deal([], [], [], cell(1, numel(times) - 1));
  watch = watcher(options, vertcat(states{:}));
  watch([t0 t1], 'init');
  for k = 1:numel(parts)
    x = vertcat(states{:});
    [u, memory] = called(options.Controller, times(k), x, memory);
    [part, plain] = segment(driven(sys, options.Input, u), times(k:k+1), states, plain, ...
                            {keep, push});
    if k > 1, part.result.log = without_rest(part.result.log, states{end}); end
    part.result.control = repmat(u(:)', numel(part.sol.t), 1);
    parts{k} = part;
    if ~strcmp(part.sol.status, 'ok'), parts = parts(1:k); break; end
    if ~isempty(plain.MaxEvents)                  % those of all samples together
      plain.MaxEvents = max(1, plain.MaxEvents - numel(part.sol.events.t));
    end
    [keep, push] = deal(part.memory, nsd_last_impulses(part));
    states{1} = part.sol.q(end, :)';
    if numel(states) > 1, states{2} = part.sol.v(end, :)'; end
  end
  watch([], 'done');
  sol = joined(parts, part.options);
end

function check_call(tspan, options)
  nsd_check_span(tspan);
  if numel(tspan) ~= 2
    error('nsd:simulate:controller', ['with Controller the span is [t0 t1]: rows are the ' ...
          'steps, sol.at(t) is between them']);
  elseif isempty(options.Controller) || isempty(options.Sample)
    error('nsd:simulate:controller', ['Controller and Sample, the time between two calls, go ' ...
          'together']);
  elseif strcmp(options.Sensitivity, 'on')
    error('nsd:simulate:controller', ['Sensitivity is not available with Controller, whose ' ...
          'derivative is not known: leave it ''off'', or compare runs from two starts']);
  end
end

function refuse_memory(sys)
% a run from one sample to the next begins with q and v alone
  if isa(sys, 'NsdBodies'), return; end
  for k = 1:numel(sys.Gaps)
    r = sys.Gaps{k};
    what = '';
    if ~isempty(r.compliance) && any(r.compliance(:, 5) > 0)
      what = 'Compliance ''flores'' (the speed that closed the contact): take ''hunt-crossley''';
    elseif ~isempty(r.surface.cohesion)
      what = 'Cohesion (damage)';
    elseif ~isempty(r.surface.law) && strcmp(r.surface.law.kind, 'rateState')
      what = 'nsd_rate_state (age of the contact): take a coefficient or nsd_stribeck';
    end
    if ~isempty(what)
      error('nsd:simulate:controller', ['Controller does not go with contacts that remember ' ...
            'their past: contact call %d has %s'], k, what);
    end
  end
end

function watch = watcher(options, y)
% first and last call of OutputFcn, f(tspan, y0, 'init') and f([], [], 'done')
  watch = @(t, word) [];
  if isempty(options.OutputFcn), return; end
  first = y(nsd_or(options.OutputSel, 1:numel(y)));
  watch = @(t, word) options.OutputFcn(t, first(1:numel(first)*~isempty(t)), word);
end

function [states, options] = start_and_options(given)
  given = nsd_chars(given);
  first = find([cellfun(@(a) ischar(a) || isstruct(a), given), true], 1);
  if ~all(cellfun(@isnumeric, given(1:first-1)))
    error('nsd:simulate:badSize', 'the start must be real vectors of numbers, before the options');
  end
  states = cellfun(@(x) double(x(:)), given(1:first-1), 'UniformOutput', false);
  states(cellfun(@isempty, states)) = [];
  options = nsd_options(given{first:end});
end

function [u, memory] = called(c, t, x, memory)
  try
    [u, memory] = c(t, x, memory);
  catch err
    error(nsd_or(err.identifier, 'nsd:simulate:userError'), '%s [Controller at t = %g]', ...
          err.message, t);
  end
  if ~isnumeric(u) || ~isreal(u) || ~isvector(u) || ~all(isfinite(u))
    error('nsd:simulate:controller', 'Controller must return finite numbers u, at t = %g', t);
  end
end

function sys = driven(sys, B, u)
% the system with u
  kind = nsd_kind(sys);
  if ~isempty(B)
    if size(B, 2) ~= numel(u)
      error('nsd:simulate:controller', 'Input must have a column for each entry of u (%d)', ...
            numel(u));
    end
    if strcmp(kind.name, 'bodies'), sys = pushed(sys, B*u(:)); else, sys = sys.driven(B*u(:)); end
  elseif any(strcmp(kind.name, {'linear', 'firstOrder', 'bodies'}))
    error('nsd:simulate:controller', 'u reaches %s through ''Input'', B', kind.title);
  elseif isscalar(u)
    sys = sys.parameter('u', u);
  else
    names = arrayfun(@(k) sprintf('u%d', k), 1:numel(u), 'UniformOutput', false);
    pairs = [names; num2cell(reshape(u, 1, []))];
    sys = sys.parameter(pairs{:});
  end
end

function world = pushed(world, f)
% forces and torques on the bodies, in the order of their velocities
  d = world.Dimension;
  each = 3*(d - 1);                               % numbers of a body: velocity and spin
  if numel(f) ~= each*world.Bodies
    error('nsd:simulate:controller', 'Input must have %d rows, %d for each body', ...
          each*world.Bodies, each);
  end
  f = reshape(f, each, []);
  for k = find(any(f ~= 0, 1))
    world = world.force(k, f(1:d, k)).torque(k, f(d+1:end, k));
  end
end

function [part, options] = segment(sys, span, states, options, before)
% the run from one sample to the next: steps of one length, which end at the sample; BEFORE: memory
% and impulses of the last step of the segment before
  step = options.Step;
  if ~isempty(step), options.Step = diff(span)/ceil(diff(span)/step - 1e-9); end
  job = nsd_new_run(sys, span, [states, {options}]);
  if isempty(step) && isempty(job.options.RelTol), step = job.run.h; end
  if strcmp(job.options.Method, 'paoli') || comes_back(sys), job.run.memory = before{1}; end
  job.run.impulse = before{2};
  job.options.KeepContacts = 'off';
  [~, part] = nsd_run_system(job.sys, job.q0, job.v0, job.run, job.options);
  part.result = nsd_run_result(part.result);
  part.options = job.options;
  [options.Step, options.Method] = deal(step, job.options.Method);
end

function yes = comes_back(sys)
% true where surfaces of compliant contacts, pressed in one sample, come back in the next
  yes = ~isa(sys, 'NsdBodies') && ~all(cellfun(@(r) isempty(r.compliance), sys.Gaps));
end

function log = without_rest(log, v)
% events without those of contacts at rest, which a run of time stepping begins with
  kept = ~(log.kind == nsd_event_kinds('impact') & abs(log.vBefore) <= 1e-9*max([1; abs(v)]));
  if all(kept), return; end
  for name = fieldnames(log)'
    if ~strncmp(name{1}, 'state', 5)              % columns that log.row counts
      log.(name{1}) = log.(name{1})(kept, :);
    end
  end
end

function sol = joined(parts, options)
% neighbours are joined, then neighbours of these: each row is copied few times
  while numel(parts) > 1
    next = cell(1, ceil(numel(parts)/2));
    for k = 1:numel(next)
      pair = parts(2*k-1:min(2*k, end));
      if isscalar(pair)
        next{k} = pair{1};
      else
        [~, next{k}] = nsd_join_runs(pair{:}, pair{2}.run.method, options);
      end
    end
    parts = next;
  end
  part = parts{1};
  sol = NsdSolution(part.sol.system, part.run, part.result, options);     % with stats.control
end
