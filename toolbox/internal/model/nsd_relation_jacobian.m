function D = nsd_relation_jacobian(groups, q, t)
%NSD_RELATION_JACOBIAN  dy/dq of all groups, m-by-n; every group must have a Jacobian.
  parts = cell(numel(groups), 1);
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value)
      parts{k} = r.H';
    elseif nargin(r.jacobian) > 1
      parts{k} = r.jacobian(q, t);
    else
      parts{k} = r.jacobian(q);
    end
  end
  D = vertcat(parts{:});
end
