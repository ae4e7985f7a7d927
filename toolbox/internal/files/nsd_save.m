function nsd_save(file, content, data)
%NSD_SAVE  Save a struct as variables of a file, with where it comes from: version, date, host.
%   CONTENT is the word that NSD_LOAD asks for, such as 'solution'. The ending chooses the format:
%   .mat is MAT version 7, which both hosts and Python (scipy.io.loadmat) read; .h5 or .hdf5 is
%   HDF5 as the host writes it, for h5py. The file is written whole or not at all. Raises
%   nsd:file:badFormat, nsd:file:notSaved, nsd:file:notWritten.
  file = nsd_chars(file);
  how = nsd_file_format(file);
  data = nsd_pack(data);
  data.nsd = struct('content', content, 'version', nsd_version(), ...
                    'date', datestr(clock(), 'yyyy-mm-ddTHH:MM:SS'), 'host', host()); %#ok<*DATST>
  nsd_write_file(file, @(part) store(part, how, data), @(part) unlike(part, how, data));
end

function text = host()
  if exist('OCTAVE_VERSION', 'builtin'), text = 'Octave '; else, text = 'MATLAB '; end
  text = [text version()];
end

function store(part, how, data) %#ok<INUSD>  saved by name
  save(how.save, part, '-struct', 'data');
end

function reason = unlike(part, how, data)
  reason = '';
  found = load(how.load, part);
  if ~isfield(found, 'nsd') || ~isequal(sort(fieldnames(found)), sort(fieldnames(data)))
    reason = 'what was written cannot be read back: the disk may be full';
  end
end
