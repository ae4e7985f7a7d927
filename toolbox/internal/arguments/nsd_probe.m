function [value, err] = nsd_probe(f)
%NSD_PROBE  f() where it may fail, as outside the domain of a user's function.
%   ERR says why it failed, or is []. A function that cannot be evaluated there fails again. An
%   error that does not come back is another one, a file that was not there or a count that ran out,
%   and is raised.
  err = [];
  try
    value = f();
    return
  catch err
  end
  try
    f();
  catch
    value = [];
    return
  end
  nsd_raise_in(err);
end
