function [own, options] = nsd_sweep_options(given)
%NSD_SWEEP_OPTIONS  Options OWN of nsd_sweep itself, and OPTIONS for nsd_simulate.
%   Step is in OWN, because it may differ from run to run.
  own = struct('q0', [], 'v0', [], 'Grid', 'off', 'Reduce', 'last', 'Period', [], 'Section', [], ...
               'Samples', 32, 'Columns', [], 'After', [], 'Threads', [], 'File', '', 'Step', [], ...
               'Cluster', '', 'Folder', '', 'Chunks', [], 'DryRun', 'off', 'Study', []);
  for name = NsdSweepJob.settings(), own.(name{1}) = []; end
  if ~isempty(given) && isnumeric(given{1}), refuse_start(given); end
  [own, rest] = nsd_split_options('sweep', given, own);
  own = of_cluster(own);
  options = nsd_options(rest{:});
  own.Step = nsd_or(own.Step, options.Step);
  refused = {'Events', ~isempty(options.Events), 'sweeps see impacts and sections'; ...
             'OutputFcn', ~isempty(options.OutputFcn), 'Reduce may be a function'; ...
             'Sensitivity', strcmp(options.Sensitivity, 'on'), 'a sweep does not keep it'};
  k = find([refused{:, 2}], 1);
  if ~isempty(k)
    error('nsd:sweep:badValue', '%s belongs to nsd_simulate; %s', refused{k, [1 3]});
  end
  own.Grid = nsd_check_word(own.Grid, {'off', 'on'}, 'Grid', 'nsd:sweep:badValue');
  own.Samples = count(own.Samples, 'Samples');
  if ~isempty(own.Threads), own.Threads = count(own.Threads, 'Threads'); end
  if ~ischar(own.File)
    error('nsd:sweep:badValue', 'File must be the name of a .mat file');
  end
  if ~isa(own.Reduce, 'function_handle'), own.Reduce = reducers(own.Reduce); end
end

function refuse_start(given)
% the start where nsd_simulate takes it
  values = cellfun(@short, given(1:1 + (numel(given) > 1 && isnumeric(given{2}))), ...
                   'UniformOutput', false);
  names = {'''q0''', '''v0'''};
  pairs = [names(1:numel(values)); values];
  error('nsd:sweep:unknownOption', ['nsd_sweep: after the time span come options, ''Name'', ' ...
        'value; the start is one of them: %s'], strjoin(pairs(:)', ', '));
end

function text = short(value)
% a few numbers as they were given
  text = '...';
  if numel(value) <= 6 && ndims(value) < 3, text = mat2str(value, 6); end
end

function own = of_cluster(own)
% options of sweeps that other processes make
  own.DryRun = nsd_check_word(own.DryRun, {'off', 'on'}, 'DryRun', 'nsd:sweep:badValue');
  if ~isempty(own.Chunks), own.Chunks = count(own.Chunks, 'Chunks'); end
  names = [{'Folder', 'Chunks'}, NsdSweepJob.settings()];
  given = names(cellfun(@(name) ~isempty(own.(name)), names));
  if isempty(own.Cluster) && ~isempty(given)
    error('nsd:sweep:badValue', ['%s goes with the option Cluster: ''slurm'', ''local'', ' ...
          '''command'' or ''parfor'''], given{1});
  elseif ~isempty(own.Cluster) && ~isempty(own.File)
    error('nsd:sweep:badValue', 'a sweep with Cluster saves in its Folder: leave out File');
  elseif ~isempty(own.Cluster) && (~ischar(own.Folder) || isempty(own.Folder))
    error('nsd:sweep:badValue', ['Cluster needs a Folder for the sweep and its results, one ' ...
          'that all machines see']);
  end
end

function x = count(x, name)
  x = nsd_check_number(x, 'count', name, 'nsd:sweep:badValue');
  if x >= 2^31, error('nsd:sweep:badValue', '%s must be below 2^31', name); end
end

function names = reducers(names)
  if ischar(names), names = {names}; end
  if ~iscellstr(names)
    error('nsd:sweep:badValue', 'Reduce must be a name, a cell of names, or a function @(sol)');
  end
  known = {'last', 'extrema', 'poincare', 'rows'};
  names = cellfun(@(n) nsd_check_word(n, known, 'Reduce', 'nsd:sweep:badValue'), names, ...
                  'UniformOutput', false);
  if all(ismember({'poincare', 'rows'}, names))
    error('nsd:sweep:badValue', 'Reduce takes ''poincare'' or ''rows'', not both');
  end
end
