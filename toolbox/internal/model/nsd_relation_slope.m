function [D, rate] = nsd_relation_slope(group, q, t, how)
%NSD_RELATION_SLOPE  dy/dq (rows-by-n) and dy/dt of one relation {r}: the user's, or differences.
%   With HOW = 'differences' always by differences.
  r = group{1};
  differ = nargin > 3 && strcmp(how, 'differences');
  if ~isempty(r.value) && (differ || isempty(r.jacobian))
    D = nsd_differences(@(x) value(group, x, t), q);
  else
    D = nsd_relation_jacobian(group, q, t);
  end
  if r.withTime && (differ || isempty(r.rate))
    rate = nsd_differences(@(s) value(group, q, s), t);
  else
    rate = zeros(size(D, 1), 1);
    if ~isempty(r.rate), rate = r.rate(q, t); end
    if isrow(rate) && isnumeric(rate), rate = rate'; end
  end
end

function y = value(group, q, t)
  y = nsd_checked_value(nsd_relation_value(group, q, t), [group{1}.rows 1], 'relation', 'relation');
end
