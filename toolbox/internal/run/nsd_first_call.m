function value = nsd_first_call(f, name, t, sys)
%NSD_FIRST_CALL  f() at the start of a run; an error names the function, t, and parameters of SYS.
  try
    value = f();
  catch err
    err = nsd_name_parameters(err, sys);
    error(struct('message', sprintf('%s [%s at t = %g]', err.message, name, t), ...
                 'identifier', nsd_or(err.identifier, 'nsd:simulate:userError'), ...
                 'stack', err.stack));
  end
end
