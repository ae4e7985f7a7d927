function [err, out, second] = nsd_guarded_call(f, varargin)
%NSD_GUARDED_CALL  f(varargin{:}) whose error comes back as a value (mex/nsd_mex_model.c).
  err = [];
  out = [];
  second = [];
  try
    if nargout < 3
      out = f(varargin{:});
    else
      [out, second] = f(varargin{:});
    end
  catch e
    err = struct('message', e.message, 'identifier', e.identifier);
  end
end
