function value = nsd_first_call(f, name, t, sys)
%NSD_FIRST_CALL  f() at the start of a run; an error names the function, t, and parameters of SYS.
  try
    value = f();
  catch err
    nsd_raise_in(err, name, t, sys);
  end
end
