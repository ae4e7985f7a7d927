function report = fuzz_runs(varargin)
%FUZZ_RUNS  Random runs asked for in every way: the same bits; laws hold; works add up.
%   REPORT = FUZZ_RUNS(SECONDS, FIRST, COUNT) makes COUNT random runs from number FIRST on
%   [10, 1, Inf] in child processes (run_in_children.m). A number is a system (random_run.m: linear
%   with an impact law, friction or contacts that yield; nonlinear; rigid bodies with joints), a
%   start, a method and its options. The run is asked for again, prepared, as a sweep of two, with
%   an OutputFcn and every third row, from a system that was written to a struct and read: the same
%   bits each time. A loop of nsd_step ends where the run ends, and so does a run whose functions
%   are called back. Status 'ok' means that works add up, joints of bodies hold and their contacts
%   push (broken_run.m).
%   FUZZ_RUNS(0, NUMBER) shows run NUMBER. Octave only.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
  if seconds == 0
    [text, c, sol] = try_run(first);
    disp(c.system);
    disp(c);
    disp(sol);
    disp(text);
  else
    report = run_in_children('runs', @try_run, seconds, first, count);
  end
end

function [wrong, c, sol] = try_run(number)
  rand('twister', number);
  randn('twister', number);
  c = random_run(number);
  try
    [wrong, sol] = asked_in_all_ways(c);
  catch err
    [wrong, sol] = deal(sprintf('%s [%s]', err.message, err.identifier), []);
  end
  if ~isempty(wrong), wrong = sprintf('%s, %s', c.name, wrong); end
end

function [wrong, sol] = asked_in_all_ways(c)
  sol = plain(c);
  wrong = '';
  if strcmp(sol.status, 'ok'), wrong = broken_run(sol); end
  ways = {'again', @again; 'prepared', @prepared; 'swept', @swept; 'watched', @watched; ...
          'of a struct', @of_a_struct; 'step by step', @step_by_step; 'called back', @called_back};
  for k = 1:size(ways, 1)
    if ~isempty(wrong), break; end
    differs = ways{k, 2}(c, sol);
    if ~isempty(differs), wrong = sprintf('%s: %s: %s', sol.method, ways{k, 1}, differs); end
  end
end

function sol = plain(c, varargin)
  sol = nsd_simulate(c.system, c.span, c.q, c.v, c.given{:}, varargin{:});
end

function differs = again(c, sol)
% from the third call on, what was prepared for the last call is used again; a failed run between
  differs = '';
  other = c;
  other.q = c.q*0.99;
  for k = 1:3
    differs = difference(sol, plain(c));
    if ~isempty(differs), return; end
    plain(other, 'Start', 'accept');
  end
end

function differs = prepared(c, sol)
  run = nsd_prepare(c.system, c.span, c.given{:});
  for k = 1:4
    run(c.q, 0.5*c.v);
    differs = difference(sol, run(c.q, c.v));
    if ~isempty(differs), return; end
  end
end

function differs = swept(c, sol)
  differs = '';
  out = nsd_sweep(c.system, [], c.span, 'q0', [c.q, c.q], 'v0', [0.5*c.v, c.v], 'Threads', 1, ...
                  'Progress', 'off', c.given{:});
  if ~strcmp(out.status{2}, sol.status)
    differs = sprintf('%s where the run has %s', out.status{2}, sol.status);
  elseif ~isequal(out.q(2, :), sol.q(end, :)) || ~isequal(out.v(2, :), sol.v(end, :))
    differs = 'another end';
  end
end

function differs = watched(c, sol)
% by steps of their own, the rows of 'event' are not steps
  differs = '';
  seen = plain(c, 'OutputFcn', @(t, y, flag) false);
  if numel(seen.t) == numel(sol.t), differs = difference(sol, seen); end
  if ~isempty(differs) || ~strcmp(sol.status, 'ok') || ~any(strcmp('Step', c.given)), return; end
  if strncmp(sol.method, 'event', 5), return; end
  third = plain(c, 'OutputEvery', 3);
  rows = unique([1:3:numel(sol.t), numel(sol.t)]);
  if ~isequal(third.t, sol.t(rows)) || ~isequal(third.q, sol.q(rows, :)) || ...
      ~isequal(third.v, sol.v(rows, :))
    differs = 'every third row is another run';
  end
end

function differs = of_a_struct(c, sol)
  made = struct('NsdSystem', @NsdSystem.fromStruct, 'NsdBodies', @NsdBodies.fromStruct);
  c.system = made.(class(c.system))(c.system.toStruct());
  differs = difference(sol, plain(c));
end

function differs = step_by_step(c, sol)
% 1e-7: the tolerance of contact problems, whose solvers start with nothing, over some ten steps
  differs = '';
  place = find(strcmp('Step', c.given), 1);
  if ~c.steps || isempty(place) || ~strcmp(sol.status, 'ok'), return; end
  h = c.given{place + 1};
  rest = c.given([1:place-1, place+2:end]);
  named = find(strcmp('Method', rest), 1);
  rest(named:named + 1) = [];
  state = struct('q', c.q, 'v', c.v);
  for k = 1:numel(sol.t) - 1
    state = nsd_step(c.system, sol.method, c.span(1) + (k - 1)*h, state, h, rest{:});
    if ~strcmp(state.status, 'ok'), differs = state.status; return; end
    far = max(abs([state.q - sol.q(k + 1, :)'; (state.v - sol.v(k + 1, :)')*h]));
    if far > 1e-7*max([1; abs(sol.q(:)); h*abs(sol.v(:))])
      differs = 'another motion';
      return
    end
  end
end

function differs = called_back(c, sol)
  differs = '';
  if ~strcmp(c.system.Kind, 'lagrangian') || ~strcmp(sol.status, 'ok'), return; end
  other = plain(c, 'Compile', 'off');
  if ~strcmp(other.status, 'ok')
    differs = other.status;
  elseif max(abs(other.q(end, :) - sol.q(end, :))) > 1e-5*max([1; abs(sol.q(:))])
    differs = 'another motion';
  end
end

function differs = difference(a, b)
% the first property that has other bits
  differs = '';
  for name = {'status', 'method', 't', 'q', 'v', 'impulse', 'tangential', 'multiplier', 'energy'}
    if ~isequaln(a.(name{1}), b.(name{1}))
      differs = [name{1} ' is another'];
      return
    end
  end
end
