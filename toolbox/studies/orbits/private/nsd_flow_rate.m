function f = nsd_flow_rate(flow, t, x, h)
%NSD_FLOW_RATE  x' at (t, x) from two runs of FLOW, short beside h, to second order.
  e = 1e-4*h;
  f = (4*flow(t, x, e) - 3*x - flow(t, x, 2*e))/(2*e);
end
