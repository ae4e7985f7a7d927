function test_suite = test_newmark_nonlinear()
%TEST_NEWMARK_NONLINEAR  Newmark, HHT and generalized-alpha for nonlinear systems with joints.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_linear_systems_agree_with_the_linear_kernels()
  % all schemes, GGL on and off, redundant joints, contacts; 1e-12 is rounding of thirty steps;
  % gradients that are differenced carry 1e-11
  restore = seeded(81); %#ok<NASGU>
  kinds = {'matrix', 'jacobian', 'function'};
  allowed = [1e-12, 1e-12, 2e-10];
  active = 0;
  for trial = 1:12
    n = 1 + mod(trial, 6);
    p = (n > 2)*mod(trial, 3);
    [sys, q0, v0] = constant_system(n, min(mod(trial, 4), n - p), p);
    kind = 1 + mod(trial, 3);
    other = as_lagrangian(sys, kinds{kind});
    for o = schemes('Step', 0.01)
      a = simulate_quietly(sys, [0 0.3], q0, v0, o{1});
      b = simulate_quietly(other, [0 0.3], q0, v0, o{1});
      assertEqual(b.status, a.status);
      tolerance = allowed(kind)*max([1; abs(a.q(:)); abs(a.v(:))]);
      assertElementsAlmostEqual(b.q, a.q, 'absolute', tolerance);
      assertElementsAlmostEqual(b.v, a.v, 'absolute', 10*tolerance);
      push = 100*tolerance*norm(full(sys.Mass));
      assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', push);
      active = active + sum(a.impulse(:) > 0);
    end
  end
  assertTrue(active > 40, sprintf('%d active', active));
end

function test_ledger_is_that_of_the_linear_kernels()
  % springs and a constant force; the same lines by other formulas
  sys = NsdSystem.linear([2 0.5; 0.5 1], 0, [40 -10; -10 20], [-3; -9]);
  sys = sys.contact([1 0; 0 1], [0.1; 0.2], 'Restitution', [0.8; 0.3]);
  names = {'kinetic', 'potential', 'external', 'impact', 'numerical', 'algorithmic'};
  other = as_lagrangian(sys, 'jacobian');
  for o = schemes('Step', 0.01)
    a = simulate_quietly(sys, [0 2], [1; 0.5], [0; 1], o{1});
    b = simulate_quietly(other, [0 2], [1; 0.5], [0; 1], o{1});
    assertTrue(sum(a.impulse(:) > 0) > 5);
    for k = 1:numel(names)
      assertElementsAlmostEqual(b.energy.(names{k}), a.energy.(names{k}), 'absolute', 1e-10);
    end
    assertEqual(b.stats.ledger, 'remainder');
    assertEqual(b.events.t, a.events.t);
    assertElementsAlmostEqual(b.events.vAfter, a.events.vAfter, 'absolute', 1e-10);
  end
end

function test_joints_keep_second_order()
  % a pendulum in Cartesian coordinates against its angle, twice the way to the top
  exact = nsd_simulate(NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)), [0 0.5], 2, 0, ...
                       'Step', 5e-4, 'Method', 'newmark');
  wanted = [sin(exact.q(end)), -cos(exact.q(end))];
  sys = pendulum();
  for o = schemes()
    miss = zeros(1, 3);
    for k = 1:3
      sol = nsd_simulate(sys, [0 0.5], [sin(2); -cos(2)], [0; 0], o{1}, 'Step', 0.04/2^k);
      miss(k) = norm(sol.q(end, :) - wanted);
    end
    order = log2(miss(1:2)./miss(2:3));
    assertTrue(all(abs(order - 2) < 0.1), sprintf('%s: %g %g', o{1}.Method, order));
  end
end

function test_changing_mass_keeps_second_order()
  % a double pendulum in angles: M(q), quadratic terms; smooth
  sys = double_pendulum();
  exact = nsd_simulate(sys, [0 0.5], [1; -1], [0; 0], 'Step', 5e-4, 'Method', 'newmark');
  for o = schemes()
    miss = zeros(1, 3);
    for k = 1:3
      sol = nsd_simulate(sys, [0 0.5], [1; -1], [0; 0], o{1}, 'Step', 0.025/2^k);
      miss(k) = norm([sol.q(end, :) - exact.q(end, :), sol.v(end, :) - exact.v(end, :)]);
    end
    order = log2(miss(1:2)./miss(2:3));
    assertTrue(all(abs(order - 2) < 0.2), sprintf('%s: %g %g', o{1}.Method, order));
  end
