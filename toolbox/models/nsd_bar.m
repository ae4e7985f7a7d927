function sys = nsd_bar(varargin)
%NSD_BAR  Slender bar dropped on a rigid floor (Paoli and Schatzman 2007), with an initial state.
%   SYS = NSD_BAR('Name', VALUE, ...) is a bar of rigid segments joined by springs, with
%   a hemisphere at its lower end, falling without rotation on the floor y = 0. Mass
%   matrix, forces and derivatives are compiled C.
%       Model        1: spiral springs, 2: pairs of springs                 [1]
%       Segments     n; the system has 2n + 2 coordinates                   [9]
%       Angle        of the bar with the horizontal, in degrees            [60]
%       Restitution  e of the hemisphere on the floor, 0 to 1               [0]
%       Height       of its centre at the start                          [0.01]
%       Speed        downwards at the start                                 [1]
%       Fraction     energy in the first bending mode over that of the fall [0]
%       Phase        of this vibration, in degrees                          [0]
%       Length, Radius, Density, Young, Gravity    [0.2 0.00635 7876.74 2.1e11 9.81]
%       Solve        'fast': M^-1 in O(n), 'dense': Cholesky of M       ['fast']
%   q = (x0, y0, theta_1..n, xi_1..n) in model 1, (..., lambda_1..n) in model 2.
%   Unknown names raise nsd:bar:unknownOption, bad values nsd:bar:badValue.
%
%   Run it with 'paoli' (steps of about 1e-7) or 'event-newmark'.
%
%   Example
%       sol = nsd_simulate(nsd_bar('Segments', 3, 'Angle', 70), [0 1e-3], ...
%                          'Method', 'paoli', 'Step', 2e-7, 'OutputEvery', 10);
%
%   See also NSD_SIMULATE, NSDSYSTEM, NSD_BALL.
  sys = NsdSystem.compiled('bar', varargin{:});
end
