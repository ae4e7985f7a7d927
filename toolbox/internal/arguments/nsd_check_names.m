function nsd_check_names(area, given, count)
%NSD_CHECK_NAMES  The arguments (name, labels) of named: a text, and a cell of COUNT texts.
  if isempty(given) || ~ischar(given{1})
    error(['nsd:' area ':badName'], 'named takes a title, a character vector, and then labels');
  end
  if numel(given) > 1 && (~iscellstr(given{2}) || numel(given{2}) ~= count)
    error(['nsd:' area ':badSize'], 'labels must be a cell array of %d names', count);
  end
end
