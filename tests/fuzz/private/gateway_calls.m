function calls = gateway_calls()
%GATEWAY_CALLS  Real calls of every gateway, recorded while small problems run.
%   A struct array with given (name and arguments) and outputs (their number), in the same order in
%   every session. Problems are small and runs are short: a call takes about a tenth of a
%   millisecond. Of calls that look the same (names, classes and sizes inside) one is kept.
  global NSD_FUZZ_CALLS
  NSD_FUZZ_CALLS = {};
  before = warning('off', 'all');
  restore = onCleanup(@() warning(before)); %#ok<NASGU>
  solvers();
  linear_runs();
  nonlinear_runs();
  laws_of_contacts();
  tables_and_parts();
  many_contacts();
  first_order_runs();
  controlled_runs();
  bodies_runs();
  studies();
  sweeps();
  calls = limited(distinct([NSD_FUZZ_CALLS{:}]));
  clear -global NSD_FUZZ_CALLS
end

function solvers()
  M = [4 1 0; 1 3 1; 0 1 2];
  q = [-1; 2; -3];
  for solver = {'auto', 'active', 'lemke', 'newton', 'pgs', 'enum'}
    attempt(@() nsd_lcp(M, q, 'Solver', solver{1}));
  end
  attempt(@() nsd_lcp(sparse(M), q));
  attempt(@() nsd_mlcp(M, q, [1 0 0]));
  attempt(@() nsd_relay(M, q, -1, 1));
  given = struct('MaxIter', 100, 'Tolerance', 1e-10);
  attempt(@() nsd_kernel('relay_sparse', sparse(M), q, -[1; 1; 1], [1; 1; 1], [0; 0; 0], given));
  W = eye(6) + 0.1*ones(6);
  plane = eye(4) + 0.1*ones(4);
  names = {'auto', 'nsgs', 'newton', 'lemke', 'interior', 'proximal', 'enum'};
  for k = 1:numel(names)
    attempt(@() nsd_friction(W, [-1; 0.3; 0.1; -2; 0.5; 0], [0.3; 0.5], 'Solver', names{k}));
    attempt(@() nsd_friction(plane, [-1; 0.3; -2; 0.5], [0.3; 0.5], 'Solver', names{k}));
  end
  attempt(@() nsd_project(diag([1 4]), [-1; -1], [1 0; 1 1]', 0));
  attempt(@() nsd_project(speye(5), -ones(5, 1), eye(5), 0.1));
end

function linear_runs()
  ball = nsd_ball();
  methods = {'moreau', 'moreau-dissipative', 'kern', 'paoli', 'newmark', 'hht', 'genalpha', ...
             'rattle', 'naive', 'event'};
  rubbing = NsdSystem.linear(eye(2), 0.1*eye(2), eye(2), [0.3; -9.81]).contact([0; 1], 0, ...
              'Friction', 0.3, 'Tangent', [1; 0], 'Restitution', 0.5).start([0; 0.1], [1; 0]);
  springs = [2 -1 0; -1 2 -1; 0 -1 2];
  chain = NsdSystem.linear(eye(3), 0.1*eye(3), springs, nsd_harmonic([1; 0; 0], 2));
  chain = chain.contact([0 0; 0 0; 1 -1], [0.1; 0.1]).joint([1; 0; 0]);
  chain = chain.start([0; 0; 0.05], [0; 0; 1]);
  sampled = NsdSystem.linear(1, 0, 4, @(t) sin(3*t)).contact(1, 0.1).start(0.2, 0);
  long = NsdSystem.linear(speye(12), [], 3*speye(12), ones(12, 1)).contact(speye(12, 2), 0);
  long = long.start(zeros(12, 1), zeros(12, 1));
  [n, M] = deal(330, speye(330));                 % nodes that rub in space: sparse (FC.13)
  mesh = NsdSystem.linear(M, [], 1e3*spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n), -ones(n, 1));
  mesh = mesh.contact(M(:, 3:3:n), zeros(110, 1), 'Friction', 0.3, 'Tangent', ...
                      M(:, mod(1:n, 3) > 0)).start(zeros(n, 1), 0.1*ones(n, 1));
  for method = {'moreau', 'hht'}
    attempt(@() nsd_simulate(mesh, [0 2e-3], 'Step', 1e-3, 'Method', method{1}));
  end
  for method = methods
    attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Step', 1e-3, 'Method', method{1}));
    attempt(@() nsd_simulate(rubbing, [0 0.02], 'Step', 1e-3, 'Method', method{1}));
    attempt(@() nsd_simulate(chain, [0 0.02], 'Step', 2e-3, 'Method', method{1}));
  end
  for k = 1:3                                     % steps chosen, then kept
    attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Method', 'moreau'));
    attempt(@() nsd_simulate(rubbing, [0 0.02], 'Method', 'moreau'));
  end
  attempt(@() nsd_simulate(sampled, [0 0.05], 'Step', 5e-3));
  for method = {'moreau', 'newmark', 'rattle'}   % a step that goes on from another
    state = nsd_step(rubbing, method{1}, 0, struct('q', [0; 0], 'v', [1; 0]), 1e-3);
    attempt(@() nsd_step(rubbing, method{1}, 1e-3, state, 1e-3));
  end
  attempt(@() nsd_simulate(sampled, [0 0.05], 'Method', 'event'));
  attempt(@() nsd_simulate(long, [0 0.02], 'Step', 2e-3));
  attempt(@() nsd_simulate(long, [0 0.02], 'Step', 2e-3, 'Method', 'hht'));
  attempt(@() nsd_simulate(ball, [0 0.01 0.02], 0.001, -1, 'Step', 1e-3));
  attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Step', 1e-3, 'OutputFcn', ...
                           @(t, y, flag) false));
  attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Method', 'event', 'Sensitivity', 'on'));
  attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Method', 'event', ...
                           'Events', @(t, q, v) deal(q - 0.0005, 0, 0)));
