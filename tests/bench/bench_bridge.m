function bench_bridge()
%BENCH_BRIDGE  Time the diode bridge through nsd_simulate; prints lines "nsd bridge KEY VALUE".
  L = 1e-2;
  C = 1e-6;
  R = 1e3;
  steps = 200000;
  sys = NsdSystem.firstOrder([0 -1/C; 1/L 0], [0 0 -1/C 1/C; 0 0 0 0], ...
                             [0 0; 0 0; -1 0; 1 0], ...
                             [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]);
  best = Inf;
  inside = Inf;
  for k = 1:3
    sol = []; % the last result is given back before the next is made
    start = cputime();
    sol = nsd_simulate(sys, [0 steps*1e-6], [10; 0], 'Step', 1e-6, 'Progress', 'off');
    best = min(best, cputime() - start);
    inside = min(inside, sol.stats.kernelSeconds);
  end
  fprintf('nsd bridge us %.6g\n', 1e6*best/steps);
  fprintf('kernel bridge us %.6g\n', 1e6*inside/steps);
  fprintf('nsd bridge steps %d\n', steps);
  fprintf('nsd bridge voltage %.15g\n', sol.x(5000, 1));
end
