function [out, study] = nsd_cluster_gather(folder)
%NSD_CLUSTER_GATHER  What nsd_sweep would return, from the parts that are there; whose STUDY it is.
%   Runs of absent chunks have status 'missing'. Torn and foreign parts are told and left out;
%   processors and BLAS that differ are told.
  sweep = nsd_cluster_read(folder);
  [head, study] = deal(sweep.head, sweep.study);
  parts = nsd_cluster_parts(sweep.folder);
  done = false(1, head.chunks);
  raw = [];
  kinds = {};
  bad = {};
  for i = 1:numel(parts.chunk)
    k = parts.chunk(i);
    if ~any(k == 1:head.chunks) || done(k), continue; end
    [part, reason] = nsd_cluster_read_part(sweep, parts.name{i});
    if isempty(part)
      bad(end+1, :) = {k, parts.name{i}, reason}; %#ok<AGROW>
      continue
    end
    raw = placed(raw, part, sweep.order(nsd_cluster_runs(head, k)), head.runs);
    kinds{end+1} = [part.head.processor ', ' part.head.blas]; %#ok<AGROW>
    done(k) = true;
  end
  clear part
  tell(bad, done, unique(kinds));
  [m, w] = deal(sweep.m, sweep.w);
  sweep = [];                                     %#ok<NASGU>  memory for the result
  if isempty(raw), raw = nothing(m, w); end
  m.q0 = m.q0(:, 1);
  m = spoken_out(m);
  if ~isempty(w.fun) && ~isfield(raw, 'value'), raw.value = cell(m.N, 1); end
  absent = strcmp(raw.status, 'missing');
  out = nsd_sweep_result(m, w, raw);
  out.status(absent) = {'missing'};
end

function m = spoken_out(m)
% messages of starts, one for each run
  spoken = m.message;
  m.message = repmat({''}, m.N, 1);
  m.message(spoken.run) = spoken.text;
end

function tell(bad, done, kinds)
  for i = 1:size(bad, 1)
    if ~done(bad{i, 1})
      nsd_warn('nsd:cluster:badPart', '%s is not gathered: %s', bad{i, 2:3});
    end
  end
  if numel(kinds) > 1
    nsd_warn('nsd:cluster:machinesDiffer', ['parts come from machines that differ, so that ' ...
             'bits may: %s'], strjoin(kinds, ' | '));
  end
end

function raw = placed(raw, part, runs, N)
% the columns of a part at their places
  names = setdiff(fieldnames(part.raw)', {'status', 'message', 'value'});
  if isempty(raw)
    raw = struct('status', {repmat({'missing'}, N, 1)}, 'message', {repmat({''}, N, 1)});
  end
  for name = names
    x = part.raw.(name{1});
    filler = NaN;
    if any(strcmp(name{1}, {'steps', 'count', 'gain'})), filler = 0; end
    if ~isfield(raw, name{1}), raw.(name{1}) = repmat(filler, size(x, 1), N); end
    wider = size(x, 1) - size(raw.(name{1}), 1);
    if wider > 0, raw.(name{1})(end+1:end+wider, :) = NaN; end
    raw.(name{1})(1:size(x, 1), runs) = x;
  end
  raw.status(runs) = part.head.words(part.raw.status);
  spoken = part.raw.message;
  if ~isempty(spoken.run), raw.message(runs(spoken.run)) = spoken.text; end
  if ~isfield(part.raw, 'value') || isempty(part.raw.value), return; end
  value = part.raw.value;
  if ~isfield(raw, 'value'), raw.value = cell(N, 1); end
  if isstruct(value)
    cells = mat2cell(value.numbers, size(value.numbers, 1), ones(1, numel(runs)));
    value = cellfun(@(x) reshape(x, value.size), cells, 'UniformOutput', false);
  end
  raw.value(runs) = value(:);
end

function raw = nothing(m, w)
% results of a sweep of which no part is there
  n = size(m.q0, 1) + size(m.v0, 1);
  raw = struct('last', NaN(1 + n, m.N), 'steps', zeros(1, m.N), 'gain', zeros(1, m.N), ...
               'impacts', zeros(0, m.N), 'count', zeros(1, m.N), ...
               'samples', NaN(w.capacity*(1 + numel(w.entries)), m.N), ...
               'status', {repmat({'missing'}, m.N, 1)}, 'message', {repmat({''}, m.N, 1)});
  if w.extrema, [raw.low, raw.high] = deal(NaN(n, m.N)); end
end
