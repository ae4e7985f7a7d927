function [p, list] = nsd_sweep_parameters(given, own)
%NSD_SWEEP_PARAMETERS  The parameters of N runs: a struct of N-by-1 columns, and N structs.
  if isempty(given), given = struct(); end
  if isnumeric(given) && numel(given) > 1
    error('nsd:sweep:badParameter', ['the parameters come before the time span: ' ...
          'nsd_sweep(sys, struct(''omega'', linspace(1, 2)), [%g %g], ...)'], given([1 end]));
  elseif ~isstruct(given) || ~isscalar(given)
    error('nsd:sweep:badParameter', ['the parameters must be a struct of vectors, as ' ...
          'struct(''omega'', linspace(1, 2)), or []']);
  end
  names = fieldnames(given);
  columns = cell(1, numel(names));
  for k = 1:numel(names)
    x = given.(names{k});
    if ~isnumeric(x) || ~isreal(x) || ~isvector(x) || ~all(isfinite(x(:)))
      error('nsd:sweep:badParameter', 'parameter %s must be a vector of finite real numbers', ...
            names{k});
    end
    columns{k} = full(double(x(:)));
  end
  if strcmp(own.Grid, 'on') && numel(names) > 1
    [columns{:}] = ndgrid(columns{:});
    columns = cellfun(@(c) c(:), columns, 'UniformOutput', false);
  end
  counts = [cellfun(@numel, columns), columns_of(own.q0, 'q0'), columns_of(own.v0, 'v0')];
  N = max([1, counts]);
  if any(counts ~= N & counts ~= 1), refuse(names, counts); end
  p = struct();
  list = struct();
  for k = 1:numel(names)
    if isscalar(columns{k}), columns{k} = repmat(columns{k}, N, 1); end
    p.(names{k}) = columns{k};
    cells = num2cell(columns{k});
    [list(1:N, 1).(names{k})] = cells{:};
  end
  if isempty(names), list = repmat(struct(), N, 1); end
end

function refuse(names, counts)
% numbers of values that do not go together: pairs were meant, or a grid
  own = counts(1:numel(names));
  grid = '';
  if sum(own > 1) > 1
    grid = sprintf(': ''Grid'', ''on'' runs all %d combinations of the parameters', prod(own));
  end
  words = [names', {'q0', 'v0'}];
  shown = find(counts > 1);
  text = arrayfun(@(k) sprintf('%s has %d', words{k}, counts(k)), shown, 'UniformOutput', false);
  error('nsd:sweep:badSize', ['parameters, q0 and v0 must have as many values (columns) as ' ...
        'there are runs, or one; %s%s'], strjoin(text, ', '), grid);
end

function count = columns_of(x, name)
  count = 1;
  if isempty(x), return; end
  if ~isnumeric(x) || ~isreal(x) || ndims(x) ~= 2 || ~all(isfinite(x(:)))
    error('nsd:sweep:badValue', '%s must be a finite real n-by-1 or n-by-N array', name);
  end
  count = size(x, 2);
end
