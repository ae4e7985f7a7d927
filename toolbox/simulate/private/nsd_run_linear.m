function [sol, memory] = nsd_run_linear(sys, q0, v0, run, options)
%NSD_RUN_LINEAR  One time-stepping run of a linear system through its gateway.
%   memory: what the scheme remembers besides q and v; run.memory goes on from one.
  [arrays, run, userError] = nsd_setup_linear(sys, q0, v0, run, options);
  result = nsd_user_error(nsd_run_time_stepping_mex(arrays, run), options);
  memory = result.memory;
  if ~isempty(userError) && strcmp(result.status, 'ok')
    result.status = 'userError';
    result.userError = userError;
    if strcmp(userError.identifier, 'nsd:simulate:forceNotFinite')
      result.status = 'notFinite';
    end
  end
  sol = NsdSolution(sys, run, result);
end
