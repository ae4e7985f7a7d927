function named = nsd_named_contacts(sys, name, kind)
%NSD_NAMED_CONTACTS  Which calls of .contact or .friction a parameter of a linear SYS changes.
%   NAMED is a row of logicals. KIND 'restitution', 'friction': of sys.Gaps, 'limit': of sys.Drags.
%   The kind itself is a name, too, that of all contacts: of those that slide with a coefficient,
%   and of limits that are no functions.
  switch kind
    case 'restitution'
      named = cellfun(@(r) strcmp(r.restitution, name) || strcmp(kind, name), sys.Gaps);
    case 'friction'
      slides = @(r) ~isempty(r.surface.tangent) && isempty(r.surface.law);
      named = cellfun(@(r) strcmp(r.surface.parameter, name) ...
                           || (strcmp(kind, name) && slides(r)), sys.Gaps);
    otherwise
      named = cellfun(@(d) strcmp(d.parameter, name) ...
                           || (strcmp(kind, name) && isnumeric(d.limit)), sys.Drags);
  end
end
