function bench_sweep()
%BENCH_SWEEP  10^4 runs of 10^4 steps of the impact oscillator, by the wall clock.
%   Prints lines "extra sweep_* VALUE": seconds on all cores, cores, seconds of half of the
%   runs on one thread over those on all (the smallest of three each), and seconds that a loop of
%   nsd_simulate would take, from 50 of its runs.
  cores = nproc();
  fprintf('extra sweep_cores %d\n', cores);
  fprintf('extra sweep_seconds %.4g\n', seconds(1e4, cores));
  alone = Inf;
  together = Inf;
  for k = 1:3
    alone = min(alone, seconds(5000, 1));
    together = min(together, seconds(5000, cores));
  end
  fprintf('extra sweep_scaling %.4g\n', alone/together);
  clock = tic();
  for omega = linspace(2.5, 3, 50)
    T = 2*pi/omega;
    nsd_simulate(oscillator(omega), [0 50*T], -1, 0, 'Step', T/200, 'OutputEvery', 1e4, ...
                 'Progress', 'off');
  end
  fprintf('extra sweep_loop %.4g\n', toc(clock)*1e4/50);
end

function s = seconds(runs, threads)
  clock = tic();
  nsd_sweep(oscillator(2.6), struct('omega', linspace(2.5, 3, runs)), ...
            @(p) [0 100*pi/p.omega], 'Step', @(p) pi/100/p.omega, 'q0', -1, 'v0', 0, ...
            'Reduce', 'poincare', 'Section', 'impact', 'Samples', 20, 'Threads', threads, ...
            'Progress', 'off');
  s = toc(clock);
end

function sys = oscillator(omega)
  sys = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, omega)).contact(-1, 0, 'Restitution', 0.8);
end
