function options = nsd_solver_options(area, defaults, arguments)
%NSD_SOLVER_OPTIONS  Options of a stand-alone solver from name-value pairs and structs.
%   OPTIONS = NSD_SOLVER_OPTIONS(AREA, DEFAULTS, ARGUMENTS) starts from the struct DEFAULTS and
%   sets what the cell ARGUMENTS names: 'Name', VALUE pairs, or structs with those fields, in
%   any order. Names are matched ignoring case. Raises nsd:<area>:unknownOption with the
%   nearest names, nsd:<area>:badOption when a name has no value.
  options = defaults;
  k = 1;
  while k <= numel(arguments)
    item = arguments{k};
    if isstruct(item) && isscalar(item)
      names = fieldnames(item);
      for j = 1:numel(names)
        options.(known_name(area, defaults, names{j})) = item.(names{j});
      end
      k = k + 1;
    elseif ischar(item) && size(item, 1) == 1
      name = known_name(area, defaults, item);
      if k == numel(arguments)
        error(['nsd:' area ':badOption'], 'option ''%s'' has no value: give one after it', name);
      end
      options.(name) = arguments{k + 1};
      k = k + 2;
    else
      error(['nsd:' area ':badOption'], ...
            'options are ''Name'', value pairs or a struct; found one of class %s', class(item));
    end
  end
end

function name = known_name(area, defaults, given)
  known = fieldnames(defaults);
  match = strcmpi(known, given);
  if ~any(match)
    distance = cellfun(@(word) edit_distance(lower(word), lower(given)), known);
    [~, order] = sort(distance);
    nearest = known(order(1:min(2, end)));
    error(['nsd:' area ':unknownOption'], ...
          'there is no option ''%s''; the nearest are %s; all: %s', given, ...
          strjoin(nearest', ' and '), strjoin(known', ', '));
  end
  name = known{match};
end

function d = edit_distance(a, b)
% Levenshtein distance, row by row.
  row = 0:numel(b);
  for i = 1:numel(a)
    previous = row;
    row(1) = i;
    for j = 1:numel(b)
      row(j + 1) = min([row(j) + 1, previous(j + 1) + 1, previous(j) + (a(i) ~= b(j))]);
    end
  end
  d = row(end);
end
