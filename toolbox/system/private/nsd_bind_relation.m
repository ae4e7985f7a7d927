function r = nsd_bind_relation(r, p)
%NSD_BIND_RELATION  Functions, restitution and friction of a relation, with the parameters P.
  for name = fieldnames(r.original)'
    r.(name{1}) = nsd_bind_parameters(r.original.(name{1}), 3, p);
  end
  r.known = [];
  if ~isempty(r.restitution), r.e = value_of(r.restitution, p, 'restitution'); end
  name = r.surface.parameter;
  if ~isempty(name), r.surface.mu = value_of(name, p, 'friction'); end
end

function x = value_of(name, p, kind)
% the value of the parameter NAME, NaN where it has none yet
  x = NaN;
  if ~isfield(p, name), return; end
  x = p.(name);
  fault = nsd_coefficient_fault(x, kind);
  if ~isempty(fault), error(['nsd:system:' kind], '%s (%s) %s', name, kind, fault); end
end
