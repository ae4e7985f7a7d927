function part = nsd_sweep_user_values(part, m, w, todo, options)
%NSD_SWEEP_USER_VALUES  Apply the user's function (Reduce) to the solutions that the gateway made.
%   A run that did not fit into the memory of the gateway is made again by nsd_simulate.
  part.value = cell(m.N, 1);
  run = m.compiled.run;
  for i = 1:numel(todo)
    r = todo(i);
    if strcmp(part.status{r}, 'stopped') || ~isempty(m.message{r}), continue; end
    if strcmp(part.status{r}, 'workspace')
      part = again(part, nsd_sweep_interpreted(m, w, r, options), r);
      continue
    end
    run.t0 = m.t0(r);
    run.h = m.h(r);
    run.steps = m.steps(r);
    run.every = w.every(r);
    run.times = w.times;
    sys = nsd_sweep_system(m, r);
    if strcmp(sys.Kind, 'lagrangian'), sys = sys.resolved(m.q0(:, r), m.t0(r)); end
    result = part.solutions{i};
    if strcmp(sys.Kind, 'firstOrder'), result.v = zeros(size(result.q, 1), 0); end
    try
      part.value{r} = w.fun(NsdSolution(sys, run, result));
    catch err
      part.status{r} = 'error';
      part.message{r} = err.message;
    end
  end
  part = rmfield(part, 'solutions');
end

function part = again(part, alone, r)
  for name = {'status', 'message', 'value'}
    part.(name{1})(r) = alone.(name{1})(r);
  end
  for name = {'last', 'steps', 'gain', 'impacts'}
    part.(name{1})(:, r) = alone.(name{1})(:, r);
  end
end
