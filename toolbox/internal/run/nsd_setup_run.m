function s = nsd_setup_run(sys, q0, v0, run, options)
%NSD_SETUP_RUN  A system, its run and its options as the gateways 'run' and 'sweep' take them.
%   S.family   name of the reader in mex/family/mex_family.c
%   S.arrays   the system, as this reader takes it
%   S.run      RUN with q0 and v0, and what NsdSolution asks for: method, layout, tolerances
%   S.options  OPTIONS, filled where the default depends on the system
%   S.sys      the system with its functions recorded
%   S.kind     its row of the table of kinds (nsd_kind)
%   S.lost     error of a force or input that raised (with 'OnError', 'return') or was not finite,
%              or []; the run ends at the last good step
%   S.warned   true where a warning came that comes with every run of this system
  run.q0 = q0;
  run.v0 = v0;
  row = nsd_method_table(options.Method);
  run.method = row.name;                % fields one by one: gateways convert all of RUN
  run.located = row.located;
  run.ownSteps = row.ownSteps;
  run.layout = [];
  run.adaptive = ~row.ownSteps && ~isempty(options.RelTol);
  run.asModel = run.adaptive || row.asModel || as_functions(options);   % linear systems, too
  if ~isempty([options.Sample, options.Input]) || ~isempty(options.Controller)
    error('nsd:simulate:controller', ['Controller and Sample go together, with nsd_simulate; ' ...
          'sweeps and nsd_step take none']);
  end
  kind = nsd_kind(sys);
  run.gainSlack = gain_slack(kind, run, options);
  options.Progress = nsd_progress_word(options.Progress);
  s = struct('family', kind.family, 'arrays', [], 'run', run, 'options', options, 'sys', sys, ...
             'kind', kind, 'lost', [], 'warned', false);
  if kind.mechanical && isa(sys, 'NsdSystem') && ~isempty(sys.Drags)
    error('nsd:simulate:givenFriction', ['friction of given limit (sys.friction) runs in ' ...
          'nsd_simulate, nsd_step and nsd_sweep only']);
  end
  switch kind.family
    case 'bodies', s = bodies(s);
    case 'linear', s = linear(s);
    case 'nonlinear', s = nonlinear(s);
    otherwise
      s.run.v0 = zeros(size(q0));
      if kind.nonlinear
        [s.arrays, s.sys] = nsd_function_arrays(sys, run.t0, q0, options.Compile);
      else
        s = first_order(s);
      end
  end
end

function as = as_functions(options)
% options that the schemes of linear systems do not have
  as = (strcmp(options.Method, 'paoli') && strcmp(options.Metric, 'end')) || ...
       (strcmp(nsd_method_table(options.Method).family, 'newmark') && ...
        ~strcmp(options.JointForce, 'none'));
end

function slack = gain_slack(kind, run, options)
% part of the energy that a step may gain by rounding, truncation errors and the solver's tolerance
  slack = 1e-9;
  truncates = run.ownSteps || run.adaptive;
  if truncates || run.asModel || strcmp(kind.ledger, 'remainder'), slack = 1e-6; end
  if truncates, slack = max(slack, 100*options.RelTol); end
  if strcmp(kind.name, 'bodies'), slack = max(1e-6, options.LcpTol/10); end
end

function s = bodies(s)
  world = s.sys;
  B = world.Bodies;
  if B*(B + size(world.Planes, 2)) >= 2^31
    error('nsd:bodies:tooMany', '%d bodies and %d planes are too many to number their pairs', ...
          B, size(world.Planes, 2));
  end
  linked = world;
  if s.options.Order == 2, linked = with_all_linked(world); end
  mechanism = nsd_mechanism_arrays(linked, s.run.t0, s.run.q0, s.run.v0, s.options.Compile);
  s.arrays = nsd_body_arrays(world, mechanism);
  [places, s.run.v0] = nsd_body_places(world, s.run.v0);
  s.options.OutputSel = places(s.options.OutputSel);
end

function world = with_all_linked(world)
% bodies with a load take the midpoint rule in contacts, too: a force of zero for the others
  loaded = false(1, world.Bodies);
  for parts = {world.Loads, world.Links}
    if isempty(parts{1}), continue; end
    of = [parts{1}.bodies];
    loaded(of(of > 0)) = true;
  end
  for k = find(isfinite(world.Masses) & ~loaded)
    world = world.force(k, zeros(world.Dimension, 1));
  end
end

