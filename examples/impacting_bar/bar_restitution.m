function [e_app, sol] = bar_restitution(bar, method, window, varargin)
%BAR_RESTITUTION  Apparent restitution of a dropped bar: how fast its tip leaves for good.
%   E = BAR_RESTITUTION(BAR, METHOD, WINDOW) runs the system NSD_BAR(...) with steps of
%   1e-7 s until WINDOW seconds pass without contact, and divides the mean vertical
%   velocity of the tip over that window by the speed of the first impact. Without
%   WINDOW: 2.5e-3, as in section 5.3 of Paoli and Schatzman (2007).
%   [E, SOL] = BAR_RESTITUTION(..., 'Name', VALUE, ...) passes options to nsd_simulate.
%
%   Example
%       e = bar_restitution(nsd_bar('Model', 2, 'Angle', 90, 'Segments', 3), 'paoli');
%
%   See also NSD_BAR, BAR_STUDY.
  if nargin < 3, window = 2.5e-3; end
  saved = warning('off', 'nsd:energy:gain');
  restore = onCleanup(@() warning(saved));
  for horizon = [8e-3, 16e-3, 32e-3]
    sol = nsd_simulate(bar, [0 horizon], 'Method', method, 'Step', 1e-7, ...
                       'OutputEvery', 10, 'Progress', 'off', varargin{:});
    t = sort(sol.events.t);
    ends = [t; horizon];
    quiet = find(diff(ends) > window, 1);       % the first event after which nothing follows
    if ~isempty(quiet), break; end
  end
  if isempty(quiet)
    error('nsd:bar:noFlight', 'the bar did not leave the floor for %g s', window);
  end
  impact = find(strcmp(sol.events.kind, 'impact'), 1);
  y = @(t) tip_height(sol, t);
  e_app = (y(t(quiet) + window) - y(t(quiet)))/window/abs(sol.events.vBefore(impact));
end

function y = tip_height(sol, t)
  q = sol.at(t);
  y = q(:, 2);
end
