function changed = nsd_linear_numbers(sys, p)
%NSD_LINEAR_NUMBERS  Properties of a linear system in which the numbers in p replace its own.
%   Every name stands for one number: the mass of a system with one coordinate, the frequency of
%   a force with one harmonic, the offset of one contact. Restitution is that of all contacts.
  nsd_linear_names(sys, fieldnames(p)');
  changed = struct();
  if isfield(p, 'mass'), changed.Mass = nsd_check_mass(p.mass); end
  if isfield(p, 'damping'), changed.Damping = p.damping; end
  if isfield(p, 'stiffness'), changed.Stiffness = p.stiffness; end
  if isfield(p, 'offset'), changed.ContactOffset = p.offset; end
  if isfield(p, 'restitution')
    if p.restitution < 0 || p.restitution > 1
      error('nsd:system:restitution', 'Restitution must lie in [0,1], not %g', p.restitution);
    end
    changed.Restitution = repmat(p.restitution, sys.Contacts, 1);
  end
  if any(isfield(p, {'amplitude', 'omega', 'phase', 'constant'}))
    changed.Force = sys.Force;
    [changed.Force.cosine, changed.Force.sine] = nsd_linear_wave(sys.Force, p);
    if isfield(p, 'omega'), changed.Force.omega = p.omega; end
    if isfield(p, 'constant')
      changed.Force.constant = p.constant;
      if strcmp(sys.Force.kind, 'none'), changed.Force.kind = 'constant'; end
    end
  end
end
