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

function sys = column_of_beads(n)
% beads above each other: M has one diagonal, and each contact moves two beads at most
  H = spdiags([ones(n, 1), -ones(n, 1)], [0, 1], n, n);
  sys = NsdSystem.linear(speye(n), 0, 0, -9.81*ones(n, 1)) ...
        .contact(H, [-0.5; -ones(n-1, 1)], 'Restitution', 0.5);
end

function sys = membrane(n)
% n by n nodes with springs between neighbours, a stop at each
  line = spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n);
  K = 1e3*(kron(line, speye(n)) + kron(speye(n), line));
  sys = NsdSystem.linear(speye(n^2), 0, K, -ones(n^2, 1)).contact(speye(n^2), 1e-3);
end

function test_sparse_systems_are_kept_with_their_factors()
  % a step of 100 beads was prepared anew in every call, which took 20 times as long as the step
  start = 0.6 + 1.1*(0:39)';
  starts = [start, 2*start, start + 1, start; zeros(40, 3), linspace(0, -1, 40)'];
  for method = {'moreau', 'newmark', 'paoli'}
    assert_same_as_new(@() column_of_beads(40), starts, [0 0.3], 'Step', 1e-3, ...
                       'Method', method{1});
  end
  zero = zeros(900, 1);
  wave = sin(linspace(0, 20, 900))';
  for method = {'moreau', 'newmark', 'genalpha'}
    assert_same_as_new(@() membrane(30), [zero zero 1e-3*wave zero; zero wave zero -wave], ...
                       [0 0.05], 'Step', 1e-3, 'Method', method{1});
  end
end

function sys = ladder(n)
% resistors and capacitors in a row, a diode at every tenth node
  B = sparse(10*(1:n/10), 1:n/10, 1, n, n/10);
  A = 50*spdiags(ones(n, 1)*[1 -2 1], -1:1, n, n);
  sys = NsdSystem.firstOrder(A, B, B', 0, 'Input', nsd_harmonic(sin((1:n)'), 6), ...
                             'Offset', 0.01*ones(n/10, 1));
end