end

function nonlinear_runs()
  swing = NsdSystem.lagrangian(@(q) 1 + 0.1*q^2, @(t, q, v, p) -p.k*sin(q) - 0.1*v);
  swing = swing.contact(@(q, t) q + 0.1 + 0.01*t, 'Restitution', 'e').potential(@(q) q^2);
  swing = swing.parameter('k', 9.81, 'e', 0.5).start(0, -2);
  crank = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q) q(1)^2 + q(2)^2 - 1);
  crank = crank.contact(@(q) q(2) + 0.5).start([1; 0], [0; 0]);
  rubbing = NsdSystem.lagrangian(eye(2), @(t, q, v) [0.3; -9.81]).contact(@(q) q(2), 'Friction', ...
              0.3, 'Tangent', @(q) [1; 0], 'Restitution', 0.5).start([0; 0], [1; -1]);
  for method = {'moreau', 'paoli', 'genalpha', 'newmark', 'rattle', 'event', 'event-newmark'}
    for compile = {'on', 'off'}
      given = {'Step', 2e-3, 'Method', method{1}, 'Compile', compile{1}};
      attempt(@() nsd_simulate(swing, [0 0.02], given{:}));
      coarse = {};                                % differences of callbacks take many fine steps
      if strcmp(method{1}, 'event'), coarse = {'RelTol', 1e-2, 'AbsTol', 1e-2}; end
      attempt(@() nsd_simulate(crank, [0 0.01], given{:}, coarse{:}));
      attempt(@() nsd_simulate(rubbing, [0 0.01], given{:}));
    end
  end
  attempt(@() nsd_simulate(nsd_pendulum(), [0 0.02], 'Step', 2e-3));
  energies = NsdSystem.energies(@(q, v) v'*v/2, @(q) 9.81*q(2), 'Dissipation', @(q, v) v'*v);
  energies = energies.contact(@(q) q(2), 'Restitution', 0.5).start([0; 0.001], [1; -1]);
  braked = NsdSystem.lagrangian(1, @(t, q, v) -q).friction(1, @(t, q, v) 0.1 + q^2).start(1, 0);
  soft = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) q, 'Stiffness', 1e3, ...
                                                           'Damping', 1).start(0.001, -1);
  for sys = {energies, braked, soft}
    attempt(@() nsd_simulate(sys{1}, [0 0.01], 'Step', 2e-3));
    attempt(@() nsd_simulate(sys{1}, [0 0.01], 'Method', 'event'));
  end
  for method = {'moreau', 'newmark', 'rattle'}
    attempt(@() nsd_simulate(swing, [0 0.01], 'Method', method{1}, 'RelTol', 1e-3));
    attempt(@() nsd_simulate(rubbing, [0 0.01], 'Method', method{1}, 'RelTol', 1e-3));
  end
  attempt(@() nsd_simulate(crank, [0 0.01], 'Step', 2e-3, 'Method', 'genalpha', 'GGL', 'on'));
  attempt(@() nsd_simulate(swing, [0 0.01], 'Step', 2e-3, 'Method', 'paoli', 'Metric', ...
                           'geodesic'));
  attempt(@() nsd_project(crank, [0.8; 0.8]));
  attempt(@() nsd_bvp(swing, [0 0.02], @(a, b) [a(1); b(1) - 0.01], [0; 1], 'MaxNewton', 2));
  attempt(@() nsd_simulate(nsd_bar('Segments', 3), [0 1e-6], 'Step', 1e-7, 'Method', 'paoli'));
