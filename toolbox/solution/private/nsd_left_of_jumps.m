function v = nsd_left_of_jumps(sys, impacts, t, q, v, slack)
%NSD_LEFT_OF_JUMPS  Velocities at given times, before the impacts that fall on them.
%   Rows of q and v are states at t, after impacts; IMPACTS are columns of the log. Impulses act
%   along the normals of contacts and joints, so that the least change in the metric of M which
%   gives the contacts their velocities and leaves the joints alone is the jump itself. With
%   friction it is not known: NaN.
  if ~isa(sys, 'NsdSystem') || strcmp(sys.Kind, 'firstOrder'), return; end
  for j = find(any(abs(bsxfun(@minus, impacts(1, :), t)) <= slack, 2))'
    now = impacts(:, abs(impacts(1, :) - t(j)) <= slack);
    v(j, :) = before(sys, now([2 4], :)', t(j), q(j, :)', v(j, :)')';
  end
end

function v = before(sys, impacts, t, q, v)
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
