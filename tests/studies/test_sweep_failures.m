function test_suite = test_sweep_failures()
%TEST_SWEEP_FAILURES  Ensembles: failing runs, files to resume from, Ctrl-C, bad arguments.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_failing_run_leaves_the_others_alone()
  % negative stiffness: e^(1e4 t) leaves the range of numbers near t = 0.07
  out = sweep(oscillator(), struct('stiffness', [1 -1e8 1]), [0 1], 'Step', 1e-3, 'q0', -1, ...
              'v0', 0, 'Theta', 0.5);
  assertEqual(out.status([1 3]), {'ok'; 'ok'});
  assertFalse(strcmp(out.status{2}, 'ok'));
  assertTrue(out.t(2) < 1 && all(isfinite([out.q(2), out.v(2)])));
  assertEqual(out.q(1), out.q(3));
end

function test_singular_iteration_matrix_is_the_status_of_its_run()
  % M + h^2/4 K = 0 exactly
  out = sweep(oscillator(), struct('stiffness', [1 -4]), [0 10], 'Step', 1, 'q0', -1, 'v0', 0);
  assertEqual(out.status{1}, 'ok');
  assertEqual(out.status{2}, 'singular');
end

function test_error_in_a_user_function_is_the_status_of_its_run()
  sys = NsdSystem.lagrangian(1, @fragile);     % a branch: not recorded
  out = sweep(sys, [], [0 1], 'Step', 0.01, 'q0', [-5 0.9 -4], 'v0', [0 1 0]);
  assertEqual(out.status, {'ok'; 'userError'; 'ok'});
end

