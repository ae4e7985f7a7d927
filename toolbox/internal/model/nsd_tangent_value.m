function T = nsd_tangent_value(T, q, t)
%NSD_TANGENT_VALUE  Tangents given as a matrix, @(q) or @(q,t), evaluated at (q, t).
  if ~isa(T, 'function_handle'), return; end
  if nargin(T) == 1, T = T(q); else, T = T(q, t); end
end
