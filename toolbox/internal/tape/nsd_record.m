function [trace, hint] = nsd_record(f, sizes, names)
%NSD_RECORD  Record a function by nsd_trace; again with array functions on the path if needed.
  folders = {};
  [trace, hint, wants] = nsd_trace(f, sizes, names, folders);
  while ~isempty(wants) && ~any(strcmp(wants, folders))
    folders{end+1} = wants; %#ok<AGROW>  two at most
    [trace, hint, wants] = nsd_trace(f, sizes, names, folders);
  end
end
