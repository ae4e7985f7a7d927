function limit = nsd_limit_value(limit, t, q, v, p)
%NSD_LIMIT_VALUE  Limit of a friction (sys.friction) at T, Q, V with the parameters P.
%   LIMIT is a number, or a function @(t), @(t,p), @(t,q,v) or @(t,q,v,p).
  if ~isa(limit, 'function_handle'), return; end
  switch nargin(limit)
    case 2, limit = limit(t, p);
    case 3, limit = limit(t, q, v);
    case 4, limit = limit(t, q, v, p);
    otherwise, limit = limit(t);
  end
end
