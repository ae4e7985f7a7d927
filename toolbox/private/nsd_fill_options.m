function options = nsd_fill_options(options)
%NSD_FILL_OPTIONS  Defaults of the option table where a value is empty.
%   The fields are those of the table, in its order, as nsd_options makes them.
  known = nsd_option_table();
  values = struct2cell(options);
  empty = cellfun('isempty', values);
  values(empty) = {known(empty).default};
  options = cell2struct(values, {known.name}, 1);
end
