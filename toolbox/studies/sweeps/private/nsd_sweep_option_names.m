function names = nsd_sweep_option_names()
%NSD_SWEEP_OPTION_NAMES  Options that functions on top of nsd_sweep hand on to it.
  known = nsd_option_table();
  names = [{known.name}, fieldnames(nsd_sweep_options({}))'];
end
