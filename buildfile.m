function plan = buildfile()
%BUILDFILE  Tasks of MATLAB's buildtool (R2022b): build, test, package. Written, not run.
%   `buildtool package` writes build/dist/nsd.mltbx (R2023a). GNU Octave uses the Makefile.
  plan = buildplan(localfunctions());
  plan('test').Dependencies = 'build';
  plan('package').Dependencies = 'build';
  plan.DefaultTasks = 'test';
end

function buildTask(context)
% compile the kernels with mex
  addpath(fullfile(context.Plan.RootFolder, 'toolbox'));
  nsd_setup('build');
end

function testTask(context)
% run the tests; NSD_TEST=word selects files
  addpath(fullfile(context.Plan.RootFolder, 'tests'));
  run_tests();
end

function packageTask(context)
% the toolbox with the MEX file of this system as one file for the Add-On manager
  root = context.Plan.RootFolder;
  options = matlab.addons.toolbox.ToolboxOptions(fullfile(root, 'toolbox'), ...
                                                 '6c0f1f1e-52d4-4c55-9f0a-6e7364303130');
  options.ToolboxName = 'nsd: nonsmooth dynamics';
  options.ToolboxVersion = nsd_version();
  options.AuthorName = 'nsd developers';
  options.Summary = 'Mechanical systems with contact, impact and friction';
  options.MinimumMatlabRelease = 'R2019b';
  folders = strsplit(genpath(fullfile(root, 'toolbox')), pathsep());
  options.ToolboxMatlabPath = folders(~cellfun('isempty', folders));
  options.OutputFile = fullfile(root, 'build', 'dist', 'nsd.mltbx');
  if exist(fileparts(options.OutputFile), 'dir') ~= 7, mkdir(fileparts(options.OutputFile)); end
  matlab.addons.toolbox.packageToolbox(options);
end
