function [place, inside] = nsd_user_line(stack)
%NSD_USER_LINE  ', line 7 of force.m' of the user's file on a call stack, '' when there is none.
%   INSIDE: the function of MATLAB or Octave that was called from there, or ''.
  [place, inside] = deal('');
  toolbox = nsd_toolbox_folder();
  host = {fullfile(matlabroot(), 'share', 'octave'), fullfile(matlabroot(), 'toolbox')};
  for k = 1:numel(stack)
    file = stack(k).file;
    [~, name, extension] = fileparts(file);
    if strcmp(name, 'nsd_trace'), return; end  % its callers are not the user's function
    if isempty(file) || strncmp(file, [toolbox filesep()], numel(toolbox) + 1), continue; end
    if any(cellfun(@(folder) strncmp(file, folder, numel(folder)), host))
      inside = name;
    else
      place = sprintf(', line %d of %s%s', stack(k).line, name, extension);
      return
    end
  end
end
