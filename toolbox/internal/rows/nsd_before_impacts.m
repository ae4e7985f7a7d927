function v = nsd_before_impacts(sys, log, t, q, v, slack)
%NSD_BEFORE_IMPACTS  Velocities at the times T before the impacts that fall on these times.
%   Rows of q and v are the states after the impacts, which are events of the LOG. Impulses act
%   along the normals of contacts and joints, so the jump is the smallest change in the metric of
%   M that gives the contacts their velocities before and keeps the joints. With friction the jump
%   is not known: NaN.
  if ~isa(sys, 'NsdSystem'), return; end
  hits = log.kind == nsd_event_kinds('impact');
  for j = find(any(abs(bsxfun(@minus, log.t(hits)', t)) <= slack, 2))'
    now = hits & abs(log.t - t(j)) <= slack;
    v(j, :) = before_one(sys, [log.contact(now), log.vBefore(now)], t(j), q(j, :)', v(j, :)')';
  end
end

function v = before_one(sys, impacts, t, q, v)
% impacts: contact, gap velocity before
  sys = sys.resolved(q, t);
  if sys.Rough, v(:) = NaN; return; end
  at = nsd_relations_at(sys, q, t);
  [contacts, one] = unique(impacts(:, 1), 'first');
  G = [at.H(:, contacts), at.J];
  X = full(sys.mass(q)) \ G;
  wanted = [impacts(one, 2) - at.gapRate(contacts); -at.jointRate];
  v = v + X*(pinv(G'*X)*(wanted - G'*v));
end
