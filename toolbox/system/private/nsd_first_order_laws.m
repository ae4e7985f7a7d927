function s = nsd_first_order_laws(s, o)
%NSD_FIRST_ORDER_LAWS  Bounds of lambda from the laws: -y in N_[lower,upper](lambda).
%   complementarity [0, Inf], equality [-Inf, Inf], relay [Lower, Upper] with [-1, 1] by default.
  known = {'complementarity', 'relay', 'equality'};
  laws = nsd_or(o.Law, 'complementarity');
  if isempty(o.Law) && ~(isempty(o.Lower) && isempty(o.Upper)), laws = 'relay'; end
  if ischar(laws), laws = repmat({laws}, s.m, 1); end
  if ~iscellstr(laws) || numel(laws) ~= s.m
    error('nsd:system:badSize', ...
          'firstOrder: Law must be one name, or a cell array with one per relation (%d)', s.m);
  end
  for k = 1:numel(laws)
    hit = find(strcmpi(laws{k}, known), 1);
    if isempty(hit)
      error('nsd:system:badLaw', 'firstOrder: there is no law ''%s''; known: %s', laws{k}, ...
            strjoin(known, ', '));
    end
    laws{k} = known{hit};
  end
  laws = laws(:);
  relay = strcmp(laws, 'relay');
  lower = zeros(s.m, 1);
  upper = Inf(s.m, 1);
  lower(strcmp(laws, 'equality')) = -Inf;
  lower(relay) = bounds(o.Lower, -1, 'Lower', relay);
  upper(relay) = bounds(o.Upper, 1, 'Upper', relay);
  wrong = find(lower > upper | lower == Inf | upper == -Inf, 1);
  if ~isempty(wrong)
    error('nsd:system:badBounds', 'firstOrder: the bounds [%g, %g] of relation %d are empty', ...
          lower(wrong), upper(wrong), wrong);
  end
  s.laws = laws;
  s.lower = lower;
  s.upper = upper;
end

function b = bounds(b, default, name, relay)
% bounds of the relays, given as one number for all, one per relay, or one per relation
  if isempty(b), b = default; end
  if ~isnumeric(b) || ~isreal(b) || any(isnan(b(:)))
    error('nsd:system:badBounds', 'firstOrder: %s must be real numbers', name);
  end
  b = double(b(:));
  if isscalar(b)
    b = repmat(b, nnz(relay), 1);
  elseif numel(b) == numel(relay)
    b = b(relay);
  elseif numel(b) ~= nnz(relay)
    error('nsd:system:badSize', ...
          'firstOrder: %s has %d entries; give one, or one per relay (%d) or relation (%d)', ...
          name, numel(b), nnz(relay), numel(relay));
  end
end
