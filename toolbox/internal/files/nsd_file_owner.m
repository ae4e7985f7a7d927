function owner = nsd_file_owner(file)
%NSD_FILE_OWNER  Whose file this is by its folder: 'host' (MATLAB, Octave), 'toolbox' or 'user'.
  owner = 'user';
  folders = {nsd_toolbox_folder(), fullfile(matlabroot(), 'share', 'octave'), ...
             fullfile(matlabroot(), 'toolbox')};
  owners = {'toolbox', 'host', 'host'};
  for k = 1:3
    if strncmp(file, [folders{k} filesep()], numel(folders{k}) + 1), owner = owners{k}; end
  end
end
