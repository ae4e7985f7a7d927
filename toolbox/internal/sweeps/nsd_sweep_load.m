function [raw, done] = nsd_sweep_load(file, content)
%NSD_SWEEP_LOAD  Finished runs from the file of a sweep, if there is one and it is of this sweep.
%   A file of another sweep raises nsd:sweep:otherFile, a damaged one nsd:sweep:badFile; both stay
%   as they are.
  raw = [];
  N = numel(content.t0);
  done = false(N, 1);
  if exist(file, 'file') ~= 2, return; end
  try
    saved = load(file, '-mat');   % MATLAB takes names without .mat for text otherwise
  catch err
    damaged(file, err.message);
  end
  if ~isstruct(saved) || ~all(isfield(saved, {'content', 'done'})) || ~isstruct(saved.content)
    error('nsd:sweep:otherFile', '%s was not written by nsd_sweep: name another File', file);
  end
  refuse_other(file, saved.content, content);
  if ~isfield(saved, 'raw') || ~isstruct(saved.raw) || ~isscalar(saved.raw)
    damaged(file, 'it holds no results');
  end
  if ~(islogical(saved.done) || isnumeric(saved.done)) || numel(saved.done) ~= N ...
      || ~all(saved.done(:) == 0 | saved.done(:) == 1)
    damaged(file, 'it does not say which runs are finished');
  end
  check_results(file, saved.raw, content, N);
  raw = saved.raw;
  done = logical(saved.done(:));
end

function refuse_other(file, found, wanted)
  if ~isfield(found, 'version') || ~isequal(found.version, wanted.version)
    error('nsd:sweep:otherFile', ['%s was written by another version of the toolbox: delete ' ...
          'it, or name another File'], file);
  end
  names = fieldnames(wanted)';
  differs = names(~cellfun(@(name) isfield(found, name) ...
                                   && nsd_same_data(found.(name), wanted.(name)), names));
  if isempty(differs) && isequal(sort(fieldnames(found)), sort(names')), return; end
  error('nsd:sweep:otherFile', ['%s belongs to another sweep (%s differ): delete it, or name ' ...
        'another File'], file, strjoin(differs, ', '));
end

function check_results(file, raw, content, N)
% arrays with a column for each run, and of the heights that this sweep has
  n = size(content.q0, 1) + size(content.v0, 1);
  w = content.reduction;
  heights = struct('last', 1 + n, 'steps', 1, 'gain', 1, 'impacts', NaN, 'count', 1, ...
                   'samples', w.capacity*(1 + numel(w.entries)));
  if w.extrema, [heights.low, heights.high] = deal(n); end
  for name = fieldnames(heights)'
    if ~isfield(raw, name{1}), damaged(file, sprintf('%s is missing', name{1})); end
    x = raw.(name{1});
    wanted = heights.(name{1});
    if isnan(wanted), wanted = size(x, 1); end
    % an array without rows may have lost its columns in the file
    if ~isa(x, 'double') || ~(isequal(size(x), [wanted N]) || (wanted == 0 && isempty(x)))
      damaged(file, sprintf('%s has not the size that it should have', name{1}));
    end
  end
  cells = {'status', 'message', 'value'};
  for name = cells(1:2 + ~isempty(w.fun))
    if ~isfield(raw, name{1}) || ~iscell(raw.(name{1})) || numel(raw.(name{1})) ~= N
      damaged(file, sprintf('%s is missing or has not one entry for each run', name{1}));
    end
  end
  if ~iscellstr(raw.status) || ~iscellstr(raw.message), damaged(file, 'words are no words'); end
end

function damaged(file, reason)
  error('nsd:sweep:badFile', ['%s is damaged: %s. It stays as it is: delete it, or name ' ...
        'another File'], file, reason);
end
