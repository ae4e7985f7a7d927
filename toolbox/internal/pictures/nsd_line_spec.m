function properties = nsd_line_spec(text)
%NSD_LINE_SPEC  Line specification such as 'r--' or 'o' as pairs of properties; {} if it is none.
%   A marker without a style of line means marks only, as in plot.
  properties = {};
  if ~ischar(text) || isempty(text), return; end
  [style, rest] = taken(text, '--|-\.|-|:');
  [colour, rest] = taken(rest, '[rgbcmykw]');
  [marker, rest] = taken(rest, '[+o*.xsd^v><ph]');
  if ~isempty(rest), return; end
  if isempty(style) && ~isempty(marker), style = 'none'; end
  properties = {'Color', colour, 'LineStyle', style, 'Marker', marker};
  known = ~cellfun(@isempty, properties(2:2:end));
  properties = properties(kron(known, [true true]) > 0);
end

function [part, rest] = taken(text, pattern)
% the first match of the pattern, and the text without it
  [first, last] = regexp(text, pattern, 'once');
  part = text(first:last);
  rest = text;
  rest(first:last) = [];
end
