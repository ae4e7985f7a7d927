function report = fuzz_invariance(varargin)
%FUZZ_INVARIANCE  Random systems in other units, with other numbers, at another time: same motion.
%   REPORT = FUZZ_INVARIANCE(SECONDS, FIRST, COUNT) makes COUNT random systems from number FIRST on
%   [10, 1, Inf] in child processes (run_in_children.m). A system is linear, with contacts whose
%   directions are independent, so that its motion is unique, and a method. It runs as it is, and
%   again with the contacts permuted, masses, lengths and times in other units (AbsTol too, which
%   is a length), the time shifted, idle coordinates added: the motion must be the same beyond the
%   tolerance of the solver. A motion that jumps with its start is no fault: another end counts as
%   explained when the same method, in the same units, from starts moved by rounding, ends as far
%   away.
%   FUZZ_INVARIANCE(0, NUMBER) shows system NUMBER. Octave only.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
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
      % 1e-6: the tolerances of solver (1e-10) and event method (1e-8), grown by a few impacts
      [q, v] = back(found.q, found.v);
      same = distance(q, v, wanted) <= 1e-6;
    end
    if ~same
      wrong = sprintf('%s, %s: another motion', s.method, changes{k, 1});
      if jumps_with_start(s, wanted, found, back), wrong = ['explained: ' wrong]; end
      return
    end
  end
end

function jumps = jumps_with_start(s, wanted, found, back)
% starts moved by 1e-13 to 1e-11 of their size, in the units of S, in directions without a random
% number: one of the ends has another status, or is at least half as far from WANTED as FOUND is
  [far, jumps] = deal(Inf, false);
  if strcmp(found.status, wanted.status)
    [q, v] = back(found.q, found.v);
    far = distance(q, v, wanted);
  end
  n = numel(s.q);
  for i = 1:30
    part = 10^(-13 + mod(i, 3));
    d = sin(i*(1:2*n)'.^2 + i^2);
    moved = s;
    moved.q = s.q + part*max(abs(s.q))*d(1:n);
    moved.v = s.v + part*max(abs(s.v))*d(n+1:end);
    ended = motion_of(moved);
    same = strcmp(ended.status, wanted.status);
    jumps = (~same && isinf(far)) || (same && distance(ended.q, ended.v, wanted) >= far/2);
    if jumps, return, end
  end
end

function far = distance(q, v, wanted)
  far = max(max(abs(q - wanted.q))/(1 + max(abs(wanted.q))), ...
            max(abs(v - wanted.v))/(1 + max(abs(wanted.v))));
end

function s = random_linear()
  n = 1 + floor(5*rand());
  m = 1 + floor(n*rand());
  G = randn(n);
  L = randn(n, 1 + floor(n*rand()));
  s = struct('M', G*G'/n + 0.5*eye(n), 'C', 0.1*(rand() < 0.5)*(L*L'), 'K', 10*(L*L'), ...
             'a', 20*randn(n, 1), 'omega', 5*rand(), 'phase', 6*rand(), 'H', randn(n, m), ...
             'b', [], 'e', rand(m, 1), 'q', randn(n, 1), 'v', 3*randn(n, 1), 't', 0, ...
             'h', 0.01, 'span', 0.3, 'length', 1, 'method', '');
  s.b = 0.3*rand(m, 1) - s.H'*s.q;
  methods = {'moreau', 'moreau-dissipative', 'paoli', 'newmark', 'hht', 'genalpha', 'event'};
  s.method = methods{1 + floor(7*rand())};
end

function found = motion_of(s)
% the state at the end; at the same place of a motion by events, whose rows differ
  sys = NsdSystem.linear(s.M, s.C, s.K, nsd_harmonic(s.a, s.omega, s.phase));
  sys = sys.contact(s.H, s.b, 'Restitution', s.e);
  given = {'Step', s.h, 'Method', s.method};
  if strcmp(s.method, 'event'), given = [given, {'AbsTol', 1e-10*s.length}]; end
  sol = nsd_simulate(sys, s.t + [0 s.span], s.q, s.v, given{:});
  found = struct('status', sol.status, 'q', sol.q(end, :)', 'v', sol.v(end, :)');
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
  s.length = long*s.length;
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
