function names = nsd_event_option_names(kind)
%NSD_EVENT_OPTION_NAMES  Options that only Method 'event' reads, from the option table.
%   With KIND (nsd_system_kind): those of them that it does not read for such systems.
  persistent own systems                          % constant, and read in every run
  if isempty(own)
    known = nsd_option_table();
    known = known(cellfun(@(m) isequal(m, {'event'}), {known.methods}));
    own = {known.name};
    systems = {known.systems};
  end
  names = own;
  if nargin > 0
    names = own(cellfun(@(s) ~isempty(s) && ~any(strcmp(kind, s)), systems));
  end
end
