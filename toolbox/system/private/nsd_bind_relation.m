function r = nsd_bind_relation(r, p)
%NSD_BIND_RELATION  The functions and the restitution of a relation with the parameters in them.
  r.value = nsd_bind(r.original.value, 3, p);
  r.jacobian = nsd_bind(r.original.jacobian, 3, p);
  r.rate = nsd_bind(r.original.rate, 3, p);
  if isempty(r.restitution), return; end
  r.e = NaN;
  if isfield(p, r.restitution)
    r.e = p.(r.restitution);
    if r.e < 0 || r.e > 1
      error('nsd:system:restitution', 'Restitution %s must lie in [0,1], not %g', ...
            r.restitution, r.e);
    end
  end
end
