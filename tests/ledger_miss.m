function miss = ledger_miss(sol)
%LEDGER_MISS  What the works of a solution leave unexplained, relative to its energy.
  E = sol.energy;
  work = E.external + E.damping + E.impact + E.friction + E.joint + E.numerical;
  miss = max(abs(E.total - E.total(1) - work))/max(abs(E.total));
end
