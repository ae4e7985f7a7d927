function values = nsd_pair_options(caller, given, values, area)
%NSD_PAIR_OPTIONS  The struct of defaults VALUES, changed by the name-value pairs GIVEN.
%   Errors are nsd:<area>:<reason>, ['bodies'].
  if nargin < 4, area = 'bodies'; end
  known = fieldnames(values)';
  for k = 1:2:numel(given)
    name = nsd_match_name(given{k}, known, area, caller);
    if k == numel(given)
      error(['nsd:' area ':badValue'], '%s: the option %s has no value', caller, name);
    end
    values.(name) = given{k+1};
  end
end
