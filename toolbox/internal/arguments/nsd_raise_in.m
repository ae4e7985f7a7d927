function nsd_raise_in(err, where, t, sys)
%NSD_RAISE_IN  Raise the error of a user's function again: its words, the function WHERE, the time.
%   NSD_RAISE_IN(ERR) its words alone. With SYS an error about a missing field names the parameters
%   of the system.
  if nargin > 3, err = nsd_name_parameters(err, sys); end
  text = err.message;
  if nargin > 1, text = sprintf('%s [%s at t = %g]', text, where, t); end
  error(struct('message', text, 'stack', err.stack, ...
               'identifier', nsd_or(err.identifier, 'nsd:simulate:userError')));
end
