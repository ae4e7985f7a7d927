function soft = nsd_compliant(sys)
%NSD_COMPLIANT  m-by-1, true for compliant contacts, whose gaps may be negative.
  laws = nsd_compliance_arrays(sys.Gaps);
  soft = false(sys.Contacts, 1);
  if ~isempty(laws), soft = laws(:, 1) > 0; end
end
