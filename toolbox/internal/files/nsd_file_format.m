function how = nsd_file_format(file)
%NSD_FILE_FORMAT  Flags of save and load for the ending of a file: .mat, .h5, .hdf5.
  if ~ischar(file) || isempty(file)
    error('nsd:file:badFormat', 'name a file, as in ''run.mat''');
  end
  [~, ~, ending] = fileparts(file);
  octave = exist('OCTAVE_VERSION', 'builtin') ~= 0;
  if strcmpi(ending, '.mat')
    how = struct('save', '-v7', 'load', '-mat');
  elseif any(strcmpi(ending, {'.h5', '.hdf5'})) && octave
    how = struct('save', '-hdf5', 'load', '-hdf5');
  elseif any(strcmpi(ending, {'.h5', '.hdf5'}))
    how = struct('save', '-v7.3', 'load', '-mat');
  else
    error('nsd:file:badFormat', 'the name must end with .mat, .h5 or .hdf5, not %s', file);
  end
end
