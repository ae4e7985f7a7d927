function bench_sparse()
%BENCH_SPARSE  Contacts everywhere on sparse matrices: obstacle problems, and steps of meshes with a
%   stop at every node, beside plain sparse Octave.
%   Prints lines "extra sparse_NAME VALUE" in seconds of CPU time; set-up and steps apart. Recorded
%   models with M(q): recorded_N, with _first for the first call, which records the functions, and
%   recorded_growth, the exponent of the cost of a step.
  for N = [100 300 1000]
    obstacle(N);
  end
  for n = [1000 2000 10000]
    steps(sprintf('chain_%d', n), n, 1, 240);
  end
  for N = [32 45 100]
    steps(sprintf('membrane_%d', N), N, 2, 240);
  end
  resting('rest_2d', 316, 2);
  resting('rest_1d', 1e6, 1);
  drifting(316);
  cold(1e4);
  chain_obstacle(1e6);
  wind(100);
  for n = [1000 10000]
    ladder(n);
  end
  for method = {'newmark', 'hht'}
    family(method{1}, 2000, 1);
    family(method{1}, 45, 2);
  end
  family('ggl', 2000, 1, 'Method', 'newmark', 'GGL', 'on');
  family('ggl', 45, 2, 'Method', 'newmark', 'GGL', 'on');
  family('paoli', 45, 2, 'Method', 'paoli', 'Weight', 0.25);
  for method = {'kern', 'paoli'}
    family([method{1} '_lumped'], 45, 2, 'Method', method{1});
  end
  both_sides(2000, 1);
  both_sides(45, 2);
  rough(2000);
  for N = [22 45 100]
    rubbing(N);
  end
  sizes = [150 300 600 1200];
  seconds = arrayfun(@(n) recorded(sprintf('recorded_%d', n), n, 1, 'moreau'), sizes);
  fit = polyfit(log(sizes), log(seconds), 1);
  say('recorded_growth', fit(1));
  recorded('recorded_newmark_600', 600, 1, 'newmark');
  recorded('recorded_2d', 25, 2, 'moreau');
  for n = sizes, recorded_closed(n); end
end

function recorded_closed(n)
% the masses of RECORDED, all of them pressed on stops
  K = 1e3*laplacian(n, 1);
  sys = NsdSystem.lagrangian(@(q) diag(2 + cos(q)), @(t, q, v) -K*q - 20).contact(@(q) q);
  run = @(k) nsd_simulate(sys, [0 k*1e-3], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', ...
                          'Step', 1e-3, 'OutputEvery', k);
  [step, sol] = kernel_step(run, 20, 220);
  say(sprintf('recorded_closed_%d', n), step);
  say(sprintf('recorded_closed_%d_pushing', n), sum(sol.impulse(end, :) > 0));
end

function [step, sol, whole] = kernel_step(run, few, many)
% seconds of a step in the kernel, from runs of two lengths; whole: of the short call
  [short, long, whole] = deal(Inf);
  for k = 1:3
    start = cputime();
    sol = run(few);
    whole = min(whole, cputime() - start);
    short = min(short, sol.stats.kernelSeconds);
    sol = run(many);
    long = min(long, sol.stats.kernelSeconds);
  end
  step = (long - short)/(many - few);
end

