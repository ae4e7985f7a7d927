function result = bar_measure(sol)
%BAR_MEASURE  Apparent restitution of a dropped bar: how fast its tip leaves for good.
%   RESULT = BAR_MEASURE(SOL) is [e over 2.5 ms, e over 1 ms, contact intervals]: the mean
%   vertical velocity of the tip after the last contact, by the speed of the first impact
%   (Paoli and Schatzman 2007, 5.3). The mean of a velocity is a difference of positions,
%   whatever its vibrations. NaN when 2.5 ms without contact have not passed.
%
%   Example
%       sol = nsd_simulate(nsd_bar('Segments', 3, 'Angle', 90), [0 8e-3], 'Method', 'paoli', ...
%                          'Step', 1e-7, 'OutputEvery', 10);
%       result = bar_measure(sol);
%
%   See also BAR_RUNS, NSD_BAR.
  windows = [2.5e-3, 1e-3];
  events = sol.events;
  t = sort(events.t);
  quiet = find(diff([t; sol.t(end)]) > windows(1), 1);   % nothing follows this event
  result = NaN(1, 3);
  if isempty(quiet), return; end
  last = t(quiet);
  q = sol.at([last; last + windows(:)]);
  speed = abs(events.vBefore(find(strcmp(events.kind, 'impact'), 1)));
  result = [(q(2:3, 2)' - q(1, 2))./windows/speed, 1 + sum(diff(t(t <= last)) > 1e-4)];
end
