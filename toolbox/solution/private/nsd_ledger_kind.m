function kind = nsd_ledger_kind(sys, method)
%NSD_LEDGER_KIND  Where the numerical work comes from: the scheme's own formula, or the rest.
  kind = 'scheme';
  if strcmp(sys.Kind, 'lagrangian') || strcmp(method, 'event'), kind = 'remainder'; end
end
