function value = nsd_or(value, default)
%NSD_OR  value, or the default where it is empty.
  if isempty(value), value = default; end
end
