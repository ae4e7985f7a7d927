function y = nsd_trace_each(f, given)
%NSD_TRACE_EACH  arrayfun over traced arrays: results as one array, or as a cell.
  uniform = true;
  words = find(cellfun('isclass', given, 'char'), 1);
  if ~isempty(words)
    if numel(given) ~= words + 1 || ~strcmpi(given{words}, 'UniformOutput')
      error('nsd:trace:unsupported', 'option %s of arrayfun with traced values', given{words});
    end
    uniform = given{words+1};
    given = given(1:words-1);
  end
  arrays = cell(size(given));
  for k = 1:numel(given), arrays{k} = NsdTrace.from(given{k}); end
  shape = size(arrays{1});
  y = cell(shape);
  for i = 1:prod(shape)
    entries = cell(size(arrays));
    for k = 1:numel(arrays)
      [ref, val] = parts(arrays{k});
      entries{k} = NsdTrace(ref(i), val(i));
    end
    y{i} = f(entries{:});
  end
  if uniform, y = reshape(vertcat(y{:}), shape); end
end
