function nsd_setup(action)
%NSD_SETUP  Put the nsd toolbox on the path and check its compiled file.
%   NSD_SETUP() adds the rooms of the toolbox and the examples to the path, with absolute names,
%   for this session (SAVEPATH keeps them). The compiled file is built where it is missing,
%   then loaded once. In MATLAB the list of options for completion with Tab is written, too.
%
%   NSD_SETUP('build') builds both again.
%
%   Octave compiles with mkoctfile, MATLAB with mex and a C compiler it knows (see MEX -SETUP).
%   Where `make` works, `make build` does the same faster. The MATLAB part follows the manual
%   and has not been run.
%
%   Raises nsd:setup:buildFailed with the compiler's words, nsd:setup:notLoaded with the
%   loader's, nsd:setup:badArgument.
%
%   Example
%       nsd_setup
%       which nsd_simulate
%
%   See also NSD_SIMULATE, NSDSYSTEM.
  if nargin < 1
    action = 'check';
  elseif ~any(strcmp(action, {'check', 'build'}))
    error('nsd:setup:badArgument', 'the argument of nsd_setup is ''build'' or nothing');
  end
  toolbox = fileparts(mfilename('fullpath'));
  root = fileparts(toolbox);
  folders = [rooms(toolbox), rooms(fullfile(root, 'examples'))];
  if ~isempty(folders), addpath(folders{:}); end

  file = fullfile(toolbox, 'internal', 'kernel', ['nsd_kernel.' mexext()]);
  if strcmp(action, 'build') || exist(file, 'file') == 0
    build_in(root, file);
  end
  check_loads();
  signatures = fullfile(toolbox, 'resources', 'functionSignatures.json');
  if ~is_octave() && (strcmp(action, 'build') || exist(signatures, 'file') == 0)
    offer_completion(toolbox);
  end
end

function offer_completion(toolbox)
% a folder that cannot be written to only has no completion
  try
    nsd_write_signatures(toolbox);
  catch
  end
end

function folders = rooms(folder)
% the folder and its subfolders with functions; genpath leaves out private folders
  folders = strsplit(genpath(folder), pathsep());
  folders = folders(cellfun(@(f) ~isempty(dir(fullfile(f, '*.m'))), folders));
end

function check_loads()
  % a kernel called with nothing refuses with nsd:mex:badCall; anything else is the loader
  try
    nsd_kernel();
  catch err
    if ~strcmp(err.identifier, 'nsd:mex:badCall')
      error('nsd:setup:notLoaded', 'nsd_kernel does not load; try nsd_setup(''build''): %s', ...
            err.message);
    end
  end
end

function build_in(root, file)
% builds in the folder of the sources, by relative names: Octave's mkoctfile gives names to a shell,
% where a folder such as $x or $(...) above them would be more than a name
  back = cd(root);
  restore = onCleanup(@() cd(back)); %#ok<NASGU>
  objects = fullfile('build', 'setup');
  if exist(objects, 'dir') ~= 7, [~, ~] = mkdir(objects); end
  if exist(objects, 'dir') ~= 7
    error('nsd:setup:buildFailed', 'cannot make the folder %s', fullfile(root, objects));
  end
  sources = [files_below('c', '\.c$'), files_below('mex', '\.c$')];
  unload();
  fprintf('nsd_setup: compiling %d files\n', numel(sources));
  compiled = cell(size(sources));
  for k = 1:numel(sources)
    compiled{k} = compile(sources{k}, objects, {'-Ic', '-Imex'});
  end
  linked = fullfile(objects, ['nsd_kernel.' mexext()]);
  link(linked, compiled);
  nsd_write_file(file, nsd_read_bytes(linked));
  clear('nsd_kernel');     % until now the host knows nsd_kernel.m, which says that this is missing
  rehash();
end

function unload()
  % a loaded MEX file would stay in use after it is built again
  if is_octave()
    clear('-functions');
  else
    clear('mex'); %#ok<CLMEX>
  end
end

function files = files_below(folder, pattern)
  listing = dir(folder);
  files = {};
  for k = 1:numel(listing)
    name = fullfile(folder, listing(k).name);
    if listing(k).isdir && listing(k).name(1) ~= '.'
      files = [files, files_below(name, pattern)]; %#ok<AGROW>
    elseif ~isempty(regexp(name, pattern, 'once'))
      files{end+1} = name; %#ok<AGROW>
    end
  end
end

function object = compile(source, folder, includes)
  [~, name] = fileparts(source);
  object = fullfile(folder, [name object_ending()]);
  if is_octave()
    flags = [{'-c', '-O2', '-ffp-contract=off'}, threads(), includes, {source, '-o', object}];
    run_mkoctfile(flags{:});
  else
    flags = matlab_flags('compile');
    mex('-c', '-silent', flags{:}, includes{:}, '-outdir', folder, source);
  end
end

function ending = object_ending()
  ending = '.o';
  if ispc() && ~is_octave(), ending = '.obj'; end
end

function [flags, libraries] = matlab_flags(what)
% of MATLAB's compilers only Microsoft's has flags of its own: the others are GCC, MinGW and Clang
  persistent known
  if isempty(known)
    found = mex.getCompilerConfigurations('C', 'Selected');
    msvc = ~isempty(found) && strncmpi(found(1).Manufacturer, 'Microsoft', 9);
    place = 'linux';
    if ispc(), place = 'windows'; elseif ismac(), place = 'mac'; end
    trial = nsd_mex_flags(place, msvc, true);
    threads = has_openmp(@(file, folder) mex('-c', '-silent', trial{:}, '-outdir', folder, file));
    [known.compile, known.link, known.libraries] = nsd_mex_flags(place, msvc, threads);
  end
  flags = known.(what);
  libraries = known.libraries;
end

function flags = threads()
% Octave's flags of OpenMP for nsd_sweep, where the compiler has it: a sweep has one thread without
  persistent known
  if isempty(known)
    known = {{}};
    object = fullfile('build', 'setup', 'nsd_threads.o');
    if has_openmp(@(file, ~) run_mkoctfile('-c', '-fopenmp', file, '-o', object))
      known = {{'-fopenmp'}};
    end
  end
  flags = known{1};
end

function yes = has_openmp(compile)
  folder = fullfile('build', 'setup');
  file = fullfile(folder, 'nsd_threads.c');
  nsd_write_file(file, sprintf(['#include <omp.h>\nint n(void) ' ...
                                '{ return omp_get_max_threads(); }\n']));
  yes = true;
  try
    compile(file, folder);
  catch
    yes = false;
  end
  nsd_remove_file(file);
  nsd_remove_file(fullfile(folder, ['nsd_threads' object_ending()]));
end

function link(target, objects)
  if is_octave()
    lapack = strtrim(mkoctfile('-p', 'LAPACK_LIBS'));
    blas = strtrim(mkoctfile('-p', 'BLAS_LIBS'));
    flags = [threads(), objects, {lapack, blas, '-o', target}];
    run_mkoctfile(flags{:});
  else
    [flags, libraries] = matlab_flags('link');
    mex('-silent', flags{:}, objects{:}, libraries{:}, '-output', target);
  end
end

function run_mkoctfile(varargin)
  [output, status] = mkoctfile('--mex', varargin{:});
  if status ~= 0
    error('nsd:setup:buildFailed', ['compiling failed:\n%s\nIf a compiler or a header is ' ...
          'missing: Octave''s own come with the package octave-dev on Debian.'], output);
  end
end

function yes = is_octave()
  yes = exist('OCTAVE_VERSION', 'builtin') ~= 0;
end
