function changed = nsd_linear_parameters(sys, p)
%NSD_LINEAR_PARAMETERS  Properties of a linear system, changed by the numbers in the struct p.
%   Every name stands for one number: the mass of a system with one coordinate, the frequency of
%   a force with one harmonic, the offset of one contact. Restitution applies to all contacts.
  refuse_other_names(sys, fieldnames(p)');
  changed = struct();
  if isfield(p, 'mass'), changed.Mass = nsd_check_mass(p.mass); end
  if isfield(p, 'damping'), changed.Damping = p.damping; end
  if isfield(p, 'stiffness'), changed.Stiffness = p.stiffness; end
  if isfield(p, 'offset')                         % of the only contact
    [changed.ContactOffset, changed.Gaps] = deal(p.offset, sys.Gaps);
    changed.Gaps{1}.b = p.offset;
  end
  if isfield(p, 'restitution')
    if p.restitution < 0 || p.restitution > 1
      error('nsd:system:restitution', 'Restitution must lie in [0,1], not %g', p.restitution);
    end
    changed.Restitution = repmat(p.restitution, sys.Contacts, 1);
    if ~isfield(changed, 'Gaps'), changed.Gaps = sys.Gaps; end
    for k = 1:numel(changed.Gaps), changed.Gaps{k}.e = p.restitution; end
  end
  if any(isfield(p, {'amplitude', 'omega', 'phase', 'constant'}))
    changed.Force = sys.Force;
    [changed.Force.cosine, changed.Force.sine] = nsd_harmonic_parts(sys.Force, p);
    if isfield(p, 'omega'), changed.Force.omega = p.omega; end
    if isfield(p, 'constant')
      changed.Force.constant = p.constant;
      if strcmp(sys.Force.kind, 'none'), changed.Force.kind = 'constant'; end
    end
  end
end

function refuse_other_names(sys, names)
% every name must stand for one number of this linear system
  n = sys.Coordinates;
  waves = numel(sys.Force.cosine);
  numbers = struct('mass', n, 'damping', n, 'stiffness', n, 'amplitude', waves, ...
                   'omega', numel(sys.Force.omega), 'phase', waves, 'constant', n, ...
                   'offset', sys.Contacts, 'restitution', min(1, sys.Contacts));
  for name = names
    text = '';
    if ~isfield(numbers, name{1})
      text = sprintf('; its own are %s', strjoin(fieldnames(numbers)', ', '));
    elseif numbers.(name{1}) == 0
      text = ': harmonic forces are made by nsd_harmonic, contacts by sys.contact';
    elseif numbers.(name{1}) > 1
      text = sprintf(': it has %d, build another system to change them', numbers.(name{1}));
    elseif strcmp(name{1}, 'constant') ...
        && ~any(strcmp(sys.Force.kind, {'none', 'constant', 'harmonic'}))
      text = sprintf(': its force is a %s', sys.Force.kind);
    end
    if ~isempty(text)
      error('nsd:system:unknownParameter', 'this linear system has no single number %s%s', ...
            name{1}, text);
    end
  end
end
