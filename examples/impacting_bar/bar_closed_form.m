function [e, impulse] = bar_closed_form(angle, slenderness)
%BAR_CLOSED_FORM  Apparent restitution of a dropped bar, in closed form, by rod and beam theory.
%   E = BAR_CLOSED_FORM(ANGLE, L/R) with angles in degrees from the floor: the bar is a rod along
%   its axis and a half-infinite Euler beam across it, its tip rests on the floor until the axial
%   wave is back; (BAR.15)-(BAR.17), derived for this page. The hemisphere has no mass, a second
%   contact does not count: the curve holds above the angle of BAR_DIP.
%   [E, IMPULSE] = BAR_CLOSED_FORM(...) also returns the impulse of the contact by M v.
%
%   Example
%       e = bar_closed_form([72 80 90], 0.2/0.00635);
%
%   See also BAR_DIP, BAR_MODES, BAR_THEORY.
  th = angle*pi/180;
  x = 2*sqrt(2)*cot(th).^2*sqrt(slenderness);                              % (BAR.16)
  part = 2*(erfcx(x) - 1 + 2*x/sqrt(pi))./x.^2;
  small = x < 1e-3;                           % the series, where the difference cancels
  part(small) = 2 - 8*x(small)/(3*sqrt(pi)) + x(small).^2;
  impulse = part./sin(th).^2;
  e = (1 + 3*cos(th).^2).*impulse - 1;                                     % (BAR.17)
end
