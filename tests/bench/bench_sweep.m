function bench_sweep()
%BENCH_SWEEP  10^4 runs of 10^4 steps of the impact oscillator, by the wall clock.
%   Prints lines "extra sweep_* VALUE": seconds on all cores, cores, seconds of half of the
%   runs on one thread over those on all (the smallest of three each), and seconds that a loop of
%   nsd_simulate would take, from 50 of its runs. Then sweep_NAME_loop and sweep_NAME_scaling for
%   10^4 short runs of a diode bridge, a relay and a hybrid ball, and runs of 100 spheres: the time
%   of a loop of nsd_simulate over that of the sweep on all cores; and, for runs ten times as long,
%   the time of one thread over that of all cores.
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
  time_families(cores);
end

function time_families(cores)
  [L, C, R] = deal(1e-2, 1e-6, 1e3);
  bridge = NsdSystem.firstOrder([0 -1/C; 1/L 0], [0 0 -1/C 1/C; 0 0 0 0], ...
                                [0 0; 0 0; -1 0; 1 0], ...
                                [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]);
  relay = NsdSystem.filippov(@(t, x, side) [x(2); -x(1) - 0.5*side], @(x) x(2));
  ball = NsdSystem.hybrid(@(t, x) [x(2); -9.81], @(x) x(1), @(x) [0; -0.8*x(2)]);
  starts = @(runs) {'q0', [linspace(1, 5, runs); zeros(1, runs)]};
  time_family('bridge', cores, bridge, [], [0 1e-4], {'Step', 1e-6}, starts, 1e4);
  time_family('relay', cores, relay, [], [0 3], {}, starts, 1e4);
  time_family('ball', cores, ball, [], [0 1], {}, starts, 1e4);
  k = 0:99;
  world = NsdBodies('Friction', 0.3).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', ...
                       [1.05*mod(k, 5); 1.05*mod(floor(k/5), 5); 0.55 + 1.05*floor(k/25)]);
  time_family('spheres', cores, world, struct('friction', linspace(0, 0.6, 32)), [0 0.5], ...
              {'Step', 5e-3}, @(runs) {}, 32);
end

function time_family(name, cores, sys, p, span, given, starts, runs)
  all_starts = starts(runs);
  sweep = @(span, threads) nsd_sweep(sys, p, span, given{:}, all_starts{:}, ...
                                     'Threads', threads, 'Progress', 'off');
  few = min(runs, 30);
  start = starts(few);
  clock = tic();
  for r = 1:few
    one = {};
    if ~isempty(start), one = {start{2}(:, r)}; end
    nsd_simulate(sys, span, one{:}, given{:}, 'Progress', 'off');
  end
  loop = toc(clock)*runs/few;
  fprintf('extra sweep_%s_loop %.3g\n', name, loop/best_of_three(@() sweep(span, cores)));
  fprintf('extra sweep_%s_scaling %.3g\n', name, best_of_three(@() sweep(10*span, 1)) ...
          /best_of_three(@() sweep(10*span, cores)));
end

function s = best_of_three(f)
  s = Inf;
  for k = 1:3
    clock = tic();
    o = f(); %#ok<NASGU>  without an output the sweep would print its summary
    s = min(s, toc(clock));
  end
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
