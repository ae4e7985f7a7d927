function root = nsd_xml_read(text, file)
%NSD_XML_READ  The elements of an XML text: structs name, attributes, children (cell), line.
%   For files of elements and attributes, as URDF is: texts between elements are left out, and so
%   are comments, declarations and CDATA. Raises nsd:urdf:badXml with the line of the file.
  ended = cumsum(text == 10);
  lines = @(k) 1 + ended(k);
  text = blanked(text);
  [first, last] = regexp(text, '<[^>]*>', 'start', 'end');
  stack = {};
  root = [];
  for k = 1:numel(first)
    tag = text(first(k) + 1:last(k) - 1);
    if isempty(strtrim(tag))
      bad(file, lines(first(k)), 'an element has no name');
    elseif tag(1) == '/'
      name = strtrim(tag(2:end));
      if isempty(stack) || ~strcmp(stack{end}.name, name)
        bad(file, lines(first(k)), sprintf('</%s> closes nothing', name));
      end
      [stack, root] = closed(stack, root, file, lines(first(k)));
    else
      empty = tag(end) == '/';
      if empty, tag = tag(1:end-1); end
      stack{end+1} = element(tag, file, lines(first(k))); %#ok<AGROW>
      if empty, [stack, root] = closed(stack, root, file, lines(first(k))); end
    end
  end
  if ~isempty(stack)
    bad(file, stack{end}.line, sprintf('<%s> is never closed', stack{end}.name));
  elseif isempty(root)
    bad(file, 1, 'there is no element in it');
  end
end

function text = blanked(text)
% comments and the like as blanks, so that lines stay where they are
  for pattern = {'<!--.*?-->', '<!\[CDATA\[.*?\]\]>', '<\?.*?\?>', '<!DOCTYPE[^>]*>'}
    [first, last] = regexp(text, pattern{1}, 'start', 'end');
    for k = 1:numel(first)
      some = first(k):last(k);
      text(some(text(some) ~= 10)) = ' ';
    end
  end
end

function [stack, root] = closed(stack, root, file, line)
  node = stack{end};
  stack(end) = [];
  if ~isempty(stack)
    stack{end}.children{end+1} = node;
  elseif isempty(root)
    root = node;
  else
    bad(file, line, 'there are two outermost elements');
  end
end

function node = element(tag, file, line)
  name = regexp(tag, '^\S+', 'match', 'once');
  rest = tag(numel(name) + 1:end);
  pattern = '([\w:.-]+)\s*=\s*("[^"]*"|''[^'']*'')';
  pairs = regexp(rest, pattern, 'tokens');
  if ~isempty(strtrim(regexprep(rest, pattern, '')))
    bad(file, line, sprintf('the attributes of <%s> are not name="value"', name));
  end
  attributes = struct();
  for k = 1:numel(pairs)
    key = regexprep(pairs{k}{1}, '[^A-Za-z0-9]', '_');
    value = pairs{k}{2}(2:end-1);
    for entity = {'&lt;', '<'; '&gt;', '>'; '&quot;', '"'; '&apos;', ''''; '&amp;', '&'}'
      value = strrep(value, entity{1}, entity{2});
    end
    attributes.(key) = value;
  end
  node = struct('name', name, 'attributes', attributes, 'children', {{}}, 'line', line);
end

function bad(file, line, what)
  error('nsd:urdf:badXml', '%s, line %d: %s', file, line, what);
end
