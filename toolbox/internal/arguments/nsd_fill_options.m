function options = nsd_fill_options(given)
%NSD_FILL_OPTIONS  Defaults of the option table where a value is empty.
%   GIVEN has the fields of the table in the order of the table, as nsd_options makes them.
  [~, names, options] = nsd_option_table();
  values = struct2cell(given);
  for k = find(~cellfun('isempty', values))'
    options.(names{k}) = values{k};
  end
end
