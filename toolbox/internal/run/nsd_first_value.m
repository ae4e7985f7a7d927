function value = nsd_first_value(f, wanted, name, where, t, sys)
%NSD_FIRST_VALUE  f() at the start of a run: finite real numbers of the size WANTED.
%   A single number WANTED: a vector with so many entries (NaN: any). Errors of the function say how
%   it is called, NAME as 'h(x,t)', and name the parameters of SYS; others are
%   nsd:simulate:<where>Size and <where>NotFinite.
  try
    value = nsd_first_call(f, where, t, sys);
  catch err
    error(struct('message', [err.message ', called as ' name], 'identifier', err.identifier, ...
                 'stack', err.stack));
  end
  if isscalar(wanted)
    list = isvector(value) || isempty(value);
    if ~(isnumeric(value) || islogical(value)) || ~isreal(value) || ~list ...
        || ~(isnan(wanted) || numel(value) == wanted)
      error(['nsd:simulate:' where 'Size'], ...
            '%s must be a real vector with %d entries (one per state or relation), not %s %s', ...
            name, wanted, nsd_size_text(value), class(value));
    end
  else
    value = nsd_checked_value(value, wanted, name, where);
  end
  if ~all(isfinite(value(:)))
    error(['nsd:simulate:' where 'NotFinite'], '%s is NaN or Inf at the start', name);
  end
end
