function test_suite = test_check_system()
%TEST_CHECK_SYSTEM  nsd_check_system finds what is wrong, names it, and never raises for a model.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_right_systems_pass()
  g = 9.81;
  pendulum = NsdSystem.lagrangian(@(q) [2, cos(q(1)-q(2)); cos(q(1)-q(2)), 1], ...
      @(t, q, v) [-sin(q(1)-q(2))*v(2)^2 - 2*g*sin(q(1)); sin(q(1)-q(2))*v(1)^2 - g*sin(q(2))]);
  pendulum = pendulum.potential(@(q) -g*(2*cos(q(1)) + cos(q(2)))) ...
      .contact(@(q) 2 + sin(q(1)), 'Jacobian', @(q) [cos(q(1)), 0]);
  rod = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -g]);
  rod = rod.joint(@(q) q'*q - 1, 'Jacobian', @(q) 2*q');
  table = NsdSystem.lagrangian(1, @(t, q, v) -g).contact(@(q, t) q - sin(t), 'Rate', ...
                                                         @(q, t) -cos(t), 'Jacobian', @(q, t) 1);
  assertTrue(passes(pendulum, [0.4; -0.2], [1; 2]));
  assertTrue(passes(rod, [0; -1], [1; 0]));
  assertTrue(passes(table, 2, 0));
  assertTrue(passes(nsd_oscillator(), [], []));
  assertTrue(passes(nsd_ball(), [], []));
end

function test_carried_state_and_zero_velocity_are_the_defaults()
  sys = NsdSystem.lagrangian(1, @(t, q, v) -q).contact(@(q) q).start(2, 0);
  assertTrue(nsd_check_system(sys).ok);
  assertTrue(nsd_check_system(sys, 3).ok);
end

function test_wrong_mass_is_named()
  zero = @(t, q, v) [0; 0];
  assertEqual(found(NsdSystem.lagrangian(@(q) [1 2; 0 1], zero)), {'mass M(q)', 'not symmetric'});
  assertEqual(found(NsdSystem.lagrangian(@(q) [1 2; 2 1], zero)), ...
              {'mass M(q)', 'not positive definite'});
  assertEqual(found(NsdSystem.lagrangian(@(q) 3, zero)), {'mass M(q)', 'must return 2-by-2'});
  assertEqual(found(NsdSystem.lagrangian(@(q) NaN(2), zero)), {'mass M(q)', 'returns NaN'});
  assertEqual(found(NsdSystem.lagrangian(@(q) error('boom'), zero)), {'mass M(q)', 'raises: boom'});
  % definite at q, not a tenth away
  assertEqual(found(NsdSystem.lagrangian(@(q) [0.04 - q(1), 0; 0, 1], zero)), ...
              {'mass nearby', 'not positive definite'});
end

function test_wrong_force_is_named()
  M = eye(2);
  assertEqual(found(NsdSystem.lagrangian(M, @(t, q, v) -1)), ...
              {'force F(t,q,v)', 'must return 2-by-1'});
  assertEqual(found(NsdSystem.lagrangian(M, @(t, q, v) [1; Inf])), ...
              {'force F(t,q,v)', 'returns NaN'});
  assertEqual(found(NsdSystem.lagrangian(M, @(t, q, v) q(3))), {'force F(t,q,v)', 'raises: '});
  assertEqual(found(NsdSystem.lagrangian(M, @(t, q, v) 'ab')), ...
              {'force F(t,q,v)', 'must return real numbers'});
  row = nsd_check_system(NsdSystem.lagrangian(M, @(t, q, v) [1 2]), [0; 0]);
  assertTrue(row.ok);                              % rows are taken, and noted
  assertEqual(level_of(row, 'force F(t,q,v)'), 'note');
end

function test_a_gap_that_is_never_negative_is_noted()
  % abs(q) is positive on both sides, max(q,0) zero inside: such contacts never act, and the check
  % said 0 notes. A corner, max of two distances, and a gap that grazes, q^2, are none of these
  fall = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  for gap = {@(q) abs(q), @(q) max(q, 0), @(q) sqrt((q - 0.3)^2)}
    report = nsd_check_system(fall.contact(gap{1}), 1);
    assertEqual(level_of(report, 'gap 1'), 'note', func2str(gap{1}));
  end
  for gap = {@(q) q, @(q) q^2 - 0.2, @(q) q^2, @(q) max(q, q - 1), @(q) sqrt(q) - 0.1}
    report = nsd_check_system(fall.contact(gap{1}), 1);
    assertFalse(any(strcmp({report.checks.name}, 'gap 1')), func2str(gap{1}));
  end
