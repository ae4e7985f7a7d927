function law = nsd_rate_state(mu0, a, b, V0, L, varargin)
%NSD_RATE_STATE  Rate-and-state friction: faults, rough rock, paper, slow sliding.
%   LAW = NSD_RATE_STATE(MU0, A, B, V0, L) is for .contact(..., 'Friction', LAW, 'Tangent', T):
%
%       mu = A asinh( s/(2 V0) exp((MU0 + B ln(V0 Theta/L))/A) ),   s = |U_T|
%       Theta' = 1 - s Theta/L                       (Dieterich's ageing law)
%
%   which for s > 0 that is not tiny is MU0 + A ln(s/V0) + B ln(V0 Theta/L), and finite at s = 0.
%   In steady sliding Theta = L/s and mu = MU0 + (A - B) ln(s/V0): for B > A friction falls
%   with speed, and a spring softer than (B - A) N/L gives stick-slip.
%   LAW = NSD_RATE_STATE(..., 'State', THETA) starts from THETA [L/V0].
%
%   A step solves for mu and the speed at its end together, Theta frozen; then Theta ages with that
%   speed (LW.3), (LW.4). sol.surface.mu and sol.surface.state hold mu and Theta. A contact never
%   sticks completely: it creeps. Open contacts keep their Theta. Bad arguments raise
%   nsd:rateState:<reason>.
%
%   Example
%       law = nsd_rate_state(0.6, 0.010, 0.015, 1e-6, 1e-5);
%       block = NsdSystem.linear(eye(2), 0, diag([1e4 0]), [0; -9.81]);
%       block = block.contact([0; 1], 0, 'Friction', law, 'Tangent', [1; 0], ...
%                             'SurfaceVelocity', 1e-4);
%       sol = nsd_simulate(block, [0 1], [0; 0], [1e-4; 0], 'Step', 1e-3);
%
%   See also NSDSYSTEM, NSD_STRIBECK, NSD_COHESIVE.
  if nargin < 5
    error('nsd:rateState:missing', 'nsd_rate_state needs mu0, a, b, V0 and L');
  end
  options = nsd_pair_options('nsd_rate_state', varargin, struct('State', []), ...
                             'rateState', 'badOption');
  numbers = nsd_law_numbers('rateState', {'mu0', mu0, 'positive'; 'a', a, 'positive'; ...
      'b', b, 'not negative'; 'V0', V0, 'positive'; 'L', L, 'positive'; ...
      'State', nsd_or(options.State, 1), 'positive'});
  if isempty(options.State), numbers(6) = L/V0; end
  law = struct('kind', 'rateState', 'parameters', numbers, 'curve', zeros(2, 0));
end
