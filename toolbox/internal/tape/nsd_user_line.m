function [place, inside] = nsd_user_line(stack)
%NSD_USER_LINE  ', line 7 of force.m' of the user's file on a call stack, '' when there is none.
%   INSIDE: the function of MATLAB or Octave that was called from there, or ''.
  [place, inside] = deal('');
  for k = 1:numel(stack)
    file = stack(k).file;
    [~, name, extension] = fileparts(file);
    if strcmp(name, 'nsd_trace'), return; end  % its callers are not the user's function
    owner = nsd_file_owner(file);
    if strcmp(owner, 'host')
      inside = name;
    elseif ~isempty(file) && strcmp(owner, 'user')
      place = sprintf(', line %d of %s%s', stack(k).line, name, extension);
      return
    end
  end
end
