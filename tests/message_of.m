function message = message_of(f)
%MESSAGE_OF  The text of the error that F() raises, or ''.
  message = '';
  try
    f();
  catch err
    message = err.message;
  end
end