end

function laws_of_contacts()
% impact laws, contacts that yield, friction in space, by position and by velocity
  three = @(varargin) NsdSystem.linear(eye(3), 0, 0, 0).contact([1 0; -1 1; 0 -1], 0.001, ...
                        varargin{:}).start([0; 0.001; 0.002], [1; 0; -1]);
  half = {'Restitution', 0.5};
  laws = {[{'Impact', 'poisson'}, half], [{'Impact', 'energetic'}, half], ...
          [{'Impact', 'moreau'}, half], [{'Impact', 'fremond'}, half], ...
          {'Impact', [0.5 0.1; 0.1 0.5]}, [{'MultipleImpact', 'sequential'}, half], ...
          [{'MultipleImpact', 'lzb', 'ImpactStiffness', [1; 2], 'ImpactExponent', 1.5}, half]};
  for law = laws
    attempt(@() nsd_simulate(three(law{1}{:}), [0 0.01], 'Method', 'event'));
    attempt(@() nsd_simulate(three(law{1}{:}), [0 0.01], 'Method', 'rattle', 'Step', 1e-3));
  end
  slab = @(varargin) NsdSystem.linear(eye(3), 0, 0, [0.5; 0; -9.81]).contact([0; 0; 1], 0, ...
                       varargin{:}).start([0; 0; 0.001], [1; 0.5; -1]);
  rubs = {'Friction', 0.3, 'Tangent', [1 0; 0 1; 0 0]};
  soft = {{'Stiffness', 1e4, 'Damping', 5}, ...
          {'Stiffness', 1e4, 'Compliance', 'hertz'}, ...
          {'Stiffness', 1e4, 'Compliance', 'hunt-crossley', 'Damping', 0.5, 'Exponent', 1.4}, ...
          {'Stiffness', 1e4, 'Compliance', 'flores', 'Restitution', 0.5}, {}};
  attempt(@() nsd_simulate(slab(rubs{:}), [0 0.01], 'Method', 'rattle', 'Step', 1e-3));
  for law = soft
    for method = {{'Step', 1e-3}, {'Method', 'event'}}
      attempt(@() nsd_simulate(slab(law{1}{:}, rubs{:}), [0 0.01], method{1}{:}));
    end
    attempt(@() nsd_simulate(slab(law{1}{:}), [0 0.01], 'Method', 'event'));
  end
end

