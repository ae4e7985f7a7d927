function test_suite = test_gateways()
%TEST_GATEWAYS  Gateways check what they are given: a wrong struct is an error, never a crash.
%   Structs from a damaged file or another version reached the kernels: 449 of 11,000 mutated
%   records crashed the session. tests/fuzz goes on from here with many more.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_record_is_verified()
  good = a_record();
  tapes = nsd_kernel('tape', good, {'value'}, [1 1]);
  assertEqual(tapes{1}.inputs, 3);
  wrong = {'code', [99; 1; 1]; 'code', [-1; 1; 1]; 'code', [0.5; 1; 1]; 'code', [0; 7; 1]; ...
           'code', [0; 4; 1]; 'code', [0; 0; 1]; 'code', [0; -9; 1]; 'code', [0; NaN; 1]; ...
           'code', zeros(2, 1); 'result', 99; 'result', 0; 'result', -3; 'inputs', -1; ...
           'inputs', 1e300; 'inputs', 1; 'constant', 'x'; 'term', 3};
  for k = 1:size(wrong, 1)
    bad = good;
    bad.(wrong{k, 1}) = wrong{k, 2};
    assertExceptionThrown(@() nsd_kernel('tape', bad, {'value'}, [1 1]), 'nsd:mex:badInput');
  end
  assertExceptionThrown(@() nsd_kernel('tape', good, {'no such word'}, [1 1]), 'nsd:mex:badInput');
  assertExceptionThrown(@() nsd_kernel('tape', good, {'massJacobian'}, [2 2]), 'nsd:mex:badInput');
  assertExceptionThrown(@() nsd_kernel('tape', good, {'value'}, [-1 NaN]), 'nsd:mex:badInput');
end

function test_a_tape_is_verified()
  tapes = nsd_kernel('tape', a_record(), {'value'}, [1 1]);
  tape = tapes{1};
  assertEqual(nsd_kernel('tape_eval', tape, [1; 2; 3]), 5);
  wrong = {'a', int32(99); 'a', int32(-1); 'a', 1; 'a', int32([1 1]); 'b', int32(3); ...
           'runOp', int32(1000); 'runEnd', int32(2); 'runEnd', int32(0); 'output', int32(77); ...
           'place', int32(1); 'size', -1; 'size', 2^40; 'inputs', NaN; 'constant', sparse(1); ...
           'runEnd', intmax('int32')};      % plus the inputs no int, which sanitizers reported
  for k = 1:size(wrong, 1)
    bad = tape;
    bad.(wrong{k, 1}) = wrong{k, 2};
    assertExceptionThrown(@() nsd_kernel('tape_eval', bad, [1; 2; 3]), 'nsd:mex:badInput');
  end
end

function test_classes_and_sizes_of_friction_problems()
  % the class of mu was not looked at
  W = eye(2);
  options = struct('MaxIter', 100, 'Tolerance', 1e-10, 'Sizes', 1);
  friction = @(mu, options) nsd_kernel('friction', 'auto', W, [-1; 0.1], mu, [0; 0], options);
  assertElementsAlmostEqual(friction(0.3, options), [1; -0.1], 'absolute', 1e-8);
  for mu = {single(0.3), int8(1), 'a', {0.3}, struct('mu', 1), true, 0.3i, sparse(0.3)}
    assertExceptionThrown(@() friction(mu{1}, options), 'nsd:mex:badInput');
  end
  for sizes = {3, 0.5, NaN, int32(1)}
    wrong = options;
    wrong.Sizes = sizes{1};
    assertExceptionThrown(@() friction(0.3, wrong), 'nsd:mex:badInput');
  end
end

function test_empty_and_double_structs()
  options = struct('MaxIter', 100, 'Tolerance', 1e-10, 'Relaxation', 1);
  for wrong = {options([]), [options, options], 3, {}}
    assertExceptionThrown(@() nsd_kernel('lcp', 'auto', 1, -1, 0, wrong{1}), 'nsd:mex:badInput');
  end
end

function test_tickets_of_no_kept_run_give_no_run()
  % Inf was the number of a place far outside of the kept runs: a crash
  for ticket = {Inf, NaN, -Inf, [], 'a', 1i, [1 2], {1}}
    assertExceptionThrown(@() nsd_kernel('rerun', ticket{1}, 0, 0, [], []), 'nsd:mex:badInput');
  end
  for ticket = {-1, 0, 1e300, 8, 0.5}
    [result, found, quiet] = nsd_kernel('rerun', ticket{1}, 0, 0, [], []);
    assertEqual({result, found, quiet}, {[], [0 0 0], 0});
  end
  call = struct('stamp', 1, 'starts', 1, 'direct', 1, 'given', {{}}, 'tspan', [0 1], ...
                'deep', 0.05, 'gain', 1e-3, 'drift', 1e3, 'closing', []);
  assertExceptionThrown(@() nsd_kernel('keep', 'linear', 1, 1, 1, call), 'nsd:mex:badInput');
end

