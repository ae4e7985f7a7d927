function sys = nsd_bouncing_pendulum(varargin)
%NSD_BOUNCING_PENDULUM  Mass on a rod that bounces on a wall: one joint, one stop.
%   SYS = NSD_BOUNCING_PENDULUM() is the bouncing pendulum of the lecture of Acary, in Cartesian
%   coordinates q = (x, y) of the mass, pivot at the origin:
%       m q'' = (0, -m g) + forces of rod and wall
%       joint    (x^2 + y^2 - l^2)/(2 l) = 0
%       contact  x - d >= 0,  x'+ = -e x'-
%   It starts at rest with the rod horizontal, (l, 0), and comes to rest leaning on the wall.
%   SYS = NSD_BOUNCING_PENDULUM('Name', VALUE, ...) changes
%       Mass         m                              [1]
%       Length       l                              [1]
%       Gravity      g                           [9.81]
%       Wall         d, in (-l, l)          [l/sqrt(2)]
%       Restitution  e in [0,1]                   [0.8]
%       Angle        of the rod at the start, from the downward vertical [pi/2]
%       Velocity     of the mass along its circle, upwards at Angle pi/2   [0]
%   Unknown names raise nsd:model:unknownOption, a wall that the start violates or that the
%   circle does not reach nsd:model:badValue.
%
%   Schemes that hold joints by velocity let the rod's length drift; 'GGL', 'on' does not.
%
%   Example
%       sol = nsd_simulate(nsd_bouncing_pendulum(), [0 2], 'Step', 0.01, ...
%                          'Method', 'genalpha', 'GGL', 'on');
%       plot(sol.q(:, 1), sol.q(:, 2)), axis equal
%
%   See also NSD_SIMULATE, NSD_PENDULUM, NSD_TWO_BALLS, NSDSYSTEM.
  p = nsd_model_parameters('nsd_bouncing_pendulum', struct('Mass', 1, 'Length', 1, ...
        'Gravity', 9.81, 'Wall', [], 'Restitution', 0.8, 'Angle', pi/2, 'Velocity', 0), varargin);
  l = p.Length;
  if isempty(p.Wall), p.Wall = l/sqrt(2); end
  q0 = l*[sin(p.Angle); -cos(p.Angle)];
  if ~(abs(p.Wall) < l) || q0(1) < p.Wall
    error('nsd:model:badValue', ['Wall must lie in (-Length, Length) and to the left of the ' ...
          'start x = %g'], q0(1));
  end
  weight = [0; -p.Mass*p.Gravity];
  sys = NsdSystem.lagrangian(p.Mass*eye(2), @(t, q, v) weight, ...
                             'ForceJacobian', @(t, q, v) deal(zeros(2), zeros(2)));
  sys = sys.joint(@(q) (q(1)^2 + q(2)^2 - l^2)/(2*l), 'Jacobian', @(q) q'/l);
  sys = sys.contact([1; 0], -p.Wall, 'Restitution', p.Restitution);
  sys = sys.potential(@(q) -weight(2)*q(2));
  sys = sys.start(q0, p.Velocity*[cos(p.Angle); sin(p.Angle)]);
  [wall, low] = deal(p.Wall, -1.1*l);
  sys = sys.named('bouncing pendulum', {'x', 'y'});
  sys = sys.drawing(@(t, q) {{'line', [wall low; wall 0]}, ...
                             {'line', [0 0; q(1) q(2)], 'Marker', 'o'}});
end
