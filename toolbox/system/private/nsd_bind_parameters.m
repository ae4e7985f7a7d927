function f = nsd_bind_parameters(f, count, p)
%NSD_BIND_PARAMETERS  The function f, or each of a cell, with p as its last of COUNT arguments.
%   A function that takes another number of arguments, and anything else, is returned as it is.
  if iscell(f)
    f = cellfun(@(f) nsd_bind_parameters(f, count, p), f, 'UniformOutput', false);
  elseif isa(f, 'function_handle') && nargin(f) == count
    given = f;
    switch count
      case 2, f = @(a) given(a, p);
      case 3, f = @(a, b) given(a, b, p);
      otherwise, f = @(a, b, c) given(a, b, c, p);
    end
  end
end
