function value = nsd_checked_value(value, wanted, name, id)
%NSD_CHECKED_VALUE  What a user's function returned as a full real double array of the size WANTED.
%   Others raise nsd:simulate:<id>Size with NAME, as 'M(q)'. NaN in WANTED: any number.
  any_number = isnan(wanted);
  if any(any_number)
    found = [size(value, 1), size(value, 2)];
    wanted(any_number) = found(any_number);
  end
  if ~(isnumeric(value) || islogical(value)) || ~isreal(value) || ~isequal(size(value), wanted)
    hint = '';
    if strcmp(id, 'force') && numel(value) == 2*wanted(1)
      hint = ': return the force alone, without v; q'' = v is known';
    elseif strcmp(id, 'force')
      hint = nsd_entry_hint(value, wanted(1));
    end
    error(['nsd:simulate:' id 'Size'], '%s must be real %d-by-%d, not %s %s%s', name, ...
          wanted(1), wanted(2), nsd_size_text(value), class(value), hint);
  end
  value = full(double(value));
end
