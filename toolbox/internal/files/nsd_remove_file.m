function nsd_remove_file(file)
%NSD_REMOVE_FILE  Delete one file if it is there. Octave's delete takes names as patterns.
  if exist(file, 'file') ~= 2, return; end
  if exist('OCTAVE_VERSION', 'builtin')
    [~, ~] = unlink(file);
  else
    delete(file);
  end
end
