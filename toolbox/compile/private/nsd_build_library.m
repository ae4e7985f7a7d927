function file = nsd_build_library(source, folder, language)
%NSD_BUILD_LIBRARY  Compile C text into a shared library, or find the library of an earlier call.
%   A library is named by the SHA-256 of all that makes it: version of the toolbox, compiler, flags
%   and source. So one name never has two contents, which matters because a process that has loaded
%   a library gets the same one again for the same name. Beside it lie its source and its own
%   hash: a library that was damaged is not loaded but built again. LANGUAGE: see
%   nsd_compile_command.
  folder = made_folder(folder);
  compiler = nsd_c_compiler();
  flags = nsd_compile_command('library', compiler, '', '', language);
  key = nsd_kernel('hash', uint8(strjoin({nsd_version(), flags, source}, char(0))));
  base = fullfile(folder, ['nsd_' key]);
  endings = {'.so', '.dll', '.dylib'};
  file = [base endings{1 + ispc() + 2*ismac()}];
  if is_whole(file, [base '.sum']), return; end
  written = [base '.c'];
  nsd_write_file(written, source);
  try
    command = @(part) nsd_compile_command('library', compiler, written, part, language);
    nsd_write_file(file, @(part) nsd_run_compiler(compiler, command(part), part));
  catch err
    nsd_remove_file(written);
    rethrow(err);
  end
  nsd_write_file([base '.sum'], nsd_kernel('hash', nsd_read_bytes(file)));
end

function folder = made_folder(folder)
  folder = nsd_absolute_name(folder);
  if exist(folder, 'dir') ~= 7, [~, ~] = mkdir(folder); end
  if exist(folder, 'dir') ~= 7
    error('nsd:compile:failed', 'cannot make the folder %s; give another as ''Folder''', folder);
  end
end

function yes = is_whole(file, sum)
  yes = exist(file, 'file') == 2 && exist(sum, 'file') == 2 ...
        && strcmp(nsd_kernel('hash', nsd_read_bytes(file)), char(nsd_read_bytes(sum)));
end
