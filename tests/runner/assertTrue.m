function assertTrue(condition, message)
%ASSERTTRUE  Raise unless CONDITION is a logical scalar that is true.
  if nargin < 2
    message = '';
  end
  if ~islogical(condition) || ~isscalar(condition)
    raise_assertion('assertTrue:invalidCondition', message, ...
                    'the condition is not a logical scalar');
  elseif ~condition
    raise_assertion('assertTrue:falseCondition', message, 'the condition is not true');
  end
end
