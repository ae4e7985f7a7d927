function x = nsd_check_vector(x, n, name, area)
%NSD_CHECK_VECTOR  x as a finite real n-by-1 double, or nsd:<area>:badSize / notFinite.
  if isa(x, 'double') && isreal(x) && size(x, 1) == n && size(x, 2) == 1 && ndims(x) == 2 ...
      && ~issparse(x) && all(isfinite(x))
    return
  end
  if ~(isnumeric(x) || islogical(x)) || ~isreal(x) || numel(x) ~= n || (n > 0 && ~isvector(x))
    error(['nsd:' area ':badSize'], '%s must be a real vector with %s, not %s %s', ...
          name, nsd_count_text(n, 'element'), nsd_size_text(x), class(x));
  end
  x = double(full(x(:)));
  if n == 0, x = zeros(0, 1); end
  if ~all(isfinite(x))
    error(['nsd:' area ':notFinite'], '%s contains NaN or Inf', name);
  end
end