function tables_and_parts()
% forces given at times, parts that fly alone, sparse matrices in repeated calls, forces of joints
  measured = nsd_table([0 0.004 0.006 1], [0 5 -5 0]);
  lifted = NsdSystem.linear(1, 0, 4, measured).contact(1, 0.1).start(0.2, 0);
  for given = {{'Method', 'event'}, {'Method', 'rattle', 'RelTol', 1e-3}, {'RelTol', 1e-3}, ...
               {'Step', 2e-3}}
    attempt(@() nsd_simulate(lifted, [0 0.02], given{1}{:}));
    attempt(@() nsd_sweep(lifted, [], [0 0.02], 'q0', [0.2 0.1], 'v0', [0 1], 'Threads', 1, ...
                          given{1}{:}));
  end
  n = 9;
  normals = [zeros(1, n-1); eye(n-1)] - [eye(n-1); zeros(1, n-1)];
  for C = {0, 0.1*eye(n)}
    row = NsdSystem.linear(eye(n), C{1}, 4*eye(n), nsd_harmonic(ones(n, 1), 3));
    row = row.contact(normals, 0.001, 'Restitution', 0.5).start((1:n)'*1e-4, [1; zeros(n-1, 1)]);
    attempt(@() nsd_simulate(row, [0 0.02], 'Method', 'event'));
    attempt(@() nsd_simulate(row, [0 0.005 0.02], 'Method', 'event'));
    attempt(@() nsd_sweep(row, [], [0 0.02], 'v0', [eye(n, 1), -eye(n, 1)], 'Threads', 1, ...
                          'Method', 'event'));
  end
  wide = NsdSystem.linear(speye(12), [], 3*speye(12), ones(12, 1)).contact(speye(12, 2), 0);
  bound = wide.joint(sparse([1 2], [1 1], [1 -1], 12, 1));
  for method = {'moreau', 'newmark', 'genalpha', 'rattle', 'event'}
    for k = 1:4                                   % sparse systems, prepared once and kept
      attempt(@() nsd_simulate(wide, [0 0.01], zeros(12, 1), -ones(12, 1)*k, 'Step', 2e-3, ...
                               'Method', method{1}));
    end
  end
  crank = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q) q(1)^2 + q(2)^2 - 1);
  crank = crank.contact(@(q) q(2) + 0.01, 'Restitution', 0.5).start([1; 0], [0; 0]);
  for method = {'newmark', 'hht', 'genalpha'}
    for force = {'velocity', 'acceleration'}
      given = {'Step', 2e-3, 'JointForce', force{1}, 'Method', method{1}};
      attempt(@() nsd_simulate(crank, [0 0.01], given{:}));
      attempt(@() nsd_simulate(bound, [0 0.01], zeros(12, 1), zeros(12, 1), given{:}));
    end
  end
  bend = NsdSystem.lagrangian(@(q) [2 + cos(q(2)), 0.2; 0.2, 1], @(t, q, v) [-1; -9.81]);
  bend = bend.contact(@(q) q(2) + q(1)^2, 'Restitution', 0.5).start([0; 0.001], [0; -1]);
  attempt(@() nsd_simulate(bend, [0 0.01], 'Step', 2e-3, 'Method', 'paoli', 'Metric', 'end'));
end

function many_contacts()
% problems that are factored by fronts, swept in single precision, or met by fast bodies
  n = 14;                                         % contacts of a heap: each touches the next two
  near = spdiags(ones(n, 5), -2:2, n, n) + 4*speye(n);
  W = kron(near, speye(3)) + kron(near, sparse(0.1*ones(3)));
  q = reshape([-ones(1, n); 0.3*sin(1:n); 0.2*cos(1:n)], [], 1);
  for solver = {'auto', 'interior', 'proximal', 'newton', 'nsgs'}
    attempt(@() nsd_friction(W, q, 0.5*ones(n, 1), 'Solver', solver{1}));
  end
  attempt(@() nsd_friction(full(W), q, 0.5*ones(n, 1)));
  heap = NsdBodies('Gravity', [0 0 -9.81], 'Friction', 0.5).plane([0; 0; 1], 0);
  heap = heap.box('Size', [1; 1; 1], 'Position', [0 0 1.01 0.5; 0 0 0 0; 0.5 1.5 0.5 2.5]);
  bullet = NsdBodies('Gravity', [0 0 -9.81]).plane([0; 0; 1], 0);
  bullet = bullet.box('Size', [0.05; 2; 2], 'Position', [0; 0; 1], 'Fixed', true);
  bullet = bullet.capsule('Radius', 0.02, 'Length', 0.1, 'Position', [-0.5; 0; 1], 'Velocity', ...
                          [300; 0; 0]);
  bullet = bullet.sphere('Radius', 0.02, 'Position', [-0.6; 0.3; 1], 'Velocity', [300; 0; 0]);
  attempt(@() nsd_simulate(heap, [0 0.01], 'Step', 2e-3, 'LcpTol', 1e-4));
  attempt(@() nsd_simulate(bullet, [0 0.01], 'Step', 2e-3));
  attempt(@() nsd_simulate(bullet.force(2, [1; 0; 0]), [0 0.01], 'Step', 5e-3));
end

