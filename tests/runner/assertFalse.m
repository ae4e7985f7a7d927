function assertFalse(condition, message)
%ASSERTFALSE  Raise unless CONDITION is a logical scalar that is false.
  if nargin < 2
    message = '';
  end
  if ~islogical(condition) || ~isscalar(condition)
    raise_assertion('assertFalse:invalidCondition', message, ...
                    'the condition is not a logical scalar');
  elseif condition
    raise_assertion('assertFalse:trueCondition', message, 'the condition is not false');
  end
end
