function nsd_sweep_names(sys, names)
%NSD_SWEEP_NAMES  Refuse parameters that the system does not have.
  if isempty(names), return; end
  if strcmp(sys.Kind, 'linear')
    known = {'mass', 'damping', 'stiffness', 'amplitude', 'omega', 'phase', 'constant', ...
             'offset', 'restitution'};
  elseif strcmp(sys.Kind, 'lagrangian')
    known = fieldnames(sys.Parameters)';
  else
    known = {};
  end
  for k = 1:numel(names)
    if ~any(strcmp(names{k}, known))
      has = strjoin(known, ', ');
      if isempty(has), has = 'none'; end
      error('nsd:sweep:unknownParameter', ['the system has no parameter %s (it has: %s); ' ...
            'a function @(p) that returns an NsdSystem may use any'], names{k}, has);
    end
  end
  if strcmp(sys.Kind, 'linear'), check_single(sys, names); end
end

function check_single(sys, names)
% each name must stand for one number
  several = struct('mass', sys.Coordinates, 'damping', sys.Coordinates, ...
                   'stiffness', sys.Coordinates, 'constant', sys.Coordinates, ...
                   'amplitude', numel(sys.Force.cosine), 'phase', numel(sys.Force.cosine), ...
                   'omega', numel(sys.Force.omega), 'offset', sys.Contacts, 'restitution', 1);
  for k = 1:numel(names)
    harmonic = any(strcmp(names{k}, {'amplitude', 'phase', 'omega'}));
    if harmonic && ~strcmp(sys.Force.kind, 'harmonic')
      error('nsd:sweep:unknownParameter', ...
            'the system has no %s: its force must be nsd_harmonic(...)', names{k});
    elseif several.(names{k}) ~= 1
      error('nsd:sweep:unknownParameter', ['%s of this system is %d numbers, not one: sweep ' ...
            'over a function @(p) that returns the system'], names{k}, several.(names{k}));
    end
  end
end
