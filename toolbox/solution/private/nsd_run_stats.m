function stats = nsd_run_stats(sys, run, result)
%NSD_RUN_STATS  NsdSolution.stats: method, steps, what the contact solver did, energy gained.
  gain = result.gain;
  slack = 1e-9;
  ledger = nsd_ledger_kind(sys, run.method);
  if strcmp(ledger, 'remainder'), slack = 1e-6; end   % truncation errors
  if strcmp(sys.Kind, 'bodies'), slack = max(1e-6, run.tolerance/10); end
  if strcmp(run.method, 'event'), slack = max(slack, 100*run.relTol); end
  if ~(gain > slack*result.largestEnergy), gain = 0; end
  stats = struct('method', run.method, 'step', run.h, 'steps', result.steps, ...
                 'lcpProblems', result.problems, 'lcpIterations', result.iterations, ...
                 'lcpResidual', result.residual, 'newtonResidual', result.newtonResidual, ...
                 'energyGain', gain, 'energyGainTime', result.gainTime, 'ledger', ledger, ...
                 'contacts', [], 'stopTime', result.tEnd, ...
                 'kernelSeconds', result.kernelSeconds);
  if ~any(strcmp(result.status, {'ok', 'stopped', 'userError'}))
    stats.contacts = result.active;
  end
  if strcmp(result.status, 'userError'), stats.userError = result.userError.message; end
  if strcmp(sys.Kind, 'bodies')
    stats.bodies = sys.Bodies;
    stats.unsolved = result.missed;
    stats.jammed = result.jammed;
    stats.fastest = result.fastest;
  elseif strcmp(sys.Kind, 'firstOrder')
    stats.startJump = isfield(result, 'jump') && result.jump ~= 0;
  end
end
