function f = nsd_wrap_builtin(f)
%NSD_WRAP_BUILTIN  A handle whose nargin is known: Octave has none for built-ins such as @sin.
  try
    nargin(f);
  catch
    f = @(varargin) f(varargin{:});
  end
end
