function values = nsd_parameter_values(p)
%NSD_PARAMETER_VALUES  Values of the parameters of a system, or of their struct, as a column.
  if ~isstruct(p), p = p.Parameters; end
  values = struct2cell(p);
  values = vertcat(zeros(0, 1), values{:});
end
