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
  file = [base extension()];
  if is_whole(file, [base '.sum']), return; end
  written = [base '.c'];
  nsd_write_file(written, source);
  try
    nsd_write_file(file, @(part) build(compiler, written, part, language));
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

function build(compiler, source, part, language)
  command = nsd_compile_command('library', compiler, source, part, language);
  [status, output] = nsd_run_command(command);
  if compiler.msvc, cellfun(@(e) nsd_remove_file([part e]), {'.obj', '.lib', '.exp'}); end
  if status ~= 0 || nsd_file_size(part) == 0
    nsd_compile_error(compiler.run, command, output);
  end
end

function text = extension()
  if ispc(), text = '.dll'; elseif ismac(), text = '.dylib'; else, text = '.so'; end
end
