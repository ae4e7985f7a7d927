function report = fuzz_invariance(seconds, first, count)
%FUZZ_INVARIANCE  Random systems in other units, with other numbers, at another time: same motion.
%   REPORT = FUZZ_INVARIANCE(SECONDS, FIRST, COUNT) makes COUNT random systems from number FIRST on
%   [10, 1, Inf] in child processes (run_in_children.m). A system is linear, with contacts whose
%   directions are independent, so that its motion is unique, and a method. It runs as it is, and
%   again with the contacts permuted, masses, lengths and times in other units, the time shifted,
%   idle coordinates added: the motion must be the same beyond the tolerance of the solver.
%   FUZZ_INVARIANCE(0, NUMBER) shows system NUMBER. Octave only.
  if nargin < 1, seconds = 10; end
  if nargin < 2, first = 1; end
  if nargin < 3, count = Inf; end
  run(fullfile(fileparts(mfilename('fullpath')), '..', '..', 'toolbox', 'nsd_setup.m'));
  states = warning();
  restore = onCleanup(@() warning(states)); %#ok<NASGU>
  warning('off', 'all');
  if seconds == 0
    [text, system] = try_system(first);
    disp(system);
    disp(text);
  else
    report = run_in_children('invariance', @try_system, seconds, first, count);
  end
end

function [wrong, s] = try_system(number)
  wrong = '';
  rand('twister', number);
  randn('twister', number);
  s = random_linear();
  wanted = motion_of(s);
  changes = {'contacts permuted', @permuted; 'other units', @in_other_units; ...
             'time shifted', @shifted; 'idle coordinates', @with_idle_coordinates};
  for k = 1:size(changes, 1)
    [other, back] = changes{k, 2}(s);
    found = motion_of(other);
    same = strcmp(found.status, wanted.status);
    if same && strcmp(found.status, 'ok')
      [q, v] = back(found.q, found.v);
      same = near(q, wanted.q) && near(v, wanted.v);
    end
    if ~same
      wrong = sprintf('%s, %s: another motion', s.method, changes{k, 1});
      return
    end
  end
end

function s = random_linear()
  n = 1 + floor(5*rand());
  m = 1 + floor(n*rand());
  G = randn(n);
  L = randn(n, 1 + floor(n*rand()));
  s = struct('M', G*G'/n + 0.5*eye(n), 'C', 0.1*(rand() < 0.5)*(L*L'), 'K', 10*(L*L'), ...
             'a', 20*randn(n, 1), 'omega', 5*rand(), 'phase', 6*rand(), 'H', randn(n, m), ...
             'b', [], 'e', rand(m, 1), 'q', randn(n, 1), 'v', 3*randn(n, 1), 't', 0, ...
             'h', 0.01, 'span', 0.3, 'method', '');
  s.b = 0.3*rand(m, 1) - s.H'*s.q;
  methods = {'moreau', 'moreau-dissipative', 'paoli', 'newmark', 'hht', 'genalpha', 'event'};
  s.method = methods{1 + floor(7*rand())};
end

function found = motion_of(s)
% the state at the end; at the same place of a motion by events, whose rows differ
  sys = NsdSystem.linear(s.M, s.C, s.K, nsd_harmonic(s.a, s.omega, s.phase));
  sys = sys.contact(s.H, s.b, 'Restitution', s.e);
  sol = nsd_simulate(sys, s.t + [0 s.span], s.q, s.v, 'Step', s.h, 'Method', s.method);
  found = struct('status', sol.status, 'q', sol.q(end, :)', 'v', sol.v(end, :)');
end

function yes = near(x, wanted)
% 1e-6: the tolerances of solver (1e-10) and event method (1e-8), grown by a few impacts
  yes = max(abs(x - wanted)) <= 1e-6*(1 + max(abs(wanted)));
end

function [s, back] = permuted(s)
  order = randperm(numel(s.b));
  s.H = s.H(:, order);
  s.b = s.b(order);
  s.e = s.e(order);
  back = @deal;
end

function [s, back] = in_other_units(s)
  mass = 10^(6*rand() - 3);
  long = 10^(6*rand() - 3);
  slow = 10^(4*rand() - 2);
  s.M = mass*s.M;
  s.C = mass/slow*s.C;
  s.K = mass/slow^2*s.K;
  s.a = mass*long/slow^2*s.a;
  s.omega = s.omega/slow;
  s.b = long*s.b;
  s.q = long*s.q;
  s.v = long/slow*s.v;
  s.h = slow*s.h;
  s.span = slow*s.span;
  back = @(q, v) deal(q/long, v*slow/long);
end

function [s, back] = shifted(s)
  later = 10*rand();
  s.t = s.t + later;
  s.phase = s.phase - s.omega*later;
  back = @deal;
end

function [s, back] = with_idle_coordinates(s)
  n = numel(s.q);
  place = randperm(n + 2);
  place = place(1:n);
  for name = {'M', 'C', 'K'}
    A = eye(n + 2)*strcmp(name{1}, 'M');
    A(place, place) = s.(name{1});
    s.(name{1}) = A;
  end
  for name = {'a', 'H', 'q', 'v'}
    x = zeros(n + 2, size(s.(name{1}), 2));
    x(place, :) = s.(name{1});
    s.(name{1}) = x;
  end
  back = @(q, v) deal(q(place), v(place));
end