end

function test_a_free_pendulum_keeps_its_speed()
  % no force: exact for every step length and GGL off, where the rod holds by velocity
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]);
  sys = sys.joint(@(q) q(1)^2 + q(2)^2 - 1, 'Jacobian', @(q) 2*q');
  for method = {'newmark', 'hht', 'genalpha'}
    sol = nsd_simulate(sys, [0 10], [1; 0], [0; 3], 'Step', 0.05, 'Method', method{1});
    speed = sqrt(sum(sol.v.^2, 2));
    assertElementsAlmostEqual(speed, 3*ones(size(speed)), 'absolute', 1e-11);
  end
end

function test_ggl_leaves_no_drift_on_mechanisms_over_long_runs()
  mechanisms = {@slider_crank, @four_bar};
  for k = 1:2
    [sys, q0] = mechanisms{k}();
    for method = {'newmark', 'hht', 'genalpha'}
      sol = simulate_quietly(sys, [0 8], q0, zeros(size(q0)), 'Step', 0.02, ...
                             'Method', method{1}, 'GGL', 'on', 'Progress', 'off');
      assertEqual(sol.status, 'ok');
      [position, velocity] = drift(sys, sol);
      assertTrue(position < 1e-10, sprintf('position %.1e', position));
      assertTrue(velocity < 1e-10*max(abs(sol.v(:))), sprintf('velocity %.1e', velocity));
      assertTrue(min(sol.gap(:)) > -1e-12);
      assertTrue(sum(sol.impulse(:) > 0) > 2);
    end
  end
end

function test_velocities_hold_without_ggl_and_positions_drift()
  [sys, q0] = slider_crank();
  sol = simulate_quietly(sys, [0 2], q0, zeros(4, 1), 'Step', 0.01, 'Method', 'hht');
  [position, velocity] = drift(sys, sol);
  assertTrue(velocity < 1e-10*max(abs(sol.v(:))));
  assertTrue(position > 1e-8 && position < 0.02);
end

function test_redundant_joints_and_contacts_give_the_same_motion()
  sys = pendulum().contact([1; 0], 0.3, 'Restitution', 0.6);
  more = sys.joint(@(q) 3*(q(1)^2 + q(2)^2 - 1), 'Jacobian', @(q) 6*q');
  more = more.contact([2; 0], 0.6, 'Restitution', 0.6);
  for o = schemes('Step', 0.01)
    a = simulate_quietly(sys, [0 2], [sin(1); -cos(1)], [0; 0], o{1});
    b = simulate_quietly(more, [0 2], [sin(1); -cos(1)], [0; 0], o{1});
    assertEqual(b.status, 'ok');
    assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-8);
    assertElementsAlmostEqual(b.impulse*[1; 2], a.impulse, 'absolute', 1e-7);
    assertTrue(sum(a.impulse > 0) > 1);
  end
end

function test_impacts_are_of_first_order()
  % a pendulum that meets a wall: angles with a located impact as reference
  angle = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)).contact(@(q) sin(q) + 0.3, ...
                                                                   'Restitution', 0.6);
  exact = simulate_quietly(angle, [0 1.2], 1, 0, 'Step', 4e-4, 'Method', 'newmark');
  sys = pendulum().contact([1; 0], 0.3, 'Restitution', 0.6);
  steps = [60 85 120 170 240];
  for o = schemes()
    miss = zeros(size(steps));
    for k = 1:numel(steps)
      sol = simulate_quietly(sys, [0 1.2], [sin(1); -cos(1)], [0; 0], o{1}, 'Step', 1.2/steps(k));
      angles = interp1(exact.t, exact.q, sol.t);
      miss(k) = mean(abs(sol.q(:, 1) - sin(angles)) + abs(sol.q(:, 2) + cos(angles)));
    end
    fit = polyfit(log(1./steps), log(miss), 1);
    assertTrue(fit(1) > 0.7, sprintf('%s GGL %s: order %g', o{1}.Method, o{1}.GGL, fit(1)));
    assertTrue(miss(end) < 1e-2);
  end
end

