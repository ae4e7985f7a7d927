function angle = bar_dip(slenderness, modes)
%BAR_DIP  Angle in degrees below which bending brings the tip of a bar down a second time.
%   ANGLE = BAR_DIP(L/R, MODES) from the closed form: after the contact the tip moves with the mean
%   velocity e_app and MODES [200] bending modes of the free bar, set off by the impulse; the tip
%   touches again where its lowest point is below zero (BAR.18). This is where the dip lies.
%
%   Example
%       angle = bar_dip(0.2/0.00635);
%
%   See also BAR_CLOSED_FORM, BAR_THEORY.
  if nargin < 2, modes = 200; end
  beta = [4.730040745; 7.853204624; (2*(3:modes)' + 1)*pi/2];     % cosh(b) cos(b) = 1
  w = (beta(1:modes)/beta(1)).^2;             % frequencies by the first one
  s = linspace(0.5, 18, 40000);               % three periods of the first one
  wave = 0*s;
  for k = 1:modes, wave = wave + 4*sin(w(k)*s)/w(k); end
  low = 30;
  high = 89.9;
  while high - low > 1e-3                     % above: no second contact
    angle = (low + high)/2;
    [e, impulse] = bar_closed_form(angle, slenderness);
    if min(e*s + impulse*cos(angle*pi/180)^2*wave) < 0, low = angle; else, high = angle; end
  end
end