function s = linear(s)
  nsd_refuse_friction(s.sys, s.options);
  nsd_refuse_contacts(s.sys, s.options);
  if s.run.ownSteps
    s.arrays = between_events(s.sys, s.run);
    s = event_options(s, 4 + 12*s.sys.Rough);     % with friction sol.at has no exact curve
    return
  end
  [s.options, family, now] = nsd_newmark_parameters(s.options);
  if s.run.asModel
    s.arrays = between_events(s.sys, s.run);
    s.run.layout = s.arrays.layout;
    s.family = 'linear adaptive';
    return
  end
  options = s.options;
  h = s.run.h;
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
  if strcmp(options.Method, 'paoli'), second = h^2*factors(2); end
  s.arrays = nsd_linear_arrays(s.sys, h*factors(1), h^2*factors(2), second);
  s = sparse_contacts(s, [h*factors(1), h^2*factors(2)], family, now, second);
  s.run.layout = s.arrays.layout;
  force = s.sys.Force;
  if ~isempty(force.handle) || ~isempty(force.values)
    [s, s.arrays.table] = sampled(s, force, 2, 'nsd:simulate:forceNotFinite');
  end
end

function s = sparse_contacts(s, factors, family, now, second)
% the matrices on which contacts are solved without a matrix of all contacts, where that is cheaper;
% second: of the first step of 'paoli', and M of positions and velocities (NMK.22)
  [options, h] = deal(s.options, s.run.h);
  both = family && strcmp(options.GGL, 'on') && ~strcmp(options.Method, 'naive');
  damped = ~isempty(s.sys.Damping) && nnz(s.sys.Damping) > 0;
  if both && (damped || s.sys.Rough)
    s.warned = s.warned || warn_of_full_matrix(s.sys.Contacts, damped);
    return
  end
  if strcmp(options.Method, 'paoli') && any(sum(s.sys.ContactNormals ~= 0, 2) > 1)
    return                        % its problems are of positions: rails with hardly any room stall
  end
  gap = 0;
  if family && ~both && ~strcmp(options.Method, 'naive')
    gap = h^2*now*(options.Beta - options.Gamma/2);                                 % (NMK.7)
  end
  if abs(gap) < 1e-14*h^2, gap = 0; end
  [A, relay] = nsd_contact_matrix(s.sys, s.arrays, factors(1), factors(2), gap);
  if both || (strcmp(options.Method, 'paoli') && damped)
    relay = [];                                   % of the iteration matrix alone
    if isempty(A), return; end
    s.arrays.second = sparse(s.sys.Mass);
    if ~both && ~isempty(s.sys.Stiffness)
      s.arrays.second = s.arrays.second + second*sparse(s.sys.Stiffness);
    end
    s.arrays.second = (s.arrays.second + s.arrays.second')/2;
  end
  [s.arrays.A, s.arrays.relay] = deal(A, relay);
  if ~isempty([A, relay]), s.run.contactSolver = 'sparse'; end
end

function warned = warn_of_full_matrix(count, damped)
% a step of a chain that falls on stops takes 1 ms with 200 contacts and 7 ms with 400
  warned = count > 300;
  if ~warned, return; end
  [why, remedy] = deal('friction', '');
  if damped, [why, remedy] = deal('dampers', ', or C,'); end
  nsd_warn('nsd:simulate:fullMatrix', ['''GGL'', ''on'' with %s makes one matrix of all %d ' ...
           'contacts, and the time of a step grows with their cube: leave out GGL%s where this ' ...
           'takes too long'], why, count, remedy);
end

function arrays = between_events(sys, run)
% the matrices, and F(t) as a function unless the kernel evaluates F: constant, harmonic, a table
  n = sys.Coordinates;
  if n > 3000
    error('nsd:simulate:tooLarge', ['Methods ''event'' and ''rattle'', and steps by RelTol, ' ...
          'keep full matrices: %d coordinates are too many; take ''moreau'' with a constant ' ...
          'Step'], n);
  end
  arrays = nsd_linear_arrays(sys, 0, 0);
  arrays.handle = [];
  force = sys.Force;
  switch force.kind
    case 'columns'
      error('nsd:simulate:method', ['F given by columns on the steps of a run has no value ' ...
            'between them: Methods ''event'' and ''rattle'', and steps by RelTol, take ' ...
            '@(t), nsd_harmonic or nsd_table']);
    case 'function'
      nsd_call_force(force.handle, run.t0, n);    % raises where F fails or has a wrong size
      arrays.handle = force.handle;
    case 'table'
      nsd_sample_force(force, [run.t0, run.tEnd], n);     % raises where the table ends early
      [arrays.table, arrays.times] = deal(force.values, force.times(:));
  end
end

function s = nonlinear(s)
% the system with its functions recorded if they can be; run.model is what nsd_model_arrays returns
% for this start, if nsd_prepare_start has called it
  nsd_refuse_friction(s.sys, s.options);
  nsd_refuse_contacts(s.sys, s.options);
  [run, options] = deal(s.run, s.options);
  if isfield(run, 'model') && ~isempty(run.model)
    [s.arrays, s.sys] = run.model{:};
  else
    [s.arrays, s.sys] = nsd_model_arrays(s.sys, run.t0, run.q0, run.v0);
  end
  if isempty(s.sys.Builtin)
    at = struct('t', run.t0, 'q', run.q0, 'v', run.v0);
    s.sys = nsd_trace_system(s.sys, at, options.Compile);
    if strcmp(options.Compile, 'auto') && ~run.ownSteps && ~run.adaptive
      s.sys = nsd_compile_long(s.sys, at, run.steps);
    end
    if ~isempty(s.sys.Tapes)
      s.arrays.tapes = s.sys.Tapes.tapes;
      s.arrays.library = s.sys.Tapes.library;
    end
  end
  if run.ownSteps
    s = event_options(s, 4);
    return
  end
  s.options = nsd_newmark_parameters(options);
  e = s.arrays.e;
  if strcmp(options.Metric, 'geodesic') && (s.sys.Joints > 0 || any(e ~= e(1:min(end, 1))))
    error('nsd:simulate:metric', ['''Metric'', ''geodesic'' takes systems without joints whose ' ...
          'contacts have the same Restitution']);
  end
  if isfield(s.arrays, 'layout'), s.run.layout = s.arrays.layout; end
  if run.located, s.family = options.Method; end
end

function s = event_options(s, rows)
% the reader for Method 'event', and ROWS of a step, as a whole flight may be one step
  families = struct('linear', 'linear event', 'nonlinear', 'event');
  s.family = families.(s.family);
  options = s.options;
  if isempty(options.Refine) && s.sys.Joints == 0 && ~strcmp(options.Integrator, 'rosenbrock')
    s.options.Refine = -rows;                    % as many as a smooth curve needs, ROWS at least
  end
  if isfield(s.arrays, 'layout'), s.run.layout = s.arrays.layout; end
end

function s = first_order(s)
% inputs are sampled on the steps; the exponential of the exact hold is made here
  f = stored(s.sys.FirstOrder, s.options);
  [s.arrays, s.arrays.transition, s.arrays.integral] = deal(f, [], []);
  for name = {'input', 'offset'}
    [s, s.arrays.(name{1}).table] = sampled(s, f.(name{1}), 1, '');
    s.arrays.(name{1}).times = [];               % a table of the steps, not of nsd_table's times
  end
  if strcmp(s.options.Method, 'zoh')
    E = expm([f.A, eye(f.n); zeros(f.n, 2*f.n)]*s.run.h);      % (FO.5)
    s.arrays.transition = E(1:f.n, 1:f.n);
    s.arrays.integral = E(1:f.n, f.n+1:end);
    if ~all(isfinite(E(:)))
      error('nsd:simulate:notFinite', 'exp(A h) is not finite: take a smaller Step');
    end
  end
  s.warned = nsd_warn_ill_posed(f, s.run.h, s.options);
end

function f = stored(f, options)
% A, B, C, D all sparse where that is faster, all full elsewhere: the exponential of the exact hold,
% and the inverse of a few relations, are full; a row that meets very many columns fills the factors
  names = {'A', 'B', 'C', 'D'};
  n = f.n + f.m;
  entries = sum(cellfun(@(name) nnz(f.(name)), names));
  fits = n >= 150 && entries < 0.05*n^2 && ~strcmp(options.Method, 'zoh');
  if fits
    rows = [sum(f.A ~= 0, 2) + sum(f.B ~= 0, 2); sum(f.C ~= 0, 2) + sum(f.D ~= 0, 2)] + 1;
    fits = sum(rows.^2) <= 50*sum(rows);
  end
  for name = names
    if fits, f.(name{1}) = sparse(f.(name{1})); else, f.(name{1}) = full(f.(name{1})); end
  end
end

function [s, table] = sampled(s, force, least, kept)
% A force or input on the steps of a run, which ends before the first bad value: then S.lost is
% its error, which is raised when OnError says so, unless it is KEPT, or when there are not LEAST
% columns. [] for constant and harmonic forces, which the kernels evaluate.
  table = [];
  if any(strcmp(force.kind, {'none', 'constant', 'harmonic'})), return; end
  run = s.run;
  rows = numel(force.constant);
  [table, failure] = nsd_sample_force(force, run.t0 + (0:run.steps)*run.h, rows);
  if isempty(failure), return; end
  s.lost = failure;
  s.run.steps = size(table, 2) - 1;
  s.run.times = run.times(run.times <= run.t0 + s.run.steps*run.h);
  raised = strcmp(s.options.OnError, 'raise') && ~strcmp(failure.identifier, kept);
  if raised || size(table, 2) < least, rethrow(failure); end
end
