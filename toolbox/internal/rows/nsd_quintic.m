function [q, v] = nsd_quintic(from, to, width, weight)
%NSD_QUINTIC  States on the polynomial of degree five with q, v and a of both ends of a step.
%   FROM and TO are structs q, v, a, one row per point; the steps have the lengths WIDTH, the points
%   lie at the fraction WEIGHT of their steps, 0 to 1. (ED.20)
  times = @(w, x) bsxfun(@times, w, x);
  s = weight;
  h = width;
  step = to.q - from.q;                               % minus the parabola from the start
  step = step - times(h, from.v) - times(h.^2/2, from.a);
  turn = times(h, to.v - from.v - times(h, from.a));
  bend = times(h.^2, to.a - from.a)/2;
  c3 = 10*step - 4*turn + bend;
  c4 = -15*step + 7*turn - 2*bend;
  c5 = 6*step - 3*turn + bend;
  q = from.q + times(s.*h, from.v) + times((s.*h).^2/2, from.a) ...
      + times(s.^3, c3) + times(s.^4, c4) + times(s.^5, c5);
  v = from.v + times(s.*h, from.a) ...
      + times(1./h, times(3*s.^2, c3) + times(4*s.^3, c4) + times(5*s.^4, c5));
end
