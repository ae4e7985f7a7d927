function test_suite = test_nonlinear_failures()
%TEST_NONLINEAR_FAILURES  Nonlinear systems that go wrong: statuses, warnings, errors of handles.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_newton_failure_names_time_residual_and_remedy()
  [id, message, sol] = warning_of(@() nsd_simulate(stiff(), [0 2], 0.2, 0, 'Step', 0.1, ...
                                                   'NewtonMaxIter', 4));
  assertEqual(id, 'nsd:simulate:newton');
  assertEqual(sol.status, 'newton');
  assertTrue(~isempty(strfind(message, sprintf('t = %g', sol.stats.stopTime))));
  assertTrue(~isempty(strfind(message, 'StepHalving')));
  assertTrue(~isempty(strfind(message, sprintf('%.2g', sol.stats.newtonResidual))));
  assertTrue(sol.stats.newtonResidual > 0);
  assertTrue(numel(sol.t) < 21);
  assertTrue(all(isfinite(sol.q)));
end

function test_step_halving_rescues_the_run()
  sol = simulate_quietly(stiff(), [0 2], 0.2, 0, 'Step', 0.1, 'NewtonMaxIter', 4, ...
                         'StepHalving', 12);
  assertEqual(sol.status, 'ok');
  assertEqual(numel(sol.t), 21);
  fine = simulate_quietly(stiff(), [0 2], 0.2, 0, 'Step', 0.001);
  assertElementsAlmostEqual(sol.q(1:5), fine.q(1:100:401), 'absolute', 0.05);
end

function test_errors_of_functions_keep_identifier_and_say_where()
  names = {'force', 'mass', 'gap', 'joint', 'potential'};
  for k = 1:numel(names)
    sys = failing_at(names{k}, 0.3);
    err = raised_by(@() nsd_simulate(sys, [0 1], [0; 0], [1; 1], 'Step', 0.01));
    assertEqual(err.identifier, 'my:own');
    text = regexp(err.message, ' \[(\w+) at t = ([\d.]+)\]$', 'tokens', 'once');
    assertEqual(text{1}, names{k});
    assertTrue(abs(str2double(text{2}) - 0.3) < 0.03);
    assertEqual(strfind(err.message, 'too far'), 1);
  end
end

function test_errors_at_the_start_say_where()
  names = {'force', 'mass', 'gap', 'joint', 'potential'};
  for k = 1:numel(names)
    sys = failing_at(names{k}, -1);
    err = raised_by(@() nsd_simulate(sys, [5 6], [0; 0], [1; 1], 'Step', 0.01));
    assertEqual(err.identifier, 'my:own');
    assertTrue(~isempty(strfind(err.message, sprintf('[%s at t = 5]', names{k}))));
  end
end

function test_on_error_return_gives_the_partial_solution()
  names = {'force', 'mass', 'gap', 'joint'};
  for method = {'moreau', 'paoli', 'newmark', 'genalpha'}
    for k = 1:numel(names)
      sys = failing_at(names{k}, 0.3);
      [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 1], [0; 0], [1; 1], ...
          'Step', 0.01, 'OnError', 'return', 'Method', method{1}));
      assertEqual(id, 'nsd:simulate:userError');
      assertEqual(sol.status, 'userError');
      assertTrue(~isempty(strfind(message, ['[' names{k}])));
      assertTrue(numel(sol.t) > 25 && numel(sol.t) < 33);
      assertElementsAlmostEqual(sol.q(:, 1), sol.t, 'absolute', 1e-9);
    end
  end
end

function test_error_without_identifier_gets_one()
  sys = NsdSystem.lagrangian(1, @(t, q, v) error('plain words'));
  err = raised_by(@() nsd_simulate(sys, [0 1], 0, 0));
  assertTrue(~isempty(err.identifier));
  assertTrue(~isempty(strfind(err.message, 'plain words')));
end

function test_mass_that_loses_definiteness_ends_the_run()
  % M = 1 - q1 with q1 = t: singular at t = 1
  sys = NsdSystem.lagrangian(@(q) [1 - q(1), 0; 0, 1], @(t, q, v) [0; 0]);
  for method = {'moreau', 'paoli', 'newmark', 'genalpha', 'event-newmark'}   % the last went on
    [id, message, sol] = warning_of(@() nsd_simulate(sys, [0 3], [0; 0], [1; 0], ...
                                                     'Step', 0.01, 'Method', method{1}));
    assertEqual(sol.status, 'notDefinite');
    assertEqual(id, 'nsd:simulate:notDefinite');
    assertTrue(~isempty(strfind(message, 'positive definite')));
    assertTrue(abs(numel(sol.t) - 101) <= 2);
  end
