function test_suite = test_nonlinear()
%TEST_NONLINEAR  Nonlinear systems: against the linear kernels, moving obstacles, joints.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_projected_ball_comes_to_rest()
  % it chattered for ever: the penetration that keeps a resting contact closed was projected away
  ball = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) q, 'Restitution', 0.7);
  kept = simulate_quietly(ball, [0 5], 1, 0, 'Step', 1e-3);
  sol = simulate_quietly(ball, [0 5], 1, 0, 'Step', 1e-3, 'Project', 'on');
  assertEqual([sol.q(end), sol.v(end)], [0 0]);
  assertEqual(sum(strcmp(sol.events.kind, 'impact')), sum(strcmp(kept.events.kind, 'impact')));
end

function test_a_closed_system_with_changing_mass_does_no_external_work()
  % the power of the quadratic terms stood in external, its counterpart v'M_t v/2 in numerical:
  % both were as large as the energy itself, for every step
  g = 9.81;
  M = @(q) [2, cos(q(1) - q(2)); cos(q(1) - q(2)), 1];
  F = @(t, q, v) [-v(2)^2*sin(q(1) - q(2)) - 2*g*sin(q(1)); ...
                  v(1)^2*sin(q(1) - q(2)) - g*sin(q(2))];
  U = @(q) -2*g*cos(q(1)) - g*cos(q(2));
  sys = NsdSystem.lagrangian(M, F).potential(U);
  for method = {'moreau', 'paoli', 'event-newmark'}
    worst = zeros(1, 2);
    for k = 1:2
      sol = simulate_quietly(sys, [0 1], [1; -1], [0; 0], 'Step', 0.008/2^k, ...
                             'Method', method{1});
      E = sol.energy;
      worst(k) = max(abs([E.external; E.numerical]));
    end
    assertTrue(worst(2) < 3e-3, method{1});                         % of energies near 30
    assertTrue(abs(log2(worst(1)/worst(2)) - 2) < 0.3, method{1});  % second order
  end
end

function test_a_body_with_a_varying_mass_comes_to_rest()
  % Velocities halve in every step of the rest, down to rounding. Changes of v were measured
  % against v itself, which is then smaller than the rounding of h F - H P: status newton.
  sys = NsdSystem.lagrangian(@(q) 1 + 0.1*cos(q), @(t, q, v) -9.81 - 0.1*v);
  sys = sys.contact(@(q) q, 'Restitution', 0.5);
  for provider = {'off', 'auto'}
    sol = simulate_quietly(sys, [0 3], 1, 0, 'Step', 1e-3, 'Compile', provider{1});
    assertEqual(sol.status, 'ok');
    assertTrue(abs(sol.v(end)) < 1e-12 && abs(sol.q(end)) < 1e-2);
    assertElementsAlmostEqual(sol.reaction(end), 9.81, 'absolute', 1e-9);
  end
end

function test_linear_systems_agree_with_the_linear_kernels()
  % constant F, springs, dampers. 1e-12 is the rounding of a hundred steps of size one; gradients
  % that are differenced carry 1e-11; velocities of paoli are differences of positions over h
  restore = seeded(71); %#ok<NASGU>
  kinds = {'matrix', 'jacobian', 'function'};
  allowed = [1e-12, 1e-12, 1e-10];
  methods = {'moreau', 'paoli'};
  active = 0;
  for trial = 1:24
    n = 1 + mod(trial, 4);
    [sys, q0, v0] = constant_system(n, mod(trial, 3), (n > 2)*mod(trial, 2));
    method = methods{1 + mod(trial, 2)};
    kind = 1 + mod(floor(trial/4), 3);
    options = nsd_options('Method', method, 'Step', 0.01);
    if strcmp(method, 'moreau'), options.Theta = 0.5 + mod(trial, 3)/4; end
    a = simulate_quietly(sys, [0 1], q0, v0, options);
    b = simulate_quietly(as_lagrangian(sys, kinds{kind}), [0 1], q0, v0, options);
    assertEqual(b.status, a.status);
    tolerance = allowed(kind)*max(1, max(abs(a.q(:))));
    assertElementsAlmostEqual(b.q, a.q, 'absolute', tolerance);
    assertElementsAlmostEqual(b.v, a.v, 'absolute', tolerance/0.01);
    push = tolerance/0.01*norm(full(sys.Mass));
    assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', push);
    active = active + sum(a.impulse(:) > 0);
  end
  assertTrue(active > 30);        % the contacts took part