end

function test_wrong_derivatives_are_found_with_their_entry()
  F = @(t, q, v) [-2*q(1) + q(2)^2; -v(2)];
  right = @(t, q, v) deal([-2, 2*q(2); 0, 0], [0 0; 0 -1]);
  sys = NsdSystem.lagrangian(eye(2), F, 'ForceJacobian', right);
  assertTrue(nsd_check_system(sys, [1; 2], [3; 4]).ok);
  wrong = @(t, q, v) deal([-2, 0; 0, 0], [0 0; 0 -1]);
  sys = NsdSystem.lagrangian(eye(2), F, 'ForceJacobian', wrong);
  assertEqual(found(sys), {'ForceJacobian dF/dq', 'entry (1,2) is 0'});
  sys = NsdSystem.lagrangian(eye(2), F, 'ForceJacobian', @(t, q, v) -1);
  assertEqual(found(sys), {'ForceJacobian', 'raises: '});
  gap = @(q, t) q(1)^2 - sin(t);
  free = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  sys = free.contact(gap, 'Jacobian', @(q, t) [q(1), 0], 'Rate', @(q, t) -cos(t));
  assertEqual(found(sys), {'gap 1 Jacobian', 'entry (1,1) is 1'});
  sys = free.contact(gap, 'Jacobian', @(q, t) [2*q(1), 0], 'Rate', @(q, t) cos(t));
  assertEqual(found(sys), {'gap 1 Rate', 'entry (1,1) is 1'});
  sys = free.contact(gap, 'Jacobian', @(q, t) [2*q(1); 0], 'Rate', @(q, t) -cos(t));
  assertEqual(found(sys), {'gap 1 Jacobian', 'must return 1-by-2'});
  sys = free.joint(@(q) q(1) - q(2), 'Jacobian', @(q) [-1 1]);
  assertEqual(found(sys), {'joint 1 Jacobian', 'entry (1,1) is -1'});
end

function test_missing_quadratic_terms_and_wrong_potential_are_seen()
  sys = NsdSystem.lagrangian(@(q) [1 + q(1)^2, 0; 0, 1], @(t, q, v) [0; 0]);
  report = nsd_check_system(sys, [1; 0], [1; 1]);
  assertEqual(level_of(report, 'quadratic terms of F'), 'note');
  fall = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  assertEqual(found(fall.potential(@(q) -9.81*q), 1), {'potential U(q)', 'its sign is wrong'});
  report = nsd_check_system(fall.potential(@(q) 5*q), 1);
  assertEqual(level_of(report, 'potential U(q)'), 'note');
  assertEqual(found(fall.potential(@(q) [q; q]), 1), {'potential U(q)', 'must return 1-by-1'});
end

function test_relations_are_checked_at_the_state()
  free = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  report = nsd_check_system(free.contact(@(q) -1 - q(1)), [0; 0]);
  assertEqual(level_of(report, 'gaps at q'), 'note');
  report = nsd_check_system(free.joint(@(q) q(1) - 1), [0; 0]);
  assertEqual(level_of(report, 'joints at q, v'), 'note');
  report = nsd_check_system(free.joint(@(q) q(1)), [0; 0], [1; 0]);
  assertEqual(level_of(report, 'joints at q, v'), 'note');
  report = nsd_check_system(free.joint(@(q) q(1)).joint(@(q) 2*q(1)), [0; 0]);
  assertEqual(level_of(report, 'joints'), 'note');
  assertEqual(found(free.contact(@(q) 3)), {'gap 1', 'row 1 does not change'});
  assertEqual(found(free.contact(@(q) NaN)), {'gap 1', 'returns NaN'});
  assertEqual(found(free.contact(@(q) q, 'Restitution', [0.1 0.2 0.3])), {'gap 1', '2 gaps, but'});
end

