function test_suite = test_event_locate()
%TEST_EVENT_LOCATE  Option Locate: every root finder ends at the same time, at its own price.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function rules = all_rules()
  rules = {'secant', 'bisection', 'illinois'};
end

function test_every_rule_finds_the_bounces_of_a_ball_at_their_exact_times()
  % thrown with 20 m/s, e = 0.9: flights of 2 v/g; 1e-13: some roundings of a time of 30 s
  flown = NsdSystem.lagrangian(1, @(t,q,v) -9.8).contact(@(q) q, 'Restitution', 0.9);
  exactly = NsdSystem.linear(1, 0, 0, -9.8).contact(1, 0, 'Restitution', 0.9);
  exact = 40/9.8*(1 - 0.9.^(1:10)')/0.1;
  for rule = all_rules()
    for sys = {flown, exactly}
      sol = nsd_simulate(sys{1}, [0 30], 0, 20, 'Method', 'event', 'Locate', rule{1});
      assertEqual(sol.status, 'ok');
      assertElementsAlmostEqual(sol.events.t(1:10), exact, 'absolute', 1e-13*30);
      assertEqual(sol.stats.roots, numel(sol.events.t));
    end
  end
end

function test_bisection_takes_a_value_for_each_binary_digit()
  % 52 digits of the time in the step, less those that lie below the rounding of t
  [mean, sol] = values_per_root('bisection');
  assertTrue(mean > 40 && mean < 56);
  assertTrue(values_per_root('illinois') < 16);
  assertTrue(values_per_root('secant') < 6);
  assertEqual(sol.stats.roots, numel(sol.events.t));
end

function [mean, sol] = values_per_root(rule)
% a mass on a spring between impacts: no polynomial, so that the root of the quintic is a guess
  sys = NsdSystem.lagrangian(1, @(t,q,v) -4*sin(q) - 0.1*v^3).contact(@(q) q + 0.3, ...
                             'Restitution', 0.95);
  sol = nsd_simulate(sys, [0 10], 1, 0, 'Method', 'event', 'Locate', rule);
  mean = sol.stats.rootValues/sol.stats.roots;
end

function test_release_and_events_of_the_user_are_found_by_every_rule()
  % y'' = -1 + t while it rests on the floor: the force is zero at t = 1; afterwards
  % y = (t - 1)^3/6, which is 1/6 at t = 2
  sys = NsdSystem.lagrangian(1, @(t,q,v) t - 1).contact(@(q) q);
  level = @(t,q,v) deal(q - 1/6, 0, 0);
  for rule = all_rules()
    e = nsd_simulate(sys, [0 3], 0, 0, 'Method', 'event', 'Events', level, ...
                     'Locate', rule{1}).events;
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'detach')), 1, 'absolute', 1e-9, rule{1});
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'user')), 2, 'absolute', 1e-8, rule{1});
  end
end

function test_stick_and_slip_switches_and_hybrid_jumps_are_found_by_every_rule()
  % a block stops after v/(mu g); a relay x' = -sign(x) reaches its surface at t = 1; a ball as
  % a hybrid system, thrown with 5 m/s, g = 10, e = 1/2, bounces at 1 s and 1.5 s
  block = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -10]).contact(@(q) q(2), ...
                    'Friction', 0.5, 'Tangent', [1; 0]);
  relay = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  ball = NsdSystem.hybrid(@(t, x) [x(2); -10], @(x) x(1), @(x) [x(1); -x(2)/2]);
  for rule = all_rules()
    e = nsd_simulate(block, [0 2], [0; 0], [3; 0], 'Method', 'event', 'Locate', rule{1}).events;
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'stick')), 0.6, 'absolute', 1e-9);
    e = nsd_simulate(relay, [0 2], 1, 'Locate', rule{1}).events;
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'slide')), 1, 'absolute', 1e-12);
    e = nsd_simulate(ball, [0 1.6], [0; 5], 'Locate', rule{1}).events;
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'impact')), [1; 1.5], 'absolute', 1e-12);
  end
end

function test_the_first_of_three_roots_in_one_step_is_found_by_every_rule()
  % free flight to a surface with a bump: in one long step the gap goes down, up and down. The
  % gap along q = t is -(t - 0.2)(t - 0.5)(t - 0.7): the impact is at 0.2, not at 0.7.
  sys = NsdSystem.lagrangian(1, @(t,q,v) 0).contact(@(q) -(q - 0.2)*(q - 0.5)*(q - 0.7));
  for rule = all_rules()
    e = nsd_simulate(sys, [0 1], 0, 1, 'Method', 'event', 'MaxStep', 1, 'Step', 1, ...
                     'Locate', rule{1}).events;
    assertElementsAlmostEqual(e.t(1), 0.2, 'absolute', 1e-13, rule{1});
    assertEqual(e.kind{1}, 'impact');
  end
end

function test_a_dip_of_1e_12_is_found_once_on_each_side_by_every_rule()
  % its ends differ by 1e12 in size: chords hardly move then, and a rule that ended when its
  % chords stood still found the same zero a hundred times
  free = NsdSystem.linear(1, 0, 0, 0);
  for rule = all_rules()
    e = nsd_simulate(free, [0 4], 0, 1, 'Method', 'event', 'Locate', rule{1}, ...
                     'Events', @(t,q,v) (q - 1.3)^2 - 1e-12).events;
    assertElementsAlmostEqual(e.t, [1.3 - 1e-6; 1.3 + 1e-6], 'absolute', 1e-9, rule{1});
  end
end

function test_columns_of_balls_that_fly_apart_read_the_option_too()
  % ten balls in a row, each above its own floor: blocks with a queue of events
  n = 10;
  sys = NsdSystem.linear(eye(n), zeros(n), zeros(n), -10*ones(n, 1));
  for i = 1:n
    row = zeros(1, n); row(i) = 1;
    sys = sys.contact(row', 0, 'Restitution', 0.5);
  end
  start = (1:n)'/10;
  hits = sqrt(2*start/10);
  for rule = all_rules()
    sol = nsd_simulate(sys, [0 0.5], start, zeros(n, 1), 'Method', 'event', 'Locate', rule{1});
    e = sol.events;
    for i = 1:n
      t = e.t(e.contact == i);
      if hits(i) < 0.5, assertElementsAlmostEqual(t(1), hits(i), 'absolute', 1e-14*8); end
    end
    assertTrue(sol.stats.roots >= numel(e.t));
  end
end

function test_parts_of_a_run_with_a_controller_add_their_values()
  % impacts at 4.08 s and 7.76 s, in two of five parts
  ball = NsdSystem.linear(1, 0, 0, -9.8).contact(1, 0, 'Restitution', 0.9);
  sol = nsd_simulate(ball, [0 10], 0, 20, 'Method', 'event', 'Locate', 'bisection', ...
                     'Controller', @(t, x, memory) deal(0, memory), 'Sample', 2, 'Input', 1);
  assertEqual(numel(sol.events.t), 2);
  assertEqual(sol.stats.roots, 2);
  assertTrue(sol.stats.rootValues > 2*30);
end

function test_words_that_are_no_rule_are_refused()
  run = @() nsd_simulate(nsd_ball(), [0 1], 'Method', 'event', 'Locate', 'newton');
  assertExceptionThrown(run, 'nsd:options:badValue');
  run = @() nsd_simulate(nsd_ball(), [0 1], 'Method', 'moreau', 'Locate', 'bisection');
  assertExceptionThrown(run, 'nsd:options:badValue');
end
