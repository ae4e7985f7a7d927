function [D, rate] = nsd_relation_slope(group, q, t, how)
%NSD_RELATION_SLOPE  dy/dq (rows-by-n) and dy/dt of one relation {r}: the user's, or differences.
%   With HOW = 'differences' always by differences.
  r = group{1};
  differ = nargin > 3 && strcmp(how, 'differences');
  if ~isempty(r.value) && (differ || isempty(r.jacobian))
    D = nsd_differences(@(x) nsd_relation_value(group, x, t), q);
  else
    D = nsd_relation_jacobian(group, q, t);
  end
  if r.withTime && (differ || isempty(r.rate))
    rate = nsd_differences(@(s) nsd_relation_value(group, q, s), t);
  else
    rate = zeros(size(D, 1), 1);
    if ~isempty(r.rate), rate = reshape(r.rate(q, t), [], 1); end
  end
end
