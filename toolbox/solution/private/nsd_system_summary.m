function s = nsd_system_summary(sys)
%NSD_SYSTEM_SUMMARY  Names and sizes of a system, or of such a summary, as a plain struct.
  s = struct('hybrid', false);
  for name = {'Kind', 'Name', 'Labels', 'Coordinates', 'Contacts', 'Joints'}
    s.(name{1}) = sys.(name{1});
  end
  if isstruct(sys)
    if isfield(sys, 'hybrid'), s.hybrid = sys.hybrid; end
  elseif strcmp(sys.Kind, 'firstOrder')
    s.hybrid = isfield(sys.FirstOrder, 'hybrid');
  end
end
