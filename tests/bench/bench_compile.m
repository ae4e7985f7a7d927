function bench_compile()
%BENCH_COMPILE  Functions of nonlinear systems: called back, recorded, compiled.
%   Prints lines "extra compile_* VALUE" for a pendulum with a stop and for a double pendulum with
%   a wall: nanoseconds of one force, milliseconds of recording, seconds of 10^6 steps of 'moreau'
%   with the functions recorded and compiled, and of as many with callbacks (from 10^4 of them).
%   For chains of 100 masses: seconds of recording.
%   compile_NAME_build: seconds by the clock for recording, compiling and loading machine code (the
%   compiler is another process), compile_NAME_pays: steps after which they are
%   saved. Chain of 30 masses: us per step in the kernel, recorded and compiled, and kilobytes of
%   its record.
  folder = tempname();
  for model = {'pendulum', pendulum(); 'double', double_pendulum()}'
    [name, sys] = model{:};
    clock = tic();
    built = nsd_compile(sys, 'Folder', folder);
    seconds = toc(clock);
    report(name, 'trace', 1e3*least(@() nsd_compile(sys, 'Target', 'tape'), 5));
    [tape, machine] = force_times(built);
    report(name, 'tape', tape);
    report(name, 'code', machine);
    [traced, compiled] = deal(least(@() run_it(sys, 1e6, 'auto'), 3), ...
                              least(@() run_it(built, 1e6, 'auto'), 3));
    report(name, 'traced', traced);
    report(name, 'compiled', compiled);
    report(name, 'build', seconds);
    report(name, 'pays', 1e6*seconds/max(traced - compiled, 0));
    report(name, 'called', 100*least(@() run_it(sys, 1e4, 'off'), 1));
  end
  report('chain', 'matrix', least(@() nsd_compile(matrix_chain(100), 'Target', 'tape'), 3));
  report('chain', 'loop', least(@() nsd_compile(loop_chain(100), 'Target', 'tape'), 3));
  sys = loop_chain(30);
  built = nsd_compile(sys, 'Folder', folder);
  in_kernel = @(s) 1e6*min(arrayfun(@(k) run_it(s, 2e4, 'auto').stats.kernelSeconds, 1:3))/2e4;
  report('chain', 'traced', in_kernel(sys));
  report('chain', 'compiled', in_kernel(built));
  tapes = built.Tapes.tapes; %#ok<NASGU>  for whos
  record = whos('tapes');
  report('chain', 'kilobytes', record.bytes/1e3);
end

function report(name, key, value)
  fprintf('extra compile_%s_%s %.4g\n', name, key, value);
end

function s = least(f, repeats)
  s = Inf;
  for k = 1:repeats
    start = cputime();
    f();
    s = min(s, cputime() - start);
  end
end

function sol = run_it(sys, steps, compile)
  sol = nsd_simulate(sys, [0 steps*1e-3], 'Step', 1e-3, 'OutputEvery', 100, 'Compile', compile, ...
                     'Progress', 'off');
  assert(strcmp(sol.status, 'ok'));
end

function [tape, machine] = force_times(sys)
% nanoseconds of one force
  points = 2000;
  x = [0; sys.InitialPosition; sys.InitialVelocity];
  X = repmat(x, 1, points) + 0.1*sin((1:numel(x))'*(1:points));
  [tape, machine] = deal(Inf);
  force = sys.Tapes.tapes.force;
  for k = 1:200
    [~, s] = nsd_kernel('tape_eval', force, X);
    tape = min(tape, 1e9*s/points);
    [~, s] = nsd_kernel('tape_eval', force, X, sys.Tapes.library, 'force');
    machine = min(machine, 1e9*s/points);
  end
end

function sys = pendulum()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81*sin(q) - 0.1*v + 0.5*cos(2*t));
  sys = sys.contact(@(q) q + 0.5, 'Restitution', 0.8).start(1, 0);
end

function sys = double_pendulum()
  g = 9.81;
  F = @(t,q,v) [-sin(q(1)-q(2))*v(2)^2 - 2*g*sin(q(1)); sin(q(1)-q(2))*v(1)^2 - g*sin(q(2))];
  sys = NsdSystem.lagrangian(@(q) [2, cos(q(1)-q(2)); cos(q(1)-q(2)), 1], F);
  sys = sys.contact(@(q) [sin(q(1)); sin(q(1)) + sin(q(2))] + 0.4, 'Restitution', 0.7);
  sys = sys.potential(@(q) -g*(2*cos(q(1)) + cos(q(2)))).start([1.2; 0.6], [0; 0]);
end

function sys = matrix_chain(n)
  K = 100*(2*eye(n) - diag(ones(n-1, 1), 1) - diag(ones(n-1, 1), -1));
  sys = NsdSystem.lagrangian(eye(n), @(t,q,v) -K*q - 0.1*v - 9.81).contact(@(q) q + 1);
  sys = sys.start(zeros(n, 1));
end

function sys = loop_chain(n)
  sys = NsdSystem.lagrangian(eye(n), @chain_force).contact(@(q) q + 1).start(zeros(n, 1));
end

function F = chain_force(~, q, v)
  n = numel(q);
  F = zeros(n, 1);
  for i = 1:n
    F(i) = -9.81 - 0.1*v(i);
    if i > 1, F(i) = F(i) - spring(q(i) - q(i-1)); end
    if i < n, F(i) = F(i) + spring(q(i+1) - q(i)); end
  end
end

function f = spring(d)
  f = 100*d + 5*d^3;
end
