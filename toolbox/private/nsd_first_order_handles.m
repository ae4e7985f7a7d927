function arrays = nsd_first_order_handles(s, t0, x0)
%NSD_FIRST_ORDER_HANDLES  A nonlinear first-order system as its gateway takes it.
%   Every function is evaluated once at the start, with lambda = 0 brought between its bounds.
  n = numel(x0);
  lambda = min(max(zeros(s.m, 1), s.lower), s.upper);
  nsd_first_value(@() s.rate(t0, x0), n, 'f(t,x)', 'rate', t0);
  nsd_first_value(@() s.output(x0, lambda, t0), s.m, 'h(x,lambda,t)', 'output', t0);
  nsd_first_value(@() s.action(x0, lambda, t0), n, 'g(x,lambda,t)', 'action', t0);
  arrays = struct('n', n, 'm', s.m, 'rate', s.rate, 'output', s.output, 'action', s.action, ...
                  'rateJacobian', s.rateJacobian, 'outputJacobian', s.outputJacobian, ...
                  'actionJacobian', s.actionJacobian, 'lower', s.lower, 'upper', s.upper, ...
                  'guard', @nsd_guarded_call);
end
