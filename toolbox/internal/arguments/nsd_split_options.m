function [own, options] = nsd_split_options(area, given, own, others)
%NSD_SPLIT_OPTIONS  Options of nsd_<area> itself over their defaults, and options to pass on.
%   Structs of options are passed on unchanged. A name that is neither in OWN nor in OTHERS (by
%   default the options of nsd_simulate) raises nsd:<area>:unknownOption with the nearest names.
  if nargin < 4
    known = nsd_option_table();
    others = {known.name};
  end
  mine = fieldnames(own)';
  names = [mine, reshape(setdiff(others, mine), 1, [])];
  options = {};
  k = 1;
  while k <= numel(given)
    if isstruct(given{k})
      options{end+1} = given{k};                                              %#ok<AGROW>
      k = k + 1;
      continue
    end
    name = nsd_match_name(given{k}, names, area, ['nsd_' area]);
    if k == numel(given)
      error(['nsd:' area ':badValue'], 'nsd_%s: option %s has no value', area, name);
    end
    if any(strcmp(name, mine))
      own.(name) = given{k+1};
    else
      options = [options, {name, given{k+1}}];                                %#ok<AGROW>
    end
    k = k + 2;
  end
end
