function [sys, x0] = first_order_collection(name)
%FIRST_ORDER_COLLECTION  First-order systems with known answers: [SYS, X0] = ...(NAME).
%   'bridge'   diode bridge on an LC tank, x = (voltage, current)
%   'rectifier' the same tank with one diode
%   'degree'   x' = cos t - 1/2 + lambda, 0 <= x _|_ lambda >= 0 (relative degree one)
%   'relays'   two integrators, each with a relay that stops it
  L = 1e-2;
  C = 1e-6;
  R = 1e3;
  tank = [0 -1/C; 1/L 0];
  x0 = [10; 0];
  switch name
    case 'bridge'
      sys = NsdSystem.firstOrder(tank, [0 0 -1/C 1/C; 0 0 0 0], [0 0; 0 0; -1 0; 1 0], ...
                                 [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]);
    case 'rectifier'
      sys = NsdSystem.firstOrder(tank, [-1/C; 0], [-1 0], R);
    case 'degree'
      sys = NsdSystem.firstOrder(0, 1, 1, 0, 'Input', @(t) cos(t) - 1/2);
      x0 = 1;
    case 'relays'
      sys = NsdSystem.firstOrder(zeros(2), 2*eye(2), eye(2), 0, 'Law', 'relay');
      x0 = [1; -1];
  end
end
