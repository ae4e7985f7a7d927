function groups = nsd_resolve_rows(groups, q, t, name, sys)
%NSD_RESOLVE_ROWS  Count the rows of relations given as functions by evaluating them once.
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value), continue; end
    try
      y = nsd_relation_value(groups(k), q, t);
    catch err
      err = nsd_name_parameters(err, sys);
      error(struct('message', sprintf('%s [%s at t = %g]', err.message, name, t), ...
                   'identifier', nsd_or(err.identifier, 'nsd:simulate:userError'), ...
                   'stack', err.stack));
    end
    if ~isnumeric(y) || ~isreal(y) || ~all(isfinite(y))
      error(['nsd:simulate:' name 'NotFinite'], ...
            '%s %d must return finite real numbers at the start', name, k);
    end
    groups{k}.rows = numel(y);
    if ~any(numel(r.e) == [1 numel(y)])
      error('nsd:simulate:restitutionSize', ...
            'Restitution of contact call %d has %d elements for %d gaps', k, numel(r.e), numel(y));
    end
  end
end