function test_file_keeps_finished_runs_and_the_same_call_goes_on()
  file = [tempname() '.mat'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  p = struct('omega', linspace(2.5, 3, 150));
  given = {'Step', 0.01, 'q0', -1, 'v0', 0, 'Reduce', 'poincare', 'Section', 'impact'};
  whole = sweep(oscillator(), p, [0 10], given{:});
  first = sweep(oscillator(), p, [0 10], given{:}, 'File', file);
  assertTrue(isequaln(first, whole));
  saved = load(file);
  assertTrue(all(saved.done));
  saved.done(5:80) = false;            % as if the first call had been stopped
  saved.raw.last(:, 5:80) = NaN;
  saved.raw.last(1, 1) = 123;          % and to see that the rest is not computed again
  content = saved.content; raw = saved.raw; done = saved.done; %#ok<NASGU>
  save(file, '-v7', 'content', 'raw', 'done');
  again = sweep(oscillator(), p, [0 10], given{:}, 'File', file);
  assertEqual(again.t(1), 123);
  assertEqual(again.q(5:80), whole.q(5:80));
end

function test_file_of_another_sweep_is_refused()
  file = [tempname() '.mat'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  p = struct('omega', [2.5 2.6]);
  sweep(oscillator(), p, [0 1], 'q0', -1, 'v0', 0, 'File', file);
  sweep(oscillator(), p, [0 1], 'q0', -1, 'v0', 0, 'File', file);
  other = @(varargin) assertExceptionThrown(@() sweep(varargin{:}, 'File', file), ...
                                            'nsd:sweep:otherFile');
  other(oscillator(), struct('omega', [2.5 2.7]), [0 1], 'q0', -1, 'v0', 0);
  other(oscillator(), p, [0 1], 'q0', -1, 'v0', 0.1);
  other(oscillator(), p, [0 2], 'q0', -1, 'v0', 0);
  other(oscillator(), p, [0 1], 'q0', -1, 'v0', 0, 'Theta', 1);
  other(oscillator().contact(1, 5), p, [0 1], 'q0', -1, 'v0', 0);
  k = 3;
  make = @(p) NsdSystem.linear(1, 0, k, nsd_harmonic(1, p.omega));
  other(make, p, [0 1], 'q0', -1, 'v0', 0);
end

function test_file_that_is_no_sweep_is_refused()
  file = [tempname() '.mat'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  x = 1; %#ok<NASGU>
  save(file, '-v7', 'x');
  assertExceptionThrown(@() sweep(oscillator(), [], [0 1], 'q0', -1, 'v0', 0, 'File', file), ...
                        'nsd:sweep:otherFile');
end

function test_function_in_a_model_belongs_to_the_content_of_a_file()
  file = [tempname() '.mat'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  k = 1;
  sweep(NsdSystem.lagrangian(1, @(t, q, v) -k*q), [], [0 1], 'q0', 1, 'v0', 0, 'File', file);
  k = 2;
  assertExceptionThrown(@() sweep(NsdSystem.lagrangian(1, @(t, q, v) -k*q), [], [0 1], ...
                                  'q0', 1, 'v0', 0, 'File', file), 'nsd:sweep:otherFile');
end

function test_a_function_that_cannot_make_a_system_names_the_run()
  make = @(p) NsdSystem.linear(p.m).contact(1, 0);
  message = message_of(@() nsd_sweep(make, struct('m', [1 2 -1]), [0 1], 'q0', 1, 'v0', 0));
  assertTrue(any(strfind(message, 'system of run 3')));
end

function test_bad_arguments_are_named()
  sys = oscillator();
  p = struct('omega', [2.5 2.6]);
  ok = {'q0', -1, 'v0', 0};
  refused = @(id, varargin) assertExceptionThrown(@() sweep(varargin{:}), ['nsd:sweep:' id]);
  refused('badSystem', 3, p, [0 1], ok{:});
  refused('badSystem', @(p) p.omega, p, [0 1], ok{:});
  refused('badParameter', sys, 5, [0 1], ok{:});
  refused('badParameter', sys, 'omega', [1 2], [0 1], ok{:});
  refused('badParameter', sys, struct('omega', {{1, 2}}), [0 1], ok{:});
  refused('badParameter', sys, struct('omega', [1 NaN]), [0 1], ok{:});
  refused('badParameter', sys, struct('restitution', [0.5 1.5]), [0 1], ok{:});
  bouncy = NsdSystem.lagrangian(1, @(t,q,v) -q).contact(@(q) q + 2, 'Restitution', 'r');
  refused('badParameter', bouncy.parameter('r', 0.5), struct('r', [0.5 2]), [0 1], ok{:});
  refused('badParameter', sys, struct('mass', [1 -1]), [0 1], ok{:});
  refused('unknownParameter', NsdSystem.lagrangian(1, @(t,q,v,p) -q).parameter('k', 1), ...
          struct('j', 1), [0 1], ok{:});
  unknown = @(sys, name) assertExceptionThrown(@() sweep(sys, struct(name, 1), [0 1]), ...
                                               'nsd:system:unknownParameter');
  unknown(sys, 'frequency');
  unknown(NsdSystem.linear(1, 0, 1), 'omega');
  unknown(NsdSystem.linear(1, 0, 1), 'restitution');
  unknown(NsdSystem.linear(eye(2)), 'mass');
  refused('badSize', sys, struct('omega', [1 2], 'restitution', [0 0.1 0.2]), [0 1], ok{:});
  refused('badSize', sys, p, [0 1], 'q0', [1 2 3], 'v0', 0);
  refused('noStart', sys, p, [0 1]);
  refused('noStart', sys, p, [0 1], 'q0', [1; 2], 'v0', [0; 0]);
  refused('badSpan', sys, p, 3, ok{:});
  refused('badSpan', sys, p, [1 0], ok{:});
  refused('badSpan', sys, p, [0 1], ok{:}, 'Step', 5);
  refused('badSpan', sys, p, [0 0.5 1], ok{:});
  refused('badSpan', sys, p, @(p) 7, ok{:});
  refused('unknownOption', sys, p, [0 1], ok{:}, 'Reducer', 'last');
  refused('badValue', sys, p, [0 1], ok{:}, 'Reduce', 'first');
  refused('badValue', sys, p, [0 1], ok{:}, 'Reduce', {'rows', 'poincare'});
  refused('badValue', NsdSystem.linear(1, 0, 1), [], [0 1], ok{:}, 'Reduce', 'poincare');
  refused('badValue', sys, p, [0 1], ok{:}, 'Reduce', 'poincare', 'Period', 1e-5);
  refused('badValue', sys, p, [0 1], ok{:}, 'Reduce', 'poincare', 'Section', [3 0]);
  refused('badValue', sys, p, [0 1], ok{:}, 'Reduce', 'poincare', 'Section', 2);  % one contact
  refused('badValue', bouncy.parameter('r', 0.5), [], [0 1], ok{:}, 'Reduce', 'poincare', ...
          'Section', 2);
  refused('badValue', sys, p, [0 1], ok{:}, 'Reduce', 'rows', 'Columns', 3);
  refused('badValue', sys, p, [0 1], ok{:}, 'Threads', 0);
  refused('badValue', sys, p, [0 1], ok{:}, 'Grid', 'maybe');
  refused('badValue', sys, p, [0 1], ok{:}, 'Step', [1 2 3]);
  refused('badValue', sys, p, [0 1], ok{:}, 'File', 7);
  refused('badValue', sys, p, [0 1], ok{:}, 'Method', 'event', 'Sensitivity', 'on');
  refused('badValue', sys, p, [0 1], ok{:}, 'Method', 'event', 'Events', @(t, q, v) q);
  refused('badSystem', 7, [], [0 1]);
  refused('noStart', NsdBodies(), [], [0 1]);
  refused('badValue', sys, p, [0 1], ok{:}, 'Method', 'event', 'Reduce', 'poincare', ...
          'Section', [1 0 1]);
  assertExceptionThrown(@() nsd_sweep(sys, p), 'nsd:sweep:missing');
  stepped = [ok, {'Method', 'paoli', 'RelTol', 1e-6}];
  assertExceptionThrown(@() sweep(sys, p, [0 1], stepped{:}), 'nsd:options:badValue');
  rough = NsdSystem.linear(eye(2)).contact([0; 1], 0, 'Friction', 0.5, 'Tangent', [1; 0]);
  assertExceptionThrown(@() sweep(rough, [], [0 1], 'q0', [0; 1], 'v0', [1; 0], ...
                                  'Method', 'paoli'), 'nsd:simulate:frictionMethod');
end

function test_penetrating_starts_are_moved_as_in_single_runs()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0);
  before = warning('off', 'nsd:sweep:start');
  restore = onCleanup(@() warning(before)); %#ok<NASGU>
  out = sweep(sys, [], [0 0.5], 'Step', 1e-3, 'Method', 'paoli', 'q0', [1 -0.1], 'v0', [0 0]);
  sol = simulate_quietly(sys, [0 0.5], -0.1, 0, 'Step', 1e-3, 'Method', 'paoli');
  assertEqual(out.q(2), sol.q(end));
  q0 = [1 0.5 -0.1 0.2 0.3];           % one call answers for all of these starts
  out = sweep(sys, [], [0 0.5], 'Step', 1e-3, 'Method', 'paoli', 'q0', q0, 'v0', 0);
  assertEqual(out.q(3), sol.q(end));
  bar = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).contact(@(q) q(2));   % for each
  out = sweep(bar, [], [0 0.1], 'Step', 1e-3, 'Method', 'paoli', 'q0', [0*q0; q0], 'v0', [0; 0]);
  sol = simulate_quietly(bar, [0 0.1], [0; -0.1], [0; 0], 'Step', 1e-3, 'Method', 'paoli');
  assertEqual(out.q(3, :), sol.q(end, :));
end

function test_errors_in_a_function_of_the_solution_are_told()
  % they stood in out.message alone, and out.value was full of NaN
  [id, message, out] = warning_of(@() sweep(oscillator(), struct('omega', [2.6 2.7 2.8]), [0 1], ...
                                            'Step', 0.01, 'q0', -1, 'v0', 0, 'Reduce', @late));
  assertEqual(id, 'nsd:sweep:runErrors');
  assertTrue(~isempty(strfind(message, '3 of 3 runs')));
  assertTrue(~isempty(strfind(message, 'no such thing')));
  assertEqual(out.status, {'error'; 'error'; 'error'});
end

function value = late(~)
  value = 0;
  error('mine:late', 'no such thing');
end

function test_a_force_that_becomes_nan_keeps_what_was_before()
  sys = NsdSystem.linear(1, 0, 1, @(t) 1 + 0*log(0.5 - t)).contact(1, 5).start(0, 0);
  out = sweep(sys, [], [0 1], 'Step', 0.01, 'q0', [0 1], 'v0', 0);
  assertEqual(out.status, {'notFinite'; 'notFinite'});
  assertElementsAlmostEqual(out.t, [0.49; 0.49], 'absolute', 0.011);
end

function F = fragile(~, q, ~)
  if q > 1, error('mine:broken', 'q is %g', q); end
  F = 0;
end

function out = sweep(varargin)
  out = nsd_sweep(varargin{:}, 'Progress', 'off');
end

function sys = oscillator()
  sys = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
end
