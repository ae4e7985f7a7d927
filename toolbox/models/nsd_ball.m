function sys = nsd_ball(varargin)
%NSD_BALL  Bouncing ball on a rigid floor, with an initial state.
%   SYS = NSD_BALL() is m y'' = -m g, y >= 0, y'+ = -e y'-.
%   SYS = NSD_BALL('Name', VALUE, ...) changes
%       Mass         m                        [1]
%       Gravity      g                     [9.81]
%       Restitution  e in [0,1]             [0.9]
%       Height       y at the start           [1]
%       Velocity     y' at the start          [0]
%
%   Example
%       sol = nsd_simulate(nsd_ball('Restitution', 0.5), [0 3]);
%
%   See also NSD_SIMULATE, NSD_OSCILLATOR, NSDSYSTEM.
  p = nsd_model_parameters('nsd_ball', struct('Mass', 1, 'Gravity', 9.81, ...
                           'Restitution', 0.9, 'Height', 1, 'Velocity', 0), varargin);
  sys = NsdSystem.linear(p.Mass, 0, 0, -p.Mass*p.Gravity);
  sys = sys.contact(1, 0, 'Restitution', p.Restitution);
  sys = sys.start(p.Height, p.Velocity).named('bouncing ball', {'y'});
  wide = 0.4*max(p.Height, eps);
  sys = sys.drawing(@(t, q) {{'line', [-wide 0; wide 0]}, {'points', [0, q(1)], 'MarkerSize', 14}});
end
