function y = nsd_relation_value(groups, q, t, p)
%NSD_RELATION_VALUE  All gaps (or joints) of a nonlinear system, stacked.
%   With P: of the functions as they were given, which may take the parameters P.
  parts = cell(numel(groups), 1);
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value)
      parts{k} = r.H'*q + r.b;
    elseif nargin > 3
      parts{k} = nsd_called_at(r.original.value, q, t, p);
    elseif r.withTime
      parts{k} = r.value(q, t);
    else
      parts{k} = r.value(q);
    end
    if ~isa(parts{k}, 'double') && ~isa(parts{k}, 'NsdTrace')
      require_numbers(parts{k});
    end
    if numel(parts{k}) ~= 1, parts{k} = reshape(parts{k}, numel(parts{k}), 1); end
  end
  if isscalar(groups), y = parts{1}; else, y = vertcat(zeros(0, 1), parts{:}); end
end

function require_numbers(y)
  if isstruct(y) || isa(y, 'function_handle') || iscell(y) || ischar(y)
    error('nsd:simulate:relationSize', 'gaps and joints must return real numbers, not %s', ...
          class(y));
  elseif islogical(y)
    error('nsd:simulate:relationLogical', ['gaps and joints must return numbers, not ' ...
          'true/false: a gap is a distance, positive when open, as @(q) q + 0.3; a joint is ' ...
          'a difference, zero where it holds: norm(q) - 1 for norm(q) == 1']);
  end
end
