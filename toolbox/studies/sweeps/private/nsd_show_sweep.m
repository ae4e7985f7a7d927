function nsd_show_sweep(out)
%NSD_SHOW_SWEEP  A few lines about the result of nsd_sweep: statuses, parameters, sizes of fields.
  N = numel(out.status);
  [words, ~, number] = unique(out.status);
  counts = arrayfun(@(k) sprintf('%d %s', sum(number == k), words{k}), 1:numel(words), ...
                    'UniformOutput', false);
  fprintf('  sweep of %s: %s\n', nsd_count_text(N, 'run'), strjoin(counts, ', '));
  failed = find(~strcmp(out.status, 'ok'), 1);
  if ~isempty(failed)
    fprintf('  first that is not ok: run %d %s\n', failed, out.message{failed});
  end
  for name = fieldnames(out.parameters)'
    x = out.parameters.(name{1});
    fprintf('  parameter %s from %g to %g\n', name{1}, min(x), max(x));
  end
  names = setdiff(fieldnames(out)', {'parameters', 'status', 'message'}, 'stable');
  text = cellfun(@(name) sprintf('%s %s', name, size_of(out.(name))), names, ...
                 'UniformOutput', false);
  fprintf('  a row for each run: %s\n', strjoin(text, ', '));
end

function text = size_of(x)
% the size of an array, or the fields of a struct
  if isstruct(x)
    text = sprintf('(%s)', strjoin(fieldnames(x)', ', '));
  else
    text = nsd_size_text(x);
  end
end
