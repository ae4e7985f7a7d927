function bench_bars()
%BENCH_BARS  The impacting bar (n = 9, h = 1e-7, 50000 steps) and elastic bars, us per step.
%   Prints lines "extra bar_* VALUE", the time inside the MEX file, and "extra elastic_* VALUE",
%   the CPU time of the whole call, the smallest of five runs each; every 100th row is kept.
%   "nsd elastic-N q VALUE" is the mean displacement after the steps siconos_dynamics takes.
  warning('off', 'nsd:energy:gain');
  for solve = {'fast', 'dense'}
    bar = nsd_bar('Model', 1, 'Solve', solve{1}, 'Restitution', 1);
    fprintf('extra bar_%s %.6g\n', solve{1}, per_step(bar, 5e-3, 1e-7, 'paoli'));
    fprintf('extra bar_%s_event %.6g\n', solve{1}, per_step(bar, 5e-3, 1e-7, 'event-newmark'));
  end
  c = sqrt(210e9/7800);
  for N = [1000 10000]
    h = 0.5/(N*c);
    bar = nsd_elastic_bar('Elements', N, 'Gap', 0);      % in contact from the first step on
    for method = {'moreau', 'newmark', 'genalpha'}
      [~, us] = per_step(bar, 4000*h, h, method{1});
      fprintf('extra elastic_%s_%d %.6g\n', method{1}, N, us);
    end
    steps = 20 - 17*(N == 10000);
    sol = nsd_simulate(bar, [0 steps*h], 'Step', h);
    fprintf('nsd elastic-%d q %.17g\n', N, mean(sol.q(end, :)));
  end
end

function [us, whole] = per_step(sys, T, h, method)
  [us, whole] = deal(Inf);
  for k = 1:5
    start = cputime();
    sol = nsd_simulate(sys, [0 T], 'Step', h, 'Method', method, 'OutputEvery', 100, ...
                       'Progress', 'off');
    whole = min(whole, 1e6*(cputime() - start)/sol.stats.steps);
    us = min(us, 1e6*sol.stats.kernelSeconds/sol.stats.steps);
  end
end
