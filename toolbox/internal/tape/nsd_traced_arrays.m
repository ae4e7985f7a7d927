function [arrays, sys] = nsd_traced_arrays(sys, q0, v0, run, options)
%NSD_TRACED_ARRAYS  A nonlinear system as gateways take it, its functions recorded if they can be.
  [arrays, sys] = nsd_model_arrays(sys, run.t0, q0, v0);
  if ~isempty(sys.Builtin), return; end
  sys = nsd_trace_system(sys, struct('t', run.t0, 'q', q0, 'v', v0), options.Compile);
  if ~isempty(sys.Tapes)
    arrays.tapes = sys.Tapes.tapes;
    arrays.library = sys.Tapes.library;
  end
end
