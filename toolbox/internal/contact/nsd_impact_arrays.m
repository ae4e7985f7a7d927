function law = nsd_impact_arrays(groups)
%NSD_IMPACT_ARRAYS  Laws of impacts of all contacts, as kernels take them; [] for Newton's alone.
%   LAW has the numbers kind (m-by-1) and order, counted from 0 (nsd_impact_words), matrix (m-by-m,
%   or []), stiffness and exponent (m-by-1).
  law = [];
  parts = cellfun(@(r) r.impact, groups, 'UniformOutput', false);
  given = find(~cellfun('isempty', parts));
  if isempty(given), return; end
  [kinds, orders] = nsd_impact_words();
  m = nsd_count_rows(groups);
  law = struct('kind', zeros(m, 1), 'order', 0, 'matrix', [], 'stiffness', ones(m, 1), ...
               'exponent', 1.5*ones(m, 1));
  word = '';
  first = 0;
  for k = 1:numel(groups)
    at = first + (1:groups{k}.rows);
    first = first + groups{k}.rows;
    p = parts{k};
    if isempty(p), continue; end
    law.kind(at) = find(strcmp(p.kind, kinds)) - 1;
    law.stiffness(at) = per_contact(p.stiffness, numel(at), 'ImpactStiffness', k);
    law.exponent(at) = per_contact(p.exponent, numel(at), 'ImpactExponent', k);
    if ~isempty(p.matrix)
      if size(p.matrix, 1) ~= numel(at)
        error('nsd:system:badSize', 'Impact of contact call %d is %s for %s', k, ...
              nsd_size_text(p.matrix), nsd_count_text(numel(at), 'contact'));
      end
      if isempty(law.matrix), law.matrix = zeros(m); end
      law.matrix(at, at) = p.matrix;
    end
    if ~isempty(p.order) && ~isempty(word) && ~strcmp(p.order, word)
      error('nsd:system:impact', ['MultipleImpact is one for the whole system: contact call %d ' ...
            'says ''%s'', another ''%s'''], k, p.order, word);
    end
    word = nsd_or(p.order, word);
  end
  if ~isempty(word), law.order = find(strcmp(word, orders)) - 1; end
  if all(law.kind == 0) && law.order == 0, law = []; end
end

function value = per_contact(value, rows, name, call)
  if isscalar(value), value = repmat(value, rows, 1); end
  if numel(value) ~= rows
    error('nsd:system:badSize', '%s of contact call %d has %d elements for %s', name, ...
          call, numel(value), nsd_count_text(rows, 'contact'));
  end
end
