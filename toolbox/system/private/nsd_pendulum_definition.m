function model = nsd_pendulum_definition(varargin)
%NSD_PENDULUM_DEFINITION  Functions, parameters and start of the pendulum, for NsdSystem.compiled.
  p = struct('Amplitude', 0.1, 'Damping', 0.05, 'FrequencyRatio', 0.5, 'Stop', -0.1, ...
             'Restitution', 0.7, 'Angle', [], 'Velocity', 0);
  [physical, given] = nsd_pair_options('nsd_pendulum', varargin, struct('Physical', []), ...
                                       'pendulum', 'badValue', fieldnames(p)');
  p = nsd_pair_options('nsd_pendulum', given, p, 'pendulum');
  if ~isempty(physical.Physical), p = in_units(p, physical.Physical, given); end
  for name = fieldnames(p)'
    if strcmp(name{1}, 'Angle'), p.Angle = nsd_or(p.Angle, p.Stop + 0.2); end
    p.(name{1}) = nsd_check_vector(p.(name{1}), 1, name{1}, 'pendulum');
  end
  if ~(p.FrequencyRatio > 0)
    error('nsd:pendulum:badValue', 'FrequencyRatio must be positive, not %g', p.FrequencyRatio);
  end
  damping = 2*p.Damping/p.FrequencyRatio;
  gravity = 1/(4*p.FrequencyRatio^2);
  force = @(t, q, v) -damping*v - gravity*sin(q) + p.Amplitude*cos(q)*sin(t);
  model = struct('parameters', p, 'restitution', p.Restitution, 'q0', p.Angle, ...
                 'v0', p.Velocity, 'title', 'impacting pendulum', 'labels', {{'theta (rad)'}}, ...
                 'mass', 1, 'force', force, 'gap', @(q) q - p.Stop, ...
                 'potential', @(q) 2*gravity*sin(q/2)^2);
end

function p = in_units(p, u, given)
% alpha, beta and eta from lengths and times                                          (PEN.1)
  names = {'L', 'kappa', 'ge', 'A', 'omega'};
  if ~isstruct(u) || ~isscalar(u) || ~isempty(setxor(fieldnames(u)', names)) ...
      || ~all(structfun(@(x) isnumeric(x) && isscalar(x) && isfinite(x), u)) ...
      || ~(u.L > 0 && u.ge > 0 && u.omega > 0)
    error('nsd:pendulum:badValue', ['Physical must be a struct of numbers L, kappa, ge, A and ' ...
          'omega, with L, ge and omega above 0']);
  end
  words = given(cellfun(@ischar, given));
  if any(ismember(lower(words), {'amplitude', 'damping', 'frequencyratio'}))
    error('nsd:pendulum:badValue', ['Physical stands for Amplitude, Damping and ' ...
          'FrequencyRatio: give it alone']);
  end
  p.FrequencyRatio = u.omega*sqrt(u.L/u.ge)/2;
  p.Damping = u.kappa*p.FrequencyRatio/(2*u.omega);
  p.Amplitude = u.A/u.L;
end
