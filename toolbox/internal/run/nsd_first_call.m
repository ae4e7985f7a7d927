function value = nsd_first_call(f, name, varargin)
%NSD_FIRST_CALL  nsd_first_call(f, name, t [, sys]): f() at the start of a run.
%   An error names the function, t, and the parameters of SYS.
  try
    value = f();
  catch err
    nsd_raise_in(err, name, varargin{:});
  end
end
