function run = nsd_plan_run(tspan, options)
%NSD_PLAN_RUN  Steps and output times of a run: t_k = t0 + k h, round((t1 - t0)/h) steps.
%   With given output times the steps reach the last of these times.
  if ~isnumeric(tspan) || ~isreal(tspan) || numel(tspan) < 2 || ~all(isfinite(tspan(:)))
    error('nsd:simulate:badSpan', 'tspan must be [t0 t1] or a vector of output times');
  end
  tspan = double(tspan(:));
  if any(diff(tspan) <= 0)
    error('nsd:simulate:badSpan', ['tspan must increase strictly: an empty span has no steps, ' ...
          'and impacts cannot be run backwards']);
  end
  span = tspan(end) - tspan(1);
  run.t0 = tspan(1);
  run.h = nsd_or(options.Step, span/1000);
  if strcmp(options.Method, 'event'), run.h = min(run.h, span); end   % the first step
  run.steps = round(span/run.h);
  if run.steps < 1
    error('nsd:simulate:badStep', 'Step = %g is longer than the time span %g', run.h, span);
  end
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
  uneven = abs(run.t0 + run.steps*run.h - tspan(end)) > 1e-9*run.h + 4*eps(tspan(end));
  if uneven && given
    run.steps = ceil(span/run.h);
  elseif uneven && ~strcmp(options.Method, 'event')
    warning('nsd:simulate:lastStep', ...
            'the run ends at t = %.15g: %g is not a whole number of steps %g', ...
            run.t0 + run.steps*run.h, span, run.h);
  end
  run.tEnd = tspan(end);
  run.every = options.OutputEvery;
  run.times = [];
  if given, run.times = tspan; end
end
