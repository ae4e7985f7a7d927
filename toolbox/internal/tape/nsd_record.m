function [trace, hint] = nsd_record(f, sizes, names)
%NSD_RECORD  Record a function by nsd_trace; again with array functions on the path if needed.
%   A function that cannot be recorded fails again; an error that does not come back is raised.
  folders = {};
  [trace, hint, wants, err] = nsd_trace(f, sizes, names, folders);
  while ~isempty(wants) && ~any(strcmp(wants, folders))
    folders{end+1} = wants; %#ok<AGROW>  two at most
    [trace, hint, wants, err] = nsd_trace(f, sizes, names, folders);
  end
  if isempty(err) || any(strcmp(strtok(err.identifier, ':'), {'Octave', 'MATLAB', 'nsd'}))
    return                                        % what the host or NsdTrace cannot do
  end
  if ~isempty(nsd_trace(f, sizes, names, folders)), nsd_raise_in(err); end
end
