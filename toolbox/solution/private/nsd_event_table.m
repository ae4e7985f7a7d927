function T = nsd_event_table(events)
%NSD_EVENT_TABLE  The struct of columns sol.events as a table, or as a cell with a row of names.
%   MATLAB: T is a table. Octave has none: T is a cell; columns of matrices are numbered, q1, q2.
  events = rmfield(events, intersect(fieldnames(events), {'way'}));   % the old name of direction
  if ~exist('OCTAVE_VERSION', 'builtin')
    T = struct2table(events);
    return
  end
  [names, columns] = deal({});
  for name = fieldnames(events)'
    x = events.(name{1});
    if ~iscell(x), x = num2cell(x); end
    label = name;
    if size(x, 2) ~= 1 || any(strcmp(name{1}, {'q', 'v'}))
      label = arrayfun(@(k) sprintf('%s%d', name{1}, k), 1:size(x, 2), 'UniformOutput', false);
    end
    names = [names, label]; %#ok<AGROW>
    columns{end+1} = reshape(x, numel(events.t), []); %#ok<AGROW>
  end
  T = [names; columns{:}];
end
