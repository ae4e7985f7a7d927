function value = nsd_first_value(f, count, name, where, t, sys)
%NSD_FIRST_VALUE  f() at the start of a run: a finite real vector with COUNT entries (NaN: any).
%   Errors of the function name the parameters of SYS.
  value = nsd_first_call(f, where, t, sys);
  fits = isnan(count) || numel(value) == count;
  isList = isvector(value) || isempty(value);
  if ~(isnumeric(value) || islogical(value)) || ~isreal(value) || ~isList || ~fits
    error(['nsd:simulate:' where 'Size'], ...
          '%s must be a real vector with %d entries (one per state or relation), not %s %s', ...
          name, count, nsd_size_text(value), class(value));
  end
  if ~all(isfinite(value(:)))
    error(['nsd:simulate:' where 'NotFinite'], '%s is NaN or Inf at the start', name);
  end
end
