function value = nsd_or(value, default)
%NSD_OR  The value, or the default where the value is empty.
  if isempty(value), value = default; end
end
