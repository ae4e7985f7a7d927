function sys = nsd_oscillator(varargin)
%NSD_OSCILLATOR  Linear oscillator that hits a wall, with an initial state.
%   SYS = NSD_OSCILLATOR() is m q'' + c q' + k q = F(t), q >= wall, q'+ = -e q'-.
%   SYS = NSD_OSCILLATOR('Name', VALUE, ...) changes
%       Mass         m                        [1]
%       Damping      c                        [0]
%       Stiffness    k                        [4]
%       Force        as in NsdSystem.linear   [0]
%       Wall         position of the wall [-0.25]
%       Restitution  e in [0,1]             [0.8]
%       Position     q at the start           [1]
%       Velocity     q' at the start          [0]
%
%   Example
%       sol = nsd_simulate(nsd_oscillator('Wall', 0), [0 10]);
%
%   See also NSD_SIMULATE, NSD_BALL, NSD_HARMONIC, NSDSYSTEM.
  p = nsd_model_parameters('nsd_oscillator', struct('Mass', 1, 'Damping', 0, 'Stiffness', 4, ...
        'Force', 0, 'Wall', -0.25, 'Restitution', 0.8, 'Position', 1, 'Velocity', 0), varargin);
  sys = NsdSystem.linear(p.Mass, p.Damping, p.Stiffness, p.Force);
  sys = sys.contact(1, -p.Wall, 'Restitution', p.Restitution);
  sys = sys.start(p.Position, p.Velocity).named('impacting oscillator', {'q'});
  [wall, high] = deal(p.Wall, 0.3*max(abs([p.Position - p.Wall, eps])));
  sys = sys.drawing(@(t, q) {{'line', [wall -high; wall high]}, {'points', [q(1), 0], ...
                             'MarkerSize', 14}});
end
