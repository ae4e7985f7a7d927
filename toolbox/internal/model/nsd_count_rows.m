function m = nsd_count_rows(groups)
%NSD_COUNT_ROWS  Relations in all groups; NaN while a function has not been evaluated.
  m = 0;
  for k = 1:numel(groups), m = m + groups{k}.rows; end
end
