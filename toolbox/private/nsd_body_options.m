function values = nsd_body_options(caller, given, values)
%NSD_BODY_OPTIONS  Name-value pairs over defaults; names as in nsd_match_name, values not empty.
  known = fieldnames(values)';
  for k = 1:2:numel(given)
    name = nsd_match_name(given{k}, known, 'bodies', caller);
    if k == numel(given)
      error('nsd:bodies:badValue', '%s: the option %s has no value', caller, name);
    end
    values.(name) = given{k+1};
  end
end
