function [pages, known] = site_functions(root)
%SITE_FUNCTIONS  Reference: a page for each function and class, and the list of them by groups.
%   The groups and their order are those of toolbox/Contents.m. KNOWN are the names with pages.
  toolbox = fullfile(root, 'toolbox');
  files = site_files(toolbox, '*.m');
  hidden = ~cellfun(@isempty, regexp(files, '/(internal|tracing|include)/|/Contents\.m$'));
  files = files(~hidden);
  [~, known] = cellfun(@fileparts, files, 'UniformOutput', false);
  [texts, summaries] = cellfun(@(file) site_reference(file, known), files, 'UniformOutput', false);
  html = site_pandoc({strjoin(texts, sprintf('\n\n---\n\n'))});
  html = strsplit(html{1}, '<hr />');
  pages = repmat(site_struct(), 1, numel(files) + 1);
  for k = 1:numel(files)
    body = sprintf('<h1>%s</h1>\n<p class="summary">%s</p>\n<div class="help">%s</div>', ...
                   known{k}, site_escape(summaries{k}), html{k});
    pages(k+1) = site_struct(['ref_' known{k} '.html'], known{k}, '', body);
  end
  pages(1) = list_page(fileread(fullfile(toolbox, 'Contents.m')), known, summaries);
end

function page = list_page(contents, known, summaries)
  lines = strsplit(contents, sprintf('\n'));
  out = {'<h1>Functions</h1>'};
  headings = struct('level', {}, 'id', {}, 'text', {});
  listed = false(size(known));
  for k = 2:numel(lines)
    group = regexp(lines{k}, '^% (?!Version )([A-Z].*)$', 'tokens', 'once');
    name = regexp(lines{k}, '^%   (\w+) +- ', 'tokens', 'once');
    if ~isempty(group)
      [out, headings] = begin_group(out, headings, strtrim(group{1}));
    elseif ~isempty(name) && any(strcmp(name{1}, known))
      j = find(strcmp(name{1}, known), 1);
      listed(j) = true;
      out{end+1} = row_of(known{j}, summaries{j});                            %#ok<AGROW>
    end
  end
  if any(~listed)
    [out, headings] = begin_group(out, headings, 'Other');
    for j = find(~listed), out{end+1} = row_of(known{j}, summaries{j}); end   %#ok<AGROW>
  end
  html = strrep([strjoin(out, sprintf('\n')) '</table>'], '<h1>Functions</h1></table>', ...
                '<h1>Functions</h1>');
  page = site_struct('reference.html', 'Functions', 'Reference', html, headings);
end

function [out, headings] = begin_group(out, headings, group)
  id = strrep(lower(group), ' ', '-');
  closing = '</table>';
  if numel(out) == 1, closing = ''; end
  out{end+1} = sprintf('%s<h2 id="%s">%s</h2>\n<table class="functions">', closing, id, group);
  headings(end+1) = struct('level', '2', 'id', id, 'text', group);
end

function html = row_of(name, summary)
  html = sprintf('<tr><td><code>%s</code></td><td>%s</td></tr>', name, site_escape(summary));
end
