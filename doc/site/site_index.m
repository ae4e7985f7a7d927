function entries = site_index(page)
%SITE_INDEX  Entries of the search for one page, one for each of its sections.
%   An entry has the address, the title of the page, the heading of the section, its words, and the
%   weight of its part of the site.
  [from, tokens] = regexp(page.html, '<h[1-3] id="([^"]*)">(.*?)</h[1-3]>', 'start', 'tokens');
  starts = [1, from];
  ends = [from - 1, numel(page.html)];
  entries = {};
  for k = 1:numel(starts)
    url = page.name;
    heading = page.title;
    if k > 1
      url = [page.name '#' tokens{k-1}{1}];
      heading = words_of(tokens{k-1}{2});
    end
    text = words_of(page.html(starts(k):ends(k)));
    if isempty(text) || (k == 2 && strcmp(heading, page.title)), url = page.name; end
    if ~isempty(text)
      entries{end+1} = sprintf(['{"url": "%s", "page": "%s", "title": "%s", "text": "%s", ' ...
                                '"weight": %g}'], url, quoted(page.title), quoted(heading), ...
                               quoted(text), weight_of(page));                %#ok<AGROW>
    end
  end
end

function weight = weight_of(page)
% what a user reads first counts most; the changelog and the pages of developers least
  groups = {'Start', 'Learn', 'Examples', 'Reference', 'Theory', 'Development'};
  weights = [1, 1, 0.6, 0.8, 0.5, 0.25];
  weight = 0.4;                                     % scripts
  if any(strcmp(page.group, groups)), weight = weights(strcmp(page.group, groups)); end
  if strncmp(page.name, 'ref_', 4), weight = 0.7; end
end

function text = words_of(html)
  text = regexprep(html, '<[^>]*>', ' ');
  text = regexprep(text, '\s+', ' ');
  signs = {'&lt;', '<'; '&gt;', '>'; '&quot;', '"'; '&#39;', ''''; '&amp;', '&'};
  for k = 1:size(signs, 1), text = strrep(text, signs{k, :}); end
  text = strtrim(text);
end

function text = quoted(text)
  text = strrep(strrep(text, '\', '\\'), '"', '\"');
end
