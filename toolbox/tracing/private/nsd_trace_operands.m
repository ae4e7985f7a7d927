function operands = nsd_trace_operands(ref, val)
%NSD_TRACE_OPERANDS  A row of operands for the record: constants get numbers of their own.
  operands = ref;
  known = ref == 0;
  if any(known), operands(known) = nsd_trace_record('constant', val(known)); end
end
