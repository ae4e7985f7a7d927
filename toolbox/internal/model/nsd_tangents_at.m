function all_tangents = nsd_tangents_at(groups, names, sizes, q, t)
%NSD_TANGENTS_AT  Tangential directions of all contacts, n-by-d*m, contact by contact.
%   SIZES: directions of sliding, rolling, spinning per contact; a call without some has zeros.
%   Nothing is assigned to entries, so that it can be recorded (nsd_tapes).
  n = numel(q);
  parts = {};
  for k = 1:numel(groups)
    T = cell(1, 3);
    for j = 1:3, T{j} = nsd_direction_value(groups{k}.surface.(names{j}), q, t); end
    for c = 1:groups{k}.rows
      for j = find(sizes > 0)
        part = zeros(n, sizes(j));
        if ~isempty(T{j}), part = T{j}(:, (c - 1)*sizes(j) + (1:sizes(j))); end
        parts{end+1} = part; %#ok<AGROW>  a handful of contacts
      end
    end
  end
  all_tangents = horzcat(zeros(n, 0), parts{:});
end
