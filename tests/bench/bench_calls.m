function bench_calls()
%BENCH_CALLS  What one call of nsd_simulate takes: of a new system, of the same again, prepared.
%   Prints lines "extra calls_NAME_HOW VALUE", milliseconds of CPU time of one call, the smallest
%   mean of many short loops. HOW is fresh (each call has a system of its own, made before),
%   repeated (the same system, from the third call on), prepared (run = nsd_prepare(...),
%   run(q0, v0)) or read (the same, and its sol.q(end)).
  ball = @() nsd_ball();
  one_case('ball_auto', ball, [0 8], {1, 0});
  one_case('ball_moreau', ball, [0 8], {1, 0}, 'Method', 'moreau');
  one_case('ball_short', ball, [0 1], {1, 0.1}, 'Method', 'moreau', 'Step', 0.02);
  one_case('pendulum_auto', @pendulum, [0 1], {1, 0});
  one_case('pendulum_moreau', @pendulum, [0 1], {1, 0}, 'Method', 'moreau', 'Step', 1e-2);
  w = box();
  one_case('world', @box, [0 0.01], {w.InitialPosition, w.InitialVelocity}, 'Step', 1e-3);
end

function one_case(name, make, span, start, varargin)
  given = [varargin, {'Progress', 'off'}];
  fresh = Inf;
  for loop = 1:3
    systems = cell(1, 20);
    for k = 1:20, systems{k} = make(); end
    fresh = min(fresh, mean_of(@(k) nsd_simulate(systems{k}, span, start{:}, given{:}), 20));
  end
  same = make();
  run = nsd_prepare(same, span, given{:});
  call = @(varargin) nsd_simulate(same, span, varargin{:}, given{:});
  for k = 1:3, run(start{:}); end
  best = Inf(1, 3);
  for loop = 1:30                                 % short ones: other programs come in between
    best(1) = min(best(1), loop_of(call, start, 10));
    best(2) = min(best(2), loop_of(run, start, 10));
    best(3) = min(best(3), loop_that_reads(run, start, 10));
  end
  print = @(how, value) fprintf('extra calls_%s_%s %.4g\n', name, how, value);
  print('fresh', fresh);
  print('repeated', best(1));
  print('prepared', best(2));
  print('read', best(3));
end

function ms = mean_of(call, count)
% milliseconds of one call
  clock = cputime();
  for k = 1:count, sol = call(k); end
  ms = 1e3*(cputime() - clock)/count;
  assert(strcmp(sol.status, 'ok'));
end

function ms = loop_of(run, start, count)
% milliseconds of run(start{:})
  [q0, v0] = start{:};
  clock = cputime();
  for k = 1:count, sol = run(q0, v0); end
  ms = 1e3*(cputime() - clock)/count;
  assert(strcmp(sol.status, 'ok'));
end

function ms = loop_that_reads(run, start, count)
  [q0, v0] = start{:};
  clock = cputime();
  for k = 1:count
    sol = run(q0, v0);
    last = sol.q(end);
  end
  ms = 1e3*(cputime() - clock)/count;
  assert(isfinite(last));
end

function w = box()
  w = NsdBodies('Friction', 0.3).plane([0 0 1], 0);
  w = w.box('Size', 1, 'Position', [0 0 0.6], 'Velocity', [1 0 0]);
end

function sys = pendulum()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81*sin(q) - 0.1*v + 0.5*cos(2*t));
  sys = sys.contact(@(q) q + 0.5, 'Restitution', 0.8);
end
