function file = nsd_build_library(source, folder, includes)
%NSD_BUILD_LIBRARY  Compile C text into a shared library, or find the library of an earlier call.
%   A library lies beside its source under a name made from the source, and is used again only
%   when the source beside it is the same, letter by letter.
  if nargin < 3, includes = {}; end
  if exist(folder, 'dir') ~= 7, [~, ~] = mkdir(folder); end
  compiler = c_compiler();
  full = sprintf('/* %s */\n%s', compiler, source);
  base = fullfile(folder, sprintf('nsd_%d_%.0f', numel(full), fingerprint(full)));
  file = [base extension()];
  written = [base '.c'];
  if exist(file, 'file') == 2 && exist(written, 'file') == 2 && strcmp(fileread(written), full)
    return
  end
  handle = fopen(written, 'w');
  if handle < 0
    error('nsd:compile:failed', 'cannot write in %s; give another folder as ''Folder''', folder);
  end
  fwrite(handle, full);
  fclose(handle);
  build(compiler, written, file, includes);
end

function compiler = c_compiler()
  if exist('OCTAVE_VERSION', 'builtin')
    compiler = strtrim(mkoctfile('-p', 'CC'));
  else
    found = mex.getCompilerConfigurations('C', 'Selected');     % MATLAB: not run
    compiler = '';
    if ~isempty(found), compiler = found(1).Details.CompilerExecutable; end
  end
  if isempty(compiler)
    error('nsd:compile:noCompiler', ['no C compiler is known: install one, or run without ' ...
          'nsd_compile']);
  end
end

function build(compiler, written, file, includes)
% compiles into a temporary name: a library in use is never overwritten, nor one left half written
  fresh = sprintf('%s.%d%s', file(1:end-3), feature_pid(), extension());
  flags = sprintf(' -I"%s"', includes{:});
  if isempty(includes), flags = ''; end
  command = sprintf('%s -O2 -std=c99 -fPIC -shared -ffp-contract=off%s "%s" -o "%s" -lm', ...
                    compiler, flags, written, fresh);
  [status, output] = system([command ' 2>&1']);
  if status ~= 0 || exist(fresh, 'file') ~= 2
    delete(written);
    if ~isempty(regexp(output, 'not found|not recognized', 'once'))
      error('nsd:compile:noCompiler', 'the C compiler %s cannot be run: %s', compiler, output);
    end
    error('nsd:compile:failed', 'compiling failed: %s\n%s', command, output);
  end
  [moved, reason] = movefile(fresh, file);
  if ~moved, error('nsd:compile:failed', 'cannot write %s: %s', file, reason); end
end

function number = feature_pid()
  if exist('OCTAVE_VERSION', 'builtin'), number = getpid(); else, number = feature('getpid'); end
end

function text = extension()
  if ispc(), text = '.dll'; else, text = '.so'; end
end

function number = fingerprint(text)
% checksum of a text: a whole number below 2^53 from the letters and their positions
  letters = double(text(:)');
  weights = mod((1:numel(letters))*7919, 1048573) + 1;
  number = mod(sum(mod(letters.*weights*31337, 4294967291)), 4294967291);
end
