function e = bar_modes(angle, tip)
%BAR_MODES  Apparent restitution of the bar of the study by its axial and bending modes.
%   E = BAR_MODES(ANGLE) drops a linear bar of 0.2 m at ANGLE degrees: rigid motion, 60 axial and 25
%   bending modes, the hemisphere a mass at its tip, contact with e = 0 until 1.5 ms. E follows from
%   the impulse: the mean velocity of the tip is that of the rigid motion.
%   E = BAR_MODES(ANGLE, 0) leaves the hemisphere out.
%
%   Example
%       e = bar_modes(80);
%
%   See also BAR_CLOSED_FORM, BAR_THEORY.
  if nargin < 2, tip = 1; end
  [R, rho, axial, bending] = deal(0.00635, 7876.74, 60, 25);
  [l, c, th] = deal(0.2 - R, sqrt(2.1e11/7876.74), angle*pi/180);
  [M, mu] = deal(rho*pi*R^2*l, tip*2*pi*R^3*rho/3);
  beta = [4.730040745; 7.853204624; (2*(3:bending)' + 1)*pi/2];
  masses = [M; M; M*l^2/12; M/2*ones(axial, 1); M*ones(bending, 1)];
  springs = [0; 0; 0; M/2*((1:axial)'*pi*c/l).^2; M*((beta/l).^2*c*R/2).^2];
  along = [1; 0; 0; ones(axial, 1); zeros(bending, 1)];        % of the tip
  across = [0; 1; -l/2; zeros(axial, 1); 2*ones(bending, 1)];
  v0 = 0*masses;
  v0(1:2) = -[sin(th); cos(th)];
  sys = NsdSystem.linear(diag(masses) + mu*(along*along' + across*across'), 0, diag(springs), 0);
  sys = sys.contact(along*sin(th) + across*cos(th), 0, 'Restitution', 0);
  sol = nsd_simulate(sys, [0 1.5e-3], 0*masses, v0, 'Step', 1e-7, 'Method', 'genalpha', ...
                     'SpectralRadius', 0.5, 'OutputEvery', 100, 'Progress', 'off');
  total = M + mu;
  centre = M*l/2/total;
  J = M*l^2/12 + M*(l/2 - centre)^2 + mu*centre^2;
  e = sum(sol.impulse)*(1/total + centre^2*cos(th)^2/J) - 1;
end
