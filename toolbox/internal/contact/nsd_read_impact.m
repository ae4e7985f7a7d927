function [impact, given] = nsd_read_impact(given, rows, caller)
%NSD_READ_IMPACT  Options of .contact that choose a law of impacts, as a struct, and the rest.
%   IMPACT is [] where none is given, else a struct with the word kind, matrix (of 'matrix'), the
%   word order ('' where MultipleImpact is not given), stiffness and exponent of LZB.
  [kinds, orders] = nsd_impact_words();
  names = {'Impact', 'MultipleImpact', 'ImpactStiffness', 'ImpactExponent'};
  impact = [];
  keep = true(1, numel(given));
  for k = 1:2:numel(given) - 1
    hit = [];
    if ischar(given{k}), hit = find(strcmpi(given{k}, names)); end
    if isempty(hit), continue; end
    if isempty(impact)
      impact = struct('kind', 'newton', 'matrix', [], 'order', '', 'stiffness', 1, 'exponent', 1.5);
    end
    keep([k k+1]) = false;
    value = given{k+1};
    switch names{hit}
      case 'Impact'
        if isnumeric(value)
          impact.matrix = matrix_of(value, rows, caller);
          impact.kind = 'matrix';
        else
          if strcmpi(nsd_chars(value), 'stronge'), value = 'energetic'; end       % its author
          impact.kind = nsd_check_word(value, kinds(1:end-1), 'Impact', 'nsd:system:impact');
        end
      case 'MultipleImpact'
        impact.order = nsd_check_word(value, orders, names{hit}, 'nsd:system:impact');
      case 'ImpactStiffness', impact.stiffness = positive(value, names{hit}, caller);
      otherwise, impact.exponent = positive(value, names{hit}, caller);
    end
  end
  given = given(keep);
  if strcmpi(kind_of(impact), 'matrix')
    if any(strcmpi('Restitution', given(1:2:end)))
      error('nsd:system:impact', ['%s: a matrix of restitution takes the place of Restitution; ' ...
            'give one of them'], caller);
    end
    given = [given, {'Restitution', min(1, max(0, diag(impact.matrix)))}];
  end
end

function kind = kind_of(impact)
  kind = '';
  if ~isempty(impact), kind = impact.kind; end
end

function E = matrix_of(E, rows, caller)
  if ~isreal(E) || ~all(isfinite(E(:))) || size(E, 1) ~= size(E, 2) || isempty(E) ...
      || (~isnan(rows) && size(E, 1) ~= rows)
    error('nsd:system:impact', ['%s: Impact must be a word, or a matrix of restitution with a ' ...
          'row and a column for each contact of the call, not %s'], caller, nsd_size_text(E));
  end
  E = full(double(E));
end

function value = positive(value, name, caller)
  if ~isnumeric(value) || ~isreal(value) || isempty(value) || ~all(isfinite(value(:))) ...
      || any(value(:) <= 0)
    error('nsd:system:impact', '%s: %s must be positive, one number or one per contact', ...
          caller, name);
  end
  value = double(value(:));
end
