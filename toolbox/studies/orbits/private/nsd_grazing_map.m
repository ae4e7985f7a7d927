function [R, g] = nsd_grazing_map(tools, frame, z)
%NSD_GRAZING_MAP  Map of a period that begins with a flight through the grazing point.    (PO.11)
%   The flight takes no notice of contacts, so that R and G are smooth whether its lowest gap is
%   above or below zero; the event-driven run goes on from its end. R = x(T) - x; G is the lowest
%   gap of frame.contact in the flight, over frame.length.
  [x, p, s] = deal(z(1:end-2), z(end-1), z(end));
  T = tools.period(p, s);
  sys = tools.family(p, s);
  from = tools.T0 + frame.phase*T;
  [t, X] = nsd_free_flight(sys, from + [0, 2*frame.window*T], x);
  g = lowest_gap(sys, t, X, frame.contact)/frame.length;
  y = nsd_flow_map(sys, [t(end), from + T], X(:, end), tools.options);
  R = y - x;
end

function g = lowest_gap(sys, t, X, contact)
% from the polynomial through the lowest five rows; the flight fails where it has no lowest gap
  n = size(X, 1)/2;
  y = zeros(1, numel(t));
  for k = 1:numel(t)
    all = sys.gap(X(1:n, k), t(k));
    y(k) = all(contact);
  end
  [~, k] = min(y);
  if k < 3 || k > numel(t) - 2
    error('nsd:periodic:failed', 'the grazing point has left its flight');
  end
  c = polyfit(-2:2, y(k-2:k+2), 4);
  r = 0;
  for j = 1:20
    r = r - polyval(polyder(c), r)/polyval(polyder(polyder(c)), r);
  end
  g = polyval(c, r);
end
