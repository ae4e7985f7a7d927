function rate = nsd_relation_rate(groups, q, t)
%NSD_RELATION_RATE  dy/dt of all groups, m-by-1; zero for groups that do not depend on time.
  parts = cell(numel(groups), 1);
  for k = 1:numel(groups)
    if isempty(groups{k}.rate)
      parts{k} = zeros(groups{k}.rows, 1);
    else
      parts{k} = groups{k}.rate(q, t);
    end
    parts{k} = parts{k}(:);
  end
  rate = vertcat(parts{:});
end
