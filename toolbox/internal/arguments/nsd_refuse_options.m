function nsd_refuse_options(options, names, why)
%NSD_REFUSE_OPTIONS  Raise nsd:options:badValue, '<name> <why>', for the first of names that is set.
  for k = 1:numel(names)
    if ~isempty(options.(names{k})), error('nsd:options:badValue', '%s %s', names{k}, why); end
  end
end
