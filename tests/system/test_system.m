function test_suite = test_system()
%TEST_SYSTEM  NsdSystem: what it stores, evaluates and refuses; the ready-made models.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_relations_that_are_not_counted_yet_show_no_nan()
  sys = NsdSystem.lagrangian(@(q) eye(2), @(t,q,v) [0; -1]).contact(@(q) q(2));
  text = evalc('disp(sys)');
  assertTrue(isempty(strfind(text, 'NaN')));
  assertTrue(~isempty(strfind(text, 'contacts (as many as the functions return)')));
end

function test_value_class_leaves_the_original_alone()
  a = NsdSystem.linear(1);
  b = a.contact(1, 0);
  assertEqual([a.Contacts, b.Contacts], [0 1]);
end

function test_repeated_calls_append_contacts_and_joints()
  sys = NsdSystem.linear(eye(3)).contact([1; 0; 0], 1).contact([0 0; 1 0; 0 1], [2 3]);
  sys = sys.joint([1; 1; 1]).joint([1; -1; 0], 5);
  assertEqual([sys.Coordinates, sys.Contacts, sys.Joints], [3 3 2]);
  assertEqual(sys.ContactOffset, [1; 2; 3]);
  assertEqual(full(sys.ContactNormals), eye(3));
  assertEqual(sys.JointOffset, [0; 5]);
end

function test_restitution_is_zero_by_default_and_per_contact()
  sys = NsdSystem.linear(eye(2)).contact(eye(2)).contact(eye(2), 0, 'Restitution', [0.1 0.2]);
  sys = sys.contact(-eye(2), 1, 'restitution', 1);
  assertEqual(sys.Restitution, [0; 0; 0.1; 0.2; 1; 1]);
end

function test_system_evaluates_its_own_equations()
  M = [2 1; 1 3];
  C = [1 0; 0 2];
  K = [5 1; 1 4];
  sys = NsdSystem.linear(M, C, K, @(t) [t; -t]).contact([1; 2], 3);
  q = [1; 2];
  v = [3; 4];
  assertEqual(sys.mass(q), M);
  assertElementsAlmostEqual(sys.force(2, q, v), [2; -2] - C*v - K*q, 'absolute', 1e-14);
  assertElementsAlmostEqual(sys.gap(q), 8, 'absolute', 1e-14);
  [total, kinetic, potential] = sys.energy(q, v);
  assertElementsAlmostEqual([total, kinetic, potential], ...
                            [v'*M*v/2 + q'*K*q/2, v'*M*v/2, q'*K*q/2], 'absolute', 1e-12);
end

function test_zero_and_empty_matrices_mean_none()
  for none = {0, [], zeros(2), sparse(2, 2)}
    sys = NsdSystem.linear(eye(2), none{1}, none{1}, 0);
    assertTrue(isempty(sys.Damping) && isempty(sys.Stiffness));
    assertEqual(sys.force(1, [1; 1], [1; 1]), [0; 0]);
  end
end

function test_numbers_of_other_classes_become_double()
  sys = NsdSystem.linear(single(2), int8(1), uint8(3), single(4)).contact(int32(1), int32(2));
  sol = nsd_simulate(sys, [0 1], single(1), int16(0));
  assertEqual(class(sol.q), 'double');
  wanted = nsd_simulate(NsdSystem.linear(2, 1, 3, 4).contact(1, 2), [0 1], 1, 0);
  assertEqual(sol.q, wanted.q);
end

function test_bad_mass_is_refused_by_reason()
  refused(@() NsdSystem.linear(), 'missing');
  refused(@() NsdSystem.linear([]), 'badSize');
  refused(@() NsdSystem.linear([1 2]), 'badSize');
  refused(@() NsdSystem.linear(ones(2, 2, 2)), 'badSize');
  refused(@() NsdSystem.linear({1}), 'badSize');
  refused(@() NsdSystem.linear('m'), 'badSize');
  refused(@() NsdSystem.linear(1i), 'badSize');
  refused(@() NsdSystem.linear(NaN), 'notFinite');
  refused(@() NsdSystem.linear([1 0; 0 Inf]), 'notFinite');
  refused(@() NsdSystem.linear([1 2; 0 1]), 'notSymmetric');
  for M = {0, -1, diag([1 0]), diag([1 -1]), [1 2; 2 1], sparse([1 0; 0 0]), -speye(20)}
    refused(@() NsdSystem.linear(M{1}), 'notDefinite');
  end
