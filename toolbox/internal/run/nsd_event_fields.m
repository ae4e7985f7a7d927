function run = nsd_event_fields(run, options)
%NSD_EVENT_FIELDS  Options of Method 'event' as its gateways take them (mex/family/mex_event.h).
  run.firstStep = nsd_or(options.Step, 0);
  run.largestStep = nsd_or(options.MaxStep, (run.tEnd - run.t0)/10);
  run.relTol = options.RelTol;
  run.absTol = options.AbsTol;
  run.chatter = find(strcmp(options.Chatter, {'map', 'threshold', 'off'})) - 1;
  run.chatterSpeed = options.ChatterSpeed;
  run.chatterHeight = options.ChatterHeight;
  run.attract = 0;
  if strcmp(options.Stabilize, 'attract'), run.attract = options.Attraction; end
  run.integrator = find(strcmp(options.Integrator, {'auto', 'dp54', 'rosenbrock'})) - 1;
  run.refine = nsd_or(options.Refine, 1);
  run.maxEvents = options.MaxEvents;
  run.maxSteps = options.MaxSteps;
  run.sensitivity = double(strcmp(options.Sensitivity, 'on'));
end
