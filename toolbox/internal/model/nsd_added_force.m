function force = nsd_added_force(force, f)
%NSD_ADDED_FORCE  A force (nsd_force_struct) with the constant vector F added.
  if numel(f) ~= numel(force.constant)
    error('nsd:simulate:controller', 'Input must have %d rows, not %d', numel(force.constant), ...
          numel(f));
  end
  switch force.kind
    case 'none', [force.kind, force.constant] = deal('constant', f);
    case {'constant', 'harmonic'}, force.constant = force.constant + f;
    case 'function'
      given = force.handle;
      force.handle = @(t) given(t) + f;
    otherwise, force.values = bsxfun(@plus, force.values, f);
  end
end