end

function test_bad_damping_and_stiffness_are_refused_by_name()
  for name = {'C', 'K'}
    if strcmp(name{1}, 'C')
      build = @(A) NsdSystem.linear(eye(2), A, 0);
    else
      build = @(A) NsdSystem.linear(eye(2), 0, A);
    end
    for bad = {1, [1 2], eye(3), 'ab', {1}, 1i*eye(2)}
      refused(@() build(bad{1}), 'badSize', [name{1} ' ']);
    end
    refused(@() build([1 NaN; 0 1]), 'notFinite', [name{1} ' ']);
  end
end

function test_a_gap_of_time_makes_functions_of_matrices()
  % a ball on a shaken table is written with linear first, which was refused
  shaken = @(q, t) q(1) + 0.4 + 0.1*sin(3*t);
  [M, C, K] = deal([2 0; 0 1], [0.2 0; 0 0.1], [3 -1; -1 1]);
  for F = {nsd_harmonic([1; 0], 2), @(t) [cos(2*t); 0*t], [1; 0], []}
    linear = NsdSystem.linear(M, C, K, F{1}).named('two', {'x', 'y'}).start([0; 0], [1; 0]);
    sys = linear.contact(shaken, 'Restitution', 0.5);
    assertEqual({sys.Kind, sys.Name, sys.Labels}, {'lagrangian', 'two', {'x', 'y'}});
    [t, q, v] = deal(0.3, [1; 2], [3; 4]);
    assertElementsAlmostEqual(sys.force(t, q, v), linear.force(t, q, v), 'absolute', 1e-14);
    assertElementsAlmostEqual(sys.energy(q, v), linear.energy(q, v), 'absolute', 1e-14);
  end
  fixed = linear.contact([1; 0], 0.4, 'Restitution', 0.5);
  same = linear.contact(@(q) q(1) + 0.4, 'Restitution', 0.5);
  [one, two] = deal(nsd_simulate(fixed, [0 5]), nsd_simulate(same, [0 5]));
  assertElementsAlmostEqual(two.events.t, one.events.t, 'absolute', 1e-7);
end

function test_bad_contacts_are_refused_by_reason()
  sys = NsdSystem.linear(eye(2));
  refused(@() sys.contact([1 0]), 'badSize', 'H''');            % offers the transpose
  refused(@() sys.contact(zeros(2, 0)), 'badSize');
  refused(@() sys.contact([1; 1i]), 'badSize');
  refused(@() sys.contact([1; NaN]), 'notFinite');
  refused(@() sys.contact([0; 0]), 'noNormal');
  refused(@() sys.contact([1; 0]).contact(@(q) q(1)), 'linearOnly');
  refused(@() NsdSystem.linear(speye(2)).contact(@(q) q(1)), 'linearOnly');
  refused(@() sys.contact([1; 0], [1 2]), 'badSize', 'b ');
  refused(@() sys.contact([1; 0], Inf), 'notFinite');
  refused(@() sys.contact([1; 0], 0, 'Restitution', 1.1), 'restitution');
  refused(@() sys.contact([1; 0], 0, 'Restitution', -0.1), 'restitution');
  refused(@() sys.contact([1; 0], 0, 'Restitution', NaN), 'notFinite');
  refused(@() sys.contact([1; 0], 0, 'Restitution', [0 1]), 'badSize');
  refused(@() sys.contact([1; 0], 0, 'Restitution', 'too high'), 'badName');
  refused(@() sys.contact([1; 0], 0, 'Restitution', {0.5}), 'badSize');
  refused(@() sys.contact([1; 0], 0, 'Restitution'), 'missing');
  refused(@() sys.contact([1; 0], 0, 'Restitutoin', 1), 'unknownOption', 'Restitution');
  refused(@() sys.contact([1; 0], 0, 3, 4), 'unknownOption');
