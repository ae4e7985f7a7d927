function most = nsd_energy_moved(E)
%NSD_ENERGY_MOVED  The largest energy of a run; E is its sol.energy.
%   The zero of a potential is anywhere: kinetic and potential energy may cancel in every row, as
%   those of a pendulum that is let go at the height of its pivot. Then it is the largest energy
%   above the least potential of the run.
  most = max([0; abs(E.total); E.kinetic + E.potential - min(E.potential)]);
end
