function bench_circuits()
%BENCH_CIRCUITS  First-order circuits through nsd_simulate; prints lines "nsd CASE KEY VALUE".
  L = 1e-2;
  C = 1e-6;
  R = 1e3;
  tank = [0 -1/C; 1/L 0];
  time_it('bridge', NsdSystem.firstOrder(tank, [0 0 -1/C 1/C; 0 0 0 0], ...
          [0 0; 0 0; -1 0; 1 0], [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]), [10; 0], 1e-6);
  time_it('diode', NsdSystem.firstOrder(tank, [-1/C; 0], [-1 0], R), [10; 0], 1e-6);
  time_it('relay', NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay'), [3; 0], ...
          2e-3);
end

function time_it(name, sys, x0, h)
  steps = 200000;
  best = Inf;
  inside = Inf;
  for k = 1:3
    sol = []; % the last result is given back before the next is made
    start = cputime();
    sol = nsd_simulate(sys, [0 steps*h], x0, 'Step', h, 'Progress', 'off');
    best = min(best, cputime() - start);
    inside = min(inside, sol.stats.kernelSeconds);
  end
  fprintf('nsd %s us %.6g\n', name, 1e6*best/steps);
  fprintf('kernel %s us %.6g\n', name, 1e6*inside/steps);
  fprintf('nsd %s steps %d\n', name, steps);
  fprintf('nsd %s x1 %.15g\n', name, sol.x(2000, 1));
end
