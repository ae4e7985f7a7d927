function row = nsd_keep_energy(keep)
%NSD_KEEP_ENERGY  Which energies a run stores, as the gateways take it (mex/host/mex_run.h).
%   ROW = NSD_KEEP_ENERGY(KEEP) takes a struct with true or false for each energy and has the order
%   of nsd_energy_places. ROW = NSD_KEEP_ENERGY() stores no energy.
  if nargin == 0
    row = zeros(1, 9);          % NSD_ENERGIES of c/run/state.h
    return
  end
  row = double([keep.kinetic, keep.potential, keep.external, keep.damping, keep.impact, ...
                keep.friction, keep.joint, keep.numerical, keep.algorithmic]);
end
