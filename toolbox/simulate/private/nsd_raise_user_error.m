function result = nsd_raise_user_error(result, options)
%NSD_RAISE_USER_ERROR  Raise the error of a user's function with its time, or keep it in the result.
  if ~strcmp(result.status, 'userError'), return; end
  failure = struct('message', sprintf('%s [%s at t = %g]', result.userError.message, ...
                                      result.userWhere, result.userTime), ...
                   'identifier', nsd_or(result.userError.identifier, 'nsd:simulate:userError'));
  if strcmp(options.OnError, 'raise'), error(failure); end
  result.userError = failure;
end
