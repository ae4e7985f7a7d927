function changed = nsd_linear_parameters(sys, p)
%NSD_LINEAR_PARAMETERS  Properties of a linear system, changed by the numbers in the struct p.
%   Every name stands for one number: the mass of a system with one coordinate, the frequency of
%   a force with one harmonic, the offset of one contact. 'restitution', 'friction' and 'limit'
%   apply to all contacts; names that the user gave to such a number, to the contacts that have it.
  refuse_other_names(sys, fieldnames(p)');
  changed = struct();
  if isfield(p, 'mass'), changed.Mass = nsd_check_mass(p.mass); end
  if isfield(p, 'damping'), changed.Damping = p.damping; end
  if isfield(p, 'stiffness'), changed.Stiffness = p.stiffness; end
  if isfield(p, 'offset')                         % of the only contact
    [changed.ContactOffset, changed.Gaps] = deal(p.offset, sys.Gaps);
    changed.Gaps{1}.b = p.offset;
  end
  for name = fieldnames(p)', changed = of_contacts(changed, sys, name{1}, p.(name{1})); end
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

function changed = of_contacts(changed, sys, name, value)
% restitution, friction and limits that the parameter NAME gives
  for kind = {'restitution', 'friction', 'limit'}
    named = find(nsd_named_contacts(sys, name, kind{1}));
    if isempty(named), continue; end
    fault = nsd_coefficient_fault(value, kind{1});
    if ~isempty(fault), error(['nsd:system:' kind{1}], '%s %s', name, fault); end
    place = 'Gaps';
    if strcmp(kind{1}, 'limit'), place = 'Drags'; end
    if ~isfield(changed, place), changed.(place) = sys.(place); end
    for k = named
      one = changed.(place){k};
      switch kind{1}
        case 'restitution', one.e = value;
        case 'friction', one.surface.mu = value;
        otherwise, one.limit = repmat(value, one.count, 1);
      end
      changed.(place){k} = one;
    end
    if strcmp(kind{1}, 'restitution')
      parts = cellfun(@(r) r.e.*ones(r.rows, 1), changed.Gaps, 'UniformOutput', false);
      changed.Restitution = vertcat(parts{:});
    end
  end
end

function refuse_other_names(sys, names)
% every name must stand for one number of this linear system
  n = sys.Coordinates;
  waves = numel(sys.Force.cosine);
  count = @(kind) double(any(nsd_named_contacts(sys, kind, kind)));
  numbers = struct('mass', n, 'damping', n, 'stiffness', n, 'amplitude', waves, ...
                   'omega', numel(sys.Force.omega), 'phase', waves, 'constant', n, ...
                   'offset', sys.Contacts, 'restitution', count('restitution'), ...
                   'friction', count('friction'), 'limit', count('limit'));
  given = [cellfun(@(r) {r.restitution, r.surface.parameter}, sys.Gaps, ...
                   'UniformOutput', false), ...
           cellfun(@(d) {d.parameter}, sys.Drags, 'UniformOutput', false)];
  given = [cell(1, 0), given{:}];
  given = unique(given(cellfun(@ischar, given)));
  for name = setdiff(names, given)
    text = '';
    if ~isfield(numbers, name{1})
      own = [nsd_linear_names(), given];
      [~, ~, hint] = nsd_nearest_names(name{1}, own);
      text = sprintf('; its own are %s%s', strjoin(own, ', '), hint);
    elseif numbers.(name{1}) == 0
      text = [': harmonic forces are made by nsd_harmonic, contacts by sys.contact, limits by ' ...
              'sys.friction'];
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
