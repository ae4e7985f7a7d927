function e = bar_mean_velocity(sol, last, window)
%BAR_MEAN_VELOCITY  Mean upward velocity of the tip after LAST over WINDOW, by the first impact.
%   The mean of a velocity is a difference of positions, whatever its vibrations.
%
%   Example
%       [e, sol, last] = bar_restitution(nsd_bar('Segments', 3, 'Angle', 90), 'paoli');
%       e1 = bar_mean_velocity(sol, last, 1e-3);
%
%   See also BAR_RESTITUTION.
  first = find(strcmp(sol.events.kind, 'impact'), 1);
  q = sol.at([last; last + window]);
  e = (q(2, 2) - q(1, 2))/window/abs(sol.events.vBefore(first));
end
