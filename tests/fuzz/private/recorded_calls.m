function [calls, restore] = recorded_calls()
%RECORDED_CALLS  Real calls of all gateways; the MEX file is then on the path as nsd_kernel_itself.
%   The copy under this name is the file that the environment variable NSD_FUZZ_MEX names, or that
%   of the toolbox. It is removed when RESTORE is cleared.
  here = fileparts(fileparts(mfilename('fullpath')));
  root = fileparts(fileparts(here));
  mex = getenv('NSD_FUZZ_MEX');
  if isempty(mex)
    mex = fullfile(root, 'toolbox', 'internal', 'kernel', ['nsd_kernel.' mexext()]);
  end
  copy = fullfile(tempname(), ['nsd_kernel_itself.' mexext()]);
  mkdir(fileparts(copy));
  copyfile(mex, copy);
  run(fullfile(root, 'toolbox', 'nsd_setup.m'));
  addpath(fileparts(copy));
  addpath(fullfile(here, 'recorder'));
  calls = gateway_calls();
  rmpath(fullfile(here, 'recorder'));
  restore = onCleanup(@() remove(copy));
end

function remove(copy)
  clear nsd_kernel_itself
  rmpath(fileparts(copy));
  delete(copy);
  rmdir(fileparts(copy));
end
