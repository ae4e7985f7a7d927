function m = nsd_count_rows(groups)
%NSD_COUNT_ROWS  Relations in all groups; NaN while a function has not been evaluated.
  m = sum(cellfun(@(g) g.rows, groups));
end
