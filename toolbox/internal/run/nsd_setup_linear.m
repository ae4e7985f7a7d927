function s = nsd_setup_linear(s)
%NSD_SETUP_LINEAR  A linear system and its time-stepping run as the gateways take them.
%   S: the struct of nsd_setup_run. S.lost: error of a force function that raised (with 'OnError',
%   'return') or returned NaN, Inf or complex numbers; the run ends at the last good step.
  [s.options, family, now] = nsd_newmark_parameters(s.options);
  options = s.options;
  run = s.run;
  theta = options.Theta;
  switch options.Method                 % the iteration matrix is M + alpha C + beta K
    case 'moreau', factors = [theta, theta^2];
    case 'moreau-dissipative', factors = [0.5, theta/2];
    case 'paoli', factors = [0.5, options.Weight];
    case 'kern', factors = [0, 0];
    otherwise, factors = [options.Gamma, options.Beta]*now;
  end
  second = [];                          % second matrix to factor: M + second K
  if family, second = 0; end
  if strcmp(options.Method, 'paoli'), second = run.h^2*factors(2); end
  arrays = nsd_linear_arrays(s.sys, run.h*factors(1), run.h^2*factors(2), second);
  force = s.sys.Force;
  if any(strcmp(force.kind, {'function', 'table', 'columns'}))
    [arrays.table, run, s.lost] = nsd_sample_run(force, run, s.sys.Coordinates);
    if ~isempty(s.lost)
      infinite = strcmp(s.lost.identifier, 'nsd:simulate:forceNotFinite');
      if (strcmp(options.OnError, 'raise') && ~infinite) || size(arrays.table, 2) < 2
        rethrow(s.lost);
      end
    end
  end
  run.layout = arrays.layout;
  s.family = 'linear';
  s.arrays = arrays;
  s.run = run;
end
