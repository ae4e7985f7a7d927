function test_suite = test_event_user()
%TEST_EVENT_USER  Events of the user in Method 'event': zeros, directions, ends, as odeset has them.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [value, stop, way] = apex_and_heights(t, q, v) %#ok<INUSL>
  value = [v; q - 1; q - 1];
  stop = [0; 0; 0];
  way = [-1; 1; -1];
end

function systems = both()
  systems = {NsdSystem.linear(1, 0, 0, -10).contact(1, 0, 'Restitution', 0.5), ...
             NsdSystem.lagrangian(1, @(t,q,v) -10).contact(@(q) q, 'Restitution', 0.5)};
end

function test_apex_and_heights_of_a_ball()
  % thrown up with 10 from the ground: passes 1 at 1 -+ sqrt(0.8), is highest at 1, lands at 2
  for sys = both()
    e = nsd_simulate(sys{1}, [0 2.2], 0, 10, 'Method', 'event', 'Events', @apex_and_heights).events;
    mine = strcmp(e.kind, 'user');
    assertElementsAlmostEqual(e.t(mine), [1 - sqrt(0.8); 1; 1 + sqrt(0.8)], 'absolute', 1e-12);
    assertEqual(e.contact(mine), [2; 1; 3]);
    assertElementsAlmostEqual(e.q(mine), [1; 5; 1], 'absolute', 1e-10);
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'impact')), 2, 'absolute', 1e-12);
  end
end

function test_events_at_one_time_are_all_logged()
  % two functions that are the same, a third that is zero with them, a fourth zero at the impact:
  % the second and fourth were lost, being zero when the run went on
  all = @(t, q, v) [q - 0.5; q - 0.5; t - sqrt(0.1); q];
  for sys = both()
    e = nsd_simulate(sys{1}, [0 1], 1, 0, 'Method', 'event', 'Events', all).events;
    mine = strcmp(e.kind, 'user');
    assertEqual(e.contact(mine), [1; 2; 3; 4; 4]);
    times = [sqrt(0.1)*[1; 1; 1]; sqrt(0.2)*[1; 2]];
    assertElementsAlmostEqual(e.t(mine), times, 'absolute', 1e-12);
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'impact')), sqrt(0.2)*[1; 2], 'absolute', 1e-12);
  end
end

function test_an_event_at_the_final_time_is_logged()
  for T = [0.25 0.3 0.4]
    for f = {@(t,q,v) t - T, @(t,q,v) T - t, @(t,q,v) v + 10*T, @(t,q,v) q - (1 - 5*T^2)}
      for sys = both()
        e = nsd_simulate(sys{1}, [0 T], 1, 0, 'Method', 'event', 'Events', f{1}).events;
        assertEqual(e.kind, {'user'});
        assertElementsAlmostEqual(e.t, T, 'absolute', 1e-14);
      end
    end
  end
end

function test_an_event_at_the_end_of_a_step_is_logged_once()
  for sys = both()
    e = nsd_simulate(sys{1}, [0 0.4], 1, 0, 'Method', 'event', 'Step', 0.125, 'MaxStep', 0.125, ...
                     'Events', @(t, q, v) t - 0.25).events;
    assertEqual(e.t, 0.25);
  end
end

function test_terminal_event_ends_the_run()
  for sys = both()
    sol = nsd_simulate(sys{1}, [0 5], 0, 10, 'Method', 'event', ...
                       'Events', @(t, q, v) deal(q - 1.2, 1, -1));
    assertEqual(sol.status, 'stopped');
    assertElementsAlmostEqual(sol.t(end), 1 + sqrt(0.76), 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.q(end), 1.2, 'absolute', 1e-11);
    assertElementsAlmostEqual(sol.t(end), sol.events.t(end));
  end
end

function test_events_as_ode45_has_them()
  sys = both();
  [t, y, te, ye, ie] = nsd_simulate(sys{1}, [0 1.9], 0, 10, 'Method', 'event', ...
                                    'Events', @(t, y) [y(1) - 3; y(2)]);
  assertElementsAlmostEqual(te, [1 - sqrt(0.4); 1; 1 + sqrt(0.4)], 'absolute', 1e-12);
  assertEqual(ie, [1; 2; 1]);
  assertElementsAlmostEqual(ye(2, :), [5 0], 'absolute', 1e-10);
  assertElementsAlmostEqual(y(end, :), [10*1.9 - 5*1.9^2, 10 - 19], 'absolute', 1e-10);
  assertEqual(t(end), 1.9);
