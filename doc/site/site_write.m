function site_write(file, text)
%SITE_WRITE  A file with this text and nothing else.
  id = fopen(file, 'w');
  fwrite(id, text);
  fclose(id);
end
