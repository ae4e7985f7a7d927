function law = nsd_stribeck(muS, muK, speed, varargin)
%NSD_STRIBECK  Coefficient of friction that depends on the sliding speed.
%   LAW = NSD_STRIBECK(MUS, MUK, VS) is for .contact(..., 'Friction', LAW, 'Tangent', T):
%
%       mu(s) = MUK + (MUS - MUK) exp(-(s/VS)^EXPONENT) + VISCOUS*s,    s = |U_T|
%
%   from MUS in sticking to MUK in fast sliding, with the Stribeck speed VS between them.
%   LAW = NSD_STRIBECK(..., 'Exponent', E, 'Viscous', C) sets EXPONENT [2] and VISCOUS [0].
%   LAW = NSD_STRIBECK(S, MU) is the polygon through the points (S(i), MU(i)), S ascending from
%   0, at least two; mu stays MU(end) beyond S(end).
%
%   A step takes mu at the sliding speed it begins with, so that it is a Coulomb problem (LW.1).
%   sol.surface.mu holds the coefficients that were used. Bad arguments raise nsd:stribeck:<reason>;
%   MUS below MUK, which may be a swap, warns with nsd:stribeck:rises.
%
%   Example
%       law = nsd_stribeck(0.4, 0.2, 0.1);
%       block = NsdSystem.linear(eye(2), 0, diag([50 0]), [0; -9.81]);
%       block = block.contact([0; 1], 0, 'Friction', law, 'Tangent', [1; 0], ...
%                             'SurfaceVelocity', 0.1);
%       sol = nsd_simulate(block, [0 10], [0; 0], [0.1; 0], 'Step', 1e-3);
%
%   See also NSDSYSTEM, NSD_RATE_STATE, NSD_COHESIVE.
  if nargin < 2
    error('nsd:stribeck:missing', 'nsd_stribeck needs muS, muK and a speed, or two vectors');
  end
  law = struct('kind', 'stribeck', 'parameters', zeros(1, 6), 'curve', zeros(2, 0));
  if nargin == 2
    law.kind = 'curve';
    law.curve = polygon(muS, muK);
    return
  end
  options = nsd_pair_options('nsd_stribeck', varargin, struct('Exponent', 2, 'Viscous', 0), ...
                             'stribeck', 'badOption');
  law.parameters(1:5) = nsd_law_numbers('stribeck', {'muS', muS, 'not negative'; ...
      'muK', muK, 'not negative'; 'VS', speed, 'positive'; ...
      'Exponent', options.Exponent, 'positive'; 'Viscous', options.Viscous, 'not negative'});
  if muS < muK
    nsd_warn('nsd:stribeck:rises', ['muS = %g is below muK = %g: friction grows with the ' ...
             'sliding speed. The coefficient of sticking comes first: ' ...
             'nsd_stribeck(%g, %g, %g)?'], muS, muK, muK, muS, speed);
  end
end

function curve = polygon(s, mu)
  if ~isnumeric(s) || ~isnumeric(mu) || ~isreal(s) || ~isreal(mu) || numel(s) < 2 ...
      || numel(s) ~= numel(mu) ...
      || ~all(isfinite([s(:); mu(:)])) || s(1) ~= 0 || any(diff(s(:)) <= 0) || any(mu(:) < 0)
    error('nsd:stribeck:badCurve', ['the curve needs speeds that ascend from 0 and as many ' ...
          'coefficients >= 0']);
  end
  curve = [s(:)'; mu(:)'];
end
