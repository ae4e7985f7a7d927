function laws = nsd_compliance_arrays(groups)
%NSD_COMPLIANCE_ARRAYS  Compliance of all contacts, a row [k n c d e] each; [] if all are rigid.
%   GROUPS: the contact calls of a system, whose rows are known. See c/model/compliance.h.
  laws = [];
  if all(cellfun(@(r) isempty(r.compliance), groups)), return; end
  laws = zeros(0, 5);
  for k = 1:numel(groups)
    part = groups{k}.compliance;
    if isempty(part), part = [0 1 0 0 0]; end
    if size(part, 1) == 1, part = repmat(part, groups{k}.rows, 1); end
    if size(part, 1) ~= groups{k}.rows
      error('nsd:system:badSize', 'Stiffness of contact call %d has %d elements for %s', ...
            k, size(part, 1), nsd_count_text(groups{k}.rows, 'contact'));
    end
    laws = [laws; part]; %#ok<AGROW>  a handful of calls
  end
end