function test_moving_table_is_a_fixed_table_in_the_moving_frame()
  % q = x + s(t) with s'' constant: with GGL both levels hold on the moving table
  [g, a] = deal(9.81, 0.8);
  s = @(t) a*t.^2/2 + 0.3*t;
  for e = [0 0.6]
    moving = NsdSystem.lagrangian(1, @(t, q, v) -g).contact(@(q, t) q - s(t), 'Restitution', e);
    fixed = NsdSystem.linear(1, 0, 0, -g - a).contact(1, 0, 'Restitution', e);
    for o = schemes('Step', 0.01)
      x = simulate_quietly(fixed, [0 1.5], 0.513, 0, o{1});
      q = simulate_quietly(moving, [0 1.5], 0.513, 0.3, o{1});
      % s is integrated exactly; differenced rates carry 1e-10
      assertElementsAlmostEqual(q.q - s(q.t), x.q, 'absolute', 1e-7);
      assertElementsAlmostEqual(q.impulse, x.impulse, 'absolute', 1e-6);
      if strcmp(o{1}.GGL, 'on'), assertTrue(min(q.gap) > -1e-12); end
    end
  end
end

function test_driven_joint_moves_the_mass()
  sys = NsdSystem.lagrangian(diag([2 1]), @(t, q, v) [0; q(1) - q(2)]);
  sys = sys.joint(@(q, t) q(1) - sin(t));
  for o = schemes('Step', 0.01)
    sol = simulate_quietly(sys, [0 1], [0; 0], [1; 0], o{1});
    assertElementsAlmostEqual(sol.v(:, 1), cos(sol.t), 'absolute', 1e-8);
    assertElementsAlmostEqual(sol.q(:, 1), sin(sol.t), 'absolute', 1e-4);
    if strcmp(o{1}.GGL, 'on')
      assertElementsAlmostEqual(sol.q(:, 1), sin(sol.t), 'absolute', 1e-10);
    end
  end
end

function test_many_contacts_at_rest_and_in_flight()
  % fifty balls over a curved floor, each with its own gap
  n = 50;
  sys = NsdSystem.lagrangian(eye(n), @(t, q, v) -9.81*ones(n, 1));
  sys = sys.contact(@(q) q + 0.01*sin(q), 'Restitution', 0.5, 'Jacobian', ...
                    @(q) diag(1 + 0.01*cos(q)));
  q0 = (1:n)'/n;
  for ggl = {'off', 'on'}
    sol = simulate_quietly(sys, [0 0.6], q0, zeros(n, 1), 'Step', 0.01, 'Method', 'genalpha', ...
                           'GGL', ggl{1});
    assertEqual(sol.status, 'ok');
    assertTrue(sum(sol.impulse(:) > 0) > n);
    if strcmp(ggl{1}, 'on'), assertTrue(min(sol.gap(:)) > -1e-12); end
  end
end

function test_closed_systems_do_no_external_work()
  % second order in h, with a changing mass matrix
  for method = {'newmark', 'hht', 'genalpha'}
    worst = zeros(1, 2);
    for k = 1:2
      sol = simulate_quietly(double_pendulum(), [0 0.5], [1; -1], [0; 0], 'Step', 0.016/2^k, ...
                             'Method', method{1});
      E = sol.energy;
      worst(k) = max(abs([E.external; E.numerical]));
      closure = E.total - E.total(1) - E.external - E.impact - E.joint - E.numerical;
      assertTrue(max(abs(closure)) < 1e-12*max(abs(E.total)));
    end
    assertTrue(abs(log2(worst(1)/worst(2)) - 2) < 0.3, method{1});
  end
end

