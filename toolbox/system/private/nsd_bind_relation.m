function r = nsd_bind_relation(r, p)
%NSD_BIND_RELATION  The functions and the restitution of a relation, with the parameters P.
  for name = fieldnames(r.original)'
    r.(name{1}) = nsd_bind_parameters(r.original.(name{1}), 3, p);
  end
  r.known = [];
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
