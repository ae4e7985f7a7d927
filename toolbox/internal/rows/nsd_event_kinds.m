function numbers = nsd_event_kinds(varargin)
%NSD_EVENT_KINDS  Numbers of kinds of events in the log of a run, by their names.
%   NSD_EVENT_KINDS('stick', 'slip') is [6 7]; NSD_EVENT_KINDS() are all names, as a column, in the
%   order of c/run/sink.h.
  persistent words                                % constant, and read for every run
  if isempty(words)
    words = {'impact'; 'detach'; 'accumulation'; 'attach'; 'graze'; 'stick'; 'slip'; 'user'; ...
             'cross'};
  end
  if nargin == 0
    numbers = words;
    return
  end
  [~, numbers] = ismember(varargin, words);
end
