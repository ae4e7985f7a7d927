function report = fuzz_public(varargin)
%FUZZ_PUBLIC  Public functions with degenerate, extreme and wrong arguments: never a crash or a lie.
%   REPORT = FUZZ_PUBLIC(SECONDS, FIRST, COUNT) takes short programs that call every public function
%   (public_calls.m), changes one to three of their arguments (changed_value.m) and runs them in
%   child processes (run_in_children.m): COUNT programs from number FIRST on [10, 1, Inf]; the same
%   number is the same program in every session. Errors must be of nsd, or come from a function of
%   the user; an outcome 'ok' must satisfy its law, checked from outside (broken_law.m). Runs of
%   more than 1e5 steps, branches of more than 100 points and exponents of more than 1000 intervals
%   are left out.
%   FUZZ_PUBLIC(0, NUMBER) shows program NUMBER and runs it here. Octave only.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
  programs = public_calls();
  if seconds == 0
    show(programs, first);
  else
    report = run_in_children('public', @(number) try_program(programs, number), seconds, first, ...
                             count);
  end
end

function wrong = try_program(programs, number)
  wrong = '';
  program = changed_program(programs, number);
  if is_long(program), return; end
  try
    [outputs, given] = run_program(program);
  catch err
    if ~is_foreign(err), return; end
    wrong = sprintf('%s: %s [%s]', name_of(program{end}{1}), err.message, err.identifier);
    return
  end
  wrong = broken_law(program{end}{1}, given, outputs);
end

function yes = is_long(program)
% a run of more steps than a minute allows is what was asked for, not a fault
  [yes, given] = deal(false, program{end}{2});
  points = find(cellfun(@(x) ischar(x) && strcmpi(x, 'Points'), given(1:end-1)), 1);
  if ~isempty(points) && isnumeric(given{points + 1}) && any(given{points + 1}(:) > 100)
    yes = true;                                  % points of a branch: each takes many runs
    return
  end
  if strcmp(name_of(program{end}{1}), 'nsd_lyapunov') && numel(given) > 2
    yes = isnumeric(given{3}) && any(given{3}(:) > 1000);                  % one run for each
    return
  end
  place = place_of_span(name_of(program{end}{1}));
  if numel(given) <= place || ~isnumeric(given{place}) || numel(given{place}) < 2, return; end
  span = double(max(given{place}(:)) - min(given{place}(:)));
  step = find(cellfun(@(x) ischar(x) && strcmpi(x, 'Step'), given(1:end-1)), 1);
  if isempty(step)
    yes = span > 1e3;                            % event methods, whose steps are about a second
  elseif isnumeric(given{step + 1}) && isscalar(given{step + 1})
    yes = any(span/double(given{step + 1}) > 1e5);
  end
end

function place = place_of_span(name)
% of the times in the arguments of a function: sweeps vary something first
  place = 2;
  if strcmp(name, 'nsd_sweep'), place = 3; end
  if any(strcmp(name, {'nsd_bifurcation', 'nsd_basin'})), place = 4; end
end

function yes = is_foreign(err)
% an error that is neither of nsd, nor the host's word that a call has too many arguments, nor
% raised inside a function of the user; those of the programs are anonymous
  users = ~isempty(err.stack) && ~isempty(strfind(err.stack(1).name, '@<anonymous>'));
  surplus = ~isempty(regexp(err.message, '^\w+: function called with too many (in|out)puts$'));
  yes = ~(users || surplus || any(strncmp(err.identifier, {'nsd:', 'mine'}, 4)));
end

function [program, what] = changed_program(programs, number)
  rand('twister', number); %#ok<RAND>  Octave has no rng
  program = programs{1 + floor(numel(programs)*rand())};
  slow = any(strcmp(name_of(program{end}{1}), {'nsd_periodic', 'nsd_branch', 'nsd_curve', ...
                                              'nsd_compile'}));
  if slow && rand() < 0.9, program = programs{1 + floor(20*rand())}; end    % rather a solver
  what = cellfun(@(step) name_of(step{1}), program, 'UniformOutput', false);
  what = sprintf('%s ', what{:});
  for k = 1:1 + floor(3*rand())
    at = 1 + floor(numel(program)*rand());
    given = program{at}{2};
    if rand() < 0.05 && ~isempty(given)
      odd = {nsd_ball(), NsdBodies(), ones(300), zeros(0, 3), {{}}, struct('q', {}), int64(9), ...
             @(varargin) [], @(varargin) NaN, @(varargin) 'text', @(varargin) {}, ...
             @(varargin) 1i, @(varargin) error('mine:raised', 'raised'), -0, sparse(5, 5), ...
             single(pi), true, realmax(), realmin(), 1e-200, 1e200, '<last>'};
      place = 1 + floor(numel(given)*rand());
      given{place} = odd{1 + floor(numel(odd)*rand())};
      text = sprintf('{%d}:=odd', place);
    else
      [given, text] = changed_value(given, 0);
    end
    if ~iscell(given), given = {given}; end
    program{at}{2} = reshape(given, 1, []);
    what = sprintf('%s %s%s', what, name_of(program{at}{1}), text);
  end
end

function text = name_of(f)
  text = f;
  if ~ischar(f), text = func2str(f); end
end

function show(programs, number)
  [program, what] = changed_program(programs, number);
  disp(what);
  for k = 1:numel(program)
    disp(program{k}{2});
  end
  fflush(stdout);
  [outputs, given] = run_program(program);
  disp(outputs{1});
  disp(broken_law(program{end}{1}, given, outputs));
end
