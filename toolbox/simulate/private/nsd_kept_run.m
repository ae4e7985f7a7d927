function [sol, options, quiet, ready] = nsd_kept_run(sys, tspan, given, made)
%NSD_KEPT_RUN  A run with what an earlier call of nsd_simulate has prepared, from another start.
%   SOL = NSD_KEPT_RUN(SYS, TSPAN, GIVEN) is that of nsd_simulate(SYS, TSPAN, GIVEN{:}), or [] where
%   no call was kept that differs only in the start and in values of parameters of recorded
%   functions, where the start needs more than a look at its gaps, and where the run ends early.
%   OPTIONS: all of them; QUIET: true where nsd_report would say nothing; READY: struct with ticket
%   and blank, a solution without rows, where gateway 'again' makes such runs (nsd_prepare), or [].
%   NSD_KEPT_RUN(SYS, TSPAN, GIVEN, MADE) keeps the job MADE (nsd_new_run), after its run, if
%   nothing in it can change but the start: linear systems, also of first order, recorded functions
%   whose code is known (nsd_code_of), models of compiled C, and worlds of bodies. From the second
%   run of a system over the same span on, the last few are kept: here, and the arguments of the
%   kernel, by which a call is found, in mex/simulate/gateway_keep.c.
  persistent kept seen
  [sol, options, ready] = deal([]);
  quiet = false;
  if nargin > 3
    [kept, seen] = with_made(kept, seen, sys, tspan, given, made);
    return
  elseif isempty(kept) || ~any(strcmp(class(sys), {'NsdSystem', 'NsdBodies'}))
    return
  end
  [column, block] = nsd_kernel('recall', sys.Stamp, tspan, given);
  if numel(column) > 2 && kept{column(2)}.ticket == column(1)
    ready = kept{column(2)};
    sol = packed(ready.blank, column, block);
    options = ready.options;
    quiet = column(ready.head.quiet) == 1;
  else
    [sol, options, quiet] = other_run(kept, sys, tspan, given, column);
  end
end

function [sol, options, quiet] = other_run(kept, sys, tspan, given, found)
% a run that has more to look at than its start
  [sol, options] = deal([]);
  quiet = false;
  if isempty(found) && strcmp(sys.Kind, 'lagrangian')   % may have other values of parameters
    found = nsd_kernel('recall', sys.FunctionStamp, tspan, given);
  end
  if isempty(found), return; end
  job = kept{found(2)};
  if job.ticket ~= found(1), return; end
  [result, quiet, found, known] = rerun(job, sys, given);
  ends = {'ok', 'stopped'};
  if job.bodies, ends{3} = 'maxIter'; end         % in some steps, behind which they go on
  if ~isstruct(result) || ~(quiet || any(strcmp(result.status, ends)))
    return                                        % a new run says why
  end
  sol = again(job.blank, result, found(3), known);
  options = job.options;
end

function [kept, seen] = with_made(kept, seen, sys, tspan, given, made)
% what is kept, and the systems that were seen last, the newest first, after another run
  stamp = sys.Stamp;
  recorded = any(strcmp(sys.Kind, {'lagrangian', 'bodies'}));
  if strcmp(sys.Kind, 'lagrangian'), stamp = sys.FunctionStamp; end
  if stamp == 0, return; end
  if isempty(seen), seen = struct('stamp', {}, 'code', {}, 'spans', {}); end
  at = find([seen.stamp] == stamp, 1);
  if isempty(at)
    seen = [struct('stamp', stamp, 'code', [], 'spans', {{tspan}}), seen(1:min(end, 7))];
    return
  end
  seen = seen([at, 1:at-1, at+1:end]);
  spans = seen(1).spans;
  if ~any(cellfun(@(span) isequal(span, tspan), spans))
    seen(1).spans = [{tspan}, spans(1:min(end, 3))];
    return                                        % whoever goes on step by step comes once
  end
  if isempty(seen(1).code) && recorded, seen(1).code = code_of(sys); end
  if can_be_kept(sys, made, given, seen(1).code)
    [job, place, places] = with_call(sys, stamp, tspan, given, made, seen(1).code);
    if isempty(kept), kept = repmat({struct('ticket', NaN)}, 1, places); end
    if place > 0, kept{place} = job; end
  end
end

function code = code_of(sys)
% as nsd_code_of; compiled models call no function of the toolbox in their runs
  if isa(sys, 'NsdSystem') && ~isempty(sys.Builtin)
    code = struct('known', true, 'files', {{}}, 'key', '', 'functions', 0);
  else
    code = nsd_code_of(sys);
  end
