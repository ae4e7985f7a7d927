function varargout = nsd_backend_local(action, varargin)
%NSD_BACKEND_LOCAL  Chunks in background processes of this machine, without a scheduler.
%   `xargs -P` takes their numbers from local.txt; it goes on when this session ends.
  switch action
    case 'limit', varargout{1} = limit();
    case 'workers', varargout{1} = workers(varargin{1});
    case 'show', varargout{1} = command(varargin{:});
    case 'submit', varargout{1} = submit(varargin{:});
    case 'running', varargout{1} = running(varargin{1});
    case 'cancel', cancel(varargin{:});
  end
end

function most = limit()
  if ~isunix() || system('command -v xargs >/dev/null 2>&1') ~= 0
    error('nsd:cluster:noShell', ['Cluster ''local'' needs a Unix shell with xargs: plain ' ...
          'nsd_sweep uses all cores of this machine anyway']);
  end
  most = 1e5;
end

function count = workers(site)
  count = nsd_or(site.Workers, max(1, nsd_kernel('sweep')));
end

function text = command(folder, site, head, chunks) %#ok<INUSD>
  count = nsd_or(site.Workers, max(1, floor(nsd_kernel('sweep')/head.threads)));
  each = 'sh ./chunk.sh "$1" || :';                           % a chunk that fails stops no other
  crew = sprintf('exec xargs -n 1 -P %d sh -c %s nsd <local.txt', count, nsd_shell_word(each));
  text = sprintf('cd %s && { nohup sh -c %s >/dev/null 2>&1 </dev/null & echo $!; }', ...
                 nsd_shell_word(folder), nsd_shell_word(crew));
end

function note = submit(folder, site, head, chunks)
  nsd_write_file(fullfile(folder, 'local.txt'), sprintf('%d\n', chunks));
  [status, text] = system(command(folder, site, head, chunks));
  process = str2double(text);
  if status ~= 0 || ~(process > 0)
    error('nsd:cluster:refused', 'no process could be started: %s', strtrim(text));
  end
  note = sprintf('%s %d %s %s', nsd_cluster_machine('name'), process, ...
                 nsd_or(nsd_cluster_machine('begun', process), 'ended'), nsd_cluster_list(chunks));
end

function [machine, process, begun, chunks] = read(note)
  words = strsplit(note, ' ');
  [machine, process, begun] = deal(words{1}, str2double(words{2}), words{3});
  chunks = [];
  for range = strsplit(words{4}, ',')
    ends = str2double(strsplit(range{1}, '-'));
    chunks = [chunks, ends(1):ends(end)]; %#ok<AGROW>
  end
end

function chunks = running(notes)
  chunks = [];
  for k = 1:numel(notes)
    [machine, process, begun, all] = read(notes{k});
    here = strcmp(machine, nsd_cluster_machine('name'));
    if here && strcmp(begun, nsd_cluster_machine('begun', process))
      chunks = [chunks, all]; %#ok<AGROW>
    end
  end
  chunks = unique(chunks);
end

function cancel(notes, folder)
% those who hand out chunks first, then the processes of chunks that say they run here
  for k = 1:numel(notes)
    [machine, process, begun] = read(notes{k});
    stop(machine, process, begun);
  end
  listing = dir(fullfile(folder, 'state'));
  for name = {listing(~[listing.isdir]).name}
    state = nsd_cluster_state(fullfile(folder, 'state', name{1}));
    if ~isempty(state) && state.seconds < 0
      stop(state.machine, state.process, state.begun);
    end
  end
end

function stop(machine, process, begun)
  if ~strcmp(machine, nsd_cluster_machine('name')), return; end
  if isempty(begun) || ~strcmp(begun, nsd_cluster_machine('begun', process)), return; end
  system(sprintf('kill -TERM %d 2>/dev/null', process));
  waiting = tic();
  while strcmp(begun, nsd_cluster_machine('begun', process)) && toc(waiting) < 5, pause(0.05); end
end
