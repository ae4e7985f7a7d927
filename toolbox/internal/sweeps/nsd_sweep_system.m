function sys = nsd_sweep_system(m, r)
%NSD_SWEEP_SYSTEM  The system of run r, as nsd_simulate takes it.
  sys = m.sys;
  if ~isempty(m.systems)
    sys = m.systems{r};
  elseif ~isempty(m.names)
    sys = sys.parameter(m.list(r));
  end
end
