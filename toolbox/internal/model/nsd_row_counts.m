function groups = nsd_row_counts(groups, q, t, name, sys)
%NSD_ROW_COUNTS  Relations with the number of rows of those given as functions, from one
%   evaluation at (q, t).
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value) || (~isempty(r.known) && isequal(r.known(1:2), {q, t})), continue; end
    y = nsd_first_call(@() nsd_relation_value(groups(k), q, t), name, t, sys);
    if ~isnumeric(y) || ~isreal(y) || ~all(isfinite(y))
      error(['nsd:simulate:' name 'NotFinite'], ...
            '%s %d must return finite real numbers at the start', name, k);
    end
    groups{k}.rows = numel(y);
    groups{k}.known = {q, t, y(:)};
    if ~any(numel(r.e) == [1 numel(y)])
      error('nsd:simulate:restitutionSize', ...
            'Restitution of contact call %d has %d elements for %d gaps', k, numel(r.e), numel(y));
    end
  end
end
