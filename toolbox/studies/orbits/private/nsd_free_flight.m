function [t, X] = nsd_free_flight(sys, span, x)
%NSD_FREE_FLIGHT  A short flight without contacts: 20 steps of Runge's and Kutta's classical scheme.
  N = 20;
  h = diff(span)/N;
  t = span(1) + h*(0:N);
  X = x*ones(1, N + 1);
  f = @(t, x) rate(sys, t, x);
  for k = 1:N
    x = X(:, k);
    k1 = f(t(k), x);
    k2 = f(t(k) + h/2, x + h/2*k1);
    k3 = f(t(k) + h/2, x + h/2*k2);
    k4 = f(t(k) + h, x + h*k3);
    X(:, k+1) = x + h/6*(k1 + 2*k2 + 2*k3 + k4);
  end
end

function d = rate(sys, t, x)
  n = numel(x)/2;
  [q, v] = deal(x(1:n), x(n+1:end));
  d = [v; sys.mass(q)\sys.force(t, q, v)];
end
