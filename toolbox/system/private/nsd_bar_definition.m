function model = nsd_bar_definition(varargin)
%NSD_BAR_DEFINITION  Functions, parameters and start of the impacting bar, for NsdSystem.compiled.
  start = struct('Angle', 60, 'Height', 0.01, 'Speed', 1, 'Fraction', 0, 'Phase', 0);
  run = struct('Restitution', 0, 'Solve', 'fast');
  physical = {};
  for k = 1:2:numel(varargin)
    known = [fieldnames(start)', fieldnames(run)', {'Model', 'Segments', 'Length', 'Radius', ...
             'Density', 'Young', 'Gravity'}];
    name = nsd_match_name(varargin{k}, known, 'bar', 'nsd_bar');
    if k == numel(varargin)
      error('nsd:bar:badValue', 'option %s has no value', name);
    end
    value = varargin{k+1};
    if isfield(start, name)
      start.(name) = nsd_check_vector(value, 1, name, 'bar');
    elseif isfield(run, name)
      run.(name) = value;
    else
      physical = [physical, {name, value}]; %#ok<AGROW>
    end
  end
  if ~any(strcmpi(run.Solve, {'fast', 'dense'}))
    error('nsd:bar:badValue', 'Solve must be ''fast'' or ''dense''');
  end
  if start.Fraction < 0
    error('nsd:bar:badValue', 'Fraction must not be negative');
  end
  p = nsd_bar_parameters(physical{:});
  p.Dense = double(strcmpi(run.Solve, 'dense'));
  start.Angle = start.Angle*pi/180;
  start.Phase = start.Phase*pi/180;
  first = nsd_kernel('bar', p, 'start', start);
  symbol = {'xi', 'lambda'};
  names = @(word) arrayfun(@(k) sprintf('%s%d', word, k), 1:p.Segments, 'UniformOutput', false);
  model = struct('parameters', p, 'restitution', run.Restitution, 'q0', first.q, 'v0', first.v, ...
                 'title', sprintf('impacting bar, model %d', p.Model), ...
                 'labels', {[{'x0', 'y0'}, names('theta'), names(symbol{p.Model})]}, ...
                 'mass', @(q) nsd_kernel('bar', p, 'mass', 0, q), ...
                 'force', @(t, q, v) nsd_kernel('bar', p, 'force', t, q, v), ...
                 'gap', @(q) q(2) - p.Radius, ...
                 'potential', @(q) nsd_bar_energy(p, q));
end

function U = nsd_bar_energy(p, q)
  both = nsd_kernel('bar', p, 'energy', 0, q, zeros(size(q)));
  U = both(2);
end
