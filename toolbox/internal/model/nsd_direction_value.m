function T = nsd_direction_value(T, q, t)
%NSD_DIRECTION_VALUE  Tangents given as a matrix, @(q) or @(q,t), at one place.
  if ~isa(T, 'function_handle'), return; end
  if nargin(T) == 1, T = T(q); else, T = T(q, t); end
end
