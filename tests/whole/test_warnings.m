function test_suite = test_warnings()
%TEST_WARNINGS  Functions that silence warnings leave them as they found them.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_function_leaves_the_warnings_as_they_were()
  % warning(before) with before = warning() does not switch on identifiers that are not in before:
  % after one interpreted sweep 16 warnings were off, and a run that diverged said nothing
  swing = NsdSystem.lagrangian(1, @branching).start(1, 0);
  circuit = NsdSystem.firstOrder(-1, 1, 1, 0);
  calls = { ...
    @() nsd_sweep(swing, [], [0 0.1], 'q0', [1 2], 'v0', 0, 'Step', 0.01, 'Progress', 'off'); ...
    @() nsd_sweep(swing.joint(@(q) q - 1), [], [0 0.1], 'q0', [1 1], 'v0', 0, 'Step', 0.01, ...
                  'Progress', 'off'); ...
    @() nsd_order(nsd_ball(), [0.02 0.01], 'L1', [], 'Span', [0 1]); ...
    @() nsd_periodic(nsd_pendulum(), 2*pi, 'Settle', 2); ...
    @() nsd_lyapunov(nsd_pendulum(), 2*pi, 2); ...
    @() nsd_branch(@(k) NsdSystem.linear(1, 0.1, k, nsd_harmonic(1, 1)).start(1, 0), [2 2.1], ...
                   2*pi, 'Points', 2); ...
    @() nsd_compare(nsd_ball(), [0 0.5], {'moreau', 'paoli'}); ...
    @() nsd_simulate(circuit, [0 1], 1); ...
    @() nsd_compile(swing, 'Target', 'tape'); ...
    @() nsd_check_system(swing); ...
    @() nsd_selftest(); ...
    @() nsd_order(nsd_ball(), 0, 'L1'); ...
    @() nsd_periodic(nsd_pendulum(), -1)};
  for k = 1:numel(calls)
    before = warning();
    quietly(calls{k});
    assertTrue(isequal(warning(), before), func2str(calls{k}));
  end
end

function test_a_run_that_fails_after_a_sweep_still_warns()
  swing = NsdSystem.lagrangian(1, @branching).start(1, 0);
  nsd_sweep(swing, [], [0 0.1], 'q0', [1 2], 'v0', 0, 'Step', 0.01, 'Progress', 'off');
  wild = NsdSystem.linear(1, 0, -1e8).start(1, 0);
  id = warning_of(@() nsd_simulate(wild, [0 1], 'Step', 1e-3, 'Theta', 0.5));
  assertEqual(id, 'nsd:simulate:diverged');
end

function test_warnings_that_were_off_or_errors_stay_so()
  restore = nsd_silence_warnings({'nsd:energy:gain', 'nsd:simulate:lastStep'}); %#ok<NASGU>
  warning('off', 'nsd:energy:gain');
  warning('error', 'nsd:simulate:lastStep');
  before = warning();
  hold = nsd_silence_warnings();
  assertEqual(state_of('nsd:simulate:lastStep'), 'off');
  inner = nsd_silence_warnings({'all'});
  assertEqual(state_of('Octave:some-thing'), 'off');
  innermost = nsd_silence_warnings({'nsd:some:thing', 'nsd:energy:gain'});
  clear innermost
  clear inner
  assertEqual(state_of('nsd:simulate:ray'), 'off');
  clear hold
  assertTrue(isequal(warning(), before));
end

function test_warnings_come_back_after_ctrl_c()
  if ~exist('OCTAVE_VERSION', 'builtin')
    moxunit_throw_test_skipped_exception('sends itself SIGINT, which this host does not take');
  end
  before = warning();
  text = ['hold = nsd_silence_warnings(); kill(getpid(), 2); pause(5); ' ...
          'error(''test:none'', ''not interrupted'')'];
  child = sprintf(['addpath(''%s''); nsd_setup(); before = warning(); ' ...
                   'function f(), %s, end\n' ...
                   'unwind_protect, f(); unwind_protect_cleanup, ' ...
                   'printf(''[%%d]'', isequal(before, warning())); end_unwind_protect'], ...
                  toolbox_folder(), text);
  out = octave_child(child);
  assertTrue(~isempty(strfind(out, '[1]')), out);
  assertTrue(isequal(warning(), before));
end

function test_warnings_come_without_a_list_of_inner_functions()
  % Regression: each warning ended in "called from" and four files of the toolbox
  before = warning('query', 'backtrace');
  text = ['addpath(''%s''); nsd_setup(); ' ...
          'ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0); ' ...
          'function f(b), nsd_simulate(b, [0 1], 1, 0, ''Step'', 0.3); end, f(ball); ' ...
          's = warning(''query'', ''backtrace''); printf(''[%%s]'', s.state);'];
  if exist('OCTAVE_VERSION', 'builtin')
    out = octave_child(sprintf(text, toolbox_folder()));
    assertTrue(~isempty(strfind(out, 'is penetrated by')), out);
    assertTrue(isempty(strfind(out, 'called from')) && ~isempty(strfind(out, '[on]')), out);
  end
  assertExceptionThrown(@() as_error(@() nsd_warn('nsd:simulate:lastStep', 'told')), ...
                        'nsd:simulate:lastStep');
  assertEqual(warning('query', 'backtrace'), before);
end

function as_error(f)
% F() while this warning is an error
  restore = nsd_silence_warnings({'nsd:simulate:lastStep'}); %#ok<NASGU>
  warning('error', 'nsd:simulate:lastStep');
  f();
end

function test_every_warning_of_the_toolbox_goes_through_one_function()
  for file = files_below(toolbox_folder(), '\.m$')
    lines = regexp(fileread(file{1}), '\n', 'split');
    calls = regexp(lines, '^[^%]*(?<![_\w''.])warning\(\[?''nsd:', 'once', 'match');
    assertTrue(all(cellfun('isempty', calls)), file{1});
  end
end

function quietly(f) %#ok<INUSD>  evalc uses f
  try
    evalc('f();');
  catch err
    if ~strncmp(err.identifier, 'nsd:', 4), rethrow(err); end
  end
end

function state = state_of(id)
  found = warning('query', id);
  state = found.state;
end

function F = branching(~, q, ~)
  if q > 0, F = -q; else, F = -2*q; end
end
