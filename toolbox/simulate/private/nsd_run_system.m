function [sol, part] = nsd_run_system(sys, q0, v0, run, options, s)
%NSD_RUN_SYSTEM  One run of a system of any kind with one method and constant steps.
%   PART: struct with sol, run and result of the kernel, for nsd_join_runs; part.memory is the state
%   of the scheme besides q and v (Newmark family, paoli), or []; a run continues from run.memory.
%   part.setup: the arguments of the kernel, and quiet: 1 where nsd_report is known to have nothing
%   to say. S: part.setup of an earlier run, with the start of this one; [] or left out: made here.
  if nargin < 6 || isempty(s), s = set_up(sys, q0, v0, run, options); end
  kind = s.kind;
  [result, s.quiet] = nsd_kernel('run', s.family, s.arrays, s.run, s.options);
  bodies = strcmp(kind.name, 'bodies');
  if ~bodies || isempty(result.q), result = nsd_run_result(result); end
  if strcmp(result.status, 'userError'), result = raise_user_error(result, options); end
  if isempty(result.q), result = with_start(result, s.run); end
  part = struct('sol', [], 'run', s.run, 'result', [], 'memory', [], 'setup', s);
  if s.limits > 0
    s.sys = sys.resolved(q0, run.t0);
    result = nsd_unload_friction(result, s.limits);
  end
  if ~isempty(s.lost) && strcmp(result.status, 'ok')
    result.status = 'userError';
    result.userError = s.lost;
    infinite = strcmp(s.lost.identifier, 'nsd:simulate:forceNotFinite');
    if infinite && kind.mechanical, result.status = 'notFinite'; end
  end
  if strcmp(kind.name, 'hybrid') && strcmp(result.status, 'stalled') && guard_jumps(s.sys, result)
    result.status = 'guardJumps';
  end
  if bodies
    result = nsd_body_rows(result, sys, ~isempty(run.times));
  elseif ~kind.mechanical
    result.v = zeros(size(result.q, 1), 0);
  end
  sol = NsdSolution(s.sys, s.run, result, options, kind);
  if strcmp(kind.name, 'lagrangian') && s.sys.Joints > 0
    result.jointError = max([NaN, abs(nsd_joint_drift(sol))]);       % NaN where a function failed
    sol = NsdSolution(s.sys, s.run, result, options, kind);
  end
  part.sol = sol;
  part.result = result;
  if isfield(result, 'memory'), part.memory = result.memory; end
end

function s = set_up(sys, q0, v0, run, options)
% the arguments of the gateway, with the functions of the options Events and OutputFcn; s.limits:
% coordinates that stand for friction of given limit
  n = numel(q0);
  if isa(sys, 'NsdSystem') && ~isempty(sys.Drags)
    [sys, q0, v0, run, options] = nsd_load_friction(sys, q0, v0, run, options);
    run.impulse = [];                               % the friction that is added has none
  end
  s = nsd_setup_run(sys, q0, v0, run, options);
  s.limits = numel(q0) - n;
  if s.kind.nonlinear
    nsd_warn_unused(s.sys, fieldnames(s.sys.Parameters), 'simulate');
  end
  if s.run.ownSteps
    s.run = nsd_event_function(s.run, options, s.kind.mechanical);
  elseif s.run.located
    check_start(s.sys, q0, run.t0);
  end
  if ~isempty(options.OutputFcn)
    s.options.OutputFcn = @(t, y) call_output(options.OutputFcn, t, y);
  end
end

function result = raise_user_error(result, options)
% raises the error of a user's function with its time, or keeps it in the result
  failure = struct('message', sprintf('%s [%s at t = %g]', result.userError.message, ...
                                      result.userWhere, result.userTime), ...
                   'identifier', nsd_or(result.userError.identifier, 'nsd:simulate:userError'));
  if strcmp(options.OnError, 'raise'), error(failure); end
  result.userError = failure;
end

function result = with_start(result, run)
% the row of the start where a function failed before the first row; what follows from functions is
% not known
  for name = setdiff(fieldnames(result)', {'active', 'memory'})
    x = result.(name{1});
    if isnumeric(x) && size(x, 1) == 0, result.(name{1}) = zeros(1, size(x, 2)); end
  end
  for name = fieldnames(result.energy)'
    if isequal(size(result.energy.(name{1})), [0 1]), result.energy.(name{1}) = NaN; end
  end
  [result.t, result.q, result.v] = deal(run.t0, run.q0(:)', run.v0(:)');
end

function jumps = guard_jumps(sys, result)
% true where a guard has different signs at the end of the run and just before, and is not small at
% either: it does not pass zero, but jumps over it. A reset that leads nowhere has one near 0.
  [x, t] = deal(result.q(end, :)', result.t(end));
  jumps = false;
  if isempty(result.acceleration), return; end
  rate = result.acceleration(end, :)';
  at = @(step) nsd_probe(@() nsd_called_at(sys.FirstOrder.guard, x + step*rate, t + step));
  step = 1e-6*max(1, abs(t));
  [before, here, after] = deal(at(-step), at(0), at(step));
  if isempty(before) || isempty(here) || isempty(after), return; end
  size_of = max(abs([before(:), after(:)]), [], 2);
  change = abs(after(:) - before(:));
  jumps = any(change > 0.5*size_of & size_of > 1e3*step*max(1, max(abs(rate))));
end

function check_start(sys, q0, t0)
% an event method must start on the right side of every surface
  y = sys.gap(q0, t0);
  low = find(y < -1e-12*max(abs(q0)), 1);
  if ~isempty(low)
    error('nsd:simulate:penetration', ['gap %d is %g at the start: event-newmark needs an ' ...
          'initial position with all gaps >= 0'], low, y(low));
  end
end

function stop = call_output(f, t, y)
% one row to OutputFcn; 1 when OutputFcn asks to stop, 0 otherwise
  stop = f(t, y, '');
  if isempty(stop)
    stop = 0;
  elseif (isnumeric(stop) || islogical(stop)) && ~any(isnan(stop(:)))
    stop = double(any(stop(:)));
  else
    found = [nsd_size_text(stop) ' ' class(stop)];
    if isnumeric(stop), found = 'NaN'; end
    error('nsd:simulate:badStop', ['OutputFcn must return true to stop and false (or []) to go ' ...
          'on, not %s'], found);
  end
end
