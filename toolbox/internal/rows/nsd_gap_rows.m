function y = nsd_gap_rows(sys, q, t)
%NSD_GAP_ROWS  Gaps of a mechanical system at every row, N-by-m.
  if strcmp(sys.Kind, 'linear')
    y = bsxfun(@plus, full(q*sys.ContactNormals), sys.ContactOffset');
    return
  end
  y = zeros(size(q, 1), sys.Contacts);
  if all(cellfun(@(g) isempty(g.value), sys.Gaps))
    parts = cellfun(@(r) bsxfun(@plus, full(q*r.H), r.b'), sys.Gaps, 'UniformOutput', false);
    y = [y(:, []), parts{:}];
    return
  elseif ~isempty(sys.Tapes) && ~isempty(sys.Tapes.tapes.gap)
    p = nsd_parameter_values(sys);
    X = [t(:)'; q'; zeros(size(q')); p(:, ones(1, size(q, 1)))];
    y = nsd_kernel('tape_eval', sys.Tapes.tapes.gap, X, sys.Tapes.library, 'gap')';
    return
  end
  for k = 1:size(q, 1)
    here = nsd_relation_value(sys.Gaps, q(k, :)', t(k));
    y(k, :) = nsd_checked_value(here, [size(y, 2), 1], 'gap', 'gap')';
  end
end
