function text = short_text(value)
% The value on one short line, or its size and class when it is large.
  if ischar(value) && size(value, 1) <= 1
    text = ['''' value ''''];
  elseif (isnumeric(value) || islogical(value)) && ismatrix(value) && numel(value) <= 12
    text = mat2str(full(value), 17);
  else
    text = sprintf('[%s] %s', num2str(size(value)), class(value));
  end
end
