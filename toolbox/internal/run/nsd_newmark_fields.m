function run = nsd_newmark_fields(run, newmark, options)
%NSD_NEWMARK_FIELDS  The fields of the Newmark family that run gateways read.
  run.newmark = newmark.family;
  run.gamma = newmark.gamma;
  run.beta = newmark.beta;
  run.alphaM = newmark.alphaM;
  run.alphaF = newmark.alphaF;
  run.ggl = double(strcmp(options.GGL, 'on'));
  run.byPosition = double(strcmp(options.Constraint, 'position'));
  if ~isfield(run, 'memory'), run.memory = []; end
end
