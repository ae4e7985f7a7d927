function yes = nsd_names_time(f, place)
%NSD_NAMES_TIME  False where the text of f shows that argument number PLACE, the time, is not used.
%   An anonymous function names its arguments: @(t,x) [x(2); -x(1)] does not use t. Of functions in
%   files nothing is known, and the answer is true.
  words = regexp(func2str(f), '^@\(([^)]*)\)(.*)$', 'tokens', 'once');
  yes = true;
  if isempty(words), return; end
  names = strtrim(strsplit(words{1}, ','));
  if numel(names) < place, return; end
  yes = strcmp(names{place}, 'varargin') ...
        || ~isempty(regexp(words{2}, ['(^|\W)' names{place} '(\W|$)'], 'once'));
end
