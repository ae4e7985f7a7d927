function [arrays, run, userError] = nsd_first_order_arrays(s, run, options)
%NSD_FIRST_ORDER_ARRAYS  A linear first-order system as its gateway takes it.
%   Inputs are sampled on the steps; the exponential of the exact hold is made here. A run whose
%   input raises is shortened to the steps before, and userError says why.
  arrays = struct('n', s.n, 'm', s.m, 'A', s.A, 'B', s.B, 'C', s.C, 'D', s.D, ...
                  'lower', s.lower, 'upper', s.upper, 'input', [], 'offset', [], ...
                  'transition', [], 'integral', []);
  userError = [];
  inputs = {'input', 'offset'};
  for k = 1:2
    [arrays.(inputs{k}), run, failure] = sampled(s.(inputs{k}), run, options);
    if ~isempty(failure), userError = failure; end
  end
  if strcmp(options.Method, 'zoh')
    E = expm([s.A, eye(s.n); zeros(s.n, 2*s.n)]*run.h);      % (FO.5)
    arrays.transition = E(1:s.n, 1:s.n);
    arrays.integral = E(1:s.n, s.n+1:end);
    if ~all(isfinite(E(:)))
      error('nsd:simulate:notFinite', 'exp(A h) is not finite: take a smaller Step');
    end
  end
  nsd_warn_ill_posed(s, run, options);
end

function [force, run, failure] = sampled(force, run, options)
  failure = [];
  rows = numel(force.constant);
  table = [];
  if any(strcmp(force.kind, {'function', 'table', 'columns'}))
    t = run.t0 + (0:run.steps)*run.h;
    [table, failure] = nsd_sample_force(force, t, rows);
    if ~isempty(failure)
      if strcmp(options.OnError, 'raise') || size(table, 2) < 1, rethrow(failure); end
      run.steps = size(table, 2) - 1;
      run.times = run.times(run.times <= run.t0 + run.steps*run.h);
    end
  end
  force.table = table;
end
