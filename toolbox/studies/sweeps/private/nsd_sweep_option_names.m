function names = nsd_sweep_option_names()
%NSD_SWEEP_OPTION_NAMES  Options that nsd_basin, nsd_bifurcation, nsd_poincare pass to nsd_sweep.
  known = nsd_option_table();
  names = [{known.name}, fieldnames(nsd_sweep_options({}))'];
end
