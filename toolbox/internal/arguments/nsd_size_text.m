function text = nsd_size_text(A)
%NSD_SIZE_TEXT  '3-by-4' for messages, 'complex 3-by-4' for complex arrays.
  text = sprintf('%d-by-', size(A));
  text = text(1:end-4);
  if isnumeric(A) && ~isreal(A), text = ['complex ' text]; end
end
