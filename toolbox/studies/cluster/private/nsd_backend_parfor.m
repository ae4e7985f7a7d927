function varargout = nsd_backend_parfor(action, varargin)
%NSD_BACKEND_PARFOR  Chunks on the pool of MATLAB's Parallel Computing Toolbox; waits for them.
%   Written to its manual, and not run there: in Octave parfor is a loop. Workers see the folder.
  switch action
    case 'limit', varargout{1} = 1e5;
    case 'workers', varargout{1} = nsd_or(varargin{1}.Workers, max(1, nsd_kernel('sweep')));
    case 'show', varargout{1} = sprintf('parfor over %d chunks', numel(varargin{4}));
    case 'submit', varargout{1} = submit(varargin{1}, varargin{4});
    case 'running', varargout{1} = [];
    case 'cancel'
  end
end

function note = submit(folder, chunks)
  failed = cell(1, numel(chunks));
  parfor i = 1:numel(chunks)
    try
      nsd_sweep_chunk(folder, chunks(i));
    catch err
      failed{i} = err.message;
    end
  end
  bad = find(~cellfun('isempty', failed), 1);
  if ~isempty(bad)
    nsd_warn('nsd:cluster:chunkFailed', 'chunk %d: %s', chunks(bad), failed{bad});
  end
  note = nsd_cluster_list(chunks);
end
