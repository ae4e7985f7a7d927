function nsd_raise_in(err, where, t, sys)
%NSD_RAISE_IN  Raise the error of a user's function again: its words, the function WHERE, the time.
%   With SYS an error about a missing field names the parameters of the system.
  if nargin > 3, err = nsd_name_parameters(err, sys); end
  error(struct('message', sprintf('%s [%s at t = %g]', err.message, where, t), ...
               'identifier', nsd_or(err.identifier, 'nsd:simulate:userError'), ...
               'stack', err.stack));
end
