function job = nsd_kept_run(sys, tspan, given, made)
%NSD_KEPT_RUN  What an earlier call of nsd_simulate has prepared, for another start.
%   JOB = NSD_KEPT_RUN(SYS, TSPAN, GIVEN) is that of nsd_new_run for the same call with another q0
%   and v0, or [] where none was kept and where the start needs more than a look at its gaps.
%   NSD_KEPT_RUN(SYS, TSPAN, GIVEN, MADE) keeps the job MADE, after its run, if nothing in it
%   can change but the start: linear systems without functions of the user. The last few are kept.
  persistent kept
  job = [];
  if isa(sys, 'NsdBodies') || sys.Stamp == 0, return; end
  if nargin > 3
    if can_be_kept(sys, made, given)
      kept = [{with_call(sys, tspan, given, made)}, kept(1:min(end, 3))];
    end
    return
  end
  stamp = sys.Stamp;
  for k = 1:numel(kept)
    if kept{k}.stamp == stamp && is_call(kept{k}, tspan, given)
      job = started(kept{k}, given);
      return
    end
  end
end

function can = can_be_kept(sys, job, given)
% small systems alone: what is kept takes memory, and larger ones take longer than the preparation
  states = numel(given) > 1 && isnumeric(given{1}) && isnumeric(given{2});
  can = states && nsd_kind(sys).family(1) == 'l' && numel(job.q0) <= 100 && sys.Joints == 0 ...
        && any(strcmp(sys.Force.kind, {'none', 'constant', 'harmonic'})) ...
        && strcmp(job.setup.arrays.storage, 'dense') && isempty(job.options.OutputFcn) ...
        && isempty(job.options.Events) && job.run.rest == 0 && job.setup.limits == 0;
end

function job = with_call(sys, tspan, given, job)
  job.stamp = sys.Stamp;
  job.tspan = tspan;
  job.given = given(3:end);
  job.normals = full(sys.ContactNormals)';
  job.offset = sys.ContactOffset;
  job.known = [];
  if isempty(job.options.Step) && ~job.setup.run.ownSteps
    [~, job.known] = nsd_choose_step(sys, tspan(1), tspan(end) - tspan(1), job.q0, job.v0);
  end
end

function same = is_call(job, tspan, given)
  same = numel(given) == numel(job.given) + 2 && numel(tspan) == numel(job.tspan) ...
         && isa(tspan, 'double') && all(tspan(:) == job.tspan(:));
  if ~same || isempty(job.given), return; end
  given = given(3:end);
  for k = find(~strcmp(given, job.given))
    [a, b] = deal(given{k}, job.given{k});
    same = isa(a, 'double') && isa(b, 'double') && isscalar(a) && isscalar(b) && a == b ...
           || isequal(a, b);
    if ~same, return; end
  end
end

function job = started(job, given)
% the job with this start, or [] where nsd_new_run must look at it
  [q0, v0] = given{1:2};
  n = numel(job.q0);
  good = isa(q0, 'double') && isa(v0, 'double') && isreal(q0) && isreal(v0) ...
         && size(q0, 1) == n && size(v0, 1) == n && numel(q0) == n && numel(v0) == n ...
         && ~issparse(q0) && ~issparse(v0) && all(isfinite([q0; v0]));
  if ~good || ~all(job.normals*q0 + job.offset > 0)
    job = [];
    return
  end
  job.q0 = q0;
  job.v0 = v0;
  job.setup.run.q0 = q0;
  job.setup.run.v0 = v0;
  if isempty(job.known), return; end
  span = job.run.tEnd - job.run.t0;
  h = nsd_choose_step([], job.run.t0, span, q0, v0, job.known);
  job.run.h = h;
  job.run.steps = round(span/h);
  [job.setup.run.h, job.setup.run.steps] = deal(h, job.run.steps);
end
