function [yes, rise] = nsd_gains_energy(sol, stats)
%NSD_GAINS_ENERGY  True when the scheme added energy worth a warning, and how much of it.
%   STATS: sol.stats. RISE: the largest sum of the works of contacts and scheme over a stretch of a
%   run. A thousandth of the energy is worth it; less is common and harmless: contacts that separate
%   while penetrated, and steps in which sliding reverses (FC.5), give back a little of what others
%   took.
  [yes, rise, worth] = deal(false, 0, nsd_report_limits().gain);
  if ~(stats.energyGain > 0), return; end
  if strcmp(stats.ledger, 'scheme') && isfield(stats, 'largestEnergy') ...
      && stats.energyRise <= worth*stats.largestEnergy
    return                                        % by the sums of the kernel, without all rows
  end
  E = sol.energy;
  work = E.impact + E.friction + E.numerical;
  rise = max([stats.energyGain; work - cummin(work)]);
  [speed, mass] = nsd_step_speed(sol);
  yes = rise > max(worth*nsd_energy_moved(E), 1e-9*mass*speed^2/2);
end
