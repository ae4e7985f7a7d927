function nsd_summary(sol)
%NSD_SUMMARY  What disp(sol) prints.
  if isempty(sol.system)
    fprintf('  empty NsdSolution\n');
    return
  end
  t = sol.t;
  fprintf('  %s: %s, h = %g, %d steps, t = %g to %g, status %s\n', ...
          nsd_or(sol.system.Name, 'solution'), sol.stats.method, sol.stats.step, ...
          sol.stats.steps, t(1), t(end), sol.status);
  E = sol.energy;
  events = sol.events;
  fprintf('  %d row(s), %d coordinate(s), %d contact(s), %d impact(s)\n', numel(t), ...
          size(sol.q, 2), size(sol.impulse, 2), sum(strcmp(events.kind, 'impact')));
  if size(sol.impulse, 2) > 0
    fprintf('  deepest penetration %.3g\n', max(0, -min(min(sol.gap))));
  end
  works = E.external + E.damping + E.impact + E.friction + E.joint + E.numerical;
  fprintf('  energy %.6g to %.6g, ledger closes to %.1e\n', E.total(1), E.total(end), ...
          max(abs(E.total - E.total(1) - works)));
  if sol.stats.energyGain > 0
    fprintf('  energy gained: %.3g in one step near t = %g\n', sol.stats.energyGain, ...
            sol.stats.energyGainTime);
  end
end
