function all_tangents = nsd_tangents_at(groups, names, sizes, q, t)
%NSD_TANGENTS_AT  Tangential directions of all contacts, n-by-d*m, contact by contact.
%   SIZES: directions of sliding, rolling, spinning per contact; a call without some has zeros.
  n = numel(q);
  d = sum(sizes);
  all_tangents = zeros(n, d*nsd_count_rows(groups));
  first = 0;
  for k = 1:numel(groups)
    rows_here = groups{k}.rows;
    part = zeros(n, d, rows_here);
    at = 0;
    for j = 1:3
      T = nsd_direction_value(groups{k}.surface.(names{j}), q, t);
      if ~isempty(T), part(:, at + (1:sizes(j)), :) = reshape(T, n, sizes(j), rows_here); end
      at = at + sizes(j);
    end
    all_tangents(:, first + (1:d*rows_here)) = reshape(part, n, d*rows_here);
    first = first + d*rows_here;
  end
end