function test_tangents_are_looked_at()
  free = NsdSystem.lagrangian(diag([1 1 0.1]), @(t, q, v) [0; -9.81; 0]);
  height = @(q) [q(2) - sin(q(3)); q(2) + sin(q(3))];
  q = [0.3; 1.2; 0.4];
  rough = @(T) nsd_check_system(free.contact(height, 'Friction', 0.3, 'Tangent', T), q);
  right = @(q) [1 1; 0 0; cos(q(3)), -cos(q(3))];
  report = rough(right);
  assertTrue(report.ok && ~any(strcmp({report.checks.level}, 'note')));
  assertEqual(level_of(report, 'Tangent 1'), 'ok');
  cases = {@(q) [1; 0; 0], 'error', 'must return 3-by-2, not 3-by-1'; ...
           @(q) right(q)', 'error', 'must return 3-by-2, not 2-by-3: transpose it'; ...
           @(q) right(q)/0, 'error', 'returns NaN or Inf'; ...
           @(q) error('boom'), 'error', 'raises: boom'; ...
           @(q) [0 1; 1 0; -cos(q(3)), 0], 'note', 'column 1 is parallel to the normal'; ...
           @(q) [1 0; 0 0; 0 0], 'note', 'column 2 is zero'; ...
           @(q) [1 2 1 0; 0 0 0 0; 1 2 0 1], 'note', 'columns 1 and 2 are parallel'; ...
           @(q) right(q)*(2*(q(1) > 0.3) - 1), 'note', 'changes by'};
  for k = 1:size(cases, 1)
    report = rough(cases{k, 1});
    line = report.checks(strcmp({report.checks.name}, 'Tangent 1'));
    assertEqual({line(1).level, line(1).message(1:numel(cases{k, 3}))}, cases(k, 2:3));
    assertEqual(report.ok, strcmp(cases{k, 2}, 'note'));
  end
  mixed = free.contact(height, 'Friction', 0.3, 'Tangent', right);
  mixed = mixed.contact(@(q) q(1), 'Friction', [0.1 0.2], 'Tangent', @(q) [0 1; 1 0; 0 1]);
  report = nsd_check_system(mixed, q);
  line = report.checks(strcmp({report.checks.name}, 'Tangent 2'));
  assertEqual({line.level}, {'error', 'error'});           % two coefficients, two directions
end

function test_tangents_of_linear_systems_are_looked_at()
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  report = nsd_check_system(sys.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]), [0; 1]);
  assertEqual(level_of(report, 'Tangent 1'), 'ok');
  rolls = sys.contact([0; 1], 0, 'Rolling', 0.1, 'RollingTangent', [1; 0]);
  assertEqual(level_of(nsd_check_system(rolls, [0; 1]), 'RollingTangent 1'), 'ok');
end

function test_lengths_of_normal_and_tangent_are_compared()
  % mu was changed in silence by a gap in millimetres, a gap that is no distance, or a long Tangent.
  free = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  wrong = {@(q) 1000*q(2), [1; 0], '0.0005'; @(q) q(2)^2/2 + 3*q(2), [1; 0], '0.1667'; ...
           @(q) q(2), [2; 0], '= 1'; @(q) q(2), [1; 1]/sqrt(2), 'right angles'; ...
           @(q) q(2) - q(1)/2, [1; 0], '0.4472'};
  for k = 1:size(wrong, 1)
    sys = free.contact(wrong{k, 1}, 'Friction', 0.5, 'Tangent', wrong{k, 2});
    report = nsd_check_system(sys, [0; 0]);
    line = report.checks(strcmp({report.checks.name}, 'Tangent 1'));
    assertEqual(line.level, 'note');
    assertTrue(~isempty(strfind(line.message, wrong{k, 3})), line.message);
    [id, message] = warning_of(@() nsd_simulate(sys, [0 0.01], [0; 0], [1; 0], ...
                                                'Method', 'moreau', 'Step', 1e-3));
    assertEqual(id, 'nsd:system:tangentScale');
    assertTrue(~isempty(strfind(message, wrong{k, 3})), message);
  end
  space = NsdSystem.linear(eye(3), 0, 0, [0; 0; -9]);
  for T = {[2 0; 0 1; 0 0], [1 0.6; 0 0.8; 0 0]}
    sys = space.contact([0; 0; 1], 0, 'Friction', 0.5, 'Tangent', T{1});
    assertEqual(level_of(nsd_check_system(sys, zeros(3, 1)), 'Tangent 1'), 'note');
  end
end

