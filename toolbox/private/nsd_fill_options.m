function options = nsd_fill_options(options)
%NSD_FILL_OPTIONS  Defaults of the option table where a value is empty.
  known = nsd_option_table();
  for k = 1:numel(known)
    if isempty(options.(known(k).name)), options.(known(k).name) = known(k).default; end
  end
end
