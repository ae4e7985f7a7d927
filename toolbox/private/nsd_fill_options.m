function options = nsd_fill_options(options)
%NSD_FILL_OPTIONS  Defaults of the option table where a value is empty.
  known = nsd_option_table();
  for k = 1:numel(known)
    options.(known(k).name) = nsd_or(options.(known(k).name), known(k).default);
  end
end
