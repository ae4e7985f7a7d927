function part = nsd_sweep_user_values(part, m, w, todo, options)
%NSD_SWEEP_USER_VALUES  Apply the user's function (Reduce) to the solutions that the gateway made.
%   A run that did not fit into the memory of the gateway is made again by nsd_simulate.
  part.value = cell(m.N, 1);
  run = m.compiled.run;
  for i = 1:numel(todo)
    r = todo(i);
    if strcmp(part.status{r}, 'stopped') || ~isempty(m.message{r}), continue; end
    if strcmp(part.status{r}, 'workspace')
      part = nsd_sweep_merge(part, nsd_sweep_interpreted(m, w, r, options), r);
      continue
    end
    [run.t0, run.h, run.steps] = deal(m.t0(r), m.h(r), m.steps(r));
    [run.every, run.times] = deal(w.every(r), w.times);
    sys = nsd_sweep_system(m, r);
    kind = nsd_kind(sys);
    result = nsd_run_result(part.solutions{i});
    if m.compiled.limits > 0, result = nsd_unload_friction(result, m.compiled.limits); end
    if ~kind.mechanical
      result.v = zeros(size(result.q, 1), 0);
    elseif kind.nonlinear
      sys = sys.resolved(m.q0(:, r), m.t0(r));
    end
    try
      part.value{r} = w.fun(NsdSolution(sys, run, result));
    catch err
      part.status{r} = 'error';
      part.message{r} = err.message;
    end
  end
  part = rmfield(part, 'solutions');
end