end

function test_contacts_with_different_restitution_agree_with_the_linear_kernels()
  sys = NsdSystem.linear(diag([1 2 3]), 0.1*eye(3), [4 -1 0; -1 4 -1; 0 -1 4], [-9; -5; -2]);
  sys = sys.contact(eye(3), [0.1; 0.2; 0], 'Restitution', [0.9; 0.3; 0]).start([1; 1; 1]);
  for method = {'moreau', 'paoli'}
    a = simulate_quietly(sys, [0 3], 'Method', method{1}, 'Step', 0.005);
    for kind = {'matrix', 'function', 'jacobian'}
      b = simulate_quietly(as_lagrangian(sys, kind{1}), [0 3], [1; 1; 1], zeros(3, 1), ...
                           'Method', method{1}, 'Step', 0.005);
      assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-12);
      assertElementsAlmostEqual(b.gap, a.gap, 'absolute', 1e-12);
      speed = 1e-12/0.005;         % velocities of paoli are differences of positions over h
      assertElementsAlmostEqual(b.v, a.v, 'absolute', speed);
      assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', 3*speed);
      assertElementsAlmostEqual(b.events.vBefore, a.events.vBefore, 'absolute', 2*speed);
      assertElementsAlmostEqual(b.events.vAfter, a.events.vAfter, 'absolute', 2*speed);
    end
  end
end

function test_ledger_and_events_agree_with_the_linear_kernels()
  sys = nsd_oscillator();
  for method = {'moreau', 'paoli'}
    a = simulate_quietly(sys, [0 6], 'Method', method{1}, 'Step', 0.01);
    b = simulate_quietly(as_lagrangian(sys, 'function'), [0 6], 1, 0, 'Method', method{1}, ...
                         'Step', 0.01);
    names = {'kinetic', 'potential', 'total', 'impact'};
    for k = 1:numel(names)
      assertElementsAlmostEqual(b.energy.(names{k}), a.energy.(names{k}), 'absolute', 1e-11);
    end
    assertElementsAlmostEqual(b.energy.numerical, zeros(size(b.t)), 'absolute', 1e-11);
    rest = a.energy.numerical;                   % paoli: of the first half step; else 0
    assertElementsAlmostEqual(b.energy.external, rest, 'absolute', 1e-11);
    assertEqual(b.events.t, a.events.t);
    assertElementsAlmostEqual(b.events.vBefore, a.events.vBefore, 'absolute', 1e-11);
    assertElementsAlmostEqual(b.events.vAfter, a.events.vAfter, 'absolute', 1e-11);
    assertEqual(b.stats.ledger, 'remainder');
  end
end

