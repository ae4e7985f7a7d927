function values = nsd_sweep_values(given, list, name)
%NSD_SWEEP_VALUES  A number for each run, from one number, N numbers or a function @(p).
  N = numel(list);
  if isempty(given)
    values = [];
    return
  elseif isa(given, 'function_handle')
    numbers = arrayfun(given, list, 'UniformOutput', false);
    fits = all(cellfun('prodofsize', numbers) == 1);
    if fits, values = vertcat(numbers{:}); end
    if ~fits || ~isnumeric(values) || ~isreal(values)
      error('nsd:sweep:badValue', 'the function for %s must return a real number', name);
    end
    values = double(values);
  elseif isnumeric(given) && isreal(given) && any(numel(given) == [1 N]) && isvector(given)
    values = double(given(:));
    if isscalar(values), values = repmat(values, N, 1); end
  else
    error('nsd:sweep:badValue', '%s must be a number, %d numbers or a function @(p)', name, N);
  end
  if ~all(isfinite(values)), error('nsd:sweep:badValue', '%s is NaN or Inf', name); end
end
