function [folder, remove] = nsd_own_folder()
%NSD_OWN_FOLDER  A new folder for files of this process only; it goes when REMOVE is cleared.
%   Its name is free of letters that shells and libraries for pictures take as more than letters.
  folder = tempname();
  if isunix() && ~isempty(regexp(folder, '[^\w/.+-]', 'once')), folder = tempname('/tmp'); end
  [made, reason, known] = mkdir(folder);
  if ~made || ~isempty(known)             % there already: somebody else's
    error('nsd:file:noFolder', 'cannot make the folder %s: %s', folder, reason);
  end
  remove = onCleanup(@() remove_all(folder));
end

function remove_all(folder)
  listing = dir(folder);
  for name = {listing(~[listing.isdir]).name}
    nsd_remove_file(fullfile(folder, name{1}));
  end
  [~, ~] = rmdir(folder);
end
