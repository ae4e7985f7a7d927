function [speed, mass] = nsd_step_speed(sol)
%NSD_STEP_SPEED  Velocity that the largest impulse of a contact gives to the mass of the system.
%   Of bodies at rest all velocities, gaps and energies are rounding of it. MASS: that of the
%   kinetic energy in the fastest row. Without impulses 0; Inf where nothing moves at all.
  [speed, mass] = deal(0, 1);
  if isempty(sol.impulse), return; end
  [square, k] = max(sum(sol.v.^2, 2));
  if square == 0, speed = Inf; return; end
  m = 2*sol.energy.kinetic(k)/square;
  if m > 0 && m < Inf, [speed, mass] = deal(max(sol.impulse(:))/m, m); end
end