function test_moving_table_is_a_fixed_table_in_the_moving_frame()
  % q = x + s(t) with a table at s(t). In the frame of the table the force is -g - s''. Both
  % schemes are exact for quadratic s, so the runs agree to rounding; e > 0 and e = 0.
  g = 9.81;
  a = 0.8;                         % s = a t^2/2 + 0.3 t
  s = @(t) a*t.^2/2 + 0.3*t;
  for method = {'moreau', 'paoli'}
    for e = [0 0.6]
      moving = NsdSystem.lagrangian(1, @(t, q, v) -g);
      moving = moving.contact(@(q, t) q - s(t), 'Restitution', e);
      fixed = NsdSystem.linear(1, 0, 0, -g - a).contact(1, 0, 'Restitution', e);
      x = simulate_quietly(fixed, [0 2], 0.5, 0, 'Step', 0.01, 'Method', method{1});
      q = simulate_quietly(moving, [0 2], 0.5, 0.3, 'Step', 0.01, 'Method', method{1});
      hit = find(x.impulse > 0, 1) - 2;
      assertElementsAlmostEqual(q.q(1:hit) - s(q.t(1:hit)), x.q(1:hit), 'absolute', 1e-12);
      % at impacts the table moves within the step: first order
      assertElementsAlmostEqual(q.q - s(q.t), x.q, 'absolute', 0.03);
      assertTrue(abs(sum(q.impulse) - sum(x.impulse)) < 0.05*sum(x.impulse));
      assertEqual(sum(strcmp(q.events.kind, 'impact')) > 0, true);
    end
  end
end

function test_oscillating_table_converges_to_the_fixed_table_with_inertia_force()
  % table A sin(w t) with A w^2 > g, so the ball takes off and lands, e = 0.5 and e = 0
  g = 9.81;
  A = 0.1;
  w = 12;
  for e = [0 0.5]
    moving = NsdSystem.lagrangian(1, @(t, q, v) -g).contact(@(q, t) q - A*sin(w*t), ...
                                                             'Restitution', e);
    fixed = NsdSystem.linear(1, 0, 0, @(t) -g + A*w^2*sin(w*t)).contact(1, 0, 'Restitution', e);
    error_of = zeros(1, 2);
    steps = [2e-3 5e-4];
    for k = 1:2
      q = simulate_quietly(moving, [0 0.7], 0.05, A*w, 'Step', steps(k));
      x = simulate_quietly(fixed, [0 0.7], 0.05, 0, 'Step', steps(k));
      error_of(k) = max(abs(q.q - A*sin(w*q.t) - x.q));
      assertTrue(min(q.gap) > -4*A*w*steps(k));
    end
    assertTrue(error_of(1) < 0.02);
    assertTrue(error_of(2) < error_of(1)/2);
  end
end

function test_resting_on_an_oscillating_table_keeps_contact()
  % A w^2 < g: with e = 0 the ball stays on the table; gaps of rounding size open and close it
  % again, so reactions are compared as means over ten steps: m (g - A w^2 sin)
  table = @(t) 0.05*sin(8*t);
  sys = NsdSystem.lagrangian(2, @(t, q, v) -2*9.81).contact(@(q, t) q - table(t));
  for project = {'off', 'on'}
    sol = simulate_quietly(sys, [0 1], 0, 0.4, 'Step', 2e-3, 'Project', project{1});
    assertTrue(max(abs(sol.gap)) < 1e-4);      % a few times the fall of one step, g h^2/2
    steps = reshape(2:501, 10, []);
    middle = mean(sol.t(steps)) - 1e-3;
    wanted = 2*(9.81 - 0.05*64*sin(8*middle));
    assertTrue(mean(abs(mean(sol.reaction(steps)) - wanted)) < 1);
    assertElementsAlmostEqual(sum(sol.impulse), 2*(9.81 + sol.v(end)/1 - 0.4), 'absolute', 1e-9);
  end
end

