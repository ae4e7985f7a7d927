function f = nsd_bind(f, count, p)
%NSD_BIND  A function with the parameters p in its last place, if it takes COUNT arguments.
  if ~isa(f, 'function_handle') || nargin(f) ~= count, return; end
  switch count
    case 2, f = @(q) f(q, p);
    case 3, f = @(q, t) f(q, t, p);
    otherwise, f = @(t, q, v) f(t, q, v, p);
  end
end
