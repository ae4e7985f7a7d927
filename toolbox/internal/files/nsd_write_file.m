function nsd_write_file(file, content, trouble)
%NSD_WRITE_FILE  Write a file whole or not at all: every file of the toolbox is written here.
%   NSD_WRITE_FILE(FILE, BYTES) writes a text or uint8 numbers; NSD_WRITE_FILE(FILE, WRITE) lets
%   WRITE(PART) write a file PART, or raise; NSD_WRITE_FILE(FILE, WRITE, TROUBLE) then asks
%   TROUBLE(PART), which reads PART back and returns '' or what is wrong with it.
%   NSD_WRITE_FILE(FILE) writes nothing and raises what a call with content would raise before it
%   writes.
%   PART lies in the folder of FILE under a name of this process, and takes the place of FILE in one
%   step when it was read back: until then FILE is what it was, whatever happens. A full disk is
%   seen by reading back: fprintf, fclose and save say nothing.
%   Raises nsd:file:notWritten with the file and the reason; nsd:file:noFolder, nsd:file:notRegular.
  file = nsd_absolute_name(file);
  [folder, stem, ending] = fileparts(file);
  if exist(folder, 'dir') ~= 7
    error('nsd:file:noFolder', '%s cannot be written: there is no folder %s', file, folder);
  end
  if ~is_replaceable(file)
    error('nsd:file:notRegular', '%s cannot be written: it is a folder or a device', file);
  end
  part = fullfile(folder, [start_of_parts() sprintf('%d_', nsd_process_number()) ...
                           stem(1:min(end, 80)) ending]);
  remove_left_parts(folder, [stem(1:min(end, 80)) ending]);
  remove = onCleanup(@() nsd_remove_file(part)); %#ok<NASGU>  also after errors and Ctrl-C
  if nargin < 2
    reason = written(part, 'nsd');
  elseif isa(content, 'function_handle')
    reason = made(part, content);
    if isempty(reason) && nargin > 2, reason = read_back(part, trouble); end
  else
    reason = written(part, content);
  end
  if isempty(reason) && nargin > 1, reason = moved(part, file); end
  if ~isempty(reason), error('nsd:file:notWritten', '%s cannot be written: %s', file, reason); end
end

function text = start_of_parts()
% of the names of all parts that processes of this machine write
  text = 'nsd_part_';
  if exist('OCTAVE_VERSION', 'builtin')
    text = [text regexprep(gethostname(), '[^A-Za-z0-9]', '') '_'];
  end
end

function remove_left_parts(folder, name)
% parts of this file whose process was killed; MATLAB does not know which processes live
  if ~exist('OCTAVE_VERSION', 'builtin'), return; end
  names = readdir(folder);
  names = names(strncmp(names, start_of_parts(), numel(start_of_parts())));
  for k = 1:numel(names)
    rest = names{k}(numel(start_of_parts()) + 1:end);
    [process, used] = sscanf(rest, '%d_', 1);
    if used == 1 && strcmp(rest, sprintf('%d_%s', process, name)) && kill(process, 0) ~= 0
      nsd_remove_file(fullfile(folder, names{k}));
    end
  end
end

function reason = made(part, write)
  reason = '';
  try
    write(part);
  catch err
    known = strncmp(err.identifier, 'nsd:', 4) && ~strncmp(err.identifier, 'nsd:file:', 9);
    if known, rethrow(err); end
    reason = err.message;
  end
end

function reason = read_back(part, trouble)
% a file that is cut off may raise in its reader, as one of save -v7 does
  try
    reason = trouble(part);
  catch err
    reason = ['what was written cannot be read back (the disk may be full): ' err.message];
  end
end

function reason = written(part, bytes)
% '' when the file holds these bytes
  bytes = uint8(bytes(:))';
  [id, reason] = fopen(part, 'w');
  if id < 0, return; end
  count = fwrite(id, bytes);
  fclose(id);
  reason = '';
  [back, problem] = nsd_read_bytes(part);
  if ~isempty(problem)
    reason = problem;
  elseif count ~= numel(bytes) || ~isequal(back, bytes)
    reason = nsd_disk_full(numel(back), numel(bytes));
  end
end

function yes = is_replaceable(file)
% a regular file, or none; a device such as /dev/null must not be replaced by a file
  yes = exist(file, 'dir') ~= 7 && ~(isunix() && strncmp(file, '/dev/', 5));
  if yes && exist('OCTAVE_VERSION', 'builtin')
    [info, missing] = stat(file);
    yes = missing ~= 0 || S_ISREG(info.mode);
  end
end

function reason = moved(part, file)
% rename, not movefile, which hands names to the shell in Octave
  if exist('OCTAVE_VERSION', 'builtin')
    [failed, reason] = rename(part, file);
  else
    [ok, reason] = movefile(part, file, 'f');
    failed = ~ok;
  end
  if ~failed, reason = ''; end
end
