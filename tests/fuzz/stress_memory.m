function worst = stress_memory(count, word, limit, from)
%STRESS_MEMORY  Call public functions again and again, right and wrong: memory must not grow.
%   WORST = STRESS_MEMORY(COUNT) makes COUNT calls of each that takes less than 10 ms, and COUNT/50
%   of the others [10000], and prints by how many kB the process grew in the second half of them,
%   and the time of a call. STRESS_MEMORY(COUNT, WORD) takes the calls whose name contains WORD,
%   STRESS_MEMORY(COUNT, WORD, LIMIT) stops each after LIMIT seconds, and
%   STRESS_MEMORY(COUNT, WORD, LIMIT, FROM) begins with line FROM of the list, to go on after an
%   interruption: the whole list takes about two hours. WORST is the largest growth.
%   The calls: every public function as in public_calls.m, right and with a wrong argument, and
%   runs of all kinds, with functions that fail. Needs Linux.
%
%   Example
%       addpath tests/fuzz; stress_memory(10000)
  if nargin < 1, count = 10000; end
  if nargin < 2, word = ''; end
  if nargin < 3, limit = Inf; end
  if nargin < 4, from = 1; end
  calls = [list_of_runs(); list_of_functions()];
  silent = nsd_silence_warnings({'all'}); %#ok<NASGU>
  worst = 0;
  for k = from:size(calls, 1)
    if ~isempty(word) && isempty(strfind(calls{k, 1}, word)), continue; end
    repeat(calls{k, 2}, 1, limit);
    clock = cputime();
    repeat(calls{k, 2}, 3, limit);
    many = ceil(count/2/(1 + 49*((cputime() - clock)/3 >= 0.01)));
    first = repeat(calls{k, 2}, many, limit/2);
    before = resident();
    clock = cputime();
    [made, failures] = repeat(calls{k, 2}, many, limit/2);
    grown = resident() - before;
    worst = max(worst, grown);
    fprintf('  %-40s %6d calls, %8.3f ms each, %6d kB more, %6d errors\n', calls{k, 1}, ...
            first + made, 1e3*(cputime() - clock)/made, grown, failures);
    fflush(stdout);
  end
  fprintf('largest growth %d kB\n', worst);
end

function [made, failures] = repeat(f, count, limit)
  [made, failures] = deal(0);
  clock = tic();
  while made < count && toc(clock) < limit
    made = made + 1;
    try
      f();
    catch err
      failures = failures + 1;
      known = any(strncmp(err.identifier, {'nsd:', 'mine'}, 4)) ...
              || ~isempty(strfind(err.message, 'function called with too many'));
      if ~known, rethrow(err); end
    end
  end
end

function kilobytes = resident()
  text = fileread('/proc/self/status');
  kilobytes = sscanf(text(strfind(text, 'VmRSS:'):end), 'VmRSS: %d', 1);
end

function calls = list_of_functions()
% one program of each public function, and the same with its last argument wrong
  programs = public_calls();
  names = cellfun(@(p) name_of(p{end}{1}), programs, 'UniformOutput', false);
  [~, one] = unique(names, 'first');
  calls = cell(0, 2);
  for k = sort(one(:))'
    bad = programs{k};
    bad{end}{2} = [bad{end}{2}(1:max(0, end - 1)), {{'wrong'}}];
    calls(end+1:end+2, :) = {names{k}, @() quietly(programs{k}); ...
                             [names{k} ', wrong'], @() quietly(bad)};
  end
end

function quietly(program) %#ok<INUSD>  run by evalc: some print
  evalc('run_program(program);');
end

function name = name_of(f)
  name = f;
  if ~ischar(f), name = func2str(f); end
end

function calls = list_of_runs()
  osc = nsd_oscillator();
  ball = nsd_ball();
  spring = NsdSystem.lagrangian(1, @(t, q, v) -sin(q)).contact(@(q) q + 0.2, 'Restitution', 0.5);
  failing = NsdSystem.lagrangian(1, @fails);
  relay = NsdSystem.filippov(@(t, x, s) [x(2); -x(1) - 0.5*s], @(x) x(2));
  circuit = NsdSystem.firstOrder(-1, 1, 1, 0);
  jumper = NsdSystem.hybrid(@(t, x) [x(2); -9.81], @(x) x(1), @(x) [x(1); -0.8*x(2)]);
  block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]).contact([0; 1], 0, 'Friction', 0.3, ...
                                                             'Tangent', [1; 0]);
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 1]);
  sol = nsd_simulate(ball, [0 0.1], 'Step', 0.01);
  file = fullfile(tempdir(), sprintf('stress_%d.csv', getpid()));
  short = {'Step', 0.01, 'Progress', 'off'};
  back = [short, {'Compile', 'off'}];
  calls = { ...
    'moreau', @() nsd_simulate(osc, [0 0.1], short{:}); ...
    'paoli', @() nsd_simulate(osc, [0 0.1], short{:}, 'Method', 'paoli'); ...
    'newmark', @() nsd_simulate(osc, [0 0.1], short{:}, 'Method', 'newmark'); ...
    'event', @() nsd_simulate(ball, [0 0.1], 'Method', 'event'); ...
    'friction', @() nsd_simulate(block, [0 0.1], [0; 0], [1; 0], short{:}); ...
    'recorded', @() nsd_simulate(spring, [0 0.1], 1, 0, short{:}); ...
    'called back', @() nsd_simulate(spring, [0 0.1], 1, 0, back{:}); ...
    'called back, event', @() nsd_simulate(spring, [0 0.1], 1, 0, 'Method', 'event', ...
                                           back{3:end}); ...
    'a function that fails', @() nsd_simulate(failing, [0 1], 1, 0, back{:}); ...
    'the same, returned', @() nsd_simulate(failing, [0 1], 1, 0, back{:}, 'OnError', 'return'); ...
    'first order', @() nsd_simulate(circuit, [0 0.1], 1, short{:}); ...
    'filippov', @() nsd_simulate(relay, [0 0.1], [2; 0]); ...
    'hybrid', @() nsd_simulate(jumper, [0 0.1], [1; 0]); ...
    'bodies', @() nsd_simulate(world, [0 0.05], short{:}); ...
    'sweep', @() nsd_sweep(osc, struct('mass', [1 2]), [0 0.1], short{:}); ...
    'sweep, wrong', @() nsd_sweep(osc, struct('mass', [1 NaN]), [0 0.1]); ...
    'sol.energy, sol.gap', @() {sol.energy, sol.gap}; ...
    'sol.export', @() sol.export(file); ...
    'nsd_kernel, no gateway', @() nsd_kernel('nothing')};
end

function F = fails(t, q, ~)
  if t > 0.05, error('mine:broken', 'at t = %g', t); end
  F = -q;
end
