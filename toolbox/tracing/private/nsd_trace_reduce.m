function y = nsd_trace_reduce(x, what, given)
%NSD_TRACE_REDUCE  sum, prod, cumsum, cumprod, mean, min, max, diff of a traced array along a dim.
  dim = find(size(x) ~= 1, 1);
  if isempty(dim), dim = 1; end
  if ~isempty(given) && ~ischar(given{1}), dim = given{1}; end
  if dim > 2 || ndims(x) > 2
    error('nsd:trace:unsupported', '%s along dimension %d of a traced value', what, dim);
  end
  if dim == 2, x = x.'; end
  n = size(x, 1);
  switch what
    case {'sum', 'mean'}
      y = (1 + 0*(1:n))*x;                     % ones may be shadowed
      if strcmp(what, 'mean'), y = y/n; end
    case 'diff'
      y = part(x, 2:n) - part(x, 1:n-1);
    case {'cumsum', 'cumprod'}
      lines = cell(n, 1);
      for k = 1:n
        lines{k} = part(x, k);
        if k > 1 && strcmp(what, 'cumsum'), lines{k} = lines{k-1} + lines{k}; end
        if k > 1 && strcmp(what, 'cumprod'), lines{k} = lines{k-1}.*lines{k}; end
      end
      y = vertcat(lines{:});
    otherwise
      combine = struct('prod', @times, 'min', @min, 'max', @max);
      y = part(x, 1);
      for k = 2:n
        y = combine.(what)(y, part(x, k));
      end
  end
  if dim == 2, y = y.'; end
end

function y = part(x, at)
  [ref, val] = parts(x);
  y = NsdTrace(ref(at, :), val(at, :));
end
