function bench_sparse()
%BENCH_SPARSE  Contacts everywhere on sparse matrices: obstacle problems, and steps of meshes with a
%   stop at every node, beside plain sparse Octave.
%   Prints lines "extra sparse_NAME VALUE" in seconds of CPU time; set-up and steps apart.
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
  cold(1e4);
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

function [step, setup, result] = two_lengths(run, few, many)
  few = ceil(few);
  [short, long] = deal(Inf);
  for k = 1:2
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
