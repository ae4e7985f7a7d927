function bytes = nsd_saved_bytes(content)
%NSD_SAVED_BYTES  The fields of a struct as the bytes of a file that load reads.
%   In Octave its own binary form, which keeps functions with the values they hold, and is fast.
  [folder, remove] = nsd_own_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'content.mat');
  if exist('OCTAVE_VERSION', 'builtin')
    save('-binary', file, '-struct', 'content');
  else
    save(file, '-struct', 'content', '-v7');
  end
  try
    whole = isequal(sort(fieldnames(load(file))), sort(fieldnames(content)));
  catch                                           % the reader of a file that is cut off
    whole = false;
  end
  if ~whole
    error('nsd:file:notWritten', 'a file in %s cannot be written: the disk may be full', folder);
  end
  bytes = nsd_read_bytes(file);
end