function test_first_order_systems_are_kept_too()
  for n = [20 300]                                % full, sparse
    sys = ladder(n);
    for k = 1:4
      x0 = 0.1*k*cos((1:n)');
      given = {'Step', 1e-3, 'Theta', 1};
      kept = nsd_simulate(sys, [0 0.05], x0, given{:});
      assertTrue(isequal(kept, nsd_simulate(ladder(n), [0 0.05], x0, given{:})), sprintf('%d', k));
      assertEqual(kept.v, zeros(51, 0));
    end
    assertEqual(numel(nsd_kernel('recall', sys.Stamp, [0 0.05], [{x0}, given])), 2);
    assertExceptionThrown(@() nsd_simulate(sys, [0 0.05], x0(2:end), given{:}), '*');
    sys = sys.start(x0);
    for k = 1:4, own = nsd_simulate(sys, [0 0.05], given{:}); end
    assertTrue(isequal(own, kept));
  end
end

function test_ill_posed_relations_are_told_in_every_run()
  sys = NsdSystem.firstOrder(-1, 1, -1, 0);
  for k = 1:4
    lastwarn('');
    evalc('nsd_simulate(sys, [0 0.1], -1, ''Step'', 1e-2);');
    [~, id] = lastwarn();
    assertEqual(id, 'nsd:simulate:illPosed', sprintf('run %d', k));
  end
end

function test_a_start_on_or_below_the_floor_is_looked_at_again()
  sys = ball();
  for k = 1:2, nsd_simulate(sys, [0 1], 1, 0, 'Method', 'newmark', 'GGL', 'on'); end
  warning('off', 'nsd:simulate:gapStart', 'local');
  low = nsd_simulate(sys, [0 1], -0.5, 0, 'Method', 'newmark', 'GGL', 'on');
  fresh = nsd_simulate(ball(), [0 1], -0.5, 0, 'Method', 'newmark', 'GGL', 'on');
  assertTrue(isequal(low, fresh));
  assertEqual(low.q(1), 0);
  assert_same_as_new(@ball, [1 1 0 1; 0 0 0 0], [0 1]);
end

function test_steps_follow_the_start()
  % a lower start falls for a shorter time: shorter steps, in the kernel as at first
  sys = ball();
  for k = 1:3, high = nsd_simulate(sys, [0 1], 1, 0, 'Method', 'moreau'); end
  low = nsd_simulate(sys, [0 1], 0.01, 0, 'Method', 'moreau');
  assertElementsAlmostEqual(high.stats.steps, 500/sqrt(2/9.81), 'absolute', 1);
  assertElementsAlmostEqual(low.stats.steps, 10*500/sqrt(2/9.81), 'absolute', 1);
  assertElementsAlmostEqual(low.t(end), 1, 'absolute', 1e-12);
end

function test_a_start_that_asks_for_too_many_steps_warns_as_at_first()
  [sys, given] = deal(ball(), {'Method', 'moreau', 'OutputEvery', 1000});
  for k = 1:3, nsd_simulate(sys, [0 20], 1, 0, given{:}); end
  lastwarn('');
  evalc('low = nsd_simulate(sys, [0 20], 5e-5, 0, given{:});');
  [~, id] = lastwarn();
  assertEqual(low.stats.steps, 2e6);
  assertEqual(id, 'nsd:simulate:longSpan');
end

function test_a_warning_of_every_run_comes_in_every_run()
  [sys, other] = deal(NsdSystem.linear(1, 0, 1e4, -9.81).contact(1, 0), ball());
  for k = 1:4
    lastwarn('');
    evalc('nsd_simulate(sys, [0 1], 1, 0, ''Method'', ''kern'', ''Step'', 0.1);');
    [~, id] = lastwarn();
    assertTrue(~isempty(id), 'a step above the stability limit');
    lastwarn('');
    evalc('nsd_simulate(other, [0 1], 1, 0, ''Method'', ''moreau'', ''Gamma'', 0.6);');
    [~, id] = lastwarn();
    assertEqual(id, 'nsd:options:notRead');
  end
end

function test_gained_energy_is_reported_in_every_run_where_it_is_worth_a_warning()
  % Theta below 1/2 adds energy in each step: much with 0.3, below a thousandth of it with 0.4999
  sys = NsdSystem.linear(1, 0, 4).contact(1, 5);
  for theta = [0.3 0.4999]
    given = {'Method', 'moreau', 'Theta', theta, 'Step', 1e-2};
    for k = 1:4
      lastwarn('');
      evalc('nsd_simulate(sys, [0 1], 1, 0, given{:});');
      [~, id] = lastwarn();
      assertEqual(strcmp(id, 'nsd:energy:gain'), theta == 0.3);
    end
  end
end

function test_bad_starts_are_refused_as_at_first()
  sys = ball();
  for k = 1:2, nsd_simulate(sys, [0 1], 1, 0); end
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
  for k = 1:3, first = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2); end
  assertEqual(first.t(end), 1);
  assertEqual(nsd_simulate(sys, [0 2], 1, 0, 'Step', 1e-2).t(end), 2);
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, 'Step', 2e-2).stats.step, 2e-2);
  for k = 1:2
    assertEqual(nsd_simulate(sys, [0 1], 1, 0, nsd_options('Step', 1e-3)).stats.step, 1e-3);
  end
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, nsd_options('Step', 2e-3)).stats.step, 2e-3);
  assertEqual(nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2, 'Method', 'kern').stats.method, 'kern');
end

function test_a_changed_copy_is_another_system()
  sys = ball();
  for k = 1:3, before = nsd_simulate(sys, [0 3], 1, 0); end
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

function test_systems_that_take_turns_are_kept_too()
% who compares two systems runs them in turn: each run was then prepared anew, and equations from
% energies, which take longer to record, seemed to run at half the speed of those by hand
  energies = NsdSystem.energies(@(q, v) (1 + 4*q^2)*v^2/2, @(q) 9.81*q^2);
  hand = NsdSystem.lagrangian(@(q) 1 + 4*q^2, @(t, q, v) -4*q*v^2 - 2*9.81*q);
  systems = {energies, hand, ball(0.3), ball(0.4)};
  given = {0.5, 1, 'Method', 'moreau', 'Step', 1e-2};
  for k = 1:2
    for j = 1:4, nsd_simulate(systems{j}, [0 0.1], given{:}); end
  end
  for j = 1:4
    stamp = systems{j}.Stamp;
    if j < 3, stamp = systems{j}.FunctionStamp; end
    assertFalse(isempty(nsd_kernel('recall', stamp, [0 0.1], given)), sprintf('system %d', j));
  end
end

function test_stamps_are_not_part_of_what_a_system_is()
  assertTrue(isequal(ball(), ball()));
  assertTrue(isequal(ball(), ball(), ball()));
  assertFalse(isequal(ball(), ball(0.3)));
  assertFalse(isequal(ball(), 3));
  assertFalse(isfield(ball().toStruct(), 'Stamp'));
end

function sys = pendulum()
  sys = NsdSystem.lagrangian(@(q) 2 + cos(q), @(t, q, v) -9.81*sin(q) - 0.1*v) ...
        .contact(@(q) q + 0.3, 'Restitution', 0.8).potential(@(q) -9.81*cos(q));
end

