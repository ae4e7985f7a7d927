function test_suite = test_parameter()
%TEST_PARAMETER  Named parameters of nonlinear systems: the last argument p of their functions.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_functions_with_p_equal_functions_with_numbers()
  % the same numbers written into the functions give the same bits
  q0 = [0.4; 0.1];
  v0 = [0; -1];
  for method = {'moreau', 'paoli'}
    a = simulate_quietly(with_parameters(), [0 1], q0, v0, 'Step', 0.01, 'Method', method{1});
    b = simulate_quietly(with_numbers(), [0 1], q0, v0, 'Step', 0.01, 'Method', method{1});
    assertEqual(a.q, b.q);
    assertEqual(a.impulse, b.impulse);
    assertEqual(a.energy.total, b.energy.total);
    assertTrue(any(a.impulse > 0));
  end
end

function test_evaluations_use_the_values()
  sys = with_parameters();
  assertEqual(sys.mass([1; 0]), [3 0; 0 2]);
  assertEqual(sys.force(0, [1; 2], [0; 0]), [-5; -10]);
  assertEqual(sys.gap([1; 2], 3), 2 - 0.1*3);
  [~, ~, stored] = sys.energy([1; 2], [0; 0]);
  assertEqual(stored, 12.5);
end

function test_a_parameter_can_be_changed_and_the_copy_stays()
  first = with_parameters();
  other = first.parameter('k', 7);
  assertEqual(other.force(0, [1; 2], [0; 0]), [-7; -14]);
  assertEqual(first.force(0, [1; 2], [0; 0]), [-5; -10]);
  assertEqual(other.Parameters.k, 7);
  third = first.parameter(struct('k', 8, 'm', 3));
  assertEqual(third.mass([0; 0]), 3*eye(2));
end

function test_restitution_may_name_a_parameter()
  ball = NsdSystem.lagrangian(1, @(t,q,v,p) -p.g).contact(@(q) q, 'Restitution', 'r');
  ball = ball.parameter('g', 10, 'r', 0.5);
  sol = simulate_quietly(ball, [0 0.6], 1, 0, 'Step', 1e-3);
  plain = NsdSystem.lagrangian(1, @(t,q,v) -10).contact(@(q) q, 'Restitution', 0.5);
  assertEqual(sol.v, simulate_quietly(plain, [0 0.6], 1, 0, 'Step', 1e-3).v);
  assertExceptionThrown(@() ball.parameter('r', 2), 'nsd:system:restitution');
end

function test_missing_parameters_are_named()
  sys = NsdSystem.lagrangian(1, @(t,q,v,p) -p.omega^2*q).parameter('omga', 2);
  try
    nsd_simulate(sys, [0 1], 1, 0);
    error('test:none', 'nothing was raised');
  catch err
    assertEqual(err.identifier, 'nsd:simulate:parameter');
    assertTrue(~isempty(strfind(err.message, 'omga')));
    assertTrue(~isempty(strfind(err.message, '[force at t = 0]')));
  end
  ball = NsdSystem.lagrangian(1, @(t,q,v) -9.8).contact(@(q) q, 'Restitution', 'r');
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 1, 0), 'nsd:simulate:parameter');
  gap = NsdSystem.lagrangian(1, @(t,q,v) -9.8).contact(@(q,t,p) q - p.wall);
  assertExceptionThrown(@() nsd_simulate(gap, [0 1], 1, 0), 'nsd:simulate:parameter');
end

function test_a_misspelt_parameter_is_noticed_when_the_system_runs()
  % it was added silently, and the run went on with the old value
  sys = with_parameters();
  given = {[0 0.1], [0; 1], [0; 0], 'Step', 0.01, 'Progress', 'off'};
  for method = {'moreau', 'event'}
    run = @(s) nsd_simulate(s, given{:}, 'Method', method{1});
    [id, message] = warning_of(@() run(sys.parameter('sped', 0.2)));
    assertEqual(id, 'nsd:simulate:unusedParameter');
    assertTrue(~isempty(strfind(message, 'did you mean speed')));
    assertEqual(warning_of(@() run(sys)), '');
    assertEqual(warning_of(@() run(sys.contact(@(q) q(1) + 9, 'Restitution', 'r') ...
                                   .parameter('r', 0.5))), '');
  end
  [id, ~] = warning_of(@() nsd_sweep(sys.parameter('kk', 1), struct('kk', 1:3), [0 0.1], 'q0', ...
                                     [0; 1], 'v0', [0; 0], 'Step', 0.01, 'Progress', 'off'));
  assertEqual(id, 'nsd:sweep:unusedParameter');
end

