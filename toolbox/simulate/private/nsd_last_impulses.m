function impulse = nsd_last_impulses(part)
%NSD_LAST_IMPULSES  Impulses of contacts in the last step of PART of a run, for a run that goes on.
%   [] where the rows do not tell: they are not steps, or of systems without such impulses.
  impulse = [];
  rows = part.sol;
  steps = part.run.every == 1 && isempty(part.run.times) && ~part.run.ownSteps;
  if steps && isa(rows.system, 'NsdSystem') && nsd_kind(rows.system).mechanical
    impulse = rows.impulse(end, :)';
  end
end
