function test_suite = test_setup()
%TEST_SETUP  nsd_setup: absolute paths, compiled files that load, clear refusals.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_folders_on_the_path_are_absolute()
  nsd_setup();
  toolbox = fileparts(which('nsd_setup'));
  folders = regexp(path(), pathsep(), 'split');
  assertTrue(any(strcmp(folders, toolbox)));
  models = fullfile(toolbox, 'models');
  assertEqual(any(strcmp(folders, models)), exist(models, 'dir') == 7);
end

function test_octave_for_pictures_says_nothing_of_its_own()
  % every run ended with 'error: ignoring const execution_exception&', read as a failure
  root = toolbox_folder('..');
  if ~exist('OCTAVE_VERSION', 'builtin') || exist(fullfile(root, '.ci'), 'dir') ~= 7
    moxunit_throw_test_skipped_exception('pictures are drawn by Octave in a clone');
  end
  back = cd(root);
  restore = onCleanup(@() cd(back)); %#ok<NASGU>
  [code, text] = system('.ci/octave-drawing --eval "disp(7); exit(3)" 2>&1');
  assertEqual(code, 3);
  assertEqual(strtrim(text), '7');
end

function test_it_works_from_any_folder()
  file = which('nsd_setup');
  back = cd(tempdir());
  restore = onCleanup(@() cd(back)); %#ok<NASGU>
  run(file);
  assertEqual(which('nsd_setup'), file);
end

function test_every_gateway_is_built()
  sources = files_below(toolbox_folder('..', 'mex'), '^gateway_\w+\.c$');
  assertTrue(~isempty(sources));
  for k = 1:numel(sources)
    [~, name] = fileparts(sources{k});
    name = strrep(name, 'gateway_', '');
    message = message_of(@() nsd_kernel(name, {}, {}, {}, {}, {}, {}, {}, {}, {}));
    assertTrue(isempty(strfind(message, 'no gateway')), name);
  end
  assertExceptionThrown(@() nsd_kernel('gearbox'), 'nsd:mex:badCall');
  assertExceptionThrown(@() nsd_kernel(), 'nsd:mex:badCall');
  % new files of the toolbox and an old compiled one: it said "call nsd_simulate" to who had
  message = message_of(@() nsd_kernel('again', 1));
  assertTrue(~isempty(strfind(message, 'older than the toolbox')), message);
end

function test_genpath_puts_nothing_in_front_of_the_host()
  % the commonest way to install anything: addpath(genpath('toolbox')) put the stand-ins for zeros,
  % ones, eye and diag on the path, which serve while a function is recorded, and zeros(2) was an
  % NsdTrace until Octave was closed
  search = path();
  restore = onCleanup(@() path(search)); %#ok<NASGU>
  addpath(genpath(toolbox_folder()));
  for name = {'zeros', 'ones', 'eye', 'diag'}
    assertEqual(class(feval(name{1}, 2)), 'double');
    assertTrue(isempty(strfind(which(name{1}), toolbox_folder())), name{1});
  end
  assertEqual(class([1 2]), 'double');
  sol = nsd_simulate(nsd_bouncing_pendulum(), [0 0.1], 'Compile', 'on');
  assertEqual(sol.status, 'ok');
  assertEqual(class(zeros(2)), 'double');
end

function test_a_path_without_the_folder_of_traces_is_told_what_to_run()
  % linear models ran, nonlinear ones raised that NsdTrace is undefined, an error of the host
  code = ['folders = strsplit(genpath(''%s''), pathsep()); ' ...
          'folders = folders(cellfun(@(f) isempty(strfind(f, ''tracing'')), folders)); ' ...
          'addpath(strjoin(folders, pathsep())); ' ...
          'try, nsd_simulate(NsdSystem.lagrangian(1, @(t, q, v) -q), [0 1], 1, 0); ' ...
          'catch err, disp(err.identifier); disp(err.message); end'];
  if ~exist('OCTAVE_VERSION', 'builtin'), return; end
  [~, out] = system(sprintf('octave-cli --no-init-file --no-history --eval "%s" 2>/dev/null', ...
                            sprintf(code, toolbox_folder())));
  assertTrue(~isempty(strfind(out, 'nsd:setup:notOnPath')), out);
  assertTrue(~isempty(strfind(out, 'run nsd_setup')), out);
end

function test_every_name_of_the_toolbox_is_used_once()
  % private folders hide names from each other, but an Octave package puts them into one folder
  files = files_below(toolbox_folder(), '^(nsd_\w+|Nsd\w+)\.m$');
  [~, names] = cellfun(@fileparts, files, 'UniformOutput', false);
  assertEqual(numel(unique(names)), numel(names));
end

function test_an_unknown_argument_is_refused()
  assertExceptionThrown(@() nsd_setup('everything'), 'nsd:setup:badArgument');
end
