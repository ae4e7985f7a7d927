function count = nsd_file_size(file)
%NSD_FILE_SIZE  Number of bytes of a file, 0 when there is none. Octave's dir takes patterns.
  count = 0;
  id = fopen(file, 'r');
  if id < 0, return; end
  fseek(id, 0, 'eof');
  count = ftell(id);
  fclose(id);
end
