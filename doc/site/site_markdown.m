function [html, headings] = site_markdown(text, link)
%SITE_MARKDOWN  HTML of the Markdown that the documents of this project use.
%   Headings, paragraphs, lists, tables, fenced code, indented blocks (equations), and inline
%   code, links, pictures, bold and emphasis. LINK is a function that turns the target of a
%   link into the one on the site, and '' when there is none. HEADINGS: struct level, id, text.
  lines = strsplit(strrep(text, sprintf('\r'), ''), sprintf('\n'), 'CollapseDelimiters', false);
  headings = struct('level', {}, 'id', {}, 'text', {});
  out = {};
  k = 1;
  while k <= numel(lines)
    line = lines{k};
    if isempty(strtrim(line))
      k = k + 1;
    elseif strncmp(line, '```', 3)
      [block, k] = fenced(lines, k);
      out{end+1} = block;                                                     %#ok<AGROW>
    elseif ~isempty(regexp(line, '^#{1,5} ', 'once'))
      [out{end+1}, headings] = heading(line, headings, link);                 %#ok<AGROW>
      k = k + 1;
    elseif strncmp(line, '    ', 4)
      [block, k] = indented(lines, k);
      out{end+1} = block;                                                     %#ok<AGROW>
    elseif starts_table(lines, k)
      [block, k] = table_of(lines, k, link);
      out{end+1} = block;                                                     %#ok<AGROW>
    elseif ~isempty(regexp(line, '^([-*]|\d+\.) ', 'once'))
      [block, k] = list_of(lines, k, link);
      out{end+1} = block;                                                     %#ok<AGROW>
    else
      [block, k] = paragraph(lines, k, link);
      out{end+1} = block;                                                     %#ok<AGROW>
    end
  end
  html = strjoin(out, sprintf('\n'));
end

function [html, k] = fenced(lines, k)
  language = strtrim(lines{k}(4:end));
  last = k + 1;
  while last <= numel(lines) && ~strncmp(lines{last}, '```', 3), last = last + 1; end
  code = site_escape(strjoin(lines(k+1:last-1), sprintf('\n')));
  html = sprintf('<pre class="code %s"><code>%s</code></pre>', language, code);
  k = last + 1;
end

function [html, headings] = heading(line, headings, link)
  level = find(line ~= '#', 1) - 1;
  words = strtrim(line(level+1:end));
  id = regexprep(lower(regexprep(words, '[`*]', '')), '[^a-z0-9 _-]', '');
  id = strrep(id, ' ', '-');
  same = sum(strcmp(id, {headings.id}));
  if same > 0, id = sprintf('%s-%d', id, same); end
  headings(end+1) = struct('level', level, 'id', id, 'text', words);
  html = sprintf('<h%d id="%s">%s</h%d>', level, id, site_inline(words, link), level);
end

function [html, k] = indented(lines, k)
  first = k;
  while k <= numel(lines) && (strncmp(lines{k}, '    ', 4) || isempty(strtrim(lines{k})))
    k = k + 1;
  end
  block = lines(first:k-1);
  while isempty(strtrim(block{end})), block(end) = []; end
  block = cellfun(@(s) s(min(5, end+1):end), block, 'UniformOutput', false);
  html = sprintf('<pre class="equation">%s</pre>', ...
                 site_equation(strjoin(block, sprintf('\n'))));
end

function yes = starts_table(lines, k)
  yes = lines{k}(1) == '|' && k < numel(lines) && ...
        ~isempty(regexp(lines{k+1}, '^\|[\s:|-]+\|?\s*$', 'once'));
end

function [html, k] = table_of(lines, k, link)
  out = {'<div class="wide"><table>'};
  row = 0;
  while k <= numel(lines) && strncmp(lines{k}, '|', 1)
    if isempty(regexp(lines{k}, '^\|[\s:|-]+\|?\s*$', 'once')) || row ~= 1
      body = strrep(regexprep(strtrim(lines{k}), '^\||\|$', ''), '\|', char(1));
      cells = strsplit(body, '|', 'CollapseDelimiters', false);
      tag = 'td';
      if row == 0, tag = 'th'; end
      cells = cellfun(@(c) sprintf('<%s>%s</%s>', tag, ...
                      site_inline(strrep(strtrim(c), char(1), '|'), link), tag), cells, ...
                      'UniformOutput', false);
      out{end+1} = ['<tr>' strjoin(cells, '') '</tr>'];                       %#ok<AGROW>
    end
    row = row + 1;
    k = k + 1;
  end
  html = strjoin([out, {'</table></div>'}], sprintf('\n'));
end

function [html, k] = list_of(lines, k, link)
% items may go on in indented lines and hold lists of their own
  tag = 'ul';
  if lines{k}(1) >= '0' && lines{k}(1) <= '9', tag = 'ol'; end
  out = {['<' tag '>']};
  while k <= numel(lines) && ~isempty(regexp(lines{k}, '^([-*]|\d+\.) ', 'once'))
    indent = numel(regexp(lines{k}, '^([-*]|\d+\.) +', 'match', 'once'));
    item = {lines{k}(indent+1:end)};
    k = k + 1;
    while k <= numel(lines) && belongs(lines, k)
      item{end+1} = regexprep(lines{k}, sprintf('^ {1,%d}', indent), '');     %#ok<AGROW>
      k = k + 1;
    end
    inner = site_markdown(strjoin(item, sprintf('\n')), link);
    inner = regexprep(inner, '^<p>(.*?)</p>', '$1', 'once');
    out{end+1} = ['<li>' inner '</li>'];                                      %#ok<AGROW>
    while k < numel(lines) && isempty(strtrim(lines{k})) && ...
          ~isempty(regexp(lines{k+1}, '^([-*]|\d+\.) ', 'once'))
      k = k + 1;
    end
  end
  html = strjoin([out, {['</' tag '>']}], sprintf('\n'));
end

function yes = belongs(lines, k)
  line = lines{k};
  if isempty(strtrim(line))
    yes = k < numel(lines) && strncmp(lines{k+1}, '  ', 2);
  else
    yes = line(1) == ' ' || isempty(regexp(line, '^([-*]|\d+\.) |^#|^\||^```', 'once'));
  end
end

function [html, k] = paragraph(lines, k, link)
  first = k;
  while k <= numel(lines) && ~isempty(strtrim(lines{k})) && ...
        (k == first || (isempty(regexp(lines{k}, '^(#{1,5} |```|[-*] )', 'once')) && ...
                        ~starts_table(lines, k)))
    k = k + 1;
  end
  html = ['<p>' site_inline(strjoin(lines(first:k-1), sprintf('\n')), link) '</p>'];
end
