function raise_assertion(identifier, message, reason)
% Raise a failed assertion: the test's own message first, then what was found.
  if isempty(message)
    error(identifier, '%s', reason);
  end
  error(identifier, '%s: %s', message, reason);
end
