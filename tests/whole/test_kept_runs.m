function test_suite = test_kept_runs()
%TEST_KEPT_RUNS  A second call of nsd_simulate reuses what the first has prepared, and gives the
%   bits of a system that was never run before.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = ball(e)
  if nargin < 1, e = 0.8; end
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', e);
end

function sys = pair()
% two masses with a spring and a damper between them, one above the other, pushed periodically
  force = nsd_harmonic([1; 0], 7, 0, [-9.81; -9.81]);
  sys = NsdSystem.linear(diag([1 2]), [1 -1; -1 1]/5, [50 -50; -50 50], force) ...
        .contact([1 -1; 0 1], [0; 0.5], 'Restitution', [0.8; 0.1]);
end

function assert_same_as_new(make, starts, span, varargin)
% runs of one system from several starts, beside runs of systems that were made for each
  one = make();
  for k = 1:size(starts, 2)
    n = size(starts, 1)/2;
    [q0, v0] = deal(starts(1:n, k), starts(n+1:end, k));
    kept = nsd_simulate(one, span, q0, v0, varargin{:});
    fresh = nsd_simulate(make(), span, q0, v0, varargin{:});
    assertTrue(isequal(kept, fresh), sprintf('start %d', k));
    assertEqual(kept.stats.why, fresh.stats.why);
  end
end

function test_other_starts_give_the_bits_of_a_new_system()
  starts = [1 2 0.5 1; 0 -1 3 0];
  for method = {'auto', 'event', 'moreau', 'kern', 'newmark', 'paoli'}
    assert_same_as_new(@ball, starts, [0 2], 'Method', method{1});
  end
  assert_same_as_new(@ball, starts, [0 2]);
  assert_same_as_new(@ball, starts, 0:0.1:2, 'Step', 1e-3);
  starts = [0.1 0.4 0; 0 0.2 1; 0 1 0; 0 0 -2];
  for method = {'auto', 'moreau', 'genalpha'}
    assert_same_as_new(@pair, starts, [0 1.5], 'Method', method{1});
  end
end

function test_a_start_on_or_below_the_floor_is_looked_at_again()
  sys = ball();
  nsd_simulate(sys, [0 1], 1, 0, 'Method', 'paoli');
  warning('off', 'nsd:simulate:gapStart', 'local');
  low = nsd_simulate(sys, [0 1], -0.5, 0, 'Method', 'paoli');
  assertTrue(isequal(low, nsd_simulate(ball(), [0 1], -0.5, 0, 'Method', 'paoli')));
  assertEqual(low.q(1), 0);
  assert_same_as_new(@ball, [1 0 1; 0 0 0], [0 1]);
end

function test_bad_starts_are_refused_as_at_first()
  sys = ball();
  nsd_simulate(sys, [0 1], 1, 0);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], NaN, 0), 'nsd:simulate:notFinite');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], [1 2], 0), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1i, 0), 'nsd:simulate:badSize');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1), 'nsd:simulate:noStart');
  assertExceptionThrown(@() nsd_simulate(sys, [1 0], 1, 0), 'nsd:simulate:badSpan');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 0, 'Stepp', 1), ...
                        'nsd:options:unknownOption');
end

function test_other_spans_and_options_are_other_runs()
  sys = ball();
  first = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2);
  assertEqual(first.t(end), 1);
  assertEqual(nsd_simulate(sys, [0 2], 1, 0, 'Step', 1e-2).t(end), 2);
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, 'Step', 2e-2).stats.step, 2e-2);
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, nsd_options('Step', 1e-3)).stats.step, 1e-3);
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, nsd_options('Step', 2e-3)).stats.step, 2e-3);
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2, 'Method', 'kern').stats.method, 'kern');
end

function test_a_changed_copy_is_another_system()
  sys = ball();
  before = nsd_simulate(sys, [0 3], 1, 0);
  copies = {sys.contact(-1, 2), sys.joint(1, -1), sys.start(1, 0), sys.named('other'), ...
            sys.parameter('restitution', 0.2), sys.parameter('mass', 2), ...
            sys.drawing(@(t, q) [0 q]), sys.withTapes([])};
  stamps = cellfun(@(s) s.Stamp, [{sys}, copies]);
  assertEqual(numel(unique(stamps)), numel(stamps));
  after = nsd_simulate(copies{5}, [0 3], 1, 0);
  assertTrue(isequal(after, nsd_simulate(ball(0.2), [0 3], 1, 0)));
  assertFalse(isequal(after, before));
  assertEqual(nsd_simulate(copies{4}, [0 3], 1, 0).system.Name, 'other');
  assertTrue(isequal(before, nsd_simulate(sys, [0 3], 1, 0)));
end

function test_stamps_are_not_part_of_what_a_system_is()
  assertTrue(isequal(ball(), ball()));
  assertTrue(isequal(ball(), ball(), ball()));
  assertFalse(isequal(ball(), ball(0.3)));
  assertFalse(isequal(ball(), 3));
  assertFalse(isfield(ball().toStruct(), 'Stamp'));
end

function test_functions_of_the_user_are_called_in_every_run()
  global nsd_test_push
  nsd_test_push = -9.81;
  sys = NsdSystem.linear(1, 0, 0, @(t) pushed(t)).contact(1, 0, 'Restitution', 0.8);
  before = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2);
  nsd_test_push = -20;
  after = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2);
  clear -global nsd_test_push
  assertTrue(after.v(5) < before.v(5) - 0.1);
end

function f = pushed(t)
  global nsd_test_push
  f = nsd_test_push*ones(size(t));
end