function step = recorded(name, N, dims, method)
% recorded masses that change with their places, springs between neighbours, a stop at every tenth
  K = 1e3*laplacian(N, dims);
  n = size(K, 1);
  h = 1e-3;
  sys = NsdSystem.lagrangian(@(q) diag(2 + cos(q)), @(t, q, v) -K*q);
  sys = sys.contact(@(q) q(1:10:end) + 2);
  q0 = sin((1:n)');
  run = @(k) nsd_simulate(sys, [0 k*h], q0, zeros(n, 1), 'Method', method, 'Step', h, ...
                          'OutputEvery', k);
  start = cputime();
  run(1);
  say([name '_first'], cputime() - start);
  [step, ~, whole] = kernel_step(run, 20, 520);
  say(name, step);
  say([name '_setup'], whole - 20*step);
  if ~strcmp(method, 'moreau'), return; end
  plain = @(k) plain_recorded(@(q) 2 + cos(q), K, q0, h, k);
  [step_plain, ~, q] = two_lengths(plain, 5, 105);
  say([name '_plain'], step_plain);
  sol = run(105);
  say([name '_difference'], norm(q - sol.q(end, :)', inf));
end

function rough(N)
% a strip of nodes that rub on stops of many heights, two coordinates each
  D = laplacian(N, 1);
  X = spdiags(ones(N, 1)*[-1 1], [-1 1], N, N);
  [n, h] = deal(2*N, 1e-3);
  sys = NsdSystem.linear(speye(n), 0.3*speye(n), 2e3*[D, 0.1*X; 0.1*X', D] + 200*speye(n), ...
                         [3*sin((1:N)'/9); -10*ones(N, 1)]);
  sys = sys.contact([sparse(N, N); speye(N)], 2e-3*(1 + sin(0.7*(1:N)')), 'Friction', 0.4, ...
                    'Tangent', [speye(N); sparse(N, N)]);
  v0 = [0.5*cos((1:N)'); -0.3*ones(N, 1)];
  run = @(k) nsd_simulate(sys, [0 k*h], zeros(n, 1), v0, 'Method', 'moreau', 'Step', h, ...
                          'OutputEvery', k);
  [step, setup, sol] = two_lengths(run, 20, 120);
  say('rough', step);
  say('rough_setup', setup);
  say('rough_residual', sol.stats.lcpResidual);
end

function rubbing(N)
% three membranes, the coordinates of nodes that rub in space on stops of many heights
  n = N^2;
  [I, Z, h] = deal(speye(n), sparse(n, n), 1e-3);
  K = kron(speye(3), 1e4*laplacian(N, 2) + 200*I);
  F = [3*sin((1:n)'/9); 2*cos((1:n)'/7); -10*ones(n, 1)];
  T = [speye(2*n); sparse(n, 2*n)];
  T = T(:, reshape([1:n; n + (1:n)], 1, []));
  sys = NsdSystem.linear(speye(3*n), 0.3*speye(3*n), K, F);
  sys = sys.contact([Z; Z; I], 2e-3*(1 + sin(0.37*(1:n)')), 'Friction', 0.4, 'Tangent', T);
  v0 = [0.5*cos((1:n)'); 0.3*sin((1:n)'); -0.3*ones(n, 1)];
  run = @(k) nsd_simulate(sys, [0 k*h], zeros(3*n, 1), v0, 'Method', 'moreau', 'Step', h, ...
                          'OutputEvery', k);
  [step, sol] = kernel_step(run, 4, 24);
  say(sprintf('rubbing_%d', N), step);
  say(sprintf('rubbing_%d_residual', N), sol.stats.lcpResidual);
end

function drifting(N)
% a load presses half of a membrane down, its edge drifts: about a thousandth of the nodes changes
  K = 1e4*laplacian(N, 2);
  n = N^2;
  h = 1e-3;
  [X, Y] = ndgrid((1:N)/(N + 1));
  F = nsd_harmonic(0.5*ones(n, 1), 20, -pi/2, -20*(X(:) + 0.3*Y(:) - 0.65));
  sys = NsdSystem.linear(speye(n), 200*speye(n), K, F).contact(speye(n), zeros(n, 1));
  run = @(k) nsd_simulate(sys, [0 k*h], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', 'Step', h, ...
                          'OutputEvery', max(1, k - 1));
  [step, setup, sol] = two_lengths(run, 5, 45);
  say('drift_2d', step);
  say('drift_2d_setup', setup);
  moves = sol.impulse(end, :)' == 0;
  sol = nsd_simulate(sys, [0 20*h], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', 'Step', h);
  changes = sum(diff(sol.impulse(2:end, :) > 0) ~= 0, 2);
  say('drift_2d_changed_part', mean(changes)/sum(moves));
  A = (1 + 100*h)*speye(n) + h^2/4*K;
  b = ones(n, 1);
  best = Inf;
  for k = 1:3
    start = cputime();
    x = A(moves, moves) \ b(moves);                                                %#ok<NASGU>
    best = min(best, cputime() - start);
  end
  say('drift_2d_backslash', best);
end

function chain_obstacle(n)
% a string over a parabola, from nothing
  A = laplacian(n, 1);
  x = (1:n)'/(n + 1) - 0.5;
  q = A*(0.3 - 2*x.^2);
  start = cputime();
  [z, info] = nsd_lcp(A, q, 'Tolerance', 1e-9);
  say('string', cputime() - start);
  say('string_residual', max(abs(min(z, A*z + q)))/max(1, max(abs(q))));
  if ~strcmp(info.status, 'ok'), error('bench:sparse', 'string: %s', info.status); end
end

function wind(N)
% a membrane over an obstacle in a wind: M without symmetry
  A = laplacian(N, 2) + 0.3*kron(speye(N), spdiags(ones(N, 1)*[-1 1], -1:0, N, N));
  [X, Y] = ndgrid((1:N)/(N + 1) - 0.5);
  q = A*(0.3 - 2*(X(:).^2 + Y(:).^2));
  start = cputime();
  [z, info] = nsd_lcp(A, q, 'Tolerance', 1e-9);
  say(sprintf('wind_%d', N), cputime() - start);
  say(sprintf('wind_%d_residual', N), max(abs(min(z, A*z + q)))/max(1, max(abs(q))));
  if ~strcmp(info.status, 'ok'), error('bench:sparse', 'wind: %s', info.status); end
  start = cputime();
  plain_bounded(A, -q, q < 0, true(N^2, 1));
  say(sprintf('wind_%d_plain', N), cputime() - start);
end

function ladder(n)
% resistors and capacitors in a row, a diode at every tenth node, about half of them conducting
  m = floor(n/10);
  h = 1e-3;
  A = -50*laplacian(n, 1);
  B = sparse(10*(1:m), 1:m, 1, n, m);
  f = 5*sin(0.05*(1:n)');
  g = 5*cos(0.05*(1:n)');
  make = @() NsdSystem.firstOrder(A, B, B', 0, 'Input', nsd_harmonic([f g], [6 6], [0 -pi/2]), ...
                                  'Offset', 0.01*ones(m, 1));
  call = @(sys, k) nsd_simulate(sys, [0 k*h], zeros(n, 1), 'Step', h, 'Theta', 1, ...
                                'OutputEvery', k);
  sys = make();
  run = @(k) call(sys, k);
  repeats = 2 + 3*(n <= 1000);                    % calls are kept from the second on
  [step, setup, sol] = two_lengths(run, 20, 420, repeats);
  first = Inf;
  for k = 1:5
    other = make();
    clock = cputime();
    call(other, 20);
    first = min(first, cputime() - clock - 20*step);
  end
  say(sprintf('ladder_%d_first', n), first);
  say(sprintf('ladder_%d', n), step);
  say(sprintf('ladder_%d_setup', n), setup);
  say(sprintf('ladder_%d_conducting', n), mean(sol.lambda(end, :) > 0));
  plain = @(k) plain_ladder(A, B, 0.01, @(t) f*cos(6*t) + g*sin(6*t), h, k);
  [step, setup, x] = two_lengths(plain, 20, 420, repeats);
  say(sprintf('ladder_%d_plain', n), step);
  say(sprintf('ladder_%d_plain_setup', n), setup);
  say(sprintf('ladder_%d_difference', n), norm(x - sol.x(end, :)', inf));
end

function family(name, N, dims, varargin)
% steps of the Newmark family with the stops of STEPS; NAME is the method unless options follow
  if isempty(varargin), varargin = {'Method', name}; end
  K = 1e4*laplacian(N, dims);
  n = size(K, 1);
  h = 1e-3;
  sys = NsdSystem.linear(speye(n), 0, K, -10*ones(n, 1));
  sys = sys.contact(speye(n), 0.01*(1 + sin(0.37*(1:n)')));
  run = @(k) nsd_simulate(sys, [0 k*h], zeros(n, 1), zeros(n, 1), 'Step', h, ...
                          'OutputEvery', k, varargin{:});
  [step, setup] = two_lengths(run, 15, 135);
  say(sprintf('%s_%dd', name, dims), step);
  say(sprintf('%s_%dd_setup', name, dims), setup);
end

function both_sides(N, dims)
% a mesh that swings between stops on both sides of each node
  K = 1e4*laplacian(N, dims);
  n = size(K, 1);
  gap = 1e-3*(2 + sin(0.37*(1:n)'));
  sys = NsdSystem.linear(speye(n), 0, K, nsd_harmonic(-100*ones(n, 1), 20));
  sys = sys.contact([speye(n), -speye(n)], [gap; 0.8*gap]);
  run = @(k) nsd_simulate(sys, [0 k*1e-3], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', ...
                          'Step', 1e-3, 'OutputEvery', k);
  [step, setup] = two_lengths(run, 15, 135);
  say(sprintf('both_sides_%dd', dims), step);
  say(sprintf('both_sides_%dd_setup', dims), setup);
end

function obstacle(N)
% a membrane over the paraboloid 0.3 - 2 r^2, from nothing, residual 1e-9
  A = laplacian(N, 2);
  [X, Y] = ndgrid((1:N)/(N + 1) - 0.5);
  q = A*(0.3 - 2*(X(:).^2 + Y(:).^2));
  start = cputime();
  [z, info] = nsd_lcp(A, q, 'Tolerance', 1e-9);
  seconds = cputime() - start;
  say(sprintf('obstacle_%d', N), seconds);
  say(sprintf('obstacle_%d_residual', N), max(abs(min(z, A*z + q)))/max(1, max(abs(q))));
  if ~strcmp(info.status, 'ok'), error('bench:sparse', 'obstacle %d: %s', N, info.status); end
  if N > 300, return; end
  start = cputime();
  x = plain_bounded(A, -q, q < 0, true(N^2, 1));
  say(sprintf('obstacle_%d_plain', N), cputime() - start);
  if norm(x - z, inf) > 1e-6, error('bench:sparse', 'obstacle %d: answers differ', N); end
end

function steps(name, N, dims, count)
% stops of many heights: about half of them closed, and changing in every step
  K = 1e4*laplacian(N, dims);
  n = size(K, 1);
  gap = 0.01*(1 + sin(0.37*(1:n)'));
  F = -10*ones(n, 1);
  h = 1e-3;
  sys = NsdSystem.linear(speye(n), 0, K, F).contact(speye(n), gap);
  run = @(k) nsd_simulate(sys, [0 k*h], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', ...
                          'Step', h, 'Theta', 0.5, 'OutputEvery', k);
  [step, setup, sol] = two_lengths(run, count/8, count);
  say(name, step);
  say([name '_setup'], setup);
  say([name '_pushing'], mean(sol.impulse(end, :) > 0));
  plain = @(k) plain_membrane(speye(n), K, F, gap, h, k);
  [step, ~, q] = two_lengths(plain, count/8, count);
  say([name '_plain'], step);
  say([name '_difference'], norm(q - sol.q(end, :)', inf));
end

function resting(name, N, dims)
% half of the nodes rest on stops: the set stays
  K = 1e4*laplacian(N, dims);
  n = size(K, 1);
  gap = zeros(n, 1);
  gap(1:floor(n/2)) = 1;
  h = 1e-3;
  sys = NsdSystem.linear(speye(n), 50*speye(n), K, -10*ones(n, 1)).contact(speye(n), gap);
  run = @(k) nsd_simulate(sys, [0 k*h], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', ...
                          'Step', h, 'OutputEvery', k);
  [step, setup] = two_lengths(run, 5, 25);
  say(name, step);
  say([name '_setup'], setup);
end

function cold(n)
% a column of beads at rest, started without a guess
  H = spdiags([-ones(n, 1) ones(n, 1)], [-1 0], n, n)';
  sys = NsdSystem.linear(speye(n), 0, 0, -10*ones(n, 1)).contact(H, zeros(n, 1));
  run = @(k) nsd_simulate(sys, [0 k*1e-3], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', ...
                          'Step', 1e-3, 'OutputEvery', k);
  [step, setup] = two_lengths(run, 2, 102);
  say('cold_step', step);
  say('cold_first', setup);
end

function [step, setup, result] = two_lengths(run, few, many, repeats)
% of runs of two lengths, the smallest of REPEATS [2]
  if nargin < 4, repeats = 2; end
  few = ceil(few);
  [short, long] = deal(Inf);
  for k = 1:repeats
    start = cputime();
    run(few);
    short = min(short, cputime() - start);
    start = cputime();
    result = run(many);
    long = min(long, cputime() - start);
  end
  step = (long - short)/(many - few);
  setup = short - few*step;
end

function A = laplacian(N, dims)
  D = spdiags(ones(N, 1)*[-1 2 -1], -1:1, N, N);
  A = D;
  if dims == 2, A = kron(speye(N), D) + kron(D, speye(N)); end
end

function say(name, value)
  fprintf('extra sparse_%s %.6g\n', name, value);
end