function test_loop_of_steps_is_the_run()
  [sys, q0] = slider_crank();
  for o = schemes('Step', 0.01)
    sol = simulate_quietly(sys, [0 0.1], q0, zeros(4, 1), o{1});
    state = struct('q', q0, 'v', zeros(4, 1));
    for k = 1:10
      state = nsd_step(sys, o{1}.Method, (k-1)*0.01, state, 0.01, o{1});
      assertElementsAlmostEqual(state.v, sol.v(k+1, :)', 'absolute', 1e-10);
      assertElementsAlmostEqual(state.multiplier, sol.multiplier(k+1, :)', 'absolute', 1e-10);
    end
    assertElementsAlmostEqual(state.q, sol.q(end, :)', 'absolute', 1e-10);
    assertEqual(size(state.acceleration), [4 1]);
  end
end

function options = schemes(varargin)
  options = {};
  for method = {'newmark', 'hht', 'genalpha'}
    for ggl = {'off', 'on'}
      options{end+1} = nsd_options('Method', method{1}, 'GGL', ggl{1}, ...
                                     'Progress', 'off', varargin{:}); %#ok<AGROW>
    end
  end
end

function sys = pendulum()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  sys = sys.joint(@(q) q(1)^2 + q(2)^2 - 1, 'Jacobian', @(q) 2*q');
end

function sys = double_pendulum()
  g = 9.81;
  M = @(q) [2, cos(q(1) - q(2)); cos(q(1) - q(2)), 1];
  F = @(t, q, v) [-v(2)^2*sin(q(1) - q(2)) - 2*g*sin(q(1)); ...
                  v(1)^2*sin(q(1) - q(2)) - g*sin(q(2))];
  sys = NsdSystem.lagrangian(M, F).potential(@(q) -2*g*cos(q(1)) - g*cos(q(2)));
end

function [sys, q0] = slider_crank()
% crank angle, pin (x,y), slider x; a stop for the slider
  [r, L] = deal(1, 2);
  F = @(t, q, v) [3 - 0.5*v(1); 0; -0.5*9.81; 0];
  joints = @(q) [q(2) - r*cos(q(1)); q(3) - r*sin(q(1)); (q(4) - q(2))^2 + q(3)^2 - L^2];
  slope = @(q) [r*sin(q(1)) 1 0 0; -r*cos(q(1)) 0 1 0; ...
                0, 2*(q(2) - q(4)), 2*q(3), 2*(q(4) - q(2))];
  sys = NsdSystem.lagrangian(diag([0.3 0.5 0.5 1]), F).joint(joints, 'Jacobian', slope);
  sys = sys.contact([0; 0; 0; -1], 2.7, 'Restitution', 0.8);
  q0 = [2; r*cos(2); r*sin(2); r*cos(2) + sqrt(L^2 - r^2*sin(2)^2)];
end

function [sys, q0] = four_bar()
% pins (x,y) of crank 1, coupler 2 and rocker 2 over a base of length 2.5; a stop for the crank
  joints = @(q) [q(1)^2 + q(2)^2 - 1; (q(3) - q(1))^2 + (q(4) - q(2))^2 - 4; ...
                 (q(3) - 2.5)^2 + q(4)^2 - 4];
  slope = @(q) 2*[q(1), q(2), 0, 0; q(1) - q(3), q(2) - q(4), q(3) - q(1), q(4) - q(2); ...
                  0, 0, q(3) - 2.5, q(4)];
  sys = NsdSystem.lagrangian(diag([1 1 2 2]), @(t, q, v) -9.81*[0; 1; 0; 2] - 0.1*v);
  sys = sys.joint(joints, 'Jacobian', slope).contact([0; 1; 0; 0], 0.8, 'Restitution', 0.7);
  c = [2.5; 0];
  pin = [cos(1); sin(1)];
  d = norm(c - pin);
  q0 = [pin; pin + (c - pin)/2 + sqrt(4 - d^2/4)/d*[-1 1]'.*flipud(c - pin).*[1; 1]];
end

function [position, velocity] = drift(sys, sol)
  position = 0;
  velocity = 0;
  joint = sys.JointGroups{1};
  for k = 1:numel(sol.t)
    q = sol.q(k, :)';
    position = max(position, max(abs(joint.value(q))));
    velocity = max(velocity, max(abs(joint.jacobian(q)*sol.v(k, :)')));
  end
end

function test_contacts_that_repeat_each_other_may_rest_with_ggl()
  % changes were measured by the velocity, which at rest is rounding: 'newton' with hht and genalpha
  one = NsdSystem.lagrangian(1, @(t, q, v) -9.81 - 3*q - 0.1*v).contact(@(q) q);
  three = NsdSystem.lagrangian(1, @(t, q, v) -9.81 - 3*q - 0.1*v).contact(@(q) [q; q; 2*q]);
  for method = {'newmark', 'hht', 'genalpha'}
    options = nsd_options('Method', method{1}, 'GGL', 'on', 'Step', 4e-3);
    a = simulate_quietly(one, [0 2], 1, 0, options);
    b = simulate_quietly(three, [0 2], 1, 0, options);
    assertEqual(b.status, 'ok');
    assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-12);
    assertElementsAlmostEqual(b.impulse*[1; 1; 2], a.impulse, 'absolute', 1e-12);
  end
end