function test_parameters_in_the_place_of_time_say_how_to_write_it()
  % @(q,p) is @(q,t): the message spoke of an index of a number
  sys = NsdSystem.lagrangian(1, @(t,q,v,p) -p.k*q).parameter('k', 2);
  for wrong = {sys.contact(@(q,p) q + p.k), sys.joint(@(q,p) q - p.k)}
    try
      nsd_simulate(wrong{1}, [0 1], 1, 0, 'Progress', 'off');
      error('test:none', 'nothing was raised');
    catch err
      assertEqual(err.identifier, 'nsd:simulate:parameter');
      assertTrue(~isempty(strfind(err.message, '@(q,t,p)')));
    end
  end
end

function test_bad_parameters_are_refused()
  sys = with_parameters();
  assertExceptionThrown(@() sys.parameter('k'), 'nsd:system:missing');
  assertExceptionThrown(@() sys.parameter(3, 4), 'nsd:system:badName');
  assertExceptionThrown(@() sys.parameter('2k', 4), 'nsd:system:badName');
  assertExceptionThrown(@() sys.parameter('k', [1 2]), 'nsd:system:badParameter');
  assertExceptionThrown(@() sys.parameter('k', NaN), 'nsd:system:badParameter');
  assertExceptionThrown(@() nsd_ball().parameter('k', 1), 'nsd:system:unknownParameter');
  assertExceptionThrown(@() sys.contact(@(q) q(1), 'Restitution', 'no name'), ...
                        'nsd:system:badName');
  assertExceptionThrown(@() sys.contact(@(q) q(1), 'Friction', '0.3', 'Tangent', [0; 1]), ...
                        'nsd:system:badName');
  assertExceptionThrown(@() nsd_ball().contact(1, 0, 'Restitution', 'mass'), ...
                        'nsd:system:badName');           % a number of its own
end

function test_contacts_of_linear_systems_may_name_parameters()
  % A block of 1 kg slides with v0 = 3 on a floor, pressed by 10 N: it stops after v0/(10 mu).
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -10]).start([0; 0], [3; 0]);
  sys = sys.contact([0; 1], 0, 'Restitution', 'e', 'Friction', 'mu', 'Tangent', [1; 0]);
  assertEqual(sys.restitution, NaN);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1]), 'nsd:simulate:parameter');
  assertExceptionThrown(@() sys.parameter('m', 1), 'nsd:system:unknownParameter');
  assertExceptionThrown(@() sys.parameter('mu', -1), 'nsd:system:friction');
  assertExceptionThrown(@() sys.parameter('e', 2), 'nsd:system:restitution');
  for mu = [0.5 1]
    sol = nsd_simulate(sys.parameter('mu', mu, 'e', 0), [0 1], 'Method', 'event');
    stops = sol.events.t(strcmp(sol.events.kind, 'stick'));
    assertElementsAlmostEqual(stops(1), 3/(10*mu), 'absolute', 1e-9);   % located to RelTol
  end
end

function test_friction_may_name_a_parameter()
  % stick after v0/(10 mu), as above, by functions; the second call of .contact keeps its own number
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -10]).start([0; 0], [3; 0]);
  sys = sys.contact(@(q) q(2), 'Friction', 'mu', 'Tangent', [1; 0]);
  sys = sys.contact(@(q) 9 - q(2), 'Friction', 0.7, 'Tangent', [1; 0]);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1]), 'nsd:simulate:parameter');
  assertExceptionThrown(@() sys.parameter('mu', -1), 'nsd:system:friction');
  assertExceptionThrown(@() sys.contact(@(q) q(1), 'Friction', 'mu'), ...
                        'nsd:system:missingTangent');
  for mu = [0.5 1]
    sol = nsd_simulate(sys.parameter('mu', mu), [0 1], 'Method', 'event');
    stops = sol.events.t(strcmp(sol.events.kind, 'stick'));
    assertElementsAlmostEqual(stops(1), 3/(10*mu), 'absolute', 1e-9);
  end
end

function sys = with_parameters()
  sys = NsdSystem.lagrangian(@(q,p) [p.m + q(1)^2, 0; 0, p.m], @(t,q,v,p) -p.k*q, ...
                             'ForceJacobian', @(t,q,v,p) deal(-p.k*eye(2), zeros(2)));
  sys = sys.contact(@(q,t,p) q(2) - p.speed*t, 'Restitution', 0.5, ...
                    'Jacobian', @(q,t,p) [0 1], 'Rate', @(q,t,p) -p.speed);
  sys = sys.potential(@(q,p) p.k*(q'*q)/2).parameter('m', 2, 'k', 5, 'speed', 0.1);
end

function sys = with_numbers()
  sys = NsdSystem.lagrangian(@(q) [2 + q(1)^2, 0; 0, 2], @(t,q,v) -5*q, ...
                             'ForceJacobian', @(t,q,v) deal(-5*eye(2), zeros(2)));
  sys = sys.contact(@(q,t) q(2) - 0.1*t, 'Restitution', 0.5, 'Jacobian', @(q,t) [0 1], ...
                    'Rate', @(q,t) -0.1).potential(@(q) 5*(q'*q)/2);
end
