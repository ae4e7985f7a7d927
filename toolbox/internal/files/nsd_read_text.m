function [text, reason] = nsd_read_text(file)
%NSD_READ_TEXT  Content of a file as text; REASON is '' or why there is none.
%   Bytes that are no UTF-8, which regexp of Octave refuses, are taken for Latin-1.
  [bytes, reason] = nsd_read_bytes(file);
  text = char(bytes(:)');
  try
    regexp(text, ' ', 'once');
  catch
    text = native2unicode(bytes(:)', 'latin1');
  end
end
