function stamp = nsd_next_stamp()
%NSD_NEXT_STAMP  A number that no other system has had, also after clear functions.
  persistent last
  if isempty(last), last = double(tic()); end      % microseconds: it grows faster than systems come
  last = last + 1;
  stamp = last;
end
