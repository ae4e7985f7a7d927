function f = nsd_bind_parameters(f, count, p)
%NSD_BIND_PARAMETERS  The function f with the parameters p as its last of COUNT arguments.
%   A function that takes another number of arguments, and anything else, is returned as it is.
  if ~isa(f, 'function_handle') || nargin(f) ~= count, return; end
  switch count
    case 2, f = @(a) f(a, p);
    case 3, f = @(a, b) f(a, b, p);
    otherwise, f = @(a, b, c) f(a, b, c, p);
  end
end
