function nsd_check_names(area, given, count)
%NSD_CHECK_NAMES  The arguments (name, labels) of named: a text, and a cell of COUNT texts (NaN:
%   the number of coordinates is not known yet).
  if isempty(given) || ~ischar(given{1})
    error(['nsd:' area ':badName'], 'named takes a title, a character vector, and then labels');
  end
  if numel(given) < 2, return; end
  if ~iscellstr(given{2}) || ~(isnan(count) || numel(given{2}) == count)
    number = nsd_count_text(count, 'name');
    if isnan(count), number = 'names, one per coordinate'; end
    error(['nsd:' area ':badSize'], 'labels must be a cell array of %s, as in {''x (m)''}', number);
  end
end
