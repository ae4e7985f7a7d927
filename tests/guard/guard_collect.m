function guard_collect(toolbox, base, file)
%GUARD_COLLECT  Run what the guard compares with the TOOLBOX in that folder, save it to FILE.
%   The scripts and systems are those of the checkout BASE, whatever TOOLBOX is: all examples and
%   lessons (every variable they leave), the systems of system_collection by every method,
%   first-order systems, bodies and sweeps. FILE holds one struct array `cases`: name, value.
  run(fullfile(toolbox, 'nsd_setup.m'));
  fixtures = fullfile(base, 'tests', 'fixtures');
  addpath(genpath(fullfile(base, 'examples')), fixtures, fullfile(fixtures, 'mechanisms'));
  set(0, 'defaultfigurevisible', 'off');
  warning('off', 'all');
  cases = struct('name', {}, 'value', {});
  cases = [cases, linear_systems(), nonlinear_systems(), systems_with_friction(), ...
           first_order_systems(), bodies(), sweeps()];
  cases = [cases, scripts(fullfile(base, 'examples'))]; %#ok<NASGU>
  save('-v7', file, 'cases');
end

function cases = linear_systems()
  problems = system_collection();
  cases = {};
  for k = 1:numel(problems)
    p = problems(k);
    given = {p.sys, p.span, 'Step', p.step, 'Method'};
    for theta = [0.5 0.8]
      for method = {'moreau', 'moreau-dissipative', 'kern', 'paoli'}
        name = sprintf('%s, %s, theta %g', p.name, method{1}, theta);
        cases{end+1} = one(name, given{:}, method{1}, 'Theta', theta); %#ok<AGROW>
      end
    end
    for method = {'newmark', 'hht', 'genalpha', 'rattle', 'naive', 'event'}
      cases{end+1} = one([p.name ', ' method{1}], given{:}, method{1}); %#ok<AGROW>
    end
    cases{end+1} = one([p.name ', ggl'], given{:}, 'genalpha', 'GGL', 'on'); %#ok<AGROW>
  end
  cases = [cases{:}];
end

function cases = systems_with_friction()
% in the plane and in space, linear and by functions, sliding, sticking, rocking, tumbling
  H = [0 0; 1 -1; 0 0; 0 1];
  T = [1 -1; 0 0; 0 1; 0 0];
  stack = NsdSystem.linear(diag([1 1 2 2]), 0, 0, [0.5; -9.81; 3; -19.62]) ...
          .contact(H, [0; -0.2], 'Friction', [0.4; 0.2], 'Tangent', T, 'Restitution', 0.3) ...
          .start([0; 0.1; 0; 0.5], [1; 0; 0; -1]);
  space = NsdSystem.linear(eye(3), 0, 0, [1; 2; -9.81]).contact([0; 0; 1], 0, 'Friction', 0.5, ...
          'Tangent', [1 0; 0 1; 0 0], 'Restitution', 0.5).start([0; 0; 0.2], [2; -1; 0]);
  [rocking, q0, v0] = rocking_block();
  systems = {'stack', stack; 'point in space', space; ...
             'block', friction_block('linear', 0.3).start([0; 0.1], [1; 0]); ...
             'block as function', friction_block('lagrangian', 0.3).start([0; 0.1], [1; 0]); ...
             'rocking block', rocking.start(q0, v0); ...
             'tumbling box', tumbling_box().start([0; 0.8; 0.3], [1; 0; 2])};
  cases = {};
  for k = 1:size(systems, 1)
    for method = {'moreau', 'newmark', 'genalpha', 'rattle', 'event'}
      name = sprintf('%s with friction, %s', systems{k, 1}, method{1});
      cases{end+1} = one(name, systems{k, 2}, [0 1], 'Step', 2e-3, 'Method', method{1}); %#ok<AGROW>
    end
    cases{end+1} = one([systems{k, 1} ' with friction, ggl'], systems{k, 2}, [0 1], ...
                       'Step', 2e-3, 'Method', 'genalpha', 'GGL', 'on'); %#ok<AGROW>
  end
  cases = [cases{:}];
end

function cases = nonlinear_systems()
  problems = system_collection();
  cases = {};
  for k = 1:numel(problems)
    p = problems(k);
    if ~isempty(p.sys.Force.handle) || p.sys.Coordinates > 10, continue; end
    for gaps = {'matrix', 'function', 'jacobian'}
      sys = as_lagrangian(p.sys, gaps{1}).start(p.sys.InitialPosition, p.sys.InitialVelocity);
      for method = {'moreau', 'paoli', 'newmark', 'genalpha', 'rattle', 'event', 'event-newmark'}
        name = sprintf('%s as functions (%s), %s', p.name, gaps{1}, method{1});
        cases{end+1} = one(name, sys, p.span, 'Step', p.step, 'Method', method{1}); %#ok<AGROW>
      end
      cases{end+1} = one(sprintf('%s as functions (%s), ggl', p.name, gaps{1}), sys, p.span, ...
                         'Step', p.step, 'Method', 'genalpha', 'GGL', 'on'); %#ok<AGROW>
      cases{end+1} = one(sprintf('%s as functions (%s), called back', p.name, gaps{1}), sys, ...
                         p.span, 'Step', p.step, 'Compile', 'off'); %#ok<AGROW>
    end
  end
  cases = [cases{:}];
end

