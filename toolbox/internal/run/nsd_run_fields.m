function run = nsd_run_fields(run, q0, v0, options)
%NSD_RUN_FIELDS  The fields that every run gateway reads (mex/host/mex_run.h).
  run.method = options.Method;
  run.q0 = q0;
  run.v0 = v0;
  run.theta = options.Theta;
  run.activation = options.Activation;
  run.weight = options.Weight;
  run.maxIter = options.MaxIter;
  run.tolerance = options.LcpTol;
  run.guard = @nsd_guarded_call;
  run.outputFcn = [];
  run.outputSel = [];
  if ~isempty(options.OutputFcn)
    run.outputFcn = @(t, y) call_output(options.OutputFcn, t, y);
    run.outputSel = options.OutputSel(:);
  end
  run.progress = find(strcmp(options.Progress, {'off', 'auto', 'on'})) - 1;
  if run.progress == 1 && ~nsd_is_interactive(), run.progress = 0; end
end

function stop = call_output(f, t, y)
% one row to OutputFcn; 1 when OutputFcn asks to stop, 0 otherwise
  stop = f(t, y, '');
  stop = double(~isempty(stop) && any(stop(:)));
end