end

function test_event_driven_run_goes_on_until_the_mass_is_lost()
  % Steps that only tried a position without a mass ended the run, here at 0.72 rather than 1 and
  % before the impact at 0.9; where accelerations grow instead, 'stalled' was all that was said
  mass = @(q) [1 - q(1), 0; 0, 1];
  free = NsdSystem.lagrangian(mass, @(t, q, v) [0; 0]);
  pushed = NsdSystem.lagrangian(mass, @(t, q, v) [1; 0]);
  ends = NsdSystem.lagrangian(@(q) [1 - q(1)^2, 0; 0, 1], @(t, q, v) [0.1; -q(2)]);
  for sys = {free, pushed, ends}
    [id, message, sol] = warning_of(@() nsd_simulate(sys{1}, [0 3], [0; 0], [1; 0], ...
                                                     'Method', 'event'));
    assertEqual(sol.status, 'notDefinite');
    assertEqual(id, 'nsd:simulate:notDefinite');
    assertTrue(~isempty(strfind(message, 'positive definite')));
    assertElementsAlmostEqual(sol.q(end, 1), 1, 'absolute', 1e-9);
  end
  wall = free.contact(@(q) 0.9 - q(1), 'Restitution', 1);
  for method = {{'event'}, {'event-newmark', 'Step', 0.36}}
    sol = nsd_simulate(wall, [0 1.8], [0; 0], [1; 0], 'Method', method{1}{:});
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.events.t, 0.9, 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.q(end, :), [0 0], 'absolute', 1e-12);
  end
end

function test_indefinite_mass_at_the_start_is_refused()
  sys = NsdSystem.lagrangian(@(q) [1 2; 2 1], @(t, q, v) [0; 0]);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], [0; 0], [0; 0]), 'nsd:simulate:notDefinite');
  sys = NsdSystem.lagrangian(@(q) [1 2; 0 1], @(t, q, v) [0; 0]);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], [0; 0], [0; 0]), ...
                        'nsd:simulate:massNotSymmetric');
end

function test_nan_of_any_function_ends_the_run()
  late = @(q, x) x + 0/(q(1) <= 0.3);                 % NaN from q1 > 0.3 on
  zero = @(t, q, v) [0; 0];
  free = NsdSystem.lagrangian(eye(2), zero);
  systems = {NsdSystem.lagrangian(eye(2), @(t, q, v) [late(q, 0); 0]), ...
             NsdSystem.lagrangian(@(q) late(q, eye(2)), zero), ...
             free.contact(@(q) late(q, q(2) + 1)), free.joint(@(q) late(q, q(2))), ...
             free.contact(@(q) 0.31 - q(1), 'Jacobian', @(q) [late(q, -1), 0])};
  for method = {'moreau', 'paoli', 'newmark', 'genalpha'}
    for k = 1:numel(systems)
      [id, ~, sol] = warning_of(@() nsd_simulate(systems{k}, [0 1], [0; 0], [1; 0], ...
                                                 'Step', 0.01, 'Method', method{1}));
      assertEqual(sol.status, 'notFinite');
      assertEqual(id, 'nsd:simulate:notFinite');
      assertTrue(numel(sol.t) > 20 && numel(sol.t) < 40);
      assertTrue(all(isfinite(sol.q(:))));
    end
  end
end

function test_functions_that_become_complex_end_the_run_and_keep_its_rows()
  % called back they raised, recorded they ended the run, and forces @(t) of linear systems raised
  late = @(x) 1 + 1i*(x > 0.3);
  for compile = {'auto', 'off'}
    free = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
    systems = {free.contact(@(q) ones(2, 1)*late(q(1))), ...
               NsdSystem.lagrangian(eye(2), @(t, q, v) late(t)*[0; 1]), ...
               NsdSystem.linear(eye(2), 0, 0, @(t) late(t)*[0; 1])};
    for k = 1:numel(systems)
      [id, ~, sol] = warning_of(@() nsd_simulate(systems{k}, [0 1], [0; 0], [1; 0], 'Step', ...
                                                 0.01, 'Compile', compile{1}));
      assertEqual(sol.status, 'notFinite');
      assertEqual(id, 'nsd:simulate:notFinite');
      assertTrue(abs(sol.t(end) - 0.3) < 0.015);
    end
  end