function test_rate_and_jacobian_given_are_those_differenced()
  w = 5;
  plain = NsdSystem.lagrangian(@(q) [2 + cos(q(2)) 0.3; 0.3 1], @(t, q, v) [-9.81; -q(2)]);
  gap = @(q, t) q(1) + 0.1*q(2)^2 - 0.1*sin(w*t);
  given = plain.contact(gap, 'Restitution', 0.5, 'Jacobian', @(q, t) [1, 0.2*q(2)], ...
                        'Rate', @(q, t) -0.1*w*cos(w*t));
  short = plain.contact(gap, 'Restitution', 0.5, 'Jacobian', @(q) [1, 0.2*q(2)], ...
                        'Rate', @(q, t) -0.1*w*cos(w*t));
  plain = plain.contact(gap, 'Restitution', 0.5);
  for method = {'moreau', 'paoli'}
    a = simulate_quietly(plain, [0 1], [0.3; 0.5], [0; 1], 'Step', 4e-3, 'Method', method{1});
    b = simulate_quietly(given, [0 1], [0.3; 0.5], [0; 1], 'Step', 4e-3, 'Method', method{1});
    c = simulate_quietly(short, [0 1], [0.3; 0.5], [0; 1], 'Step', 4e-3, 'Method', method{1});
    assertEqual(a.status, 'ok');
    assertTrue(any(a.impulse > 0));
    assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-8);
    assertEqual(b.q, c.q);       % a Jacobian that leaves out t is called without it
  end
end

function test_jacobian_with_time_beside_a_gap_without_it()
  sys = NsdSystem.lagrangian(1, @(t, q, v) -1);
  a = sys.contact(@(q) q, 'Jacobian', @(q, t) 1);
  b = sys.contact(@(q) q);
  x = simulate_quietly(a, [0 1], 0.1, 0, 'Step', 0.01);
  y = simulate_quietly(b, [0 1], 0.1, 0, 'Step', 0.01);
  assertElementsAlmostEqual(x.q, y.q, 'absolute', 1e-10);
end

function test_double_pendulum_with_joints_does_not_drift_when_projected()
  [sys, q0, v0] = cartesian_double_pendulum();
  off = simulate_quietly(sys, [0 1.2], q0, v0, 'Step', 2e-3, 'Project', 'off');
  on = simulate_quietly(sys, [0 1.2], q0, v0, 'Step', 2e-3, 'Project', 'on');
  paoli = simulate_quietly(sys, [0 1.2], q0, v0, 'Step', 2e-3, 'Method', 'paoli');
  assertEqual({off.status, on.status, paoli.status}, {'ok', 'ok', 'ok'});
  assertTrue(sum(strcmp(on.events.kind, 'impact')) > 1);
  assertTrue(drift(sys, off) > 1e-9);
  assertTrue(drift(sys, on) < 1e-10);
  assertTrue(drift(sys, paoli) < 1e-10);
end

function test_joints_and_generalised_coordinates_give_the_same_double_pendulum()
  % before the first impact both descriptions converge to the same motion; the joints are held on
  % the normals of the middle of the step, which is of first order
  g = 9.81;
  [sys, q0, v0] = cartesian_double_pendulum();
  M = @(q) [2, cos(q(1)-q(2)); cos(q(1)-q(2)), 1];
  F = @(t, q, v) [-sin(q(1)-q(2))*v(2)^2 - 2*g*sin(q(1)); ...
                  sin(q(1)-q(2))*v(1)^2 - g*sin(q(2))];
  angles = NsdSystem.lagrangian(M, F);
  start = [atan2(q0(1), -q0(2)); atan2(q0(3) - q0(1), -(q0(4) - q0(2)))];
  miss = zeros(1, 2);
  for k = 1:2
    h = 4e-3/2^k;
    a = simulate_quietly(sys, [0 0.2], q0, v0, 'Step', h, 'Project', 'on');
    b = simulate_quietly(angles, [0 0.2], start, [0; 0], 'Step', h);
    x = [sin(b.q(:, 1)), -cos(b.q(:, 1))];
    x = [x, x + [sin(b.q(:, 2)), -cos(b.q(:, 2))]];
    assertEqual(any(a.impulse(:) > 0), false);
    miss(k) = max(abs(a.q(:) - x(:)));
  end
  assertTrue(miss(1) < 1e-3);
  assertTrue(abs(miss(1)/miss(2) - 2) < 0.4);
end

