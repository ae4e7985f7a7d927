function varargout = nsd_cluster_backend(name, action, varargin)
%NSD_CLUSTER_BACKEND  What a scheduler is asked for: its name, an action and the words for it.
%   limit = ('limit', site)              chunks that it takes at once; raises if it is not there
%   workers = ('workers', site)          how many of them it may run at a time, to choose chunks
%   text = ('show', folder, site, head, chunks)     the command that submits them
%   note = ('submit', folder, site, head, chunks)   submits all or raises; a line to know them by
%   chunks = ('running', notes, folder)  of the lines of earlier submissions, what waits or runs
%   ('cancel', notes, folder)            ends them
  backends = struct('slurm', @nsd_backend_slurm, 'local', @nsd_backend_local, ...
                    'command', @nsd_backend_command, 'parfor', @nsd_backend_parfor);
  if strcmp(action, 'names')
    varargout = {fieldnames(backends)'};
  else
    [varargout{1:nargout}] = backends.(name)(action, varargin{:});
  end
end
