function [markdown, summary] = site_reference(file, known)
%SITE_REFERENCE  Markdown of the help text of a function or class; its H1 line as summary.
%   Prose becomes paragraphs, lists of parameters become tables, examples become coloured code and
%   all else that is indented stays as it stands. KNOWN are the names that have pages.
  lines = strsplit(fileread(file), sprintf('\n'), 'CollapseDelimiters', false);
  first = find(strncmp(strtrim(lines), '%', 1), 1);
  last = first;
  while last < numel(lines) && strncmp(strtrim(lines{last+1}), '%', 1), last = last + 1; end
  text = cellfun(@(s) regexprep(strtrim(s), '^%', ''), lines(first:last), 'UniformOutput', false);
  words = strsplit(text{1}, ' ');
  summary = strtrim(text{1}(numel(words{1})+1:end));
  body = cellfun(@(s) regexprep(s, '^ {1,3}', ''), text(2:end), 'UniformOutput', false);
  markdown = '';
  k = 1;
  before = '';
  while k <= numel(body)
    from = k;
    kind = kind_of(body{k});
    while k <= numel(body) && strcmp(kind_of(body{k}), kind), k = k + 1; end
    block = body(from:k-1);
    switch kind
      case 'prose', part = paragraph(block, known);
      case 'deep',  part = indented(block, before);
      otherwise,    part = '';
    end
    if ~strcmp(kind, 'empty'), before = strtrim(block{end}); end
    markdown = sprintf('%s%s\n\n', markdown, part);
  end
end

function kind = kind_of(line)
  kind = 'prose';
  if isempty(strtrim(line))
    kind = 'empty';
  elseif strncmp(line, '  ', 2)
    kind = 'deep';
  end
end

function text = paragraph(block, known)
  text = strjoin(cellfun(@strtrim, block, 'UniformOutput', false), sprintf('\n'));
  if any(strcmp(text, {'Example', 'Examples'})), text = sprintf('**%s**', text); return; end
  [call, rest] = call_form(text, known);
  text = plain(rest);
  for k = 1:numel(known)
    shout = strrep(upper(known{k}), '_', '\\_');
    text = regexprep(text, ['(?<![A-Za-z_])' shout '(?![A-Za-z_\\])'], ...
                     sprintf('[%s](ref_%s.html)', strrep(known{k}, '_', '\\_'), known{k}));
  end
  text = [call text];
end

function [call, text] = call_form(text, known)
% SOL = NSD_SIMULATE(SYS, ...) at the start of a paragraph, as code with the name as it is typed
  call = '';
  [found, last] = regexp(text, ['^((?:[\w\[\], ]+ = )?)([A-Z_]+)' ...
                                '(\((?:[^()]|\([^()]*\))*\))'], 'tokens', 'end', 'once');
  if isempty(found), return; end
  name = known(strcmp(upper(known), found{2}));
  if isempty(name), return; end
  call = sprintf('`%s%s%s`', found{1}, name{1}, strrep(found{3}, sprintf('\n'), ' '));
  text = text(last+1:end);
end

function text = plain(text)
% text in which Markdown sees nothing special
  text = regexprep(text, '([\\`*_{}\[\]<>|~^$#])', '\\$1');
end

function text = indented(block, before)
  depth = min(cellfun(@(s) find(s ~= ' ', 1), block)) - 1;
  block = cellfun(@(s) s(depth+1:end), block, 'UniformOutput', false);
  rows = table_rows(block);
  if ~isempty(regexp(before, '^Examples?\>', 'once'))
    text = sprintf('```matlab\n%s\n```', strjoin(block, sprintf('\n')));
  elseif ~isempty(rows)
    text = sprintf('| | meaning | default |\n|---|---|---|\n%s', strjoin(rows, sprintf('\n')));
  else
    text = sprintf('```\n%s\n```', strjoin(block, sprintf('\n')));
  end
end

function rows = table_rows(block)
% one Markdown row per parameter, {} where the block is no list of parameters
  rows = {};
  names = {};
  meaning = {};
  default = {};
  for k = 1:numel(block)
    if block{k}(1) ~= ' '
      found = regexp(block{k}, ['^((?:\w+ = )?[\w.]+(?:\([^)]*\))?|''[\w-]+''(?:, ''[\w-]+'')*)' ...
                                '(?:  +| (?=[a-z''(]))(\S.*)$'], 'tokens', 'once');
      if isempty(found), return; end
      names{end+1} = found{1};                                                %#ok<AGROW>
      [meaning{end+1}, default{end+1}] = without_default(found{2});           %#ok<AGROW>
    elseif isempty(names)
      return
    else
      [more, value] = without_default(strtrim(block{k}));
      meaning{end} = [meaning{end} ' ' more];
      default{end} = strjoin([default(end), {value}(~isempty(value))], ', ');
    end
  end
  lone = all(cellfun(@(s) isempty(regexp(s, '^[a-z]\w?$', 'once')), names));
  if ~lone || numel(names) < 2, return; end
  rows = cell(1, numel(names));
  for k = 1:numel(names)
    value = regexprep(default{k}, '^, ', '');
    rows{k} = sprintf('| `%s` | %s | %s |', names{k}, plain(meaning{k}), plain(value));
  end
end

function [text, default] = without_default(text)
% [0.9] at the end of a line is a default; [0,1] with one blank before it is a range
  default = '';
  found = regexp(text, '^(.*?)(?:  +\[([^\[\]]*)\]| \[([^\[\],]*)\])\s*$', 'tokens', 'once');
  if isempty(found), return; end
  text = found{1};
  default = found{end};
end
