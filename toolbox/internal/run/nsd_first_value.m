function value = nsd_first_value(f, count, name, where, t, sys)
%NSD_FIRST_VALUE  f() at the start of a run: a finite real vector with COUNT entries (NaN: any).
%   Errors of the function name the parameters of SYS.
  try
    value = f();
  catch err
    err = nsd_name_parameters(err, sys);
    error(struct('message', sprintf('%s [%s at t = %g]', err.message, where, t), ...
                 'identifier', nsd_or(err.identifier, 'nsd:simulate:userError'), ...
                 'stack', err.stack));
  end
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
