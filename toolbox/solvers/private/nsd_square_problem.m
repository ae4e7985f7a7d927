function [M, q] = nsd_square_problem(M, q, area, name, varargin)
%NSD_SQUARE_PROBLEM  The matrix called NAME and the column q of a problem with square M, checked.
%   Raises what NSD_REAL_ARRAY raises, which takes further arguments, and nsd:<area>:size.
  M = nsd_real_array(M, name, area, varargin{:});
  q = nsd_real_array(q, 'q', area);
  n = numel(q);
  if ~isequal(size(M), [n n])
    error(['nsd:' area ':size'], '%s is %s but q has %d entries: %s must be %d-by-%d', name, ...
          nsd_size_text(M), n, name, n, n);
  elseif ~(isvector(q) || n == 0)
    error(['nsd:' area ':size'], 'q must be a vector');
  end
  q = reshape(q, n, 1);
end
