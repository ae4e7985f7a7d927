function point = nsd_orbit_point(map, x, p)
%NSD_ORBIT_POINT  A motion over one period from x with the parameter p, as a point of a branch.
%   [R, Phi, sol, phase] = MAP(p, x): what is missing to a periodic motion, derivative, the motion,
%   and the phase at which the period begins. Fields about grazing are filled by nsd_branch:
%   CLEARANCE above contact ABOVE, SPEED of the slowest impact, SLOWEST its contact, and CONTACT.
  [R, Phi, sol, phase] = map(p, x);
  [~, ~, ~, impacts, rests] = nsd_impact_times(sol);
  depth = Inf;
  if ~isempty(sol.sensitivity), depth = sol.sensitivity.depth; end
  point = struct('p', p, 'x', x, 'R', R, 'Phi', Phi, 'impacts', impacts, 'rests', rests, ...
                 'depth', depth, 'clearance', NaN, 'above', 0, 'speed', NaN, ...
                 'slowest', 0, 'contact', 0, 'phase', phase, 'solution', sol);
end
