function files = site_files(folder, pattern)
%SITE_FILES  Full names of the files like PATTERN in FOLDER and below, private folders left out.
  folders = strsplit(genpath(folder), pathsep());
  folders = folders(~cellfun(@isempty, folders));
  files = {};
  for k = 1:numel(folders)
    found = dir(fullfile(folders{k}, pattern));
    names = cellfun(@(name) fullfile(folders{k}, name), {found.name}, 'UniformOutput', false);
    files = [files, names];                                                   %#ok<AGROW>
  end
end
