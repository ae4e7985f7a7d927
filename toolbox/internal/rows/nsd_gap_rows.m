function y = nsd_gap_rows(sys, q, t, what)
%NSD_GAP_ROWS  Gaps of a mechanical system at every row, N-by-m; with WHAT = 'joint' its joints.
  if nargin < 4 && strcmp(sys.Kind, 'linear')
    y = bsxfun(@plus, full(q*sys.ContactNormals), sys.ContactOffset');
    return
  end
  groups = sys.Gaps;
  if nargin < 4, what = 'gap'; else, groups = sys.JointGroups; end
  y = zeros(size(q, 1), nsd_count_rows(groups));
  if all(cellfun(@(g) isempty(g.value), groups))
    parts = cellfun(@(r) bsxfun(@plus, full(q*r.H), r.b'), groups, 'UniformOutput', false);
    y = [y(:, []), parts{:}];
    return
  elseif ~isempty(sys.Tapes) && ~isempty(sys.Tapes.tapes.(what))
    p = nsd_parameter_values(sys);
    X = [t(:)'; q'; zeros(size(q')); p(:, ones(1, size(q, 1)))];
    y = nsd_kernel('tape_eval', sys.Tapes.tapes.(what), X, sys.Tapes.library, what)';
    return
  end
  for k = 1:size(q, 1)
    here = nsd_relation_value(groups, q(k, :)', t(k));
    y(k, :) = nsd_checked_value(here, [size(y, 2), 1], what, what)';
  end
end
