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

function test_it_works_from_any_folder()
  file = which('nsd_setup');
  cd(tempdir());
  run(file);
  assertEqual(which('nsd_setup'), file);
end

function test_every_gateway_is_built()
  toolbox = fileparts(which('nsd_setup'));
  sources = dir(fullfile(fileparts(toolbox), 'mex', 'nsd_*_mex.c'));
  assertTrue(~isempty(sources));
  for k = 1:numel(sources)
    file = fullfile(toolbox, 'private', strrep(sources(k).name, '.c', ['.' mexext()]));
    assertTrue(exist(file, 'file') ~= 0, file);
  end
end

function test_an_unknown_argument_is_refused()
  assertExceptionThrown(@() nsd_setup('everything'), 'nsd:setup:badArgument');
end
