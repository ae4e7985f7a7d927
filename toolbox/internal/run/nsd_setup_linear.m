function [arrays, run, userError] = nsd_setup_linear(sys, q0, v0, run, options)
%NSD_SETUP_LINEAR  A linear system and its time-stepping run as the gateways take them.
%   userError: error of a force function that raised (with 'OnError', 'return') or returned NaN,
%   Inf or complex numbers; the run ends at the last good step.
  nsd_refuse_friction(sys, options);
  theta = options.Theta;
  newmark = nsd_newmark_parameters(options);
  switch options.Method                 % the iteration matrix is M + alpha C + beta K
    case 'moreau', factors = [theta, theta^2];
    case 'moreau-dissipative', factors = [0.5, theta/2];
    case 'paoli', factors = [0.5, options.Weight];
    case 'kern', factors = [0, 0];
    otherwise, factors = [newmark.gamma, newmark.beta]*newmark.now;
  end
  weight = factors(1);
  beta = factors(2);
  second = [];                          % second matrix to factor: M + second K
  if newmark.family, second = 0; end
  if strcmp(options.Method, 'paoli'), second = run.h^2*beta; end
  arrays = nsd_linear_arrays(sys, run.h*weight, run.h^2*beta, second);
  userError = [];
  if any(strcmp(sys.Force.kind, {'function', 'table', 'columns'}))
    t = run.t0 + (0:run.steps)*run.h;
    [arrays.table, userError] = nsd_sample_force(sys.Force, t, sys.Coordinates);
    if ~isempty(userError)
      lost = strcmp(userError.identifier, 'nsd:simulate:forceNotFinite');
      if (strcmp(options.OnError, 'raise') && ~lost) || size(arrays.table, 2) < 2
        rethrow(userError);
      end
      run.steps = size(arrays.table, 2) - 1;
      run.times = run.times(run.times <= run.t0 + run.steps*run.h);
    end
  end
  run = nsd_run_fields(run, q0, v0, options);
  run = nsd_newmark_fields(run, newmark, options);
  run.layout = arrays.layout;
  keep = energies_to_keep(sys, run, weight, [numel(arrays.b), numel(arrays.bJ)]);
  run.keepEnergy = nsd_keep_energy(keep);
end

function keep = energies_to_keep(sys, run, weight, relations)
% true for each energy that is stored; energies and works that follow from the rows, or are zero by
% the formula of the scheme, are not
  between = ~isempty(run.times);      % rows between steps: energies are those of the step
  springs = ~isempty(sys.Stiffness);
  paoli = strcmp(run.method, 'paoli'); % paoli: energies at half steps
  switch run.method
    case 'kern', numerical = springs;
    case 'paoli', numerical = false;
    otherwise, numerical = weight ~= 0.5 || (springs && run.theta ~= 0.5);
  end
  naive = strcmp(run.method, 'naive');
  algorithmic = false;
  if run.newmark
    average = run.gamma == 0.5 && run.beta == 0.25 && run.alphaF == 0 && run.alphaM == 0;
    algorithmic = ~average && ~strcmp(run.method, 'genalpha');
    numerical = ~average || run.ggl || naive;
  end
  external = ~any(strcmp(sys.Force.kind, {'none', 'constant'})) || between || naive ...
             || strcmp(run.method, 'kern') || paoli || (springs && ~issymmetric(sys.Stiffness));
  keep = struct('kinetic', between || paoli, 'potential', (between || paoli) && springs, ...
                'external', external, 'damping', ~isempty(sys.Damping), ...
                'impact', relations(1) > 0, 'friction', ~isempty(run.layout), ...
                'joint', relations(2) > 0, 'numerical', numerical, 'algorithmic', algorithmic);
end
