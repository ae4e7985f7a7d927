function options = nsd_fill_options(given)
%NSD_FILL_OPTIONS  Defaults of the option table where a value is empty.
%   The fields are those of the table, in its order, as nsd_options makes them.
  [~, names, options] = nsd_option_table();
  values = struct2cell(given);
  for k = find(~cellfun('isempty', values))'
    options.(names{k}) = values{k};
  end
end