end

function can = can_be_kept(sys, job, given, code)
% small systems alone: what is kept takes memory, and larger ones take longer than the preparation
% (dense ones above 100 coordinates, others above 5000); and no call that warns each time
  [s, options] = deal(job.setup, job.options);
  kind = s.kind;
  largest = 100;
  if isfield(s.arrays, 'storage') && ~strcmp(s.arrays.storage, 'dense'), largest = 5000; end
  if strcmp(kind.name, 'bodies'), largest = 1000; end
  if strcmp(kind.name, 'firstOrder') && issparse(s.arrays.A), largest = 1000; end
  can = numel(job.q0) <= largest ...
        && isempty(options.OutputFcn) && isempty(options.Events) && job.run.rest == 0 ...
        && ~isfield(s.run, 'moved') ...             % its start was moved, which a kept run is not
        && s.limits == 0 && ~strcmp(nsd_method_table(options.Method).family, 'explicit') ...
        && any(strcmp(kind.name, {'linear', 'lagrangian', 'firstOrder', 'bodies'})) ...
        && (sys.Joints == 0 || strcmp(kind.name, 'bodies'));
  if ~can
    return
  elseif strcmp(kind.name, 'bodies')
    mechanism = s.arrays.mechanism;
    can = isempty(mechanism) || isempty(mechanism.functions) ...
          || (code.known && mechanism.functions.recorded);
    if can, [~, ~, can] = start_of_bodies(sys, job, job.q0, job.v0); end
  elseif strcmp(kind.name, 'linear')
    can = is_formula(sys.Force);
  elseif strcmp(kind.name, 'firstOrder')
    can = is_formula(sys.FirstOrder.input) && is_formula(sys.FirstOrder.offset) ...
          && ~isempty(options.Step) && ~s.warned;
  elseif ~isempty(sys.Builtin)
    can = isempty(fieldnames(sys.Parameters));
  else
    tapes = s.sys.Tapes;
    can = code.known && ~isempty(tapes) && all([tapes.report.compiled]) ...
          && ~any([tapes.report.fixed]) && ~s.sys.Rough ...
          && isempty(nsd_warn_unused(s.sys, fieldnames(sys.Parameters), ''));
  end
  can = can && all_are_read(given(starts_in(given, kind)+1:end), options.Method, kind);
end

function yes = is_formula(force)
% true for a force or input that the kernel evaluates
  yes = any(strcmp(force.kind, {'none', 'constant', 'harmonic'}));
end

function count = starts_in(given, kind)
% 2 where q0 and v0 are given, 1 where x0 is, 0 where the system carries them
  count = 2 - ~kind.mechanical;
  if numel(given) < count || ~all(cellfun(@isnumeric, given(1:count))), count = 0; end
end

function yes = all_are_read(given, method, kind)
% true where the method reads all options; others warn in every call
  if ~isempty(given) && isnumeric(given{1}), given(1) = []; end      % [] as in ode45
  yes = isempty(given);
  if yes, return; end
  set = ~cellfun('isempty', struct2cell(nsd_options(given{:})));
  read = nsd_is_read([], method, kind);
  yes = all(read(set));
end

function [kept, place, places] = with_call(sys, stamp, tspan, given, job, code)
% what a later call needs: a solution without rows, and how to choose its steps; and its
% place among the PLACES of runs that the kernel keeps
  s = job.setup;
  starts = starts_in(given, s.kind);
  chooses = isempty(job.options.Step) && isempty(job.options.RelTol) && ~s.run.ownSteps;
  [closing, signal] = deal([], Inf);
  if chooses
    [~, closing, signal] = nsd_choose_step(sys, tspan(1), tspan(end) - tspan(1), job.q0, job.v0);
  end
  direct = s.kind.mechanical && ~s.kind.nonlinear && (~chooses || ~isempty(closing)) ...
           && ~strcmp(s.kind.name, 'bodies');     % whose contacts are as many as there are
  limits = nsd_report_limits();
  call = struct('stamp', stamp, 'tspan', tspan, 'given', {given(starts+1:end)}, ...
                'starts', starts, 'direct', double(direct), 'deep', limits.rest, ...
                'gain', limits.gain, 'drift', limits.drift, 'closing', closing);
  [ticket, place, places, layout] = nsd_kernel('keep', s.family, s.arrays, s.run, s.options, call);
  run = s.run;
  head = [];                                      % of the columns of direct runs
  if ~isempty(layout)
    run.packing = nsd_packed_result(layout, run);
    head = run.packing.at;
  end
  rows = struct('q', [], 'v', [], 'status', 'ok');
  if ~isempty(s.run.layout), rows.tangential = zeros(0, sum(s.run.layout)); end
  kept = struct('ticket', ticket, 'head', head, 'recorded', s.kind.nonlinear, ...
                'mechanical', s.kind.mechanical, 'bodies', strcmp(s.kind.name, 'bodies'), ...
                'chooses', chooses && isempty(closing), 'starts', starts, 'code', code, ...
                'system', sys.Stamp, 'signal', signal, ...
                'options', job.options, 'run', s.run, 'sys', s.sys, ...
                'q0', job.q0, 'v0', job.v0, ...
                'blank', NsdSolution(s.sys, run, rows, job.options, s.kind));
