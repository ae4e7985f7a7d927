function nsd_body_positive(a, name)
%NSD_BODY_POSITIVE  Refuses values that are not positive, by the name of their option.
  if any(a(:) <= 0)
    error(['nsd:bodies:bad' name], '%s must be positive, not %g', name, a(find(a(:) <= 0, 1)));
  end
end
