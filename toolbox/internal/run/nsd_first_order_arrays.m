function s = nsd_first_order_arrays(s)
%NSD_FIRST_ORDER_ARRAYS  A linear first-order system as its reader takes it.
%   S: the struct of nsd_setup_run. Inputs are sampled on the steps; the exponential of the exact
%   hold is made here. A run whose input raises ends at the step before, and S.lost says why.
  f = s.sys.FirstOrder;
  arrays = struct('n', f.n, 'm', f.m, 'A', f.A, 'B', f.B, 'C', f.C, 'D', f.D, ...
                  'lower', f.lower, 'upper', f.upper, 'input', f.input, 'offset', f.offset, ...
                  'transition', [], 'integral', []);
  for name = {'input', 'offset'}
    force = f.(name{1});
    arrays.(name{1}).table = [];
    if any(strcmp(force.kind, {'function', 'table', 'columns'}))
      [table, s.run, failure] = nsd_sample_run(force, s.run, numel(force.constant));
      arrays.(name{1}).table = table;
      if ~isempty(failure), s.lost = failure; end
      if ~isempty(failure) && (strcmp(s.options.OnError, 'raise') || size(table, 2) < 1)
        rethrow(failure);
      end
    end
  end
  if strcmp(s.options.Method, 'zoh')
    E = expm([f.A, eye(f.n); zeros(f.n, 2*f.n)]*s.run.h);      % (FO.5)
    arrays.transition = E(1:f.n, 1:f.n);
    arrays.integral = E(1:f.n, f.n+1:end);
    if ~all(isfinite(E(:)))
      error('nsd:simulate:notFinite', 'exp(A h) is not finite: take a smaller Step');
    end
  end
  nsd_warn_ill_posed(f, s.run.h, s.options);
  s.arrays = arrays;
end