function cases = first_order_systems()
  cases = {};
  for name = {'bridge', 'rectifier', 'degree', 'relays'}
    [sys, x0] = first_order_collection(name{1});
    T = 3;
    if any(strcmp(name{1}, {'bridge', 'rectifier'})), T = 2e-3; end
    for method = {'theta', 'zoh'}
      cases{end+1} = one([name{1} ', ' method{1}], sys, [0 T], x0, 'Step', T/500, ...
                         'Method', method{1}); %#ok<AGROW>
    end
  end
  cases = [cases{:}];
end

function cases = bodies()
  world = NsdBodies('Friction', 0.4, 'Restitution', 0.3).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [0.1 0.2 -0.1; 0 0.1 0; 0.8 1.9 3.1]);
  world = world.box('Size', [1 0.6; 1 0.8; 1 0.5], 'Position', [3 3.1; 0 0; 1 2.2]);
  cases = one('spheres and boxes', world, [0 1], 'Step', 2e-3);
  linked = NsdBodies('Friction', 0.4).plane([0 0 1], 0).box('Size', [1; 0.4; 0.3], ...
           'Position', [0 1.2; 0 0; 1 1]).sphere('Radius', 0.3, 'Position', [0; 0; 2]);
  linked = linked.joint('hinge', [1 2], 'Point', [0.6; 0; 1], 'Axis', [0; 1; 0]) ...
           .spring([1 3], 'Points', zeros(3, 2), 'Stiffness', 50, 'Damping', 1);
  cases(end+1) = one('linked bodies', linked, [0 1], 'Step', 2e-3);
end

function cases = sweeps()
% in C, by functions that are called back, and of a system for each run
  pendulum = @(p) NsdSystem.lagrangian(1, @(t, q, v) -p.g*sin(q)).contact(@(q) q + 0.1, ...
                  'Restitution', 0.7).start(1, 0);
  wanted = {'last', {}; 'extrema', {'After', 1}; 'rows', {'Columns', 1}; ...
            'poincare', {'Period', 0.5}; 'poincare', {'Section', 'impact', 'Samples', 3}; ...
            'poincare', {'Section', [1 0.3 0]}};
  cases = {};
  for k = 1:size(wanted, 1)
    given = [{[0 3], 'Step', 0.01, 'Reduce', wanted{k, 1}}, wanted{k, 2}];
    label = @(who) sprintf('%s, %s %d', who, wanted{k, 1}, k);
    cases{end+1} = swept(label('ball'), nsd_ball(), [], given{:}, 'q0', linspace(0.5, 2, 7), ...
                         'v0', 0); %#ok<AGROW>
    cases{end+1} = swept(label('called back'), pendulum(struct('g', 9)), [], given{:}, ...
                         'q0', 1, 'v0', -1:0.5:1, 'Compile', 'off'); %#ok<AGROW>
    cases{end+1} = swept(label('event'), pendulum(struct('g', 9)), [], [0 3], given{4:end}, ...
                         'q0', 1, 'v0', -1:0.5:1, 'Compile', 'off', 'Method', 'event'); %#ok<AGROW>
    cases{end+1} = swept(label('function'), pendulum, struct('g', 1:5), given{:}); %#ok<AGROW>
  end
  cases = [cases{:}];
end

function c = swept(name, varargin)
  try
    c = struct('name', ['sweep of ' name], 'value', {guard_plain(nsd_sweep(varargin{:}))});
  catch err
    c = struct('name', ['sweep of ' name], 'value', {[err.identifier ' ' err.message]});
  end
end

function c = one(name, varargin)
  try
    sol = nsd_simulate(varargin{:}, 'Progress', 'off');
    c = struct('name', name, 'value', {guard_plain(sol)});
  catch err
    c = struct('name', name, 'value', {err.identifier});
  end
end

function cases = scripts(folder)
  files = files_below(folder, '^(example|course)_\w+\.m$');
  cases = {};
  for k = 1:numel(files)
    [~, name] = fileparts(files{k});
    rand('twister', 1); randn('twister', 1); %#ok<RAND>
    cases{end+1} = struct('name', name, 'value', {variables_of(name)}); %#ok<AGROW>
    close('all');
  end
  cases = [cases{:}];
end

function guard_values = variables_of(guard_name)
% what a script leaves in its workspace
  evalc(guard_name);
  guard_values = struct();
  guard_names = who();
  for guard_k = 1:numel(guard_names)
    if strncmp(guard_names{guard_k}, 'guard_', 6) || strcmp(guard_names{guard_k}, 'ans')
      continue    % the names of this function; the printed text, which may hold times
    end
    guard_values.(guard_names{guard_k}) = guard_plain(eval(guard_names{guard_k}));
  end
end

function value = guard_plain(x)
% numbers, text, cells and structs of them; a solution as its public columns
  if isa(x, 'NsdSolution')
    value = struct();
    for name = {'t', 'q', 'v', 'x', 'impulse', 'tangential', 'rolling', 'surface', 'multiplier', ...
                'lambda', 'y', 'contacts', 'status', 'stats', 'sensitivity', 'gap', 'reaction', ...
                'tangentialReaction', 'energy', 'events'}
      try
        value.(name{1}) = guard_plain(x.(name{1}));
      catch err
        value.(name{1}) = err.identifier;
      end
    end
  elseif isstruct(x)
    names = fieldnames(x);
    names = setdiff(names, {'kernelSeconds', 'seconds'});    % times, not results
    value = repmat(struct(), size(x));
    for k = 1:numel(x)
      for j = 1:numel(names)
        value(k).(names{j}) = guard_plain(x(k).(names{j}));
      end
    end
  elseif iscell(x)
    value = cellfun(@guard_plain, x, 'UniformOutput', false);
  elseif isnumeric(x) || ischar(x) || islogical(x)
    value = x;
  else
    value = [];    % handles, systems, graphics
  end
end
