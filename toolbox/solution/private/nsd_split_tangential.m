function [sliding, rolling, surface, forces] = nsd_split_tangential(run, result)
%NSD_SPLIT_TANGENTIAL  What the columns of result.tangential are.
%   Sliding, then rolling and spinning, contact by contact; then what laws keep, column by column;
%   last the forces of Method 'event'.
  [surface, forces] = deal([]);
  [d, m] = deal(sum(run.layout), size(result.impulse, 2));
  if strcmp(run.method, 'event')
    forces = result.tangential(:, end-d*m+1:end);
    result.tangential(:, end-d*m+1:end) = [];
  end
  slides = repmat((1:d) <= run.layout(1), 1, m);
  other = false(1, size(result.tangential, 2) - d*m);
  sliding = result.tangential(:, [slides, other]);
  rolling = result.tangential(:, [~slides, other]);
  if size(result.tangential, 2) > d*m
    kept = result.tangential(:, d*m+1:end);
    surface = struct('mu', kept(:, 1:m), 'state', kept(:, m+1:2*m), ...
                     'damage', 1 - kept(:, 2*m+1:end));
  end
end
