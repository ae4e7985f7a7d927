function out = nsd_sweep_result(m, w, raw)
%NSD_SWEEP_RESULT  The struct that nsd_sweep returns: one row per run.
  n = size(m.q0, 1);
  refused = ~cellfun('isempty', m.message);       % starts that could not be made consistent
  if any(refused)
    raw.status(refused) = {'error'};
    raw.message(refused) = m.message(refused);
  end
  out = struct('parameters', m.parameters, 'status', {raw.status}, 'message', {raw.message}, ...
               't', raw.last(1, :)', 'q', raw.last(2:1+n, :)', 'v', raw.last(2+n:end, :)', ...
               'steps', raw.steps', 'energyGain', max(0, raw.gain(1, :))');
  fields = {'count', 'first', 'last', 'speed'};
  for k = 1:4
    out.impacts.(fields{k}) = raw.impacts(k:4:end, :)';
  end
  if w.extrema
    [out.qMin, out.qMax] = deal(raw.low(1:n, :)', raw.high(1:n, :)');
    [out.vMin, out.vMax] = deal(raw.low(n+1:end, :)', raw.high(n+1:end, :)');
  end
  if w.capacity > 0
    cube = reshape(raw.samples, 1 + numel(w.entries), w.capacity, m.N);
    out.samples = struct('t', part_of(cube, 1), 'q', part_of(cube, 1 + find(w.entries < n)), ...
                         'v', part_of(cube, 1 + find(w.entries >= n)), 'count', raw.count');
  end
  if ~isempty(w.fun), out.value = together(raw.value); end
  failed = find(~cellfun('isempty', out.message));        % comparing a million words takes longer
  failed = failed(strcmp(out.status(failed), 'error'));
  if ~isempty(failed)         % one warning for all: a mistake in a user's function fails every run
    nsd_warn('nsd:sweep:runErrors', '%d of %d runs ended in an error; run %d: %s', ...
             numel(failed), m.N, failed(1), out.message{failed(1)});
  end
end

function x = part_of(cube, rows)
% N-by-S-by-entries
  x = permute(cube(rows, :, :), [3 2 1]);
end

function value = together(value)
% values of all runs as rows of a matrix if they are numbers of one size, otherwise as cells
  first = find(~cellfun('isempty', value), 1);
  if isempty(first), return; end
  fits = @(x) isempty(x) || ((isnumeric(x) || islogical(x)) && numel(x) == numel(value{first}));
  if ~all(cellfun(fits, value)), return; end
  width = numel(value{first});
  value(cellfun('isempty', value)) = {NaN(1, width)};
  value = cell2mat(cellfun(@(x) double(reshape(x, 1, width)), value, 'UniformOutput', false));
end
