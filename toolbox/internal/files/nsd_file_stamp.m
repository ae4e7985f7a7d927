function stamp = nsd_file_stamp(file)
%NSD_FILE_STAMP  Numbers that change when a file is written again; [] where there is no file.
  stamp = [];
  if exist(file, 'file') ~= 2, return; end
  if exist('OCTAVE_VERSION', 'builtin')
    info = stat(file);
    stamp = [info.ino, info.size, info.mtime];
  else
    info = dir(file);
    stamp = [info.bytes, info.datenum];
  end
end
