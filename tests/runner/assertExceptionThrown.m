function assertExceptionThrown(f, identifier, message)
%ASSERTEXCEPTIONTHROWN  Raise unless F() raises an error with the given identifier.
%   IDENTIFIER may be a cell of them; '*' or no identifier stands for any error.
  if nargin < 3
    message = '';
  end
  if nargin < 2
    identifier = '*';
  end
  wanted = cellstr(identifier);
  try
    f();
  catch err
    if ~any(strcmp(wanted, '*')) && ~any(strcmp(wanted, err.identifier))
      raise_assertion('assertExceptionThrown:wrongException', message, ...
                      sprintf('raised "%s" (%s) instead of "%s"', err.identifier, ...
                              err.message, strjoin(wanted(:)', '" or "')));
    end
    return
  end
  raise_assertion('assertExceptionThrown:noException', message, 'no error was raised');
end