end

function [result, quiet, found, known] = rerun(job, sys, given)
% a run that chooses its steps, or of recorded functions with the parameters of SYS; or [] where
% nsd_new_run must look at it. FOUND: ticket, place, the step chosen; KNOWN: the system that was run
  result = [];
  quiet = 0;
  [found, steps] = deal([]);
  known = job.sys;
  start = given;
  if job.starts == 0, start = {sys.InitialPosition, sys.InitialVelocity}; end
  q0 = start{1};
  if job.mechanical, v0 = start{2}; else, v0 = job.run.v0; end
  p = [];
  if job.recorded
    [known, p, good] = recorded_system(job, sys, q0);
    if ~good, return; end
  end
  from = v0;
  if job.bodies
    [q0, v0, good] = known_bodies(job, sys, q0, v0);
    if ~good, return; end
    [~, from] = nsd_body_places(sys, v0);
  end
  if job.chooses
    signal = {job.signal};                        % of F over time, with other parameters another
    if ~isempty(p), signal = {}; end
    steps = chosen_steps(job.run, known, q0, v0, signal);
  end
  try
    [result, found, quiet] = nsd_kernel('rerun', job.ticket, q0, from, steps, p);
  catch
    result = [];                                  % a new run says why
  end
  if isstruct(result)
    if ~job.mechanical, result.v = zeros(size(result.q, 1), 0); end
    if job.bodies, result = nsd_body_rows(result, sys, ~isempty(job.run.times)); end
  end
end

function [q0, v0, good] = known_bodies(job, sys, q0, v0)
% the start of bodies; GOOD: false where it is not that of the first run and is worth a message, or
% the code of loads and motors has changed
  good = strcmp(job.code.key, nsd_code_of(job.code).key);
  if good && ~(isequal(q0, job.q0) && isequal(v0, job.v0))
    [q0, v0, good] = start_of_bodies(sys, job, q0, v0);
  end
end

function [q0, v0, good] = start_of_bodies(sys, job, q0, v0)
% GOOD: true where nothing is to be said of the start: joints hold, no body is deep inside another
  [n, m] = deal(numel(job.q0), numel(job.v0));
  good = isnumeric(q0) && isnumeric(v0) && isequal(size(q0), [n 1]) && isequal(size(v0), [m 1]) ...
         && all(isfinite(q0)) && all(isfinite(v0));
  if ~good, return; end
  [found, failed] = nsd_probe(@() looked_at(sys, job, q0, v0));
  good = isempty(failed) && found.good;
  if good, [q0, v0] = deal(found.q0, found.v0); end
end

function found = looked_at(sys, job, q0, v0)
  [q0, v0, flaws] = nsd_look_at_start(sys, job.run.t0, double(full(q0)), double(full(v0)), ...
                                      job.options);
  found = struct('q0', q0, 'v0', v0, 'good', isempty(flaws));
end

function steps = chosen_steps(run, sys, q0, v0, signal)
% [h; count] of a run without the option Step
  span = run.tEnd - run.t0;
  h = nsd_choose_step(sys, run.t0, span, q0, v0, signal{:});
  steps = [h; round(span/h)];
end

function [known, p, good] = recorded_system(job, sys, q0)
% the recorded system with the values p that SYS has, [] where they are those of the job; GOOD:
% false where the code or other names of parameters have changed
  known = job.sys;
  p = [];
  good = strcmp(job.code.key, nsd_code_of(job.code).key);
  if good && sys.Stamp ~= job.system
    p = nsd_parameter_values(sys);
    [known, failed] = nsd_probe(@() sys.resolved(q0, job.run.t0));
    good = isempty(failed) && isequal(fieldnames(sys.Parameters), fieldnames(job.sys.Parameters));
    if good, known = known.withTapes(job.sys.Tapes); end
  end
end
