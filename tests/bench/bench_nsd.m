function bench_nsd(name)
%BENCH_NSD  Time one case through nsd_simulate; prints lines "nsd CASE KEY VALUE".
%   The time is the CPU time of the whole call, checks and result object included.
  c = bench_case(name);
  if exist('nsd_simulate', 'file') == 0
    error('nsd:bench:notBuilt', 'nsd_simulate is not there');
  end
  sys = NsdSystem.linear(c.M, c.C, c.K, c.F);
  if isfield(c, 'mu')
    sys = sys.contact(c.H, c.b, 'Restitution', c.e, 'Friction', c.mu, 'Tangent', c.T);
  else
    sys = sys.contact(c.H, c.b, 'Restitution', c.e);
  end
  run = @() nsd_simulate(sys, [0, c.steps * c.h], c.q0, c.v0, 'Step', c.h, ...
                         'Method', c.method, 'Progress', 'off');
  best = Inf;
  inside = Inf;
  repeats = 3;
  if strncmp(name, 'check-', 6)
    repeats = 1;
  end
  k = 0;
  while k < repeats
    sol = []; % the last result is given back before the next is made
    start = cputime();
    sol = run();
    best = min(best, cputime() - start);
    inside = min(inside, sol.stats.kernelSeconds);
    k = k + 1;
    if k == 3 && best < 0.05 % short calls feel every other process
      repeats = 20;
    end
  end
  if ~strcmp(sol.status, 'ok')
    error('nsd:bench:failed', 'the run ended with status %s', sol.status);
  end
  fprintf('nsd %s us %.6g\n', name, 1e6 * best / c.steps);
  if numel(c.q0) > 1 % for one coordinate kernel_run does it
    fprintf('kernel %s us %.6g\n', name, 1e6 * inside / c.steps);
  end
  fprintf('nsd %s steps %d\n', name, c.steps);
  fprintf('nsd %s q %.17g\n', name, mean(sol.q(end, :)));
  fprintf('nsd %s v %.17g\n', name, mean(sol.v(end, :)));
  fprintf('nsd %s impulse %.17g\n', name, sum(sol.impulse(:)));
end
