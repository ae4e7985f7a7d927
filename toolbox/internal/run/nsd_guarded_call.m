function [err, out, second] = nsd_guarded_call(f, a, b, c)
%NSD_GUARDED_CALL  f(a[, b, c]) whose error comes back as a value (mex/host/mex_call.c).
%   No varargin: a cell of inputs would cost as much as the call itself.
  err = [];
  try
    if nargout > 2
      [out, second] = f(a, b, c);
    elseif nargin > 3
      out = f(a, b, c);
    elseif nargin > 2
      out = f(a, b);
    else
      out = f(a);
    end
  catch e
    err = struct('message', e.message, 'identifier', e.identifier);
    out = [];
    second = [];
  end
end
