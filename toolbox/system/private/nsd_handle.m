function f = nsd_handle(f)
%NSD_HANDLE  f, wrapped where the host does not say how many arguments it takes (@sin in Octave).
  try
    nargin(f);
  catch
    f = @(varargin) f(varargin{:});
  end
end
