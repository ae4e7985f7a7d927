function [arrays, sys] = nsd_traced_arrays(sys, q0, v0, run, options)
%NSD_TRACED_ARRAYS  A nonlinear system as gateways take it, its functions recorded if they can be.
%   RUN.model, if it is there, is what nsd_model_arrays returns for this start (nsd_prepare_start).
  if isfield(run, 'model') && ~isempty(run.model)
    [arrays, sys] = run.model{:};
  else
    [arrays, sys] = nsd_model_arrays(sys, run.t0, q0, v0);
  end
  if ~isempty(sys.Builtin), return; end
  sys = nsd_trace_system(sys, struct('t', run.t0, 'q', q0, 'v', v0), options.Compile);
  if ~isempty(sys.Tapes)
    arrays.tapes = sys.Tapes.tapes;
    arrays.library = sys.Tapes.library;
  end
end
