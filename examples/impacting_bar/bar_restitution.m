function [e, sol, last] = bar_restitution(bar, method, window)
%BAR_RESTITUTION  Apparent restitution of a dropped bar: how fast its tip leaves for good.
%   E = BAR_RESTITUTION(BAR, METHOD) runs the system NSD_BAR(...) with steps of 1e-7 s
%   until 2.5 ms pass without contact, and divides the mean vertical velocity of the tip
%   over that time by the speed of the first impact (Paoli and Schatzman 2007, 5.3).
%   [E, SOL, LAST] = BAR_RESTITUTION(BAR, METHOD, WINDOW) takes another time than 2.5e-3
%   and returns the solution and the time of the last contact.
%
%   Example
%       e = bar_restitution(nsd_bar('Model', 2, 'Angle', 90, 'Segments', 3), 'paoli');
%
%   See also NSD_BAR, BAR_JOB, BAR_STUDY.
  if nargin < 3, window = 2.5e-3; end
  saved = warning('off', 'nsd:energy:gain');
  restore = onCleanup(@() warning(saved));
  for horizon = [8e-3, 16e-3, 32e-3]
    sol = nsd_simulate(bar, [0 horizon], 'Method', method, 'Step', 1e-7, ...
                       'OutputEvery', 10, 'Progress', 'off');
    t = sort(sol.events.t);
    quiet = find(diff([t; horizon]) > window, 1);   % nothing follows this event
    if ~isempty(quiet), break; end
  end
  if isempty(quiet)
    error('nsd:bar:noFlight', 'the bar did not leave the floor for %g s', window);
  end
  last = t(quiet);
  e = bar_mean_velocity(sol, last, window);
end
