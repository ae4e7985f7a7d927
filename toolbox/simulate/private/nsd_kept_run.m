function job = nsd_kept_run(sys, tspan, given, made)
%NSD_KEPT_RUN  What an earlier call of nsd_simulate has prepared, for another start.
%   JOB = NSD_KEPT_RUN(SYS, TSPAN, GIVEN) is that of nsd_new_run for the same call with another q0
%   and v0, and other values of parameters of recorded functions, or [] where none was kept and
%   where the start needs more than a look at its gaps.
%   NSD_KEPT_RUN(SYS, TSPAN, GIVEN, MADE) keeps the job MADE, after its run, if nothing in it
%   can change but the start: linear systems, and recorded functions whose code is known
%   (nsd_code_of). From the second run of a system on, the last few are kept.
  persistent kept seen
  job = [];
  if isa(sys, 'NsdBodies') || sys.Stamp == 0, return; end
  stamp = stamp_of(sys);
  if nargin > 3
    if isempty(seen) || seen.stamp ~= stamp
      seen = struct('stamp', stamp, 'code', []);
      return
    elseif isempty(seen.code) && made.setup.kind.nonlinear
      seen.code = nsd_code_of(sys);
    end
    if can_be_kept(sys, made, given, seen.code)
      kept = [{with_call(sys, tspan, given, made, seen.code)}, kept(1:min(end, 3))];
    end
    return
  end
  for k = 1:numel(kept)
    if kept{k}.stamp == stamp && is_call(kept{k}, tspan, given)
      job = started(kept{k}, sys, given);
      return
    end
  end
end

function stamp = stamp_of(sys)
% recorded functions take the values of parameters as arguments
  stamp = sys.Stamp;
  if strcmp(sys.Kind, 'lagrangian'), stamp = sys.FunctionStamp; end
end

function can = can_be_kept(sys, job, given, code)
% small systems alone: what is kept takes memory, and larger ones take longer than the preparation;
% and no call that warns each time
  [s, options] = deal(job.setup, job.options);
  kind = s.kind;
  can = numel(given) > 1 && isnumeric(given{1}) && isnumeric(given{2}) && numel(job.q0) <= 100 ...
        && isempty(options.OutputFcn) && isempty(options.Events) && job.run.rest == 0 ...
        && s.limits == 0 && any(strcmp(kind.name, {'linear', 'lagrangian'})) && sys.Joints == 0 ...
        && ~strcmp(nsd_method_table(options.Method).family, 'explicit') ...
        && all_are_read(given(3:end), options.Method, kind);
  if ~can
    return
  elseif strcmp(kind.name, 'linear')
    can = any(strcmp(sys.Force.kind, {'none', 'constant', 'harmonic'})) ...
          && strcmp(s.arrays.storage, 'dense');
  else
    tapes = s.sys.Tapes;
    can = code.known && ~isempty(tapes) && all([tapes.report.compiled]) ...
          && ~any([tapes.report.fixed]) && ~s.sys.Rough ...
          && isempty(nsd_warn_unused(s.sys, fieldnames(sys.Parameters), ''));
  end
end

function yes = all_are_read(given, method, kind)
% true where the method reads all options; others warn in every call
  if ~isempty(given) && isnumeric(given{1}), given(1) = []; end      % [] as in ode45
  yes = isempty(given);
  if yes, return; end
  table = nsd_option_table();
  set = ~cellfun('isempty', struct2cell(nsd_options(given{:})));
  yes = all(arrayfun(@(option) nsd_is_read(option, method, kind), table(set)));
end

function job = with_call(sys, tspan, given, job, code)
  job.stamp = stamp_of(sys);
  job.system = sys.Stamp;
  job.tspan = tspan;
  job.given = given(3:end);
  job.code = code;
  job.known = [];
  job.chooses = isempty(job.options.Step) && isempty(job.options.RelTol);
  if job.chooses && ~job.setup.kind.nonlinear
    [~, job.known] = nsd_choose_step(sys, tspan(1), tspan(end) - tspan(1), job.q0, job.v0);
  end
end

function same = is_call(job, tspan, given)
  same = numel(given) == numel(job.given) + 2 && numel(tspan) == numel(job.tspan) ...
         && isa(tspan, 'double') && all(tspan(:) == job.tspan(:));
  if same && ~isempty(job.code), same = strcmp(job.code.key, nsd_code_of(job.code).key); end
  if ~same || isempty(job.given), return; end
  given = given(3:end);
  for k = find(~strcmp(given, job.given))
    [a, b] = deal(given{k}, job.given{k});
    same = isa(a, 'double') && isa(b, 'double') && isscalar(a) && isscalar(b) && a == b ...
           || isequal(a, b);
    if ~same, return; end
  end
end

function job = started(job, sys, given)
% the job with this start and the parameters of SYS, or [] where nsd_new_run must look at it
  [q0, v0] = given{1:2};
  n = numel(job.q0);
  run = job.run;
  good = isa(q0, 'double') && isa(v0, 'double') && isreal(q0) && isreal(v0) ...
         && size(q0, 1) == n && size(v0, 1) == n && numel(q0) == n && numel(v0) == n ...
         && ~issparse(q0) && ~issparse(v0) && all(isfinite([q0; v0]));
  if good && sys.Stamp ~= job.system, [job, good] = with_parameters(job, sys, q0); end
  if ~good || ~all(nsd_gap_rows(job.setup.sys, q0', run.t0) > 0)
    job = [];
    return
  end
  job.q0 = q0;
  job.v0 = v0;
  job.setup.run.q0 = q0;
  job.setup.run.v0 = v0;
  if ~job.chooses, return; end
  span = run.tEnd - run.t0;
  if isempty(job.known)
    run.h = nsd_choose_step(job.sys, run.t0, span, q0, v0);
  else
    run.h = nsd_choose_step([], run.t0, span, q0, v0, job.known);
  end
  run.steps = round(span/run.h);
  job.run = run;
  [job.setup.run.h, job.setup.run.steps] = deal(run.h, run.steps);
end

function [job, good] = with_parameters(job, sys, q0)
% the job of recorded functions with the values that SYS has
  [known, failed] = nsd_probe(@() sys.resolved(q0, job.run.t0));
  good = isempty(failed) && isequal(fieldnames(sys.Parameters), fieldnames(job.sys.Parameters));
  if ~good, return; end
  job.sys = known;
  job.setup.sys = known.withTapes(job.setup.sys.Tapes);
  job.setup.arrays.parameters = nsd_parameter_values(sys);
end