function controlled_runs()
% sampled controllers, and runs that are prepared or kept
  push = {'Controller', @(t, x, memory) deal(-x(1), memory), 'Sample', 4e-3};
  ball = nsd_ball();
  diode = NsdSystem.firstOrder(-1, 1, 1, 1);
  twist = NsdSystem.lagrangian(1, @(t, q, v, p) p.u - q).parameter('u', 0).start(1, 0);
  attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Step', 2e-3, push{:}, 'Input', 1));
  attempt(@() nsd_simulate(ball, [0 0.02], 0.001, -1, 'Method', 'event', push{:}, 'Input', 1));
  attempt(@() nsd_simulate(diode, [0 0.02], 1, 'Step', 2e-3, push{:}, 'Input', 1));
  attempt(@() nsd_simulate(twist, [0 0.02], 'Step', 2e-3, push{:}));
  swing = NsdSystem.lagrangian(1, @(t, q, v, p) -p.k*sin(q)).parameter('k', 9).start(1, 0);
  for given = {{'Step', 2e-3}, {'Method', 'event'}}
    run = nsd_prepare(ball, [0 0.02], given{1}{:});
    for k = 1:5, attempt(@() run(0.001*k, -1)); end
    other = nsd_prepare(swing.contact(@(q) q + 1), [0 0.02], given{1}{:});
    for k = 1:5, attempt(@() other(0.1*k, -1, struct('k', 8 + k))); end
  end
  attempt(@() nsd_kernel('hash', uint8('text')));
end

function first_order_runs()
  diode = NsdSystem.firstOrder([-1 1; 0 -2], [1; 0.5], [1 0], 1, 'Input', @(t) [sin(t); 1]);
  many = NsdSystem.firstOrder(-speye(200), speye(200, 3), speye(3, 200), 0);
  attempt(@() nsd_simulate(many, [0 0.02], ones(200, 1), 'Step', 2e-3));
  relay = NsdSystem.firstOrder(@(t, x, p) [x(2); -p.k*sin(x(1))], @(x, l, t) x(2) + 0.3*x(1), ...
                               @(x, l, t) [0; l], 'Law', 'relay').parameter('k', 2);
  bounce = NsdSystem.hybrid(@(t, x, p) [x(2); -p.g], @(x, t, p) x(1), ...
                            @(x, i, t, p) [x(1); -p.e*x(2)], 'Mass', eye(2));
  bounce = bounce.parameter('g', 9.81, 'e', 0.7);
  slide = NsdSystem.filippov(@(t, x, s, p) [x(2); -x(1) - p.mu*s(1) + 0.1*s(2)], ...
                             @(x) [x(2) - 0.1; x(1)]).parameter('mu', 0.4);
  attempt(@() nsd_simulate(diode, [0 0.02], [0; 1], 'Step', 2e-3));
  attempt(@() nsd_simulate(diode, [0 0.02], [0; 1], 'Step', 2e-3, 'Method', 'zoh'));
  for compile = {'on', 'off'}
    attempt(@() nsd_simulate(relay, [0 0.02], [1; 0], 'Step', 2e-3, 'Compile', compile{1}));
    attempt(@() nsd_simulate(bounce, [0 0.1], [0.01; -1], 'Compile', compile{1}));
    attempt(@() nsd_simulate(slide, [0 0.1], [0.1; 0.1], 'Compile', compile{1}));
  end
  attempt(@() nsd_simulate(bounce, [0 0.1], [0.01; -1], 'Sensitivity', 'on'));
end

