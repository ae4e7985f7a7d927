function folder = data_folder(name)
%DATA_FOLDER  Folder NAME of the test problems from outside, or skip the running test.
%   The problems are in the folder that the environment variable NSD_DATA names, by default
%   ../shared/data next to the repository. Without them the test counts as skipped.
  root = getenv('NSD_DATA');
  if isempty(root)
    here = fileparts(mfilename('fullpath'));
    root = fullfile(fileparts(fileparts(fileparts(here))), 'shared', 'data');
  end
  folder = fullfile(root, name);
  if ~exist(folder, 'dir')
    error('moxUnit:testSkipped', 'no folder %s: set NSD_DATA to run this test', folder);
  end
end
