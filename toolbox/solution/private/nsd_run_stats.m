function stats = nsd_run_stats(sys, kind, run, result)
%NSD_RUN_STATS  sol.stats: method, steps, work of the contact solver, energy gained.
  gain = result.gain;
  bodies = strcmp(kind.name, 'bodies');
  ledger = kind.ledger;
  adaptive = isfield(run, 'adaptive') && run.adaptive;
  model = isfield(run, 'asModel') && run.asModel;
  if run.ownSteps || adaptive || model, ledger = 'remainder'; end
  if ~(gain > run.gainSlack*result.largestEnergy), gain = 0; end
  stats = struct('method', run.method, 'step', run.h, 'steps', result.steps, ...
                 'lcpProblems', result.problems, 'lcpIterations', result.iterations, ...
                 'lcpResidual', result.residual, 'newtonResidual', result.newtonResidual, ...
                 'energyGain', gain, 'energyGainTime', result.gainTime, ...
                 'energyRise', max(gain, result.rise), ...
                 'largestEnergy', result.largestEnergy, 'ledger', ledger, ...
                 'contacts', [], 'stopTime', result.tEnd, ...
                 'kernelSeconds', result.kernelSeconds, 'why', '');
  if isfield(run, 'why'), stats.why = run.why; end
  if isfield(run, 'moved'), stats.startMoved = run.moved; end
  if isfield(run, 'switchTime'), stats.switchTime = run.switchTime; end
  if isfield(result, 'jointError'), stats.jointError = result.jointError; end
  if isfield(result, 'control'), stats.control = result.control; end
  if adaptive, [stats.solves, stats.rejected] = deal(result.solves, result.rejected); end
  if isfield(result, 'roots')
    [stats.roots, stats.rootValues] = deal(result.roots, result.rootValues);
  end
  if kind.mechanical && ~bodies, stats.contactSolver = 'full'; end
  if isfield(run, 'contactSolver'), stats.contactSolver = run.contactSolver; end
  if strcmp(result.status, 'userError')
    stats.userError = result.userError.message;
  elseif ~any(strcmp(result.status, {'ok', 'stopped'}))
    stats.contacts = result.active;
  end
  if bodies
    stats.bodies = sys.Bodies;
    stats.dimension = sys.Dimension;
    stats.unsolved = result.missed;
    stats.jammed = result.jammed;
    stats.fastest = result.fastest;
  elseif ~kind.mechanical
    stats.startJump = isfield(result, 'jump') && result.jump ~= 0;
  end
  if bodies || (kind.mechanical && sys.Rough)
    stats.severalSolutions = result.several;
    stats.notEnumerated = result.unchecked;
  end
end
