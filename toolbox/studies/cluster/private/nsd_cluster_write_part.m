function nsd_cluster_write_part(sweep, k, raw, seconds, threads)
%NSD_CLUSTER_WRITE_PART  Results RAW of chunk K into one file, named by the hash of its bytes.
%   It appears whole or not at all (nsd_write_file). Statuses are numbers of words, and messages are
%   kept where there are some, so that a million runs are read in seconds.
  [words, ~, raw.status] = unique(raw.status);
  raw.status = uint8(raw.status(:));
  spoken = find(~cellfun('isempty', raw.message));
  raw.message = struct('run', spoken, 'text', {raw.message(spoken)});
  if isfield(raw, 'value'), raw.value = short(raw.value); end
  head = struct('sweep', sweep.id, 'chunk', k, 'words', {words}, 'seconds', seconds, ...
                'threads', threads, 'machine', nsd_cluster_machine('name'), ...
                'processor', nsd_cluster_machine('processor'), 'blas', nsd_cluster_machine('blas'));
  bytes = nsd_saved_bytes(struct('head', head, 'raw', raw));
  name = sprintf('part_%d_%s.mat', k, nsd_kernel('hash', bytes));
  nsd_write_file(fullfile(sweep.folder, 'parts', name), bytes);
end

function value = short(value)
% numbers of one size as a matrix, a column for each run; nothing where there is no value
  if all(cellfun('isempty', value)), value = []; return; end
  if all(cellfun(@(x) isa(x, 'double') && isreal(x) && ~issparse(x) ...
                      && isequal(size(x), size(value{1})), value)) && ~isempty(value{1})
    value = struct('size', size(value{1}), ...
                   'numbers', reshape(cell2mat(cellfun(@(x) x(:), value(:)', ...
                                                       'UniformOutput', false)), [], numel(value)));
  end
end
