function [html, summary] = site_reference(file)
%SITE_REFERENCE  A page from the help text of a function or class; its H1 line as summary.
  lines = strsplit(fileread(file), sprintf('\n'), 'CollapseDelimiters', false);
  first = find(strncmp(strtrim(lines), '%', 1), 1);
  last = first;
  while last < numel(lines) && strncmp(strtrim(lines{last+1}), '%', 1), last = last + 1; end
  text = cellfun(@(s) regexprep(strtrim(s), '^%', ''), lines(first:last), 'UniformOutput', false);
  words = strsplit(text{1}, ' ');
  summary = strtrim(text{1}(numel(words{1})+1:end));
  [~, name] = fileparts(file);
  body = cellfun(@(s) regexprep(s, '^ {1,3}', ''), text(2:end), 'UniformOutput', false);
  html = sprintf('<h1>%s</h1>\n<p class="summary">%s</p>\n<pre class="help">%s</pre>', name, ...
                 site_escape(summary), site_escape(strjoin(body, sprintf('\n'))));
end