function test_steps_and_periods_end_with_the_run()
  % 2^31 steps for a span of 20 ran for hours: mutated calls 315286, 486775, 488282 of the fuzzer
  ball = nsd_ball();
  options = nsd_fill_options(nsd_options('Step', 1e-3), nsd_kind(ball));
  s = nsd_setup_run(ball, 1, 0, nsd_plan_run([0 0.02], options, ball, 1, 0), options);
  s.options.OutputFcn = [];
  result = nsd_kernel('run', s.family, s.arrays, s.run, s.options);
  assertEqual(nsd_run_result(result).steps, 20);
  for steps = [22, 2^31, 2^53]
    s.run.steps = steps;
    assertExceptionThrown(@() nsd_kernel('run', s.family, s.arrays, s.run, s.options), ...
                          'nsd:mex:badInput');
  end
  sweep = struct('q0', 1, 'v0', 0, 't0', 0, 't1', 0.02, 'h', 1e-3, 'steps', 20, 'todo', 0, ...
                 'threads', 1, 'before', 0, 'whole', 1, 'solutions', 0, 'parameters', [], ...
                 'changes', [], 'extrema', 0, 'sampling', 0, 'contact', -1, 'column', 0, ...
                 'level', 0, 'direction', 0, 'latest', 0, 'capacity', 0, 'entries', [], ...
                 'stride', 1, 'times', [], 'periods', 0, 'every', 1, 'after', 0, 'period', 0, ...
                 'stops', 0);
  call = @(sweep) nsd_kernel('sweep', s.family, {s.arrays}, s.options, sweep);
  assertEqual(getfield(call(sweep), 'steps'), 20);
  sweep.steps = 2^31;
  assertExceptionThrown(@() call(sweep), 'nsd:mex:badInput');
  sweep.steps = 20;
  for period = [0, -1, 1e-3]                     % times of 2^31 rows were 17 GB
    [sweep.period, sweep.periods] = deal(period, 2^31);
    assertExceptionThrown(@() call(sweep), 'nsd:mex:badInput');
  end
end

function test_the_end_of_a_run_by_newmark_arcs_fits_its_steps()
  % tEnd = 2^31 for ten steps of 0.002 ran for hours
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) q).start(1, 0);
  options = nsd_fill_options(nsd_options('Step', 2e-3, 'Method', 'event-newmark'), nsd_kind(sys));
  s = nsd_setup_run(sys, 1, 0, nsd_plan_run([0 0.02], options, sys, 1, 0), options);
  s.options.OutputFcn = [];
  result = nsd_kernel('run', s.family, s.arrays, s.run, s.options);
  assertEqual(result.status, 'ok');
  s.run.tEnd = 2^31;
  assertExceptionThrown(@() nsd_kernel('run', s.family, s.arrays, s.run, s.options), ...
                        'nsd:mex:badInput');
end

function test_kept_calls_are_found_by_stamp_span_and_options()
  ball = nsd_ball();
  options = nsd_fill_options(nsd_options('Step', 1e-2), nsd_kind(ball));
  s = nsd_setup_run(ball, 1, 0, nsd_plan_run([0 1], options, ball, 1, 0), options);
  call = struct('stamp', 7, 'tspan', [0 1], 'given', {{'Step', 1e-2}}, 'starts', 2, 'direct', 1, ...
                'deep', 0.05, 'gain', 1e-3, 'drift', 1e3, 'closing', []);
  keep = @(call) nsd_kernel('keep', s.family, s.arrays, s.run, s.options, call);
  [ticket, place, ~, layout] = keep(call);
  [column, block] = nsd_kernel('recall', 7, [0 1], {2, 0, 'Step', 1e-2});
  assertEqual(column(1:3), [ticket; place; 0]);
  [other, lines] = nsd_kernel('again', ticket, 2, 0);
  assertEqual(other([1:20, 22:end]), column([1:20, 22:end]));    % but for the time it took
  assertEqual(lines, block);
  result = nsd_packed_result(column, block, nsd_packed_result(layout, s.run), 'all');
  assertEqual([result.q(1), result.steps], [2, 100]);
  for other = {{8, [0 1], {2, 0, 'Step', 1e-2}}, {7, [0 2], {2, 0, 'Step', 1e-2}}, ...
               {7, [0 1], {2, 0, 'Step', 2e-2}}, {7, [0 1], {2, 0}}, ...
               {7, [0 1], {2, 0, 'Step', @sin}}}
    assertTrue(isempty(nsd_kernel('recall', other{1}{:})));
  end
  for start = {{-1, 0}, {NaN, 0}, {[1; 2], 0}, {1, 'a'}, {single(1), 0}, {sparse(1), 0}}
    [result, found] = nsd_kernel('rerun', ticket, start{1}{:}, [], []);
    assertEqual(found(1), ticket);
    assertTrue(isempty(result));                   % nsd_simulate looks at this start
    assertTrue(isempty(nsd_kernel('again', ticket, start{1}{:})));
    given = [start{1}, {'Step', 1e-2}];
    assertEqual(nsd_kernel('recall', 7, [0 1], given), [ticket; place]);
  end
  for k = 1:20, call.stamp = 7 + k; last = keep(call); end      % the oldest ones are forgotten
  [~, found] = nsd_kernel('rerun', ticket, 1, 0, [], []);
  assertEqual(found(1), 0);
  assertTrue(isempty(nsd_kernel('again', ticket, 1, 0)));
  assertExceptionThrown(@() nsd_kernel('again', Inf, 1, 0), 'nsd:mex:badInput');
  assertExceptionThrown(@() nsd_kernel('rerun', last, 1, 0, [1e-9; 1e18], []), 'nsd:mex:badInput');
  assertExceptionThrown(@() keep(rmfield(call, 'given')), 'nsd:mex:badInput');
  assertExceptionThrown(@() nsd_kernel('recall', 7, [0 1], 3), 'nsd:mex:badInput');
end

function record = a_record()
% q + v
  record = struct('inputs', 3, 'code', [0; 2; 3], 'constant', zeros(1, 0), ...
                  'term', zeros(1, 0), 'factor', zeros(1, 0), 'result', 4);
end
