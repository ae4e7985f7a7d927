function sys = nsd_pendulum(varargin)
%NSD_PENDULUM  Forced pendulum that hits a stop, with an initial state.
%   SYS = NSD_PENDULUM() is, in the nondimensional time t = omega*(time in s),
%       theta'' + 2 beta/eta theta' + sin(theta)/(4 eta^2) = alpha cos(theta) sin(t),
%       theta >= stop,   theta'+ = -r theta'-.
%   Its functions and their derivatives are compiled C.
%   SYS = NSD_PENDULUM('Name', VALUE, ...) changes
%       Amplitude       alpha, of the forcing                         [0.1]
%       Damping         beta                                         [0.05]
%       FrequencyRatio  eta > 0: half the forcing frequency over       [0.5]
%                       that of small free swings
%       Physical        struct with L (m), kappa (1/s), ge (m/s^2), A (m) and omega (rad/s):
%                       length, damping, gravity, amplitude and frequency of the pivot
%                       in place of the three above; one second is t = omega  [none]
%       Stop            smallest angle                               [-0.1]
%       Restitution     r in [0,1]                                    [0.7]
%       Angle           theta at the start                     [Stop + 0.2]
%       Velocity        theta' at the start                             [0]
%   The defaults lead to a periodic motion with one impact per period of the forcing;
%   'Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5 chatters, sticks and is released.
%   Unknown names raise nsd:pendulum:unknownOption, bad values nsd:pendulum:<reason>.
%
%   Example
%       sol = nsd_simulate(nsd_pendulum(), [0 20*pi], 'Step', pi/1000);
%       plot(sol, 'phase')
%
%   See also NSD_SIMULATE, NSD_OSCILLATOR, NSD_BAR, NSDSYSTEM.
  sys = NsdSystem.compiled('pendulum', varargin{:});
end