function bodies_runs()
  world = NsdBodies('Gravity', [0 0 -9.81]).plane([0; 0; 1], 0, 'Friction', 0.4);
  world = world.sphere('Radius', 0.5, 'Position', [0 0 0.5; 0.9 0 0.6]', 'Mass', 1);
  world = world.box('Size', [0.4 0.4 0.4], 'Position', [0; 0; 1.3]);
  sol = nsd_simulate(world, [0 0.01], 'Step', 2e-3);
  flat = NsdBodies('Gravity', [0 -9.81]).plane([0; 1], 0).disc('Radius', 1, 'Position', [0; 1]);
  attempt(@() nsd_simulate(flat, [0 0.01], 'Step', 2e-3));
  attempt(@() world.contacts(sol.q(1, :)'));
  pulled = world.force(1, @(t, x) [cos(t); 0; -x(3)]).torque(2, nsd_table([0 1], [0 0; 0 1; 0 0]));
  pulled = pulled.spring([0 3], 'Points', [0 0; 0 0; 2 1.3], 'Stiffness', 20, 'Damping', 1);
  attempt(@() nsd_simulate(pulled, [0 0.01], 'Step', 2e-3));
  joined = world.joint('hinge', [1 3], 'Point', [0; 0; 1], 'Axis', [0; 1; 0], 'Friction', 1, ...
                       'Motor', 'speed', 'Target', @(t) cos(t), 'MaxTorque', 3, 'Limits', [-1 1]);
  joined = joined.rope([0 2], 'Points', [0 1; 0 0; 2 1], 'Length', 2).ignore(1, 2);
  attempt(@() nsd_simulate(joined, [0 0.01], 'Step', 2e-3));
  many_shapes();
  mechanisms();
end

function many_shapes()
  world = NsdBodies('Gravity', [0 0 -9.81], 'Friction', 0.5).plane([0; 0; 1], 0);
  world = world.capsule('Radius', 0.2, 'Length', 1, 'Position', [0; 0; 0.2], 'Rolling', 0.01);
  world = world.cylinder('Radius', 0.2, 'Length', 1, 'Position', [0.4; 0; 0.2]);
  world = world.ellipsoid('Radii', [0.2; 0.3; 0.4], 'Position', [0; 0; 0.7]);
  world = world.hull('Points', [0 1 0 0; 0 0 1 0; 0 0 0 1], 'Position', [1; 0; 0.2]);
  world = world.compound({{'box', 'Size', [0.1; 0.1; 0.1]}, {'sphere', 'Radius', 0.1, 'Centre', ...
                                                              [0; 0; 0.1]}}, 'Position', [2; 0; 1]);
  world = world.terrain([0 0.1; 0.1 0], [-1 3 -1 1], 'Friction', 0.3);
  attempt(@() nsd_simulate(world, [0 0.01], 'Step', 2e-3, 'Start', 'accept'));
  attempt(@() nsd_simulate(world, [0 0.01], 'Step', 2e-3, 'Order', 2, 'KeepContacts', 'off'));
  attempt(@() world.contacts());
  flat = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.8).plane([0; 1], 0);
  flat = flat.box('Size', [1; 1], 'Position', [0 0.1; 0.5 1.5]);
  flat = flat.capsule('Radius', 0.1, 'Length', 1, 'Position', [2; 0.1]);
  attempt(@() nsd_simulate(flat, [0 0.01], 'Step', 2e-3, 'Project', 'on'));
end

function mechanisms()
  kinds = {'ball', 'hinge', 'slider', 'cylinder', 'universal', 'fixed', 'gear', 'rack'};
  for k = 1:numel(kinds)
    world = NsdBodies('Gravity', [0 0 -9.81]).plane([0; 0; 1], 0);
    world = world.box('Size', [1; 0.2; 0.2], 'Position', [0 1; 0 0; 0.1 0.1]);
    axes = {'Axis', [1; 0; 0]};
    if any(strcmp(kinds{k}, {'universal', 'rack'})), axes = {'Axis', [1 0; 0 1; 0 0]}; end
    if any(strcmp(kinds{k}, {'ball', 'fixed'})), axes = {}; end
    if strcmp(kinds{k}, 'gear'), axes = {'Axis', [0; 0; 1]}; end
    world = world.joint(kinds{k}, [1 2], 'Point', [0.5; -0.1; 0.2], axes{:});
    attempt(@() nsd_simulate(world, [0 0.01], 'Step', 2e-3));
  end
  arm = NsdBodies('Gravity', [0 -9.81]).box('Size', [1; 0.1], 'Position', [0.5 1.5; 0 0]);
  arm = arm.joint('hinge', [0 1], 'Point', [0; 0], 'Motor', 'position', 'Target', @(t) t);
  arm = arm.joint('distance', [1 2], 'Points', [1 1; 0 0.1]);
  arm = arm.spring([1 2], 'Axis', 1, 'Stiffness', 3, 'Angle', 0.1, 'Damping', 0.1);
  arm = arm.force(2, nsd_harmonic([1; 0], 2), 'Frame', 'body').torque(1, @(t) sin(t));
  attempt(@() nsd_simulate(arm, [0 0.01], 'Step', 2e-3));
end

function studies()
  swing = NsdSystem.lagrangian(1, @(t, q, v, p) -p.k*sin(q));
  swing = swing.contact(@(q) q + 0.1, 'Restitution', 'e').parameter('k', 9.81, 'e', 0.5);
  swing = swing.start(0, -2);
  oscillator = nsd_oscillator();
  given = {'Step', 2e-3, 'Threads', 1};    % threads before a fork would be lost in the child
  attempt(@() nsd_sweep(oscillator, struct('stiffness', [2 3]), [0 0.02], given{:}));
  attempt(@() nsd_sweep(swing, struct('k', [9 10]), [0 0.02], given{:}));
  attempt(@() nsd_sweep(swing, struct('k', [9 10]), [0 0.02], 'Method', 'event', 'Threads', 1));
  attempt(@() nsd_sweep(nsd_ball(), [], [0 0.02], 'q0', [0.001 0.002], 'v0', [-1 -1], given{:}));
  attempt(@() nsd_hausdorff([0; 1; 2], [0 1; 1 0; 0 1], [0; 1; 2], [0 1; 1 0.1; 0 1]));
  bar = nsd_bar('Model', 2, 'Segments', 3);
  attempt(@() bar.mass(bar.InitialPosition));
  attempt(@() bar.force(0, bar.InitialPosition, bar.InitialVelocity));
  attempt(@() bar.energy(bar.InitialPosition, bar.InitialVelocity));
  attempt(@() nsd_kernel('plugin', ''));
  attempt(@() nsd_kernel('lock', tempdir()));
  attempt(@() nsd_kernel('lock', 1));
end

function sweeps()
% families that the sweeps of studies() leave out
  given = {'Step', 2e-3, 'Threads', 1};
  bounce = NsdSystem.hybrid(@(t, x, p) [x(2); -p.g], @(x, t, p) x(1), ...
                            @(x, i, t, p) [x(1); -x(2)/2]).parameter('g', 9.81);
  slide = NsdSystem.filippov(@(t, x, s, p) [x(2); -x(1) - p.mu*s], @(x) x(2)).parameter('mu', 0.4);
  relay = NsdSystem.firstOrder(@(t, x, p) -p.k*x, @(x, l, t) x, @(x, l, t) l, 'Law', 'relay');
  diode = NsdSystem.firstOrder([-1 1; 0 -2], [1; 0.5], [1 0], 1);
  world = NsdBodies('Gravity', [0 0 -9.81]).plane([0; 0; 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [0 0 0.5; 0.9 0 0.6]', 'Mass', 1);
  attempt(@() nsd_sweep(bounce, struct('g', [9 10]), [0 0.1], 'q0', [0.01; -1], 'Threads', 1));
  attempt(@() nsd_sweep(slide, struct('mu', [0.3 0.4]), [0 0.1], 'q0', [0.1; 0.1], 'Threads', 1));
  attempt(@() nsd_sweep(relay.parameter('k', 1), struct('k', [1 2]), [0 0.02], 'q0', 1, given{:}));
  attempt(@() nsd_sweep(diode, [], [0 0.02], 'q0', [0 1; 1 0], given{:}));
  attempt(@() nsd_sweep(world, struct('friction', [0.1 0.5]), [0 0.01], given{:}));
end

function calls = limited(calls)
% runs that end after few steps, also when a mutated end of the run is far away
  for k = 1:numel(calls)
    for j = find(cellfun(@isstruct, calls(k).given))
      for name = {'maxSteps', 'MaxSteps', 'maxEvents', 'MaxEvents'}
        if isfield(calls(k).given{j}, name{1}), calls(k).given{j}.(name{1}) = 500; end
      end
    end
  end
end

function attempt(f)
% a call that the toolbox refuses leaves no record, which is no matter here
  try
    f();
  catch err
    if ~isempty(getenv('NSD_FUZZ_DEBUG')), disp(err.message); end
  end
end

function calls = distinct(calls)
  keys = arrayfun(@(c) [c.given{1}, shape(c.given(2:end), 0)], calls, 'UniformOutput', false);
  [~, first] = unique(keys, 'first');
  calls = calls(sort(first));
end

function text = shape(x, depth)
  text = sprintf('(%s %s', class(x), mat2str(size(x)));
  if iscell(x)
    parts = cellfun(@(y) shape(y, depth + 1), x(:)', 'UniformOutput', false);
    text = [text, parts{:}];
  elseif isstruct(x) && isscalar(x) && depth < 3
    names = fieldnames(x);
    for k = 1:numel(names), text = [text, names{k}, shape(x.(names{k}), depth + 1)]; end %#ok<AGROW>
  elseif ischar(x)
    text = [text, x(:)'];
  end
  text = [text, ')'];
end
