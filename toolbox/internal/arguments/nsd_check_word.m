function word = nsd_check_word(word, known, name, id)
%NSD_CHECK_WORD  The one of the words KNOWN that is given, ignoring case; others raise error ID.
  hit = [];
  if ischar(word), hit = find(strcmpi(word, known), 1); end
  if isempty(hit), error(id, '%s must be one of: %s', name, strjoin(known, ', ')); end
  word = known{hit};
end
