function [yes, rise] = nsd_gains_energy(sol)
%NSD_GAINS_ENERGY  True when the scheme added energy worth a warning, and how much of it.
%   RISE: the largest sum of the works of contacts and scheme over a stretch of the run. A
%   thousandth of the energy is worth it; less is common and harmless: contacts that separate while
%   penetrated, and steps in which sliding reverses (FC.5), give back a little of what others took.
  [yes, rise] = deal(false, 0);
  if ~(sol.stats.energyGain > 0), return; end
  E = sol.energy;
  work = E.impact + E.friction + E.numerical;
  rise = max([sol.stats.energyGain; work - cummin(work)]);
  yes = rise > 1e-3*max(abs(E.total));
end