end

function test_bad_joints_starts_and_names_are_refused()
  sys = NsdSystem.linear(eye(2));
  refused(@() sys.joint([1 0]), 'badSize');
  refused(@() sys.joint([0; 0]), 'noNormal');
  refused(@() sys.joint([1; 0], NaN), 'notFinite');
  refused(@() sys.joint([1; 0], 0, 'Restitution', 1), 'unknownOption');
  refused(@() sys.start([1; 2; 3]), 'badSize', 'q0');
  refused(@() sys.start([1; 2], [NaN; 0]), 'notFinite', 'v0');
  refused(@() sys.named('x', {'a'}), 'badSize');
end

function test_bad_forces_are_refused()
  build = @(F) NsdSystem.linear(eye(2), 0, 0, F);
  for bad = {1, [1 2], ones(3, 5), 'sin', {1}, struct('a', 1), [1; 1i]}
    refused(@() build(bad{1}), 'badForce');
  end
  refused(@() build([1; NaN]), 'notFinite');
  refused(@() build(nsd_harmonic([1; 2; 3], 1)), 'badForce');
  refused(@() build(nsd_table([0 1], [1 2])), 'badForce');
  refused(@() build(nsd_harmonic([1; 2], 1, 0, [1; NaN])), 'notFinite');
end

function test_display_is_short_and_says_the_sizes()
  text = evalc('disp(nsd_ball())');
  assertTrue(~isempty(strfind(text, '1 coordinate')) && ~isempty(strfind(text, '1 contact')));
end

function test_models_carry_their_parameters()
  ball = nsd_ball('mass', 3, 'Gravity', 2, 'Restitution', 0.1, 'Height', 5, 'Velocity', -1);
  assertEqual([ball.mass(0), ball.force(0, 0, 0), ball.Restitution], [3 -6 0.1]);
  assertEqual([ball.InitialPosition, ball.InitialVelocity], [5 -1]);
  osc = nsd_oscillator('Mass', 2, 'Damping', 3, 'Stiffness', 5, 'Force', 7, 'Wall', -0.5);
  assertEqual([osc.mass(0), osc.force(0, 1, 1), osc.gap(0)], [2, 7 - 3 - 5, 0.5]);
end

function test_models_refuse_unknown_parameters_and_bad_values()
  assertExceptionThrown(@() nsd_ball('Radius', 1), 'nsd:model:unknownOption');
  assertExceptionThrown(@() nsd_ball('Mass'), 'nsd:model:unknownOption');
  assertExceptionThrown(@() nsd_ball(3, 4), 'nsd:model:unknownOption');
  assertExceptionThrown(@() nsd_ball('Mass', -1), 'nsd:system:notDefinite');
  assertExceptionThrown(@() nsd_oscillator('Restitution', 2), 'nsd:system:restitution');
end

function refused(f, reason, word)
% f raises nsd:system:<reason>, and its message holds the word
  assertExceptionThrown(f, ['nsd:system:' reason]);
  message = message_of(f);
  if nargin > 2, assertTrue(~isempty(strfind(message, word)), message); end
end

function test_matrices_may_be_logical()
  % as eye(3) == 1 is; the text about the size of H was wrong, too
  sys = NsdSystem.linear(eye(2) == 1, 0, eye(2) == 1).contact([true; false], 0);
  plain = NsdSystem.linear(eye(2), 0, eye(2)).contact([1; 0], 0);
  a = nsd_simulate(sys, [0 2], [1; 1], [0; 0]);
  b = nsd_simulate(plain, [0 2], [1; 1], [0; 0]);
  assertEqual(a.q, b.q);
end