end

function test_outputs_with_events_are_those_of_the_user_alone()
  % ie was 1 for the impacts of contact 1 and for the first event of the user
  ball = NsdSystem.linear(1, 0, 0, -2).contact(1, 0, 'Restitution', 0.5);
  top = @(t, q, v) deal(v, 0, -1);
  [~, ~, te, ye, ie, yb] = nsd_simulate(ball, [0 1.9], 1, 0, 'Events', top);
  assertElementsAlmostEqual(te, 1.5, 'absolute', 1e-12);            % hits at 1 with speed 2
  assertEqual(ie, 1);
  assertElementsAlmostEqual([ye; yb], [0.25 0; 0.25 0], 'absolute', 1e-12);
  sol = nsd_simulate(ball, [0 1.9], 1, 0, 'Events', top);
  assertEqual(sol.events.kind, {'impact'; 'user'});
  [~, ~, te, ~, ie] = nsd_simulate(ball, [0 1.9], 1, 0);
  assertElementsAlmostEqual([te, ie], [1 1], 'absolute', 1e-12);
end

function test_events_while_sticking_and_in_a_short_dip()
  % a driven mass on the ground: its force crosses levels; a dip of 1e-6 is found
  sys = NsdSystem.linear(1, 0, 0, -10).contact(1, 0);
  e = nsd_simulate(sys, [0 4], 0, 0, 'Method', 'event', 'Events', @(t,q,v) cos(t)).events;
  assertElementsAlmostEqual(e.t, pi/2, 'absolute', 1e-9);
  free = NsdSystem.linear(1, 0, 0, 0);
  e = nsd_simulate(free, [0 4], 0, 1, 'Method', 'event', ...
                   'Events', @(t,q,v) (q - 1.3)^2 - 1e-12).events;
  assertElementsAlmostEqual(e.t, [1.3 - 1e-6; 1.3 + 1e-6], 'absolute', 1e-9);
end

function test_a_value_that_is_zero_is_no_event_at_the_start_nor_all_the_time()
  sys = both();
  e = nsd_simulate(sys{1}, [0 1.5], 0, 10, 'Method', 'event', ...
                   'Events', @(t,q,v) [q; 0]).events;
  assertTrue(isempty(e.t));
end

function test_errors_and_bad_functions()
  sys = both();
  run = @(f) nsd_simulate(sys{1}, [0 1.5], 0, 10, 'Method', 'event', 'Events', f);
  assertExceptionThrown(@() run(@(t) t), 'nsd:options:badValue');
  assertExceptionThrown(@() run(@(t,q,v) error('my:own', 'no')), 'my:own');
  assertExceptionThrown(@() run(@(t,q,v) fail_later(t)), 'my:late');
  assertExceptionThrown(@() nsd_simulate(sys{1}, [0 1], 0, 10, 'Method', 'moreau', ...
                                           'Events', @(t,q,v) q), 'nsd:options:badValue');
end

function test_values_that_are_no_numbers_are_refused_with_their_time()
  % 'abc' was taken as three values that are never zero, a matrix as a list, and a truth value
  % made the run stall where it jumped
  sys = both();
  run = @(f) nsd_simulate(sys{1}, [0 1.5], 0, 10, 'Method', 'event', 'Events', f);
  for f = {@(t,q,v) 'abc', @(t,q,v) {1}, @(t,q,v) struct(), @(t,q,v) q > 0.5, ...
           @(t,q,v) deal(q, 'yes', 0), @(t,q,v) deal(q, 1, {})}
    assertExceptionThrown(@() run(f{1}), 'nsd:simulate:EventsType');
  end
  for f = {@(t,q,v) ones(2), @(t,q,v) deal(q, [1 1 0], 0), @(t,q,v) deal(q, 1, [1; 1]), ...
           @(t,q,v) ones(1, 1 + (t > 0.5))}
    assertExceptionThrown(@() run(f{1}), 'nsd:simulate:EventsSize');
  end
  assertTrue(~isempty(strfind(message_of(@() run(@(t,q,v) 'abc')), '[Events at t = 0]')));
  later = message_of(@() run(@(t,q,v) ones(1, 1 + (t > 0.5))));
  assertTrue(~isempty(strfind(later, '1 at the start, now 2 [Events at t = ')));
end

function value = fail_later(t)
  if t > 0.7, error('my:late', 'later'); end
  value = 1;
end
