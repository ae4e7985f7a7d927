function [id, message, value] = warning_of(f)
%WARNING_OF  The last warning that F() gives, with its result; nothing is printed.
%   [ID, MESSAGE, VALUE] = WARNING_OF(F); ID is '' when there is none.
  value = [];
  lastwarn('', '');
  evalc('value = f();');
  [message, id] = lastwarn();
end
