function nsd_setup(action)
%NSD_SETUP  Put the nsd toolbox on the path and check its compiled files.
%   NSD_SETUP() adds the rooms of the toolbox and the examples to the path, with absolute names,
%   for this session (SAVEPATH keeps them). Compiled files that are missing are built; then
%   each is loaded once.
%
%   NSD_SETUP('build') builds all of them again.
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
  add_folders([rooms(toolbox), rooms(fullfile(root, 'examples'))]);

  gateways = files_below(fullfile(root, 'mex'), '_mex\.c$');
  if strcmp(action, 'build')
    build(root, gateways);
  else
    missing = gateways(cellfun(@(source) exist(built_file(source), 'file') == 0, gateways));
    if ~isempty(missing)
      build(root, missing);
    end
  end
  cellfun(@check_loads, gateways);
end

function add_folders(folders)
  if ~isempty(folders), addpath(folders{:}); end
end

function folders = rooms(folder)
% the folder and its subfolders with functions; genpath leaves out private folders
  folders = strsplit(genpath(folder), pathsep());
  folders = folders(cellfun(@(f) ~isempty(dir(fullfile(f, '*.m'))), folders));
end

function file = built_file(source)
% mex/ROOM/nsd_x_mex.c becomes toolbox/ROOM/private/nsd_x_mex
  [folder, name] = fileparts(source);
  at = strfind(folder, [filesep() 'mex' filesep()]);
  room = folder(at(end)+5:end);
  file = fullfile(folder(1:at(end)-1), 'toolbox', room, 'private', [name '.' mexext()]);
end

function check_loads(source)
  % a gateway called with nothing refuses with nsd:mex:badCall; anything else is the loader
  [folder, name] = fileparts(built_file(source));
  back = cd(folder);                      % private functions are seen from their own folder
  restore = onCleanup(@() cd(back)); %#ok<NASGU>
  try
    feval(name);
  catch err
    if ~strncmp(err.identifier, 'nsd:', 4)
      error('nsd:setup:notLoaded', '%s does not load; try nsd_setup(''build''): %s', name, ...
            err.message);
    end
  end
end

function build(root, gateways)
  objects = fullfile(root, 'build', 'setup');
  if exist(objects, 'dir') ~= 7
    mkdir(objects);
  end
  shared = [files_below(fullfile(root, 'c'), '\.c$'), ...
            files_below(fullfile(root, 'mex', 'host'), '\.c$'), ...
            files_below(fullfile(root, 'mex', 'family'), '\.c$')];
  unload();
  fprintf('nsd_setup: compiling %d kernels and %d gateways\n', numel(shared), numel(gateways));
  includes = {['-I' fullfile(root, 'c')], ['-I' fullfile(root, 'mex')]};
  compiled = cell(size(shared));
  for k = 1:numel(shared)
    compiled{k} = compile(shared{k}, objects, includes);
  end
  for k = 1:numel(gateways)
    target = built_file(gateways{k});
    if exist(fileparts(target), 'dir') ~= 7, mkdir(fileparts(target)); end
    link(gateways{k}, target, includes, compiled);
  end
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
  if is_octave()
    object = fullfile(folder, [name '.o']);
    flags = [{'-c', '-O2', '-ffp-contract=off'}, threads(), includes, {source, '-o', object}];
    run_mkoctfile(flags{:});
  else
    flags = threads();
    mex('-c', '-silent', '-DNSD_MATLAB', '-DNSD_LAPACK_64', flags{:}, includes{:}, '-outdir', ...
        folder, source);
    if ispc()
      object = fullfile(folder, [name '.obj']);
    else
      object = fullfile(folder, [name '.o']);
    end
  end
end

function flags = threads()
% flags of OpenMP for nsd_sweep, where the compiler has it; without OpenMP a sweep has one thread
  persistent found
  if isempty(found)
    found = {{}};
    file = [tempname() '.c'];
    id = fopen(file, 'w');
    fprintf(id, '#include <omp.h>\nint n(void) { return omp_get_max_threads(); }\n');
    fclose(id);
    object = [file '.o'];
    if is_octave()
      [~, status] = mkoctfile('-c', '-fopenmp', file, '-o', object);
      if status == 0, found = {{'-fopenmp'}}; end
    elseif isunix() && ~ismac()
      found = {{'CFLAGS=$CFLAGS -fopenmp', 'LDFLAGS=$LDFLAGS -fopenmp'}};
    end
    for name = {file, object}
      if exist(name{1}, 'file'), delete(name{1}); end
    end
  end
  flags = found{1};
end

function link(source, target, includes, objects)
  if is_octave()
    lapack = strtrim(mkoctfile('-p', 'LAPACK_LIBS'));
    blas = strtrim(mkoctfile('-p', 'BLAS_LIBS'));
    flags = [threads(), includes, {source}, objects, {lapack, blas, '-o', target}];
    run_mkoctfile(flags{:});
  else
    flags = threads();
    mex('-silent', '-DNSD_MATLAB', '-DNSD_LAPACK_64', flags{:}, includes{:}, source, ...
        objects{:}, '-lmwlapack', '-lmwblas', '-output', target);
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