function test_lengths_of_bodies_that_turn_are_left_alone()
  % a disc whose moment of inertia equals its mass, a hill with a tangent as long as its gradient,
  % a point in coordinates of different inertia, a gap that is a distance only where it closes
  disc = NsdSystem.linear(eye(3), 0, 0, [0; -9; 0]);
  disc = disc.contact([0; 1; 0], 0, 'Friction', 0.5, 'Tangent', [1; 0; 0.3]);
  free = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  hill = free.contact(@(q) q(2) - q(1)^2, 'Friction', 0.5, 'Tangent', @(q) [1; 2*q(1)]);
  polar = NsdSystem.linear(diag([1 0.01]), 0, 0, [-9; 0]);
  polar = polar.contact([1; 0], 0, 'Friction', 0.5, 'Tangent', [0; 0.1]);
  ring = free.contact(@(q) (q'*q - 1)/2, 'Friction', 0.5, 'Tangent', @(q) [-q(2); q(1)]/norm(q));
  for c = {disc, [0; 0; 0], 'ok'; hill, [1; 1], 'ok'; polar, [0; 0], 'ok'; ring, [0; 3], ''}'
    [sys, q, level] = c{:};
    if ~isempty(level), assertEqual(level_of(nsd_check_system(sys, q), 'Tangent 1'), level); end
    id = warning_of(@() nsd_simulate(sys, [0 0.01], q, 0*q, 'Method', 'moreau', 'Step', 1e-3));
    assertEqual(id, '');
  end
end

function test_linear_systems_are_looked_at()
  sys = NsdSystem.linear(eye(2), [0 1; -1 0], [1 0; 0 -1], @(t) [NaN; 0*t]);
  report = nsd_check_system(sys, [0; 0]);
  assertEqual(level_of(report, 'damping C'), 'note');
  assertEqual(level_of(report, 'stiffness K'), 'note');
  assertEqual(level_of(report, 'force F(t)'), 'error');
end

function test_kinetic_angles_of_closed_contacts()
  % balls in a row: normals (-1,1,0), (0,-1,1) make a corner of 60 degrees; right angles of a box;
  % a wedge of 120 degrees; in the metric of M: diag(1, 3) turns 120 degrees into 90
  row = NsdSystem.linear(eye(3)).contact([-1 0; 1 -1; 0 1], 0);
  box = NsdSystem.linear(eye(2)).contact(eye(2), 0, 'Restitution', 1);
  H = [sqrt(3)/2 -sqrt(3)/2; 1/2 1/2];             % two sides of a groove
  wedge = NsdSystem.linear(eye(2)).contact([H(2, :); H(1, :)], 0);
  [level, text] = angles_of(row, [0; 0; 0]);
  assertEqual(level, 'ok');
  assertTrue(~isempty(strfind(text, 'from 60 to 60 degrees')));
  level = angles_of(row.contact([1; 0; 0], 0, 'Restitution', 0.5), [0; 0; 0]);
  assertEqual(level, 'note');
  assertEqual(angles_of(box, [0; 0]), 'ok');
  steep = NsdSystem.linear(eye(2)).contact(H, 0);
  assertEqual(angles_of(steep, [0; 0]), 'ok');    % 60 degrees, e = 0
  flat = NsdSystem.linear(diag([1 1/9])).contact(H, 0);
  [level, text] = angles_of(flat, [0; 0]);         % W_12 = -3/4 + 9/4 > 0
  assertEqual(level, 'note');
  assertTrue(~isempty(strfind(text, 'meet at 120 degrees')), text);
  assertEqual(angles_of(wedge, [1; 0]), 'none');   % one of them is open
  held = NsdSystem.linear(eye(3)).contact(eye(3), 0).joint([1; -1; 0], 0);
  [level, text] = angles_of(held, [0; 0; 0]);      % the joint makes the first two one: 180 degrees
  assertEqual(level, 'note');
  assertTrue(~isempty(strfind(text, 'contacts 1 and 2 meet at 180')), text);
end

function [level, text] = angles_of(sys, q)
  report = nsd_check_system(sys, q);
  [level, text] = deal('none', '');
  k = find(strcmp({report.checks.name}, 'kinetic angles'));
  if ~isempty(k), [level, text] = deal(report.checks(k).level, report.checks(k).message); end
end

function test_what_is_printed_has_a_line_per_test()
  sys = NsdSystem.lagrangian(@(q) [1 2; 0 1], @(t, q, v) [0; 0]); %#ok<NASGU>  used in evalc
  text = evalc('nsd_check_system(sys, [0; 0])');
  assertTrue(~isempty(strfind(text, 'error mass M(q)')));
  assertTrue(~isempty(strfind(text, '1 error')));
  report = nsd_check_system(sys, [0; 0]);
  assertEqual(sum(text == sprintf('\n')), numel(report.checks) + 1);
end

function test_degrees_in_place_of_radians_are_noted()
  % q0 = 60 of a pendulum ran in silence: nine and a half turns
  swing = NsdSystem.lagrangian(eye(2), @(t, q, v) [-q(1); -sin(q(2))]);
  swing = swing.named('swing', {'x', 'theta'});
  found = nsd_check_system(swing, [60; 1]);
  assertEqual(level_of(found, 'angles'), 'ok');
  found = nsd_check_system(swing, [0; 60]);
  assertEqual(level_of(found, 'angles'), 'note');
  assertTrue(found.ok && ~isempty(strfind(found.checks(end).message, '60*pi/180 = 1.047')));
  assertTrue(~any(strcmp({nsd_check_system(NsdSystem.linear(1), 60).checks.name}, 'angles')));
  world = NsdBodies('Gravity', [0 -9.81]).box('Size', [1 0.5], 'Angle', [0.1 30], ...
                                              'Position', [0 3; 1 1]);
  assertEqual(level_of(nsd_check_system(world), 'angles'), 'note');
  assertEqual(level_of(nsd_check_system(world), 'overlaps'), 'ok');
  solid = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 0.4]);
  assertEqual(level_of(nsd_check_system(solid), 'overlaps'), 'note');
