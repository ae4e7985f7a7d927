function bench_small()
%BENCH_SMALL  Small frictional systems, forced sweeps, cradles, stiff flights, recorded chains.
%   Prints lines "extra small_NAME VALUE", CPU time, the smallest of some: box, us per step in the
%   kernel with four frictional contacts, most steps at rest; slide, the same pushed and turned, so
%   that all contacts slide for ever; forced and unforced, ns per step of a sweep; run, us for a
%   run of ten steps in a sweep; system, ms to make a system with a contact; cradle_N, us per event
%   of N balls in the kernel, without set-up; cradle_N_call, ms of the whole call with set-up;
%   swing_N, us per event of N pendulums 1 mm apart, swing_N_rows with Refine 1; stiff, ms in the
%   kernel, and stiff_steps; chain_N, us per step of N recorded masses with M(q).
  print('box', 1e6*best(@() box_step(zeros(6, 1))));
  print('slide', 1e6*best(@() box_step([5; 0; 0; 0; 0; 0.1])));
  for force = {nsd_harmonic(1, 2.3), 0; 'forced', 'unforced'}
    sys = NsdSystem.linear(1, 0.1, 4, force{1});
    sys = sys.contact(1, 0.25, 'Restitution', 0.8);
    print(force{2}, 1e9*best(@() sweep_seconds(sys, 50, 1e5)/5e6, 8));
  end
  print('run', 1e6*best(@() sweep_seconds(sys, 1e5, 10)/1e5, 10));
  print('system', 1e3*best(@() system_seconds(20)/20, 20));
  for n = [30 100 300 1000], print(sprintf('cradle_%d', n), 1e6*best(@() cradle_event(n))); end
  print('cradle_300_call', 1e3*best(@() cradle_call(300)));
  print('swing_300', 1e6*best(@() swing_event(300)));
  print('swing_300_rows', 1e6*best(@() swing_event(300, 'Refine', 1)));
  [seconds, steps] = stiff_run();
  print('stiff', 1e3*min(seconds, best(@stiff_run)));
  print('stiff_steps', steps);
  for n = [150 300 600], print(sprintf('chain_%d', n), 1e6*chain_step(n)); end
end

function print(name, value)
  fprintf('extra small_%s %.4g\n', name, value);
end

function least = best(f, count)
% the smallest of COUNT values [3]; more of short runs, between which other programs come
  if nargin < 2, count = 3; end
  least = Inf;
  for k = 1:count, least = min(least, f()); end
end

function seconds = box_step(push)
  c = bench_case('box');
  sys = NsdSystem.linear(c.M, c.C, c.K, c.F + push);
  sys = sys.contact(c.H, c.b, 'Restitution', c.e, 'Friction', c.mu, 'Tangent', c.T);
  sol = nsd_simulate(sys, [0 2e4*c.h], c.q0, c.v0, 'Method', 'moreau', 'Step', c.h);
  seconds = sol.stats.kernelSeconds/sol.stats.steps;
end

function seconds = sweep_seconds(sys, runs, steps)
  clock = cputime();
  result = nsd_sweep(sys, [], [0 steps*1e-3], 'q0', linspace(0, 1, runs), 'v0', zeros(1, runs), ...
                     'Method', 'moreau', 'Step', 1e-3, 'Threads', 1, 'Progress', 'off');
  seconds = cputime() - clock;
  assert(numel(result.t) == runs);
end

function seconds = system_seconds(count)
  clock = cputime();
  for k = 1:count
    sys = NsdSystem.linear(1, 0, 0, -9.81);
    sys = sys.contact(1, 0, 'Restitution', 0.9); %#ok<NASGU>
  end
  seconds = cputime() - clock;
end

function sol = cradle(n)
% balls of diameter 1 with gaps of 0.1; the first one is shot at the others
  H = full(spdiags([-ones(n, 1), ones(n, 1)], [0 -1], n, n - 1));
  sys = NsdSystem.linear(eye(n));
  sys = sys.contact(H, -1, 'Restitution', 1);
  sol = nsd_simulate(sys, [0 0.09*n], 1.1*(0:n-1)', [1; zeros(n - 1, 1)], 'Method', 'event');
end

function seconds = cradle_event(n)
  sol = cradle(n);
  seconds = sol.stats.kernelSeconds/numel(sol.events.t);
end

function seconds = cradle_call(n)
  clock = cputime();
  cradle(n);
  seconds = cputime() - clock;
end

function seconds = swing_event(n, varargin)
% pendulums 1 mm apart; the first one is lifted and falls on the others
  sys = NsdSystem.linear(eye(n), 0, 9.81*eye(n)).contact(diff(eye(n))', 1e-3, 'Restitution', 1);
  sol = nsd_simulate(sys, [0 2], [-0.5; zeros(n - 1, 1)], zeros(n, 1), 'Method', 'event', ...
                     varargin{:});
  seconds = sol.stats.kernelSeconds/numel(sol.events.t);
end

function [seconds, steps] = stiff_run()
% two masses with a damper of rate 4e4 between them fall and bounce
  pair = [1 -1; -1 1];
  sys = NsdSystem.linear(eye(2), 2e4*pair, 1e3*pair, [-9.81; -9.81]);
  sys = sys.contact([1; 0], 0, 'Restitution', 0.8);
  sol = nsd_simulate(sys, [0 2], [1; 1.1], [0; 0], 'Method', 'event', ...
                     'RelTol', 1e-8, 'AbsTol', 1e-8);
  [seconds, steps] = deal(sol.stats.kernelSeconds, sol.stats.steps);
end

function seconds = chain_step(n)
% masses that change with their places, springs between neighbours; two lengths of a run
  K = 1e3*spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n);
  sys = NsdSystem.lagrangian(@(q) diag(2 + cos(q)), @(t, q, v) -K*q);
  spent = [0 0];
  for k = 1:2
    steps = [5 25];
    sol = nsd_simulate(sys, [0 steps(k)*1e-3], sin((1:n)'), zeros(n, 1), 'Method', 'moreau', ...
                       'Step', 1e-3);
    spent(k) = sol.stats.kernelSeconds;
  end
  seconds = diff(spent)/20;
end
