function there = nsd_cluster_same(folder, m, w, options)
%NSD_CLUSTER_SAME  True when a folder holds this sweep; false when it is new or empty.
%   A folder of another sweep, or with other files, raises nsd:cluster:otherFolder, and one that
%   cannot be written nsd:cluster:badFolder.
  there = exist(fullfile(folder, 'sweep.sha256'), 'file') == 2;
  if ~there
    require_empty(folder);
    return
  end
  sweep = nsd_cluster_read(folder);
  wanted = nsd_sweep_content(m, w, with_progress_off(options));
  found = sweep.content;
  [m, w] = nsd_cluster_pack(m, w);
  pairs = {sweep.m.parameters, m.parameters; sweep.m.q0, m.q0; sweep.m.v0, m.v0; ...
           sweep.m.t0, m.t0; sweep.m.t1, m.t1; sweep.m.h, m.h; rmfield(sweep.w, 'fun'), ...
           rmfield(w, 'fun')};
  same = all(cellfun(@nsd_same_data, pairs(:, 1), pairs(:, 2)));
  differs = {'parameters, start or what is kept'};
  differs = differs(~same);
  for name = fieldnames(found)'
    if ~nsd_same_data(found.(name{1}), wanted.(name{1})), differs{end+1} = name{1}; end %#ok<AGROW>
  end
  if ~isempty(differs)
    error('nsd:cluster:otherFolder', '%s holds another sweep (%s differ): name another Folder', ...
          folder, strjoin(differs, ', '));
  end
end

function options = with_progress_off(options)
  options.Progress = 'off';
end

function require_empty(folder)
  if exist(folder, 'dir') == 7
    listing = dir(folder);
    names = setdiff({listing.name}, {'.', '..'});
    ours = {'functions', 'log', 'parts', 'saved', 'state', 'sweep.mat'};     % a call broke off
    others = setdiff(names, ours);
    others = others(~strncmp(others, 'nsd_part_', 9));
    if ~isempty(others)
      error('nsd:cluster:otherFolder', '%s has other files (%s): name a new Folder', folder, ...
            others{1});
    end
  else
    [made, reason] = mkdir(folder);
    if ~made
      error('nsd:cluster:badFolder', 'the folder %s cannot be made: %s', folder, reason);
    end
  end
  try
    nsd_write_file(fullfile(folder, 'sweep.mat'));
  catch err
    error('nsd:cluster:badFolder', '%s', err.message);
  end
end
