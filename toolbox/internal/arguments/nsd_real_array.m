function a = nsd_real_array(a, name, area, storage)
%NSD_REAL_ARRAY  a as a full, finite, real double array, or nsd:<area>:type, complex, notFinite.
%   With STORAGE 'any', a sparse array stays sparse.
  if isa(a, 'double') && isreal(a) && ~issparse(a) && all(isfinite(a(:)))
    return
  end
  if ~(isnumeric(a) || islogical(a))
    error(['nsd:' area ':type'], '%s must be numeric, not of class %s', name, class(a));
  end
  if ~isreal(a)
    error(['nsd:' area ':complex'], '%s is complex: give a real array, for instance real(%s)', ...
          name, name);
  end
  a = double(a);
  if nargin < 4, a = full(a); end
  if issparse(a) && all(isfinite(nonzeros(a))), return; end   % ~isfinite(a) would be full
  bad = find(~isfinite(a), 1);
  if isempty(bad), return; end
  place = sprintf('%d', bad);
  if ~isvector(a) && ndims(a) == 2 %#ok<ISMAT>  of matrices: row and column
    place = sprintf('%d,%d', mod(bad - 1, size(a, 1)) + 1, ceil(bad/size(a, 1)));
  end
  error(['nsd:' area ':notFinite'], '%s(%s) is %g: every entry must be finite', name, place, ...
        full(a(bad)));
end
