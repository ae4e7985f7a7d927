function a = nsd_real_array(a, name, area)
%NSD_REAL_ARRAY  a as a full, finite, real double array, or nsd:<area>:type, complex, notFinite.
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
  a = full(double(a));
  bad = find(~isfinite(a), 1);
  if ~isempty(bad)
    error(['nsd:' area ':notFinite'], '%s(%d) is %g: every entry must be finite', name, bad, ...
          a(bad));
  end
end
