function point = nsd_orbit_phase(point, phase)
%NSD_ORBIT_PHASE  The same periodic motion, its period begun at another phase.
%   Without PHASE, the middle of the longest flight where an impact is near the beginning, since
%   the map of a period jumps where an impact passes its beginning; otherwise the phase stays.
  if nargin < 2, phase = away_from_impacts(point); end
  if point.phase == phase, return; end
  t = point.solution.t([1 end]);
  place = t(1) + mod(phase - point.phase, 1)*(t(2) - t(1));
  [q, v] = point.solution.at(place);
  point.x = [q'; v'];
  point.phase = phase;
end

function phase = away_from_impacts(point)
  phase = point.phase;
  t = point.solution.t([1 end]);
  hits = sort(mod((nsd_impact_times(point.solution) - t(1))/diff(t), 1));
  if min([hits; 1 - hits; 1]) > 0.05, return; end
  [flight, k] = max(diff([hits; hits(1) + 1]));
  if flight < 0.1, return; end
  phase = mod(phase + hits(k) + flight/2, 1);
end
