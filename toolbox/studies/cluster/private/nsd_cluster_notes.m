function notes = nsd_cluster_notes(folder, note)
%NSD_CLUSTER_NOTES  Lines that submissions left in submitted.txt; NOTE is added.
  file = fullfile(folder, 'submitted.txt');
  text = char(nsd_read_bytes(file));
  if nargin > 1
    text = sprintf('%s%s\n', text, note);
    nsd_write_file(file, text);
  end
  notes = strsplit(strtrim(text), sprintf('\n'));
  notes = notes(~cellfun('isempty', notes));
end
