function sys = nsd_two_balls(varargin)
%NSD_TWO_BALLS  Two balls on a spring that bounce on a floor, with an initial state.
%   SYS = NSD_TWO_BALLS() is the two-ball oscillator of the lecture of Acary:
%       m q1'' = -m g + k (q2 - q1),  m q2'' = -m g - k (q2 - q1),  q1 >= 0, q1'+ = -e q1'-
%   where q1 and q2 are the heights of the lower and the upper ball, counted from where they
%   touch the floor with the spring at rest.
%   SYS = NSD_TWO_BALLS('Name', VALUE, ...) changes
%       Mass         m                     [1]
%       Stiffness    k                   [1e3]
%       Damping      of the spring         [0]
%       Gravity      g                    [10]
%       Restitution  e in [0,1]          [0.8]
%       Height       at the start          [1]
%       Velocity     at the start          [0]
%
%   Example
%       sol = nsd_simulate(nsd_two_balls(), [0 3], 'Step', 1e-3, 'Method', 'genalpha');
%
%   See also NSD_SIMULATE, NSD_OSCILLATOR, NSD_ELASTIC_BAR, NSDSYSTEM.
  p = nsd_model_parameters('nsd_two_balls', struct('Mass', 1, 'Stiffness', 1e3, 'Damping', 0, ...
        'Gravity', 10, 'Restitution', 0.8, 'Height', 1, 'Velocity', 0), varargin);
  spring = [1 -1; -1 1];
  sys = NsdSystem.linear(p.Mass*eye(2), p.Damping*spring, p.Stiffness*spring, ...
                         -p.Mass*p.Gravity*[1; 1]);
  sys = sys.contact([1; 0], 0, 'Restitution', p.Restitution);
  sys = sys.start(p.Height*[1; 1], p.Velocity*[1; 1]).named('two-ball oscillator', {'q1', 'q2'});
  long = max(p.Height, eps);                     % of the spring at rest, in pictures
  sys = sys.drawing(@(t, q) {{'line', long*[-0.5 0; 0.5 0]}, ...
                             {'line', [0 q(1); 0 q(2) + long], 'Marker', 'o', 'MarkerSize', 12}});
end