end

function test_gap_of_another_size_is_named()
  sizes = {@(q) [q(1); 2]*ones(1, 1 + (q(1) > 0.3)), @(q) ones(2 - (q(1) > 0.3), 1)};
  for k = 1:numel(sizes)
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]).contact(sizes{k});
    err = raised_by(@() nsd_simulate(sys, [0 1], [0.1; 0], [1; 0], 'Step', 0.01));
    assertEqual(err.identifier, 'nsd:simulate:gapSize');
    assertTrue(~isempty(strfind(err.message, '2-by-1')));
  end
end

function test_wrong_sizes_at_the_start_are_refused_by_name()
  two = [0; 0];
  bad = {@(q) 1, @(t, q, v) [0; 0], 'nsd:simulate:massSize'; ...
         @(q) eye(2), @(t, q, v) 0, 'nsd:simulate:forceSize'; ...
         @(q) eye(2), @(t, q, v) {0, 0}, 'nsd:simulate:forceSize'; ...
         @(q) eye(2), @(t, q, v) [NaN; 0], 'nsd:simulate:forceNotFinite'};
  for k = 1:size(bad, 1)
    sys = NsdSystem.lagrangian(bad{k, 1}, bad{k, 2});
    assertExceptionThrown(@() nsd_simulate(sys, [0 1], two, two), bad{k, 3});
  end
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  assertExceptionThrown(@() nsd_simulate(sys.contact(@(q) q(1), 'Restitution', [0.1 0.2]), ...
                                         [0 1], two, two), 'nsd:simulate:restitutionSize');
  assertExceptionThrown(@() nsd_simulate(sys.contact(@(q) NaN), [0 1], two, two), ...
                        'nsd:simulate:gapNotFinite');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], two, two, 'Method', 'kern'), ...
                        'nsd:simulate:method');
end

function test_single_and_integer_results_are_taken()
  a = NsdSystem.lagrangian(@(q) single(2), @(t, q, v) single(-10)).contact(@(q) q, ...
      'Restitution', 0.5);
  b = NsdSystem.lagrangian(2, @(t, q, v) -10).contact(1, 0, 'Restitution', 0.5);
  c = NsdSystem.lagrangian(@(q) int32(2), @(t, q, v) int8(-10)).contact(@(q) q, ...
      'Restitution', 0.5);
  x = simulate_quietly(a, [0 1], 0.5, 0, 'Step', 0.01);
  y = simulate_quietly(b, [0 1], 0.5, 0, 'Step', 0.01);
  z = simulate_quietly(c, [0 1], 0.5, 0, 'Step', 0.01);
  assertElementsAlmostEqual(x.q, y.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(z.q, y.q, 'absolute', 1e-9);
end

function sys = stiff()
  sys = NsdSystem.lagrangian(1, @(t, q, v) q - 50*q^3 - 40*tanh(20*(v - 0.5)));
end

function sys = failing_at(name, limit)
% free motion q = (t, t) with one function that raises once q1 > limit
  pass = @(q, x) pick(x, q(1) > limit);
  sys = NsdSystem.lagrangian(@(q) eye(2), @(t, q, v) [0; 0]).contact(@(q) 9 - q(1)) ...
        .joint(@(q) q(1) - q(2));
  switch name
    case 'force', sys = NsdSystem.lagrangian(eye(2), @(t, q, v) pass(q, [0; 0]));
    case 'mass', sys = NsdSystem.lagrangian(@(q) pass(q, eye(2)), @(t, q, v) [0; 0]);
    case 'gap', sys = sys.contact(@(q) pass(q, 9 - q(2)));
    case 'joint', sys = sys.joint(@(q) pass(q, 2*q(1) - 2*q(2)));
    case 'potential', sys = sys.potential(@(q) pass(q, 0));
  end
end

function x = pick(x, raise)
  if raise, error('my:own', 'too far'); end
end

function err = raised_by(f)
  err = struct('message', '', 'identifier', '');
  try
    f();
  catch e
    err = e;
  end
end
