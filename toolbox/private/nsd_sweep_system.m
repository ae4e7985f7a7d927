function sys = nsd_sweep_system(m, r)
%NSD_SWEEP_SYSTEM  The system of run r, as nsd_simulate takes it.
  sys = m.sys;
  if ~isempty(m.systems)
    sys = m.systems{r};
  elseif isempty(m.names)
    return
  elseif strcmp(sys.Kind, 'linear')
    sys = linear(sys, m.list(r));
  else
    sys = sys.parameter(m.list(r));
  end
end

function new = linear(old, p)
  F = old.Force;
  if strcmp(F.kind, 'harmonic')
    [cosine, sine] = nsd_sweep_wave(F, p);
    F = struct('nsdForce', 'harmonic', 'cosine', cosine, 'sine', sine, ...
               'omega', value(p, 'omega', F.omega), 'constant', value(p, 'constant', F.constant));
  elseif any(strcmp(F.kind, {'none', 'constant'}))
    F = value(p, 'constant', F.constant);
  elseif strcmp(F.kind, 'function')
    F = F.handle;
  elseif strcmp(F.kind, 'columns')
    F = F.values;
  else
    F = nsd_table(F.times, F.values);
  end
  new = NsdSystem.linear(value(p, 'mass', old.Mass), value(p, 'damping', old.Damping), ...
                         value(p, 'stiffness', old.Stiffness), F);
  if old.Contacts > 0
    new = new.contact(old.ContactNormals, value(p, 'offset', old.ContactOffset), ...
                      'Restitution', value(p, 'restitution', old.Restitution));
  end
  if old.Joints > 0, new = new.joint(old.JointNormals, old.JointOffset); end
  if ~isempty(old.InitialPosition), new = new.start(old.InitialPosition, old.InitialVelocity); end
  if ~isempty(old.Name), new = new.named(old.Name); end
end

function x = value(p, name, x)
  if isfield(p, name), x = p.(name); end
end
