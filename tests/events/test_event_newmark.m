function test_suite = test_event_newmark()
%TEST_EVENT_NEWMARK  Newmark between located impacts: closed forms, held contacts, bad input.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_ball_hits_at_the_exact_times_with_both_roots()
  for root = {'quadratic', 'exact'}
    sol = run_it(ball(0.9), [0 20], 0, 20, 'Step', 0.05, 'ImpactRoot', root{1});
    assertEqual(sol.status, 'ok');
    exact = 40/9.8*(1 - 0.9.^(1:6)')/0.1;
    assertElementsAlmostEqual(sol.events.t, exact, 'relative', 1e-12);   % Newmark is exact here
    assertElementsAlmostEqual(sol.events.vAfter, -0.9*sol.events.vBefore, 'relative', 1e-12);
  end
end

function test_rows_stand_on_both_sides_of_a_jump()
  sol = run_it(ball(0.9), [0 6], 0, 20, 'Step', 0.05);
  k = find(sol.impulse > 0);
  assertEqual(numel(k), 1);
  assertEqual(sol.t(k), sol.t(k-1));
  assertEqual(sol.q(k), sol.q(k-1));
  assertEqual(sol.v(k), sol.events.v);
  assertElementsAlmostEqual(sol.v(k), -0.9*sol.v(k-1), 'relative', 1e-12);
  assertElementsAlmostEqual(sol.impulse(k), 1.9*20, 'relative', 1e-12);
  [~, v] = sol.at(sol.t(k));
  [~, w] = sol.at(sol.t(k), 'left');
  assertEqual([w, v], [sol.v(k-1), sol.v(k)]);
  assertTrue(all(diff(sol.t) >= 0));
  assertEqual(sol.t(end), 6);
end

function test_state_between_rows_lies_on_the_motion()
  sol = run_it(ball(0.9), [0 4], 0, 20, 'Step', 0.25);
  t = [0.1; 0.33; 1.77; 3.99];
  [q, v] = sol.at(t);
  assertElementsAlmostEqual(q, 20*t - 4.9*t.^2, 'absolute', 1e-12);
  assertElementsAlmostEqual(v, 20 - 9.8*t, 'absolute', 1e-12);
end

function test_given_times_are_met_between_steps()
  t = [0 0.1 0.33 1.77 3.99 5 6];
  sol = run_it(ball(0.9), t, 0, 20, 'Step', 0.25);
  assertEqual(sol.t', t);
  assertElementsAlmostEqual(sol.q(1:5)', 20*t(1:5) - 4.9*t(1:5).^2, 'absolute', 1e-12);
  s = t(6:7) - 40/9.8;
  assertElementsAlmostEqual(sol.q(6:7)', 18*s - 4.9*s.^2, 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.v(6:7)', 18 - 9.8*s, 'absolute', 1e-11);
  assertEqual(numel(sol.events.t), 1);
end

function test_output_every_thins_steps_but_not_jumps()
  all_rows = run_it(ball(0.9), [0 20], 0, 20, 'Step', 0.05);
  sol = run_it(ball(0.9), [0 20], 0, 20, 'Step', 0.05, 'OutputEvery', 7);
  assertEqual(sol.events, all_rows.events);
  assertEqual(sum(sol.impulse > 0), 6);
  assertTrue(all(ismember(sol.t, all_rows.t)));
end

function test_many_impacts_make_the_arrays_grow()
  sol = run_it(ball(1), [0 100], 0, 0.49, 'Step', 10);      % a flight of 0.1 between impacts
  assertEqual(numel(sol.events.t), 1000);
  assertEqual(size(sol.q, 1), size(sol.impulse, 1));
  assertElementsAlmostEqual(sol.events.t, (1:1000)'*0.1, 'absolute', 1e-9);
end

function test_ball_without_restitution_stays_down()
  sol = run_it(ball(0), [0 3], 1, 0, 'Step', 0.05);
  assertEqual(sol.events.kind, {'impact'; 'attach'});
  assertElementsAlmostEqual(sol.events.t, sqrt(2/9.8)*[1; 1], 'relative', 1e-12);
  down = sol.t > sol.events.t(1);
  assertEqual(sol.q(down), zeros(sum(down), 1));
  assertElementsAlmostEqual(sol.reaction(down), 9.8*ones(sum(down), 1), 'relative', 1e-13);
  assertElementsAlmostEqual(sol.energy.total(end), 0, 'absolute', 1e-13);
  assertElementsAlmostEqual(sol.energy.impact(end), -9.8, 'relative', 1e-12);
end

function test_accumulating_bounces_end_at_rest()
  h = 0.05;
  sol = run_it(ball(0.5), [0 12], 0, 20, 'Step', h);
  assertEqual(sol.events.kind{end}, 'accumulation');
  assertElementsAlmostEqual(sol.events.t(end), 80/9.8, 'absolute', 1e-4*h);   % what is skipped
  assertEqual([sol.q(end), sol.v(end)], [0 0]);
  assertElementsAlmostEqual(sol.reaction(end), 9.8, 'relative', 1e-13);
end

function test_ball_at_rest_is_held_without_an_event()
  sol = run_it(ball(0.5), [0 1], 0, 0, 'Step', 0.1);
  assertTrue(isempty(sol.events.t));
  assertEqual(sol.q, zeros(size(sol.q)));
  assertElementsAlmostEqual(sol.reaction, 9.8*ones(size(sol.q)), 'relative', 1e-13);
end

function test_impact_at_the_start_has_two_rows()
  sol = run_it(ball(0.5), [0 0.1], 0, -1, 'Step', 0.1);
  assertEqual(sol.t(1:2), [0; 0]);
  assertEqual(sol.v(1:2), [-1; 0.5]);
  assertEqual(sol.events.kind, {'impact'});
end

function test_contact_opens_when_its_force_turns()
  % weight 10, lifted by 20 t: released at t = 0.5, then q'' = 20 t - 10, q(1) = 20*0.5^3/6
  up = NsdSystem.lagrangian(1, @(t,q,v) 20*t - 10).contact(1, 0);
  for h = [0.1 0.03]
    sol = run_it(up, [0 0.9], 0, 0, 'Step', h);
    assertEqual(sol.events.kind, {'detach'});
    assertElementsAlmostEqual(sol.events.t, 0.5, 'absolute', 1e-12);
    late = 20/12*0.4*h^2;                     % of the trapezoidal rule, q''' = 20
    assertElementsAlmostEqual(sol.q(end), 20*0.4^3/6, 'absolute', 1.1*late);
  end
end

function test_impact_times_of_the_oscillator_have_order_two()
  exact = [0.911738290968; 2.79472886787; 4.74898992482];
  for root = {'quadratic', 'exact'}
    difference = zeros(3, 2);
    for k = 1:2
      sol = run_it(oscillator(0.8), [0 6], 1, 0, 'Step', 0.01/2^k, 'ImpactRoot', root{1});
      difference(:, k) = abs(sol.events.t(1:3) - exact);
    end
    assertTrue(all(difference(:, 2) < 3e-5));
    order = log2(difference(:, 1)./difference(:, 2));
    assertTrue(all(abs(order - 2) < 0.2), mat2str(order, 3));
  end
end

function test_exact_root_conserves_energy()
  sol = run_it(oscillator(1), [0 60], 1, 0, 'Step', 0.01, 'ImpactRoot', 'exact');
  assertTrue(numel(sol.events.t) > 20);
  assertElementsAlmostEqual(sol.energy.total, 2*ones(size(sol.t)), 'absolute', 1e-8);
  assertTrue(max(abs(sol.energy.numerical)) < 1e-8);
  assertEqual(sol.stats.ledger, 'remainder');
end

function test_ledger_closes()
  sol = run_it(oscillator(0.7), [0 20], 1, 0, 'Step', 0.02);
  E = sol.energy;
  works = sum(works_of(E), 2);
  assertElementsAlmostEqual(E.total - E.total(1), works, 'absolute', 1e-12);
  assertTrue(all(diff(E.impact) <= 1e-15));
end

function test_balls_that_touch_are_hit_together()
  three = NsdSystem.lagrangian(eye(3), @(t,q,v) zeros(3, 1));
  for e = [0 0.5 1]
    sys = three.contact([-1 0; 1 -1; 0 1], [0; 0], 'Restitution', e);
    sol = run_it(sys, [0 1], [-0.5; 0; 0], [1; 0; 0], 'Step', 0.3);
    assertElementsAlmostEqual(sol.v(end, :), [1 - 2*(1+e)/3, (1+e)/3, (1+e)/3], 'absolute', 1e-12);
  end
end

function test_two_walls_hit_at_the_same_instant()
  % a free mass in a corner: both coordinates are reflected
  sys = NsdSystem.lagrangian(diag([1 2]), @(t,q,v) [0; 0]).contact(eye(2), [0; 0], ...
                                                                   'Restitution', 0.5);
  sol = run_it(sys, [0 2], [1; 1], [-1; -1], 'Step', 0.3);
  assertElementsAlmostEqual(sol.events.t, [1; 1], 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.events.impulse, [1.5; 3], 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(end, :), [0.5 0.5], 'absolute', 1e-12);
end

function test_graze_within_a_step_is_found()
  % q = 0.2 (t-1)^2 - 0.001 over one step from 0.5 to 1.5
  sys = NsdSystem.lagrangian(1, @(t,q,v) 0.4).contact(1, 0, 'Restitution', 1);
  sol = run_it(sys, [0.5 2.5], 0.2*0.25 - 0.001, -0.2, 'Step', 1);
  assertElementsAlmostEqual(sol.events.t(1), 1 - sqrt(0.005), 'absolute', 1e-12);
  assertTrue(min(sol.gap) > -1e-15);
end

function test_moving_floor_and_nonlinear_gap()
  % floor at 0.1 t, ball dropped from 1: hits when 1 - 4.9 t^2 = 0.1 t; a stop at r = 1
  floor_up = NsdSystem.lagrangian(1, @(t,q,v) -9.8).contact(@(q,t) q - 0.1*t, 'Restitution', 0.5);
  sol = run_it(floor_up, [0 0.6], 1, 0, 'Step', 0.02);
  hit = (-0.1 + sqrt(0.01 + 4*4.9))/9.8;
  assertElementsAlmostEqual(sol.events.t(1), hit, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.events.vBefore(1), -9.8*hit - 0.1, 'absolute', 1e-8);
  ring = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; 0]).contact(@(q) 1 - q(1)^2 - q(2)^2, ...
                                                               'Restitution', 1);
  sol = run_it(ring, [0 3], [0; 0], [1; 0], 'Step', 0.3);
  assertElementsAlmostEqual(sol.events.t(1), 1, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.q(end, :), [-1 0], 'absolute', 1e-8);
end

function test_joint_holds_a_pendulum()
  g = 9.81;
  rod = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -g]).potential(@(q) g*q(2));
  rod = rod.joint(@(q) q(1)^2 + q(2)^2 - 1, 'Jacobian', @(q) 2*q');
  sol = run_it(rod, [0 2], [1; 0], [0; 0], 'Step', 0.005);
  assertTrue(max(abs(sum(sol.q.^2, 2) - 1)) < 1e-14);
  assertTrue(max(abs(sum(sol.q.*sol.v, 2))) < 1e-13);
  angle = NsdSystem.lagrangian(1, @(t,q,v) -g*sin(q));
  ref = run_it(angle, [0 2], pi/2, 0, 'Step', 0.0005);
  assertElementsAlmostEqual(sol.q(end, :), [sin(ref.q(end)), -cos(ref.q(end))], 'absolute', 2e-3);
  assertElementsAlmostEqual(sol.energy.total, zeros(size(sol.t)), 'absolute', 2e-3);
end

function test_held_on_a_curved_floor_until_it_falls_off()
  % from the top of a cylinder a particle leaves where cos(angle) = 2/3 + v0^2/(3 g R)
  hill = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -9.81]);
  hill = hill.contact(@(q) sqrt(q(1)^2 + q(2)^2) - 1, 'Jacobian', @(q) q'/norm(q));
  sol = run_it(hill, [0 1.5], [0; 1], [0.5; 0], 'Step', 0.001);
  k = find(strcmp(sol.events.kind, 'detach'), 1);
  assertElementsAlmostEqual(sol.events.q(k, 2), 2/3 + 0.25/(3*9.81), 'absolute', 1e-5);
  assertTrue(min(sol.reaction) >= 0);
  on = sol.t < sol.events.t(k);
  assertTrue(max(abs(sol.gap(on))) < 1e-14);
end

function test_every_system_keeps_its_gaps_and_its_ledger()
  for p = system_collection()
    sol = run_it(as_handles(p.sys), p.span, 'Step', p.step, 'ImpactRoot', 'exact');
    assertEqual(sol.status, 'ok', p.name);
    assertTrue(all(sol.gap(:) > -1e-14), p.name);
    assertTrue(all(sol.impulse(:) >= 0) && all(sol.reaction(:) >= 0), p.name);
    assertTrue(all(sol.events.loss >= 0), p.name);
    E = sol.energy;
    works = sum(works_of(E), 2);
    assertElementsAlmostEqual(E.total - E.total(1), works, 'absolute', 1e-12, p.name);
    assertTrue(max(abs(E.numerical)) <= 1e-10*max(max(E.total), 1), p.name);  % M is constant
  end
end

function test_pendulum_against_a_stop_chatters_rests_and_leaves()
  % theta'' + 0.2 theta' + sin theta = 0.2 cos theta sin t, stop at 0.1, r = 0.5; quadruple
  % precision references; the order is 2
  f = @(t, q, v) -0.2*v - sin(q) + 0.2*cos(q)*sin(t);
  sys = NsdSystem.lagrangian(1, f).contact(1, -0.1, 'Restitution', 0.5);
  sol = run_it(sys, [0 8], 0.3, 0, 'Step', 0.0025, 'ImpactRoot', 'exact');
  assertElementsAlmostEqual(sol.events.t(1:4), ...
      [1.761823137333; 3.985954555910; 4.616791586780; 4.918958713398], 'absolute', 2e-6);
  k = find(strcmp(sol.events.kind, 'accumulation'), 1);
  assertElementsAlmostEqual(sol.events.t(k), 5.225997882840, 'absolute', 3e-5);
  k = find(strcmp(sol.events.kind, 'detach'), 1);      % at rest the force is that of the formula
  assertElementsAlmostEqual(sol.events.t(k), 6.808717393146, 'absolute', 1e-10);
end

function test_ball_on_a_shaking_table()
  table = NsdSystem.lagrangian(1, @(t,q,v) -9.81);
  table = table.contact(@(q,t) q - 0.04*sin(20*t), 'Restitution', 0.3);
  sol = run_it(table, [0 0.22], 0.1, 0, 'Step', 5e-4);
  assertElementsAlmostEqual(sol.events.t(1:2), [0.1240098246952; 0.1842430468117], ...
                            'absolute', 1e-8);         % the rate of the table is differenced
  k = find(strcmp(sol.events.kind, 'accumulation'), 1);
  assertElementsAlmostEqual(sol.events.t(k), 0.200207897702, 'absolute', 1e-7);
end

function test_stiff_force_keeps_newton_going()
  % k h^2 = 1e4: far beyond every explicit limit
  sys = NsdSystem.lagrangian(@(q) 1 + 0.1*sin(q)^2, @(t,q,v) -1e6*q - 1e5*q^3);
  sol = run_it(sys, [0 10], 0.1, 0, 'Step', 0.1);
  assertEqual(sol.status, 'ok');
  assertTrue(max(abs(sol.q)) < 0.2);
end

function test_newton_without_solution_is_reported()
  blow = NsdSystem.lagrangian(1, @(t,q,v) 1e3*v.^2 + 1e3);
  sol = simulate_quietly(blow, [0 10], 0, 1, 'Method', 'event-newmark', 'Step', 0.1);
  assertEqual(sol.status, 'newton');
  assertTrue(sol.stats.newtonResidual > 1e-12);     % 0 when the loop of all integrators took over
  assertTrue(sol.t(end) < 10);
end

function test_one_step_through_nsd_step()
  state = nsd_step(ball(0.5), 'event-newmark', 0, struct('q', 0.01, 'v', -1), 0.1);
  assertTrue(state.v > -1 && state.impulse > 0);
end

function test_bad_input_is_refused()
  f = @() nsd_simulate(ball(0.5), [0 1], -0.1, 0, 'Method', 'event-newmark', 'Start', 'accept');
  assertExceptionThrown(f, 'nsd:simulate:penetration');
  f = @() nsd_simulate(nsd_ball(), [0 1], 'Method', 'event-newmark');
  assertExceptionThrown(f, 'nsd:simulate:method');
  f = @() nsd_options('ImpactRoot', 'cubic');
  assertExceptionThrown(f, 'nsd:options:badValue');
  raises = NsdSystem.lagrangian(1, @(t,q,v) early(t));
  f = @() nsd_simulate(raises, [0 1], 0, 0, 'Method', 'event-newmark');
  assertExceptionThrown(f, 'my:own');
end

function F = early(t)
  if t > 0.5, error('my:own', 'too late'); end
  F = -1;
end

function sol = run_it(sys, varargin)
  sol = simulate_quietly(sys, varargin{:}, 'Method', 'event-newmark');
end

function other = as_handles(sys)
  K = zero_if_empty(sys.Stiffness, sys.Coordinates);
  other = NsdSystem.lagrangian(full(sys.Mass), @(t, q, v) sys.force(t, q, v));
  other = other.contact(full(sys.ContactNormals), sys.ContactOffset, ...
                        'Restitution', sys.Restitution);
  if sys.Joints > 0, other = other.joint(full(sys.JointNormals), sys.JointOffset); end
  other = other.potential(@(q) q'*K*q/2).start(sys.InitialPosition, sys.InitialVelocity);
end

function K = zero_if_empty(K, n)
  if isempty(K), K = zeros(n); end
end

function sys = ball(e)
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.8).contact(1, 0, 'Restitution', e);
  sys = sys.potential(@(q) 9.8*q);
end

function sys = oscillator(e)
  sys = NsdSystem.lagrangian(1, @(t,q,v) -4*q).contact(1, 0.25, 'Restitution', e);
  sys = sys.potential(@(q) 2*q^2);
end
