function test_suite = test_prepare()
%TEST_PREPARE  Runs that were made ready once are those of nsd_simulate.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
end

function sys = spring()
  sys = NsdSystem.lagrangian(1, @(t, q, v, p) -p.k*q - p.d*v).parameter('k', 4, 'd', 0.1, 'e', 0.5);
  sys = sys.contact(@(q) q + 0.2, 'Restitution', 'e');
end

function test_a_prepared_ball_falls_as_long_as_its_height_says()
  run = nsd_prepare(ball(), [0 2]);
  for height = [1 2 3 4]
    sol = run(height, 0);
    assertElementsAlmostEqual(sol.events.t(1), sqrt(2*height/9.81), 'absolute', 1e-12);
  end
end

function test_runs_have_the_bits_of_nsd_simulate()
  for given = {{}, {'Method', 'moreau'}, {'Method', 'newmark', 'Step', 1e-3}, {'Step', 3e-3}}
    run = nsd_prepare(ball(), [0 1], given{1}{:});
    for k = 1:5
      assertTrue(isequal(run(k, -k), nsd_simulate(ball(), [0 1], k, -k, given{1}{:})));
    end
  end
end

function test_every_part_of_a_prepared_run_is_that_of_nsd_simulate()
  % rows come as one column of numbers, and are taken apart when they are asked for
  rough = NsdSystem.linear(eye(2), zeros(2), zeros(2), [1; -9.81]) ...
          .contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  cases = {{ball(), 1, -1, {}}, {ball(), 1, -1, {'Method', 'moreau'}}, ...
           {ball(), 1, -1, {'Method', 'moreau', 'Step', 1e-2, 'OutputEvery', 7}}, ...
           {rough, [0; 1], [2; 0], {'Step', 1e-2}}, {rough, [0; 1], [2; 0], {'Method', 'event'}}};
  for c = cases
    [sys, q0, v0, given] = c{1}{:};
    run = nsd_prepare(sys, [0 1.5], given{:});
    for k = 1:4, made = run(q0, v0); end
    for name = [properties(made)', {'events'}]
      if strcmp(name{1}, 'stats') || strcmp(name{1}, 'system'), continue; end
      simulated = nsd_simulate(sys.named('another'), [0 1.5], q0, v0, given{:});
      assertTrue(isequaln(made.(name{1}), simulated.(name{1})), name{1});
    end
    assertTrue(isequal(made.stats.step, simulated.stats.step));
    [q, v] = made.at([0.1 0.7]);
    [q1, v1] = simulated.at([0.1 0.7]);
    assertEqual([q, v], [q1, v1]);
    assertTrue(isequal(NsdSolution.fromStruct(made.toStruct(), sys), made));
  end
end

function test_earlier_solutions_keep_their_rows()
  run = nsd_prepare(ball(), [0 1]);
  for k = 1:4, run(1, 0); end
  first = run(2, 0);
  q = first.q;
  run(3, -1);
  assertEqual(first.q, q);
end

function test_more_prepared_runs_than_places_take_turns()
  starts = 1:9;
  runs = arrayfun(@(k) {nsd_prepare(ball(), [0 0.1*k], 'Step', 1e-2)}, starts);
  for turn = 1:3
    for k = starts, assertElementsAlmostEqual(runs{k}(k, 0).t(end), 0.1*k, 'absolute', 1e-12); end
  end
  clear nsd_kernel                                 % what the kernel keeps is lost
  for k = starts, assertEqual(runs{k}(k, 0).q(1), k); end
end

function test_values_of_parameters_come_last()
  run = nsd_prepare(spring(), [0 0.5], 'Step', 1e-2);
  for k = 1:5
    p = struct('k', 3*k, 'e', 0.1*k);
    sol = run(1, -2, p);
    assertTrue(isequal(sol, nsd_simulate(spring().parameter(p), [0 0.5], 1, -2, 'Step', 1e-2)));
    assertEqual(sol.system.Parameters.k, 3*k);
  end
  assertTrue(isequal(run(1, -2), nsd_simulate(spring(), [0 0.5], 1, -2, 'Step', 1e-2)));
end

function test_other_kinds_of_systems_are_run_too()
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  run = nsd_prepare(relay, [0 1], 'Step', 1e-2);
  for k = 1:3
    assertTrue(isequal(run([k; 0]), nsd_simulate(relay, [0 1], [k; 0], 'Step', 1e-2)));
  end
  carried = nsd_prepare(nsd_ball(), [0 1]);
  assertTrue(isequal(carried(), nsd_simulate(nsd_ball(), [0 1])));
end

function test_a_run_that_ends_early_says_so_as_nsd_simulate_does()
  sys = NsdSystem.linear(1, 0, 0, 1);
  given = {'Method', 'event', 'MaxSteps', 1};
  run = nsd_prepare(sys, [0 1], given{:});
  warning('off', 'nsd:simulate:maxSteps', 'local');
  for k = 1:3
    sol = run(0, k);
    assertEqual(sol.status, nsd_simulate(sys, [0 1], 0, k, given{:}).status);
  end
end

function test_bad_arguments_are_refused()
  assertExceptionThrown(@() nsd_prepare(ball()), 'nsd:prepare:missing');
  assertExceptionThrown(@() nsd_prepare(3, [0 1]), 'nsd:prepare:badSystem');
  assertExceptionThrown(@() nsd_prepare(ball(), [0 1], 'Stepp', 1), 'nsd:options:unknownOption');
  run = nsd_prepare(ball(), [0 1]);
  assertExceptionThrown(@() run(1), 'nsd:simulate:noStart');
  assertExceptionThrown(@() run(NaN, 0), 'nsd:simulate:notFinite');
  assertExceptionThrown(@() run(1, 0, struct('mass', -2)), 'nsd:system:notDefinite');
  world = NsdBodies('Gravity', [0 -9.81]).disc('Radius', 0.1, 'Position', [0; 1]);
  bodies = nsd_prepare(world, [0 0.1]);
  assertExceptionThrown(@() bodies(struct('k', 1)), 'nsd:prepare:noParameters');
end
