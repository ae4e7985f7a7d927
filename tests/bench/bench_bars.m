function bench_bars()
%BENCH_BARS  The impacting bar (n = 9, h = 1e-7, 50000 steps) and elastic bars, us per step.
%   Prints lines "extra bar_* VALUE" and "extra elastic_* VALUE": time inside the MEX file, the
%   smallest of five runs; every 100th row is kept.
  warning('off', 'nsd:energy:gain');
  for solve = {'fast', 'dense'}
    bar = nsd_bar('Model', 1, 'Solve', solve{1}, 'Restitution', 1);
    fprintf('extra bar_%s %.6g\n', solve{1}, per_step(bar, 5e-3, 1e-7, 'paoli'));
    fprintf('extra bar_%s_event %.6g\n', solve{1}, per_step(bar, 5e-3, 1e-7, 'event-newmark'));
  end
  c = sqrt(210e9/7800);
  for N = [1000 10000]
    h = 0.5/(N*c);
    for method = {'moreau', 'newmark', 'genalpha'}
      us = per_step(nsd_elastic_bar('Elements', N), 4000*h, h, method{1});
      fprintf('extra elastic_%s_%d %.6g\n', method{1}, N, us);
    end
  end
end

function us = per_step(sys, T, h, method)
  us = Inf;
  for k = 1:5
    sol = nsd_simulate(sys, [0 T], 'Step', h, 'Method', method, 'OutputEvery', 100, ...
                       'Progress', 'off');
    us = min(us, 1e6*sol.stats.kernelSeconds/sol.stats.steps);
  end
end