function test_recorded_functions_give_the_bits_of_a_new_system()
  starts = [1 0.5 2 1 -0.1; 0 -1 0 0 3];
  assert_same_as_new(@pendulum, starts, [0 1]);
  for method = {'moreau', 'newmark', 'event', 'event-newmark'}
    assert_same_as_new(@pendulum, starts, [0 0.5], 'Method', method{1}, 'Step', 1e-3);
  end
  assert_same_as_new(@pendulum, starts, [0 0.2], 'Method', 'moreau');
end

function test_other_values_of_parameters_use_the_same_record()
  make = @() NsdSystem.lagrangian(1, @(t, q, v, p) -p.k*q - p.d*v) ...
         .parameter('k', 4, 'd', 0.1, 'e', 0.5).contact(@(q) q + 0.2, 'Restitution', 'e');
  sys = make();
  for k = 1:6
    values = {'k', k, 'd', 0.1*k, 'e', k/10};
    options = {'Method', 'moreau', 'Step', 1e-3*k};
    run = @(s) nsd_simulate(s.parameter(values{:}), [0 0.06], 1, -1, options{:});
    assertTrue(isequal(run(sys), run(make())));
    run = @(s) nsd_simulate(s.parameter(values{:}).start(1, k), [0 0.3], 1, -1, 'Step', 1e-2);
    assertTrue(isequal(run(sys), run(make())));
    assertEqual(run(sys).system.Parameters.k, k);
    assertEqual(run(sys).gap, run(make()).gap);
  end
  more = sys.parameter('k', 2).contact(@(q) 0.99 - q);
  run = @(s) nsd_simulate(s, [0 0.5], 0, 3, 'Method', 'moreau', 'Step', 1e-2);
  for k = 1:3, assertEqual(max(run(more).gap(:, 2)) < 1.3, true); end
  assertFalse(isequal(run(more).q, run(sys.parameter('k', 2)).q));
end

function test_gaps_of_a_start_have_the_values_of_parameters()
  % the floor is raised above the start: the start is looked at, as that of a new system
  make = @() NsdSystem.lagrangian(1, @(t,q,v) -9.81 + 0*q).contact(@(q,t,p) q - p.floor, ...
                                                                  'Restitution', 0.5);
  sys = make().parameter('floor', 0);
  given = {'Method', 'newmark', 'GGL', 'on', 'Step', 1e-2};
  for k = 1:3, nsd_simulate(sys, [0 0.3], 1, 0, given{:}); end
  for height = [0.5 0.999 1 1.2 0.1]
    [same, messages] = deal(cell(1, 2));
    systems = {sys.parameter('floor', height), make().parameter('floor', height)};
    for k = 1:2
      lastwarn('');
      evalc('same{k} = nsd_simulate(systems{k}, [0 0.3], 1, 0, given{:});');
      [~, messages{k}] = lastwarn();
    end
    assertTrue(isequal(same{:}), sprintf('floor %g', height));
    assertEqual(messages{:});
  end
end

function test_models_of_compiled_code_are_kept_too()
% a call of the pendulum at a stop took its options and functions anew each time
  starts = [0.1 0.05 0.1 -0.2; 0 1 0 0.5];
  for method = {'event', 'moreau', 'newmark'}
    given = {'Method', method{1}, 'Step', 1e-2};
    make = @() nsd_pendulum('Amplitude', 0.3, 'Stop', 0.2, 'Restitution', 0.8);
    assert_same_as_new(make, starts, [0 3], given{:});
    sys = make();
    for k = 1:3, nsd_simulate(sys, [0 3], given{:}); end
    assertFalse(isempty(nsd_kernel('recall', sys.FunctionStamp, [0 3], given)), method{1});
    other = nsd_simulate(sys.start(0.15, 0), [0 3], given{:});
    assertTrue(isequal(other, nsd_simulate(make().start(0.15, 0), [0 3], given{:})));
  end
end

function test_a_compiled_system_is_not_taken_for_the_one_it_was_made_of()
  sys = pendulum();
  run = @(s) nsd_simulate(s, [0 0.1], 1, 0, 'Method', 'moreau', 'Step', 1e-2);
  for k = 1:3, run(sys); end
  carried = run(sys).system.Tapes;
  carried.report(1).hint = 'other';              % as nsd_compile puts its library here
  assertEqual(run(sys.withTapes(carried)).system.Tapes.report(1).hint, 'other');
  assertEqual(run(sys).system.Tapes.report(1).hint, '');
end

