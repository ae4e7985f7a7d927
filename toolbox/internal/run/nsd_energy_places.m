function place = nsd_energy_places()
%NSD_ENERGY_PLACES  Position of each energy and work in the ledger of a run, a struct by name.
%   The order is that of the enum nsd_energy in c/run/state.h.
  place = struct('kinetic', 1, 'potential', 2, 'external', 3, 'damping', 4, 'impact', 5, ...
                 'friction', 6, 'joint', 7, 'numerical', 8, 'algorithmic', 9);
end
