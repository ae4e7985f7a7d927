function data = nsd_load(file, content)
%NSD_LOAD  The struct that NSD_SAVE wrote as CONTENT. Functions in the file are made again: load
%   files of people you trust, as with any file that holds functions. Raises nsd:file:notRead.
  file = nsd_chars(file);
  how = nsd_file_format(file);
  if exist(nsd_absolute_name(file), 'file') ~= 2
    error('nsd:file:notRead', 'there is no file %s', file);
  end
  if strcmp(how.load, '-hdf5') && ~has_signature(file)      % HDF5 would print a page itself
    error('nsd:file:notRead', '%s is no HDF5 file', file);
  end
  try
    data = load(how.load, nsd_absolute_name(file));
  catch err
    error('nsd:file:notRead', '%s cannot be read: %s', file, err.message);
  end
  if ~isstruct(data) || ~isfield(data, 'nsd') || ~isfield(data.nsd, 'content') ...
      || ~strcmp(data.nsd.content, content)
    error('nsd:file:notRead', '%s does not hold a %s of nsd', file, content);
  end
  data = nsd_unpack(rmfield(data, 'nsd'));
end

function yes = has_signature(file)
  bytes = nsd_read_bytes(file);
  yes = numel(bytes) > 8 && isequal(double(bytes(1:4)), double([char(137) 'HDF']));
end
