function groups = nsd_contact_calls(sys)
%NSD_CONTACT_CALLS  The contact calls of a mechanical system, linear or not, a cell of structs.
  groups = sys.Surfaces;
  if strcmp(sys.Kind, 'lagrangian'), groups = sys.Gaps; end
end
