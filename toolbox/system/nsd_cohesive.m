function law = nsd_cohesive(strength, opening, varargin)
%NSD_COHESIVE  Cohesive zone of a contact: glue that breaks as it opens.
%   LAW = NSD_COHESIVE(STRENGTH, OPENING) is for .contact(..., 'Cohesion', LAW) of a linear or
%   nonlinear system: an extrinsic law (rigid until it breaks). A closed contact carries a tensile
%   force F up to STRENGTH (N); once the contact opens by d > 0, F falls linearly to 0 at OPENING,
%
%       F = STRENGTH*beta,  beta = 1 - d/OPENING      while it opens (beta only falls)
%       F = STRENGTH*beta*d/((1 - beta)*OPENING)      when it closes again: damage, no plasticity
%
%   which takes the energy STRENGTH*OPENING/2. Compression and friction are those of the contact:
%   with 'Friction' the bound is mu (P + F), that is Coulomb's law with cohesion.
%   LAW = NSD_COHESIVE(..., 'Delay', TAU) adds viscosity: beta follows its value above in the time
%   TAU [0], beta' = -(beta - (1 - d/OPENING))/TAU, so that fast opening costs more energy.
%
%   Openings below 1e-6 OPENING count as rounding errors and cause no damage.
%
%   The force F of a step is that of its start (LW.5); sol.impulse and sol.reaction include it,
%   negative in tension; sol.surface.damage is 1 - beta. A contact that starts open by d starts
%   with the beta of d. Bad arguments raise nsd:cohesive:<reason>.
%
%   Example
%       glued = NsdSystem.linear(1, 0, 0, nsd_harmonic(12, pi, -pi/2));
%       glued = glued.contact(1, 0, 'Cohesion', nsd_cohesive(10, 1e-3));
%       sol = nsd_simulate(glued, [0 1], 0, 0, 'Step', 1e-4);
%
%   See also NSDSYSTEM, NSD_STRIBECK, NSD_RATE_STATE.
  if nargin < 2
    error('nsd:cohesive:missing', 'nsd_cohesive needs a strength (N) and an opening (m)');
  end
  options = nsd_pair_options('nsd_cohesive', varargin, struct('Delay', 0), 'cohesive', 'badOption');
  numbers = nsd_law_numbers('cohesive', {'STRENGTH', strength, 'positive'; ...
      'OPENING', opening, 'positive'; 'Delay', options.Delay, 'not negative'});
  law = struct('kind', 'cohesive', 'parameters', numbers);
end
