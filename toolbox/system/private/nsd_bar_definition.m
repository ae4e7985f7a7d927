function model = nsd_bar_definition(varargin)
%NSD_BAR_DEFINITION  Functions, parameters and start of the impacting bar, for NsdSystem.compiled.
  start = struct('Angle', 60, 'Height', 0.01, 'Speed', 1, 'Fraction', 0, 'Phase', 0);
  run = struct('Restitution', 0, 'Solve', 'fast');
  physical = {'Model', 'Segments', 'Length', 'Radius', 'Density', 'Young', 'Gravity'};
  [run, others] = nsd_pair_options('nsd_bar', varargin, run, 'bar', 'badValue', ...
                                   [fieldnames(start)', physical]);
  [start, physical] = nsd_pair_options('nsd_bar', others, start, 'bar', 'badValue', physical);
  for name = fieldnames(start)'
    start.(name{1}) = nsd_check_vector(start.(name{1}), 1, name{1}, 'bar');
  end
  run.Solve = nsd_check_word(run.Solve, {'fast', 'dense'}, 'Solve', 'nsd:bar:badValue');
  if start.Fraction < 0
    error('nsd:bar:badValue', 'Fraction must not be negative');
  end
  p = nsd_bar_parameters(physical{:});
  p.Dense = double(strcmp(run.Solve, 'dense'));
  start.Angle = start.Angle*pi/180;
  start.Phase = start.Phase*pi/180;
  first = nsd_kernel('bar', p, 'start', start);
  symbol = {'xi', 'lambda'};
  names = @(word) arrayfun(@(k) sprintf('%s%d', word, k), 1:p.Segments, 'UniformOutput', false);
  model = struct('parameters', p, 'restitution', run.Restitution, 'q0', first.q, 'v0', first.v, ...
                 'title', sprintf('impacting bar, model %d', p.Model), ...
                 'labels', {[{'x0', 'y0'}, names('theta'), names(symbol{p.Model})]}, ...
                 'mass', @(q) nsd_kernel('bar', p, 'mass', q), ...
                 'force', @(t, q, v) nsd_kernel('bar', p, 'force', t, q, v), ...
                 'gap', @(q) q(2) - p.Radius, ...
                 'potential', @(q) nsd_kernel('bar', p, 'potential', q));
end
