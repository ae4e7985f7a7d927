function sweep = nsd_cluster_read(folder, whole)
%NSD_CLUSTER_READ  The sweep that a folder holds, checked: head, order, m, w, options, id, ...
%   Its functions are on the path until the struct is cleared.
%   NSD_CLUSTER_READ(FOLDER, false) reads head and id only, and checks neither hash nor functions.
  folder = nsd_absolute_name(folder);
  file = fullfile(folder, 'sweep.mat');
  id = strtok(char(nsd_read_bytes(fullfile(folder, 'sweep.sha256'))));
  if isempty(id) || exist(file, 'file') ~= 2
    error('nsd:cluster:noFolder', '%s holds no sweep: there is no sweep.mat with sweep.sha256', ...
          folder);
  end
  brief = nargin > 1 && ~whole;
  if ~brief && ~strcmp(nsd_kernel('hash', nsd_read_bytes(file)), id)
    error('nsd:cluster:damaged', ['%s is damaged: its hash is not that of sweep.sha256. Copy ' ...
          'the folder again'], file);
  end
  try
    if brief, sweep = load(file, 'head'); else, sweep = load(file); end
    version = sweep.head.version;
  catch err
    error('nsd:cluster:damaged', '%s cannot be read: %s', file, err.message);
  end
  if ~strcmp(version, nsd_version())
    error('nsd:cluster:otherVersion', ['%s was written by version %s of the toolbox, and this ' ...
          'is %s: bits may differ. Finish it with that version'], folder, version, nsd_version());
  end
  sweep.folder = folder;
  sweep.id = id;
  if ~brief && ~isempty(sweep.code), sweep.onPath = with_functions(sweep); end
end

function remove = with_functions(sweep)
% the functions of the folder on the path, until REMOVE is cleared
  folder = fullfile(sweep.folder, 'functions');
  addpath(folder);
  remove = onCleanup(@() rmpath(folder));
  if ~isequal(nsd_sweep_code(sweep.handles), sweep.code)
    error('nsd:cluster:changedModel', ['the functions of the sweep in %s are not those that it ' ...
          'was submitted with (folder functions)'], sweep.folder);
  end
end