end

function test_without_a_start_systems_of_known_size_are_tested_at_zero()
  % "give q (and v)" was raised although M says how many coordinates there are
  linear = NsdSystem.linear(eye(2), 0, eye(2)).contact([1; 0], 1);
  functions = NsdSystem.lagrangian(eye(2), @(t, q, v) -q).contact(@(q) 1 + q(1));
  for sys = {linear, functions}
    report = nsd_check_system(sys{1});
    assertTrue(report.ok);
    assertEqual(level_of(report, 'start'), 'note');
    at_zero = nsd_check_system(sys{1}, [0; 0]);
    assertEqual(report.checks(2:end), at_zero.checks);
  end
end

function test_hybrid_systems_are_looked_at()
  % "force F(t) raises: structure has no member 'constant'" for every right model of first order
  f = @(t, y) [y(2); -9.81];
  bounce = @(y) [y(1); -0.9*y(2)];
  ball = NsdSystem.hybrid(f, @(t, y) y(1), bounce);
  neuron = NsdSystem.hybrid(@(t,x) 2 - x, @(x) 1 - x, @(x) 0);
  for sys = {ball, [1; 0]; neuron, 0.5; NsdSystem.hybrid(f), [1; 0]; ...
             NsdSystem.hybrid(f, @(x,t) x(1) - sin(t), @(x,i,t) [x(1); 2*cos(t) - x(2)], 'Mass', ...
                              @(x) eye(2)), [1; 0]}'
    report = nsd_check_system(sys{:}, [], 0);
    assertTrue(report.ok && ~any(strcmp({report.checks.level}, 'note')));
  end
  report = nsd_check_system(ball, [1; 0]);
  assertEqual({report.checks.name}, {'rate f(t,x)', 'guard h', 'reset of guard 1'});
  assertTrue(~isempty(strfind(report.checks(3).message, 'from -1 to 0.9')));
  cases = {@(t,y) y(2), @(y) y(1), bounce, 'rate f(t,x)', 'must return 2-by-1'; ...
           f, @(y) -y(1), bounce, 'guard h', 'guard 1 is -1'; ...
           f, @(y) y(3), bounce, 'guard h', 'raises: '; ...
           f, @(y) y(1), @(y) -y(2), 'reset of guard 1', 'must return the state after: 2-by-1'; ...
           f, @(y) y(1), @(y) y, 'reset of guard 1', 'changes nothing'; ...
           f, @(y) y(1), @(y) y - [1; 0], 'reset of guard 1', 'leads at x = [0 -1]'; ...
           f, @(y) y, {bounce, bounce, bounce}, 'reset r', '3 resets for 2 guards'; ...
           f, @(a,b) 3 - b, bounce, 'arguments', 'guard: which argument'};
  for k = 1:size(cases, 1)
    report = nsd_check_system(NsdSystem.hybrid(cases{k, 1:3}), [1; 0]);
    bad = report.checks(find(strcmp({report.checks.level}, 'error'), 1));
    assertEqual({bad.name, bad.message(1:numel(cases{k, 5}))}, cases(k, 4:5));
  end
  again = nsd_check_system(NsdSystem.hybrid(f, @(y) y(1), @(y) 0.9*y), [1; 0]);
  assertEqual(level_of(again, 'reset of guard 1'), 'note');
end

