function report = fuzz_functions(varargin)
%FUZZ_FUNCTIONS  Functions of the user that fail at their k-th call, in every way and every run.
%   REPORT = FUZZ_FUNCTIONS(SECONDS, FIRST, COUNT) makes COUNT runs from number FIRST on [10, 1,
%   Inf] in child processes (run_in_children.m). A number is a kind of system (failing_system.m), a
%   method, a function of the system, called back or recorded, a fault and k from 1 to 200; k runs
%   fastest, then the function and the method, the fault last: an error, once; and from the k-th
%   call on errors, NaN, Inf, a wrong size, nothing, a cell, a struct, a text, a complex number.
%   A case whose k is beyond the calls of the sound run is that run, and is not made again.
%   The error must come through unchanged wherever it is raised (from a function that is recorded
%   and then fails for good beside the state, no longer: that is the end of its domain); after
%   another fault the run must raise an error of nsd or end with a status, and rows are finite
%   whenever the status is 'ok'. An OutputFcn may return nothing, as for odeset.
%   FUZZ_FUNCTIONS('size') is the number of different cases. FUZZ_FUNCTIONS(0, NUMBER) shows case
%   NUMBER and runs it here. Octave only.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
  addpath(fullfile(fileparts(mfilename('fullpath')), '..', 'whole'));
  list = targets();
  faults = all_faults();
  if ischar(seconds)
    report = 200*size(list, 1)*size(faults, 1);
    return
  end
  if seconds == 0
    disp(try_fault(list, faults, first, 1));
  else
    report = run_in_children('functions', @(number) try_fault(list, faults, number), seconds, ...
                             first, count);
  end
end

function list = targets()
% rows: system, method, Compile, letter of the function
  cases = {'linear', {'moreau', 'moreau-dissipative', 'kern', 'paoli', 'newmark', 'hht', ...
                      'genalpha', 'rattle', 'naive', 'event'}; ...
           'nonlinear', {'moreau', 'paoli', 'newmark', 'hht', 'genalpha', 'rattle', 'event', ...
                         'event-newmark', 'moreau by RelTol', 'genalpha by RelTol', ...
                         'rattle by RelTol'}; ...
           'given', {'moreau', 'paoli', 'newmark', 'genalpha', 'rattle', 'event'}; ...
           'rough', {'moreau', 'newmark', 'genalpha', 'rattle', 'event', 'moreau by RelTol'}; ...
           'functions', {'theta'}; 'inputs', {'theta', 'zoh'}; 'hybrid', {'event'}; ...
           'filippov', {'event'}; 'energies', {'moreau', 'newmark', 'rattle', 'event'}; ...
           'braked', {'moreau', 'newmark', 'rattle', 'event'}; 'bodies', {'moreau'}; ...
           'controlled', {'moreau', 'paoli', 'newmark', 'rattle', 'event'}; 'watched', {'event'}};
  list = cell(0, 4);
  for c = 1:size(cases, 1)
    for method = cases{c, 2}
      for letter = failing_system(cases{c, 1})
        for compile = {'off', 'auto'}
          list(end+1, :) = {cases{c, 1}, method{1}, compile{1}, letter}; %#ok<AGROW>
        end
      end
    end
  end
end

function faults = all_faults()
  faults = {'error', []; 'errors', []; 'NaN', NaN; 'Inf', Inf; 'wrong size', ones(3); ...
            'nothing', []; 'cell', {{1}}; 'struct', struct('a', 1); 'text', 'text'; ...
            'complex', 1 + 2i};
end

function wrong = try_fault(list, faults, number, shown)
  k = 1 + mod(number - 1, 200);
  at = floor((number - 1)/200);
  target = list(1 + mod(at, size(list, 1)), :);
  kind = faults(1 + mod(floor(at/size(list, 1)), size(faults, 1)), :);
  name = sprintf('%s %s %s, Compile %s, %s', target{[1 2]}, target{4}, target{3}, kind{1});
  if nargin > 3, fprintf('%s from call %d on\n', name, k); end
  raises = strncmp(kind{1}, 'error', 5);
  once = strcmp(kind{1}, 'error');
  fault = @(y, calls) faulty(y, calls == k || (calls > k && ~once), kind);
  wrong = '';
  if k > calls_of(1 + mod(at, size(list, 1)), target), return; end
  try
    sol = run_of(target, fault);
    looked = {sol.gap, sol.energy, sol.events}; %#ok<NASGU>  must not raise
  catch err
    users = strcmp(err.identifier, 'mine:fault');
    if ~(strncmp(err.identifier, 'nsd:', 4) || (users && raises))
      wrong = sprintf('%s: %s [%s]', name, err.message, err.identifier);
    end
    return
  end
  recorded = ~strcmp(target{3}, 'off') || strcmp(target{1}, 'energies');     % always derived
  swallowed = raises && failing_system() >= k && (once || ~recorded);
  if swallowed
    wrong = [name ': the error is lost'];
  elseif strcmp(sol.status, 'ok') && ~all(isfinite([sol.t(:); sol.q(:); sol.v(:)]))
    wrong = [name ': ok, but rows are not finite'];
  elseif strcmp(sol.status, 'ok') && failing_system() > k + 20 && ...
      ~raises && ~strcmp(kind{1}, 'Inf') && ~(strcmp(kind{1}, 'nothing') && target{4} == 'O')
    wrong = [name ': ok, with a function that fails'];
  end
end

function sol = run_of(target, fault)
  [sys, options] = failing_system(target{1}, target{4}, fault);
  words = strsplit(target{2}, ' by ');
  given = {'Step', 5e-3};
  if numel(words) > 1, given = {'RelTol', 1e-3, 'AbsTol', 1e-5}; end
  sol = nsd_simulate(sys, [0 0.3], 'Method', words{1}, 'Compile', target{3}, given{:}, options{:});
end

function calls = calls_of(number, target)
% how often the sound run calls the function, and the looks at its solution
  persistent known
  if numel(known) < number || isnan(known(number))
    known(end+1:number) = NaN;
    sol = run_of(target, @(y, calls) y);
    looked = {sol.gap, sol.energy, sol.events}; %#ok<NASGU>
    known(number) = failing_system();
  end
  calls = known(number);
end

function y = faulty(y, now, kind)
  if ~now
    return
  elseif strncmp(kind{1}, 'error', 5)
    error('mine:fault', 'the fault');
  else
    y = kind{2};
  end
end
