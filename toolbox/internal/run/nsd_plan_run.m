function run = nsd_plan_run(tspan, options, sys, q0, v0)
%NSD_PLAN_RUN  Steps and output times of a run: t_k = t0 + k h up to t1.
%   Without Step, nsd_choose_step takes one for SYS, Q0, V0. Where the span is not a whole number of
%   steps, RUN.rest is the length of a last, shorter one, whose rows are at RUN.lastTimes; given
%   times before it are followed by its start, for which RUN.extra is true. Methods
%   that need steps of one length ('paoli', first-order systems, bodies) make all of them a
%   little shorter.
  nsd_check_span(tspan);
  tspan = double(tspan(:));
  span = tspan(end) - tspan(1);
  run.t0 = tspan(1);
  own_steps = ~isempty(options.RelTol);
  run.h = options.Step;
  if isempty(run.h) && ~own_steps
    run.h = nsd_choose_step(sys, run.t0, span, q0, v0);
  elseif own_steps
    run.h = min(nsd_or(run.h, span/1000), span);   % the first step
  end
  if run.h > span*(1 + 1e-9)
    error('nsd:simulate:badStep', 'Step = %g is longer than the time span %g', run.h, span);
  end
  run = ended_at(run, tspan(end), own_steps, options, sys);
  if run.h < 8*eps(max(abs(tspan)))
    error('nsd:simulate:badStep', ...
          'Step = %g is lost in the round-off of times near %g: shift the time span', ...
          run.h, max(abs(tspan)));
  end
  given = numel(tspan) > 2;
  if ~given && run.steps/options.OutputEvery > 2^31
    error('nsd:simulate:badStep', ...
          '%.3g rows are too many: raise OutputEvery (or Step, now %g)', ...
          run.steps/options.OutputEvery, run.h);
  end
  run.tEnd = tspan(end);
  run.every = options.OutputEvery;
  [run.times, run.lastTimes, run.extra] = deal([], [], false);
  if given, run.times = tspan; end
  if given && run.rest > 0
    last = run.t0 + run.steps*run.h;
    before = tspan < last - 1e-9*run.h;
    [run.times, run.lastTimes] = deal([tspan(before); last], tspan(tspan > last + 1e-9*run.h));
    run.extra = numel(run.times) + numel(run.lastTimes) > numel(tspan);
  end
end

function run = ended_at(run, t1, own_steps, options, sys)
% the number of steps, and what they leave of the span for a shorter last one
  run.steps = round((t1 - run.t0)/run.h);
  run.rest = 0;
  if own_steps || abs(run.t0 + run.steps*run.h - t1) <= 1e-9*run.h + 4*eps(t1)
    run.steps = max(run.steps, 1);
  elseif ~any(strcmp(nsd_kind(sys).name, {'linear', 'lagrangian'})) ...
      || strcmp(options.Method, 'paoli')
    run.steps = ceil((t1 - run.t0)/run.h);
    run.h = (t1 - run.t0)/run.steps;
  else
    run.steps = floor((t1 - run.t0)/run.h);
    run.rest = t1 - (run.t0 + run.steps*run.h);
    if strcmp(sys.Force.kind, 'columns')
      run.rest = 0;
      nsd_warn('nsd:simulate:lastStep', ['the run ends at t = %.15g, not %.15g: F has columns ' ...
               'on whole steps of %g alone'], run.t0 + run.steps*run.h, t1, run.h);
    end
  end
end
