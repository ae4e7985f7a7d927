function word = nsd_check_word(given, known, name, id)
%NSD_CHECK_WORD  The one of the words KNOWN that is given, ignoring case; others raise error ID.
  hit = [];
  if ischar(given), hit = find(strcmpi(given, known), 1); end
  if isempty(hit)
    near = '';
    if ischar(given)
      [words, far] = nsd_nearest_names(given, known);
      near = sprintf(', not "%s"', given);
      if far <= numel(given)/2, near = sprintf('%s: did you mean "%s"?', near, words{1}); end
    end
    error(id, '%s must be one of: %s%s', name, strjoin(known, ', '), near);
  end
  word = known{hit};
end
