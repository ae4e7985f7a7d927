function fault = nsd_coefficient_fault(x, kind)
%NSD_COEFFICIENT_FAULT  What is wrong with numbers X for KIND, 'restitution', 'friction' or 'limit'.
%   FAULT is '', or the end of a message, as in 'must lie in [0,1], not 1.2'.
  [wrong, rule] = deal(x < 0, 'must not be negative');
  if strcmp(kind, 'restitution'), [wrong, rule] = deal(wrong | x > 1, 'must lie in [0,1]'); end
  fault = '';
  if any(wrong(:)), fault = sprintf('%s, not %g', rule, x(find(wrong, 1))); end
end
