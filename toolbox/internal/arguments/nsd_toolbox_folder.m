function folder = nsd_toolbox_folder()
%NSD_TOOLBOX_FOLDER  The folder of the toolbox: that of nsd_selftest, in a checkout and installed.
  persistent found
  if isempty(found), found = fileparts(which('nsd_selftest')); end
  folder = found;
end
