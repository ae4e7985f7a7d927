function [values, rest] = nsd_pair_options(caller, given, values, area, missing, others)
%NSD_PAIR_OPTIONS  The struct of defaults VALUES, changed by pairs 'Name', value and by structs.
%   Names are matched ignoring case; unknown ones raise nsd:<area>:unknownOption with the nearest
%   names, a name without a value nsd:<area>:<missing>, ['bodies', 'badValue']; with 'badOption'
%   so does what is no name. With OTHERS, a cell of names, pairs of these names and all structs
%   are not read but come back in the cell REST.
  if nargin < 4, area = 'bodies'; end
  if nargin < 5, missing = 'badValue'; end
  if nargin < 6, others = {}; end
  given = nsd_chars(given);
  own = fieldnames(values)';
  known = own;
  if ~isempty(others), known = [own, reshape(setdiff(others, own), 1, [])]; end
  rest = {};
  while ~isempty(given)
    item = given{1};
    if isstruct(item) && nargin > 5
      rest{end+1} = item; %#ok<AGROW>
      given(1) = [];
      continue
    elseif isstruct(item) && isscalar(item)
      given = [reshape([fieldnames(item), struct2cell(item)]', 1, []), given(2:end)];
      continue
    elseif ~ischar(item) && strcmp(missing, 'badOption')
      error(['nsd:' area ':badOption'], ...
            'options are ''Name'', value pairs or a struct; found one of class %s', class(item));
    end
    name = nsd_match_name(item, known, area, caller);
    if isscalar(given)
      error(['nsd:' area ':' missing], '%s: option %s has no value', caller, name);
    end
    if any(strcmp(name, own))
      values.(name) = given{2};
    else
      rest = [rest, {name, given{2}}]; %#ok<AGROW>
    end
    given(1:2) = [];
  end
end
