function result = nsd_split_tangential(run, result)
%NSD_SPLIT_TANGENTIAL  Impulses along the tangents of a result: those that slide, and the others.
%   Directions of result.tangential are listed contact by contact: those that slide, then rolling
%   and spinning. RESULT has tangential and rolling, and with a law surface.
  d = sum(run.layout);                            % of contacts and frictions of given limit
  slides = repmat((1:d) <= run.layout(1), 1, size(result.tangential, 2)/d);
  result.rolling = result.tangential(:, ~slides);
  result.tangential = result.tangential(:, slides);
  if isfield(result, 'frictionCoefficient')
    result.surface = struct('mu', result.frictionCoefficient, 'state', result.frictionState, ...
                            'damage', 1 - result.intensity);
  end
end
