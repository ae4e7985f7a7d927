function values = nsd_parameter_values(sys)
%NSD_PARAMETER_VALUES  Values of the parameters of a system as a column, in the order of the names.
  values = struct2cell(sys.Parameters);
  values = vertcat(zeros(0, 1), values{:});
end
