function state = nsd_cluster_state(folder, k, state)
%NSD_CLUSTER_STATE  Who runs chunk K, in a line of text: machine, process, its start, seconds.
%   STATE = NSD_CLUSTER_STATE(FOLDER, K) is that of this process, NSD_CLUSTER_STATE(FOLDER, K,
%   STATE) writes it, STATE = NSD_CLUSTER_STATE(FILE) reads a file, [] if there is none. seconds is
%   -1 until the chunk is finished.
  if nargin > 2
    text = sprintf('%s %d %s %.17g\n', state.machine, state.process, state.begun, state.seconds);
    nsd_write_file(fullfile(folder, 'state', sprintf('%d.txt', k)), text);
  elseif nargin > 1
    process = nsd_process_number();
    state = struct('machine', nsd_cluster_machine('name'), 'process', process, ...
                   'begun', nsd_cluster_machine('begun', process), 'seconds', -1);
  else
    state = [];
    words = strsplit(strtrim(char(nsd_read_bytes(folder))), ' ');
    if numel(words) == 4
      state = struct('machine', words{1}, 'process', str2double(words{2}), 'begun', words{3}, ...
                     'seconds', str2double(words{4}));
    end
  end
end
