function [bytes, reason] = nsd_read_bytes(file)
%NSD_READ_BYTES  Content of a file as a row of uint8 numbers; REASON is '' or why there is none.
  bytes = zeros(1, 0, 'uint8');
  [id, reason] = fopen(file, 'r');
  if id < 0, return; end
  bytes = fread(id, [1 Inf], '*uint8');
  fclose(id);
  reason = '';
end
