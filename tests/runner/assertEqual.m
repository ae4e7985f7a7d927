function assertEqual(a, b, message)
%ASSERTEQUAL  Raise unless A and B have the same class, size and values; NaN equals NaN.
  if nargin < 3
    message = '';
  end
  if ~strcmp(class(a), class(b))
    raise_assertion('assertEqual:classNotEqual', message, ...
                    sprintf('classes differ: %s and %s', class(a), class(b)));
  elseif ~isequal(size(a), size(b))
    raise_assertion('assertEqual:sizeNotEqual', message, ...
                    sprintf('sizes differ: [%s] and [%s]', num2str(size(a)), num2str(size(b))));
  elseif issparse(a) ~= issparse(b)
    raise_assertion('assertEqual:sparsityNotEqual', message, 'one is sparse, the other full');
  elseif ~isequaln(a, b)
    raise_assertion('assertEqual:nonEqual', message, ...
                    sprintf('values differ: %s and %s', short_text(a), short_text(b)));
  end
end
