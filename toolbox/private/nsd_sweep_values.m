function values = nsd_sweep_values(given, list, name)
%NSD_SWEEP_VALUES  A number for each run: from one number, N of them, or a function @(p).
  N = numel(list);
  if isempty(given)
    values = [];
    return
  elseif isa(given, 'function_handle')
    values = zeros(N, 1);
    for r = 1:N
      one = given(list(r));
      if ~isnumeric(one) || ~isscalar(one)
        error('nsd:sweep:badValue', 'the function for %s must return a number', name);
      end
      values(r) = one;
    end
  elseif isnumeric(given) && isreal(given) && any(numel(given) == [1 N]) && isvector(given)
    values = double(given(:));
    if isscalar(values), values = repmat(values, N, 1); end
  else
    error('nsd:sweep:badValue', '%s must be a number, %d numbers or a function @(p)', name, N);
  end
  if ~all(isfinite(values)), error('nsd:sweep:badValue', '%s is NaN or Inf', name); end
end
