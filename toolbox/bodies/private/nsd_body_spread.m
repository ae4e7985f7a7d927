function a = nsd_body_spread(a, rows_needed, count, name)
%NSD_BODY_SPREAD  Values given as a number, as one column, or as one column for each body.
  a = nsd_real_array(a, name, 'bodies');
  if rows_needed == 1, a = a(:)'; end
  if isscalar(a) && (a == 0 || rows_needed == 1), a = repmat(a, rows_needed, 1); end
  if numel(a) == rows_needed && rows_needed > 1, a = a(:); end
  if ndims(a) > 2 || size(a, 1) ~= rows_needed || ~any(size(a, 2) == [1 count])
    several = '';
    if count > 1, several = sprintf(', or %d-by-%d', rows_needed, count); end
    error('nsd:bodies:badSize', '%s must be %d-by-1%s for %s, not %s', name, ...
          rows_needed, several, nsd_count_text(count, 'body'), nsd_size_text(a));
  end
  if size(a, 2) == 1, a = repmat(a, 1, count); end
end
