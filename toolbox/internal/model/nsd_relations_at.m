function at = nsd_relations_at(sys, q, t, how)
%NSD_RELATIONS_AT  Gaps and joints with their gradients: gap, H, gapRate, joint, J, jointRate.
%   With HOW = 'closed' gradients that differences would take, 2 n calls, are left zero for groups
%   of gaps that are all open.
  closed = nargin > 3 && strcmp(how, 'closed');
  if strcmp(sys.Kind, 'lagrangian')
    [at.gap, at.H, at.gapRate] = evaluated(sys.Gaps, q, t, 'gap', closed);
    [at.joint, at.J, at.jointRate] = evaluated(sys.JointGroups, q, t, 'joint', false);
  else
    [H, J] = deal(sys.ContactNormals, sys.JointNormals);
    at = struct('gap', full(H'*q) + sys.ContactOffset, 'H', H, ...
                'gapRate', zeros(size(H, 2), 1), 'joint', full(J'*q) + sys.JointOffset, ...
                'J', J, 'jointRate', zeros(size(J, 2), 1));
    if numel(H) + numel(J) <= 1e6, [at.H, at.J] = deal(full(H), full(J)); end   % faster
  end
end

function [y, H, rate] = evaluated(groups, q, t, name, closed)
  y = zeros(0, 1);
  rate = zeros(0, 1);
  H = zeros(numel(q), 0);
  for k = 1:numel(groups)
    r = groups{k};
    if ~isempty(r.known) && isequal(r.known(1:2), {q, t})
      here = r.known{3};                          % from sys.resolved
    else
      here = nsd_checked_value(nsd_relation_value(groups(k), q, t), [r.rows 1], name, name);
    end
    if closed && ~isempty(r.value) && isempty(r.jacobian) && all(here > 0)
      [D, d] = deal(zeros(numel(here), numel(q)), zeros(numel(here), 1));
    else
      [D, d] = nsd_relation_slope(groups(k), q, t);
    end
    D = nsd_checked_value(D, [numel(here), numel(q)], ['Jacobian of ' name], [name 'Jacobian']);
    d = nsd_checked_value(d, [numel(here), 1], ['Rate of ' name], [name 'Rate']);
    y = [y; here]; %#ok<AGROW>  a handful of groups
    H = [H, D']; %#ok<AGROW>
    rate = [rate; d]; %#ok<AGROW>
  end
end
