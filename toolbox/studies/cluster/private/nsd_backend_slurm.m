function varargout = nsd_backend_slurm(action, varargin)
%NSD_BACKEND_SLURM  Chunks as an array of Slurm, submitted by one sbatch (nsd_cluster_backend).
%   Lost tasks are not requeued, which would wait two minutes: job.resume() submits what is missing.
%   chunk.sh writes its own log: Slurm would take a % in the name of the folder for its own.
  switch action
    case 'limit', varargout{1} = limit();
    case 'workers', varargout{1} = workers(varargin{:});
    case 'show', varargout{1} = show(varargin{:});
    case 'submit', varargout{1} = submit(varargin{:});
    case 'running', varargout{1} = running(varargin{:});
    case 'cancel', cancel(varargin{:});
  end
end

function most = limit()
  if system('command -v sbatch >/dev/null 2>&1') ~= 0
    error('nsd:cluster:noSbatch', ['there is no sbatch on the PATH: is this a node where jobs ' ...
          'are submitted? Cluster ''local'' and ''command'' need no Slurm']);
  end
  [status, text] = shell({'scontrol', 'show', 'config'});
  found = regexp(text, 'MaxArraySize\s*=\s*(\d+)', 'tokens', 'once');
  if status ~= 0 || isempty(found)
    error('nsd:cluster:noAnswer', 'Slurm does not answer (scontrol show config): %s', text);
  end
  most = str2double(found{1}) - 1;              % numbers of tasks are below MaxArraySize
  if most < 1
    error('nsd:cluster:refused', 'this site allows no arrays of jobs (MaxArraySize)');
  end
end

function count = workers(site)
% those asked for, or the processors of the partition
  count = site.Workers;
  if ~isempty(count), return; end
  words = {'sinfo', '-h', '-o', '%C'};
  if ~isempty(site.Partition), words{end+1} = ['--partition=' site.Partition]; end
  [~, text] = shell(words);
  found = regexp(text, '\d+/\d+/\d+/(\d+)', 'tokens');
  count = max([1, cellfun(@(f) str2double(f{1}), found)]);
end

function words = command(folder, site, head, chunks)
  list = nsd_cluster_list(chunks);
  if ~isempty(site.Workers), list = sprintf('%s%%%d', list, site.Workers); end
  words = {'sbatch', '--parsable', '--no-requeue', '--job-name=nsd', ...
           ['--array=' list], ['--chdir=' folder], '--output=/dev/null', ...
           sprintf('--cpus-per-task=%d', head.threads)};
  options = {'Partition', '--partition='; 'Account', '--account='; 'TimeLimit', '--time='; ...
             'Memory', '--mem='};
  for k = 1:size(options, 1)
    value = site.(options{k, 1});
    if ~isempty(value), words{end+1} = [options{k, 2} value]; end %#ok<AGROW>
  end
  words = [words, site.Submit, {fullfile(folder, 'chunk.sh')}];
end

function text = show(folder, site, head, chunks)
  text = quoted(command(folder, site, head, chunks));
end

function note = submit(folder, site, head, chunks)
  [status, text] = shell(command(folder, site, head, chunks));
  found = regexp(text, '^(\d+)(;\S*)?$', 'tokens', 'once', 'lineanchors');
  if status ~= 0 || isempty(found)
    error('nsd:cluster:refused', ['sbatch refused, and nothing was submitted: %s. The folder ' ...
          '%s is complete: change the settings and call again'], text, folder);
  end
  note = found{1};
end

function chunks = running(notes, folder) %#ok<INUSD>
  chunks = [];
  if isempty(notes), return; end
  [status, text] = shell({'squeue', '-h', '-r', '-o', '%K %T', '-j', ...
                                      strjoin(notes, ',')});
  if status ~= 0
    if ~isempty(strfind(text, 'Invalid job id')), return; end       % all have ended %#ok<STREMP>
    error('nsd:cluster:noAnswer', ['Slurm does not answer, so that it is unknown which chunks ' ...
          'still run (squeue): %s'], text);
  end
  found = regexp(text, '^(\d+) (\w+)$', 'tokens', 'lineanchors');
  over = {'COMPLETED', 'CANCELLED', 'FAILED', 'TIMEOUT', 'NODE_FAIL', 'PREEMPTED', 'BOOT_FAIL', ...
          'DEADLINE', 'OUT_OF_MEMORY'};
  for k = 1:numel(found)
    if ~any(strcmp(found{k}{2}, over)), chunks(end+1) = str2double(found{k}{1}); end %#ok<AGROW>
  end
  chunks = unique(chunks);
end

function cancel(notes, folder) %#ok<INUSD>
  if isempty(notes), return; end
  [status, text] = shell([{'scancel'}, notes]);
  if status ~= 0 && isempty(strfind(text, 'Invalid job id')) %#ok<STREMP>
    error('nsd:cluster:noAnswer', 'scancel failed: %s', text);
  end
end

function [status, text] = shell(words)
% runs a command of words, each quoted, and returns what it says, errors included
  [status, text] = system([quoted(words) ' 2>&1']);
  text = strtrim(text);
end

function text = quoted(words)
  text = strjoin(cellfun(@nsd_shell_word, words, 'UniformOutput', false), ' ');
end
