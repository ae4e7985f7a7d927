function arrays = nsd_first_order_handles(s, t0, x0)
%NSD_FIRST_ORDER_HANDLES  A nonlinear first-order system as its gateway takes it.
%   Every function is evaluated once at the start, with lambda = 0 brought between its bounds.
  n = numel(x0);
  lambda = min(max(zeros(s.m, 1), s.lower), s.upper);
  require(@() s.rate(t0, x0), [n 1], 'f(t,x)', 'rate', t0);
  require(@() s.output(x0, lambda, t0), [s.m 1], 'h(x,lambda,t)', 'output', t0);
  require(@() s.action(x0, lambda, t0), [n 1], 'g(x,lambda,t)', 'action', t0);
  arrays = struct('n', n, 'm', s.m, 'rate', s.rate, 'output', s.output, 'action', s.action, ...
                  'rateJacobian', s.rateJacobian, 'outputJacobian', s.outputJacobian, ...
                  'actionJacobian', s.actionJacobian, 'lower', s.lower, 'upper', s.upper, ...
                  'guard', @nsd_guarded_call);
end

function require(f, wanted, name, where, t)
  try
    value = f();
  catch err
    error(struct('message', sprintf('%s [%s at t = %g]', err.message, where, t), ...
                 'identifier', nsd_or(err.identifier, 'nsd:simulate:userError'), ...
                 'stack', err.stack));
  end
  fits = isequal(size(value), wanted) || (isvector(value) && numel(value) == wanted(1));
  if ~(isnumeric(value) || islogical(value)) || ~isreal(value) || ~fits
    error(['nsd:simulate:' where 'Size'], ...
          '%s must be real %d-by-%d (states, or relations: see ''Relations''), not %s %s', ...
          name, wanted(1), wanted(2), nsd_size_text(value), class(value));
  end
  if ~all(isfinite(value(:)))
    error(['nsd:simulate:' where 'NotFinite'], '%s is NaN or Inf at the start', name);
  end
end