function test_first_order_functions_are_recorded_once()
  make = @() NsdSystem.hybrid(@(t, x, p) [x(2); -p.g], @(x, t, p) x(1), ...
                              @(x, i, t, p) [x(1); -p.e*x(2)]).parameter('g', 9.81, 'e', 0.8);
  sys = make();
  for k = 1:4
    other = {'g', 9 + k, 'e', 0.1*k + 0.4};
    one = nsd_simulate(sys.parameter(other{:}), [0 1], [1; 0]);
    assertTrue(isequal(one, nsd_simulate(make().parameter(other{:}), [0 1], [1; 0])));
  end
end

function test_a_start_where_a_function_fails_is_an_error_as_at_first()
  sys = NsdSystem.lagrangian(@(q) cos(q), @(t, q, v) 1 - q - 1/(q - 3));
  for k = 1:3, nsd_simulate(sys, [0 0.1], 0.1, 0, 'Step', 1e-3); end
  assertExceptionThrown(@() nsd_simulate(sys, [0 0.1], 2, 0, 'Step', 1e-3), ...
                        'nsd:simulate:notDefinite');
  assertExceptionThrown(@() nsd_simulate(sys, [0 0.1], 3, 0, 'Step', 1e-3), ...
                        'nsd:simulate:notDefinite');
end

function test_an_edited_function_file_is_noticed()
  [folder, remove] = new_folder(); %#ok<ASGLU>
  write_push(folder, -9.81);
  addpath(folder);
  sys = NsdSystem.lagrangian(1, @(t, q, v) nsd_test_push_of(q)).contact(@(q) q);
  for k = 1:3, before = nsd_simulate(sys, [0 0.1], 1, 0, 'Step', 1e-2); end
  write_push(folder, -19.625);
  after = nsd_simulate(sys, [0 0.1], 1, 0, 'Step', 1e-2);
  assertElementsAlmostEqual(before.v(end), -0.981, 'absolute', 1e-12);
  assertElementsAlmostEqual(after.v(end), -1.9625, 'absolute', 1e-12);
end

function write_push(folder, value)
  file = fullfile(folder, 'nsd_test_push_of.m');
  fid = fopen(file, 'w');
  fprintf(fid, 'function f = nsd_test_push_of(q)\n  f = %g + 0*q;\nend\n', value);
  fclose(fid);
  clear nsd_test_push_of
  rehash();
end

function test_words_in_quotes_are_no_functions()
% 'heavy' was looked for as a function, and such systems were recorded again in every run
  quoted = str2func(['@(t, q, v) -(q'')''*numel(' char(34) 'it''s' char(34) ')']);
  kinds = {@(t, q, v) -2*q*strcmp('heavy as lead', 'light'), quoted, ...
           @(t, q, v) -q*sum(cellfun('isempty', {1, 'a b'}))};
  for force = kinds
    sys = NsdSystem.lagrangian(1, force{1});
    first = nsd_code_of(sys);
    assertEqual(first.known, true);
    assertEqual(first.files, {});
  end
  assertEqual(nsd_code_of(NsdSystem.lagrangian(1, @(t, q, v) no_such_function(q))).known, false);
end

function test_data_that_functions_hold_by_reference_is_noticed()
  map = containers.Map({'push'}, {-9.81});
  sys = NsdSystem.lagrangian(1, @(t, q, v) map('push') + 0*q).contact(@(q) q);
  for k = 1:3, before = nsd_simulate(sys, [0 0.1], 1, 0, 'Step', 1e-2); end
  map('push') = -20;
  after = nsd_simulate(sys, [0 0.1], 1, 0, 'Step', 1e-2);
  assertElementsAlmostEqual([before.v(end), after.v(end)], [-0.981, -2], 'absolute', 1e-12);
end

function test_globals_of_recorded_functions_are_noticed()
  global nsd_test_push
  nsd_test_push = -9.81;
  sys = NsdSystem.lagrangian(1, @(t, q, v) pushed(t) + 0*q).contact(@(q) q);
  for k = 1:3, before = nsd_simulate(sys, [0 0.1], 1, 0, 'Step', 1e-2); end
  nsd_test_push = -20;
  after = nsd_simulate(sys, [0 0.1], 1, 0, 'Step', 1e-2);
  clear -global nsd_test_push
  assertElementsAlmostEqual([before.v(end), after.v(end)], [-0.981, -2], 'absolute', 1e-12);
end

function test_functions_of_the_user_are_called_in_every_run()
  global nsd_test_push
  nsd_test_push = -9.81;
  sys = NsdSystem.linear(1, 0, 0, @(t) pushed(t)).contact(1, 0, 'Restitution', 0.8);
  for k = 1:3, before = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2); end
  nsd_test_push = -20;
  after = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-2);
  clear -global nsd_test_push
  assertTrue(after.v(5) < before.v(5) - 0.1);
end

function f = pushed(t)
  global nsd_test_push
  f = nsd_test_push*ones(size(t));
end