function test_pendulum_without_impacts_keeps_its_energy()
  M = @(q) [2, cos(q(1)-q(2)); cos(q(1)-q(2)), 1];
  F = @(t, q, v) [-sin(q(1)-q(2))*v(2)^2 - 2*9.81*sin(q(1)); ...
                  sin(q(1)-q(2))*v(1)^2 - 9.81*sin(q(2))];
  sys = NsdSystem.lagrangian(M, F).potential(@(q) -9.81*(2*cos(q(1)) + cos(q(2))));
  change = zeros(1, 2);
  for k = 1:2
    sol = simulate_quietly(sys, [0 1], [1; 0.5], [0; 0], 'Step', 0.008/2^k);
    change(k) = max(abs(sol.energy.total - sol.energy.total(1)));
    E = sol.energy;
    closure = E.total - E.total(1) - E.external - E.impact - E.joint - E.numerical - E.damping;
    assertTrue(max(abs(closure)) < 1e-11*max(abs(E.total)));
  end
  assertTrue(change(1) < 5e-3);
  assertTrue(abs(change(1)/change(2) - 4) < 0.5);   % second order
end

function test_rheonomic_joint_drives_the_motion()
  % a mass on a driven rod: g = q1 - sin(t); its multiplier per step is m q1''
  sys = NsdSystem.lagrangian(diag([2 1]), @(t, q, v) [0; q(1) - q(2)]);
  sys = sys.joint(@(q, t) q(1) - sin(t));
  for method = {'moreau', 'paoli'}
    sol = simulate_quietly(sys, [0 2], [0; 0], [1; 0], 'Step', 5e-3, 'Method', method{1});
    assertElementsAlmostEqual(sol.q(:, 1), sin(sol.t), 'absolute', 5e-5);
    assertElementsAlmostEqual(sol.multiplier(3:end)/5e-3, -2*sin(sol.t(3:end)), 'absolute', 1e-2);
  end
end

function test_redundant_nonlinear_joints_give_the_same_motion()
  [sys, q0, v0] = cartesian_double_pendulum();
  more = sys.joint(@(q) 3*(q(1)^2 + q(2)^2 - 1));
  a = simulate_quietly(sys, [0 0.6], q0, v0, 'Step', 2e-3, 'Project', 'on');
  b = simulate_quietly(more, [0 0.6], q0, v0, 'Step', 2e-3, 'Project', 'on');
  assertEqual(b.status, 'ok');
  assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-6);
end

function test_the_step_is_used_as_given_at_late_times()
  % Newton's iteration took h as the difference of two times: 1e-4 of it was lost at t0 = 1e9
  ball = as_lagrangian(nsd_ball(), 'function');
  for method = {'moreau', 'paoli', 'newmark', 'hht', 'genalpha'}
    a = simulate_quietly(ball, [0 1], 1, 0, 'Method', method{1}, 'Step', 1e-3);
    b = simulate_quietly(ball, 1e9 + [0 1], 1, 0, 'Method', method{1}, 'Step', 1e-3);
    assertEqual(b.q, a.q);
    assertEqual(b.impulse, a.impulse);
  end
end

function [sys, q0, v0] = cartesian_double_pendulum()
% two unit masses on unit rods, a wall at x = -0.2 for both
  sys = NsdSystem.lagrangian(eye(4), @(t, q, v) 9.81*[0; -1; 0; -1]);
  sys = sys.joint(@(q) [q(1)^2 + q(2)^2 - 1; (q(3)-q(1))^2 + (q(4)-q(2))^2 - 1]);
  sys = sys.contact(@(q) q([1 3]) + 0.2, 'Restitution', 0.5);
  q0 = [sin(1); -cos(1); sin(1) + sin(0.6); -cos(1) - cos(0.6)];
  v0 = zeros(4, 1);
end

function worst = drift(sys, sol)
  worst = 0;
  g = sys.JointGroups{1}.value;
  for k = 1:numel(sol.t)
    worst = max(worst, max(abs(g(sol.q(k, :)'))));
  end
end