function test_guards_of_one_direction_are_not_called_faults()
  % max(-x, -v) falls to zero where x comes to zero from below; at [1 0] it is zero, too, and rises:
  % the reset, which leaves this state alone, was called an error
  up = NsdSystem.hybrid(@(t,x) [x(2); -9.81], @(t,x) max(-x(1), -x(2)), @(t,x) [x(1); -0.8*x(2)]);
  assertTrue(nsd_check_system(up, [1; 0]).ok);
  both = NsdSystem.hybrid(@(t,x) [x(2); -9.81], @(t,x) max(x(1), x(2)), @(t,x) [x(1); -0.8*x(2)]);
  assertTrue(nsd_check_system(both, [1; 0]).ok);
end

function test_other_systems_of_first_order_are_looked_at()
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay', 'Input', @(t) [t; 0]);
  diode = NsdSystem.firstOrder(@(t,x) -x, @(x,lambda,t) x - 1, @(x,lambda,t) lambda, ...
                               'RateJacobian', @(t,x) -1, 'OutputJacobian', @(x,l,t) deal(1, 0));
  slide = NsdSystem.filippov(@(t,x,side) [x(2); -side], @(x) x(2), 'SurfaceJacobian', @(x) [0 1]);
  for c = {relay, [1; 0]; diode, 2; slide, [0; 1]}'
    report = nsd_check_system(c{:});
    assertTrue(report.ok);
  end
  assertTrue(nsd_check_system(relay).ok);          % at zero, its size is known
  wrong = NsdSystem.filippov(@(t,x,side) -side, @(x) x(2));
  assertEqual(level_of(nsd_check_system(wrong, [0; 1]), 'rate f(t,x,1)'), 'error');
  wrong = NsdSystem.filippov(@(t,x,s) [0; -s], @(x) x(2), 'SurfaceJacobian', @(x) [1 0]);
  assertEqual(level_of(nsd_check_system(wrong, [0; 1]), 'SurfaceJacobian'), 'error');
  wrong = NsdSystem.firstOrder(@(t,x) -x, @(x,lambda,t) [x; x], @(x,lambda,t) lambda);
  assertEqual(level_of(nsd_check_system(wrong, 1), 'output h(x,lambda,t)'), 'error');
  assertExceptionThrown(@() nsd_check_system(slide, [0; 1], [0; 0]), 'nsd:checkSystem:badSize');
  assertTrue(~isempty(strfind(message_of(@() nsd_check_system(slide)), 'give the state x')));
end

function test_bad_arguments_raise()
  sys = NsdSystem.lagrangian(@(q) 1, @(t, q, v) 0);
  assertExceptionThrown(@() nsd_check_system(3), 'nsd:checkSystem:badSystem');
  assertExceptionThrown(@() nsd_check_system(sys), 'nsd:checkSystem:noState');
  assertExceptionThrown(@() nsd_check_system(sys, 1, [1 2]), 'nsd:checkSystem:badSize');
  assertExceptionThrown(@() nsd_check_system(sys, NaN), 'nsd:checkSystem:notFinite');
  assertExceptionThrown(@() nsd_check_system(sys, 1, 0, 'x'), 'nsd:checkSystem:badTime');
end

function yes = passes(sys, q, v)
  report = nsd_check_system(sys, q, v, 0.3);
  yes = report.ok && ~any(strcmp({report.checks.level}, 'note'));
end

function first = found(sys, q)
% name of the first test with an error, and the beginning of its message as long as asked for
  if nargin < 2, q = [1; 2]; end
  if isa(sys.Mass, 'function_handle'), q = [0; 0]; end
  report = nsd_check_system(sys, q, [], 0);
  bad = report.checks(find(strcmp({report.checks.level}, 'error'), 1));
  assertTrue(~report.ok);
  starts = {'not symmetric', 'not positive definite', 'must return 2-by-2', ...
            'must return 2-by-1', 'must return 1-by-2', 'must return 1-by-1', ...
            'must return real numbers', ...
            'returns NaN', 'raises: boom', 'raises: ', 'entry (1,2) is 0', 'entry (1,1) is -1', ...
            'entry (1,1) is 1', 'its sign is wrong', 'row 1 does not change', '2 gaps, but'};
  hit = cellfun(@(s) strncmp(bad.message, s, numel(s)), starts);
  first = {bad.name, starts{find(hit, 1)}};
end

function level = level_of(report, name)
  level = report.checks(find(strcmp({report.checks.name}, name), 1)).level;
end
