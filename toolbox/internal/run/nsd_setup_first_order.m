function s = nsd_setup_first_order(s, kind)
%NSD_SETUP_FIRST_ORDER  A first-order, hybrid or piecewise smooth system as the gateways take it.
%   S: the struct of nsd_setup_run; KIND: the name of the kind.
  s.run.v0 = zeros(size(s.run.q0));
  switch kind
    case 'firstOrder'
      s.family = 'first order';
      s = nsd_first_order_arrays(s);
      return
    case 'firstOrderNonlinear', s.family = 'first order newton';
    otherwise, s.family = kind;
  end
  [s.arrays, s.sys] = nsd_function_arrays(s.sys, s.run.t0, s.run.q0, s.options.Compile);
end
