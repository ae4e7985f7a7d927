function options = nsd_solver_options(area, defaults, given)
%NSD_SOLVER_OPTIONS  Options of a stand-alone solver from name-value pairs and structs.
%   OPTIONS = NSD_SOLVER_OPTIONS(AREA, DEFAULTS, GIVEN) starts from the struct DEFAULTS and
%   sets the options in the cell GIVEN: 'Name', VALUE pairs, or structs of options, in any
%   order. Names are matched ignoring case. Raises nsd:<area>:unknownOption with the
%   nearest names, nsd:<area>:badOption when a name has no value.
  options = defaults;
  known = fieldnames(defaults)';
  caller = ['nsd_' area];
  k = 1;
  while k <= numel(given)
    item = given{k};
    if isstruct(item) && isscalar(item)
      names = fieldnames(item);
      for j = 1:numel(names)
        options.(nsd_match_name(names{j}, known, area, caller)) = item.(names{j});
      end
      k = k + 1;
    elseif ischar(item) && size(item, 1) == 1
      name = nsd_match_name(item, known, area, caller);
      if k == numel(given)
        error(['nsd:' area ':badOption'], 'option ''%s'' has no value: give one after it', name);
      end
      options.(name) = given{k + 1};
      k = k + 2;
    else
      error(['nsd:' area ':badOption'], ...
            'options are ''Name'', value pairs or a struct; found one of class %s', class(item));
    end
  end
end
