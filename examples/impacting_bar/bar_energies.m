function values = bar_energies(model, event, angle, phases)
%BAR_ENERGIES  Energy statistics of the bar after its first impact, e = 1, T = 5 ms.
%   VALUES is PHASES-by-5: W_exp, maximum, minimum, (W_exp - mean)/W_exp, deviation/W_exp, one
%   row per phase of the first impact within its step (the bar starts a little higher).
%
%   Example
%       values = bar_energies(2, false, 90, 1);
%
%   See also BAR_TABLES, NSD_BAR.
  methods = {'paoli', 'event-newmark'};
  h = 1e-7;
  saved = warning('off', 'nsd:energy:gain');
  restore = onCleanup(@() warning(saved));
  values = zeros(phases, 5);
  for k = 1:phases
    bar = nsd_bar('Model', model, 'Angle', angle, 'Restitution', 1, ...
                  'Height', 0.01 + (k - 1)/phases*h*1.035);
    sol = nsd_simulate(bar, [0 5e-3], 'Method', methods{1 + event}, 'Step', h, 'Progress', 'off');
    W = sol.energy.total(sol.t >= sol.events.t(1));
    expected = bar.energy(bar.InitialPosition, bar.InitialVelocity);
    values(k, :) = [expected, max(W), min(W), (expected - mean(W))/expected, std(W)/expected];
  end
end
