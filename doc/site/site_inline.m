function html = site_inline(text, link)
%SITE_INLINE  Inline Markdown: code, pictures, links, bold, emphasis.
%   Code is set aside first, so that nothing inside it is touched.
  [code, rest] = regexp(text, '`[^`]+`', 'match', 'split');
  marks = arrayfun(@(k) sprintf('\x01%d\x02', k), 1:numel(code), 'UniformOutput', false);
  html = site_escape(strjoin(rest, '%%mark%%'));
  for k = 1:numel(code)
    html = regexprep(html, '%%mark%%', marks{k}, 'once');
  end
  html = replace_all(html, '!\[([^\]]*)\]\(([^)]+)\)', @(c) picture(c, link));
  html = replace_all(html, '\[([^\]]*)\]\(([^)]+)\)', @(c) anchor(c, link));
  html = regexprep(html, '\*\*([^*]+)\*\*', '<strong>$1</strong>');
  html = regexprep(html, '(^|[\s(])\*([^*\s][^*]*)\*(?=[\s.,:;)]|$)', '$1<em>$2</em>');
  for k = 1:numel(code)
    html = strrep(html, marks{k}, ['<code>' site_escape(code{k}(2:end-1)) '</code>']);
  end
end

function html = picture(c, link)
  html = sprintf('<img src="%s" alt="%s">', link(c{2}), c{1});
end

function html = anchor(c, link)
  target = link(c{2});
  html = c{1};
  if ~isempty(target), html = sprintf('<a href="%s">%s</a>', target, c{1}); end
end

function html = replace_all(html, pattern, make)
  [tokens, rest] = regexp(html, pattern, 'tokens', 'split');
  pieces = cell(1, 2*numel(tokens) + 1);
  pieces(1:2:end) = rest;
  for k = 1:numel(tokens)
    pieces{2*k} = make(tokens{k});
  end
  html = strjoin(pieces, '');
end
