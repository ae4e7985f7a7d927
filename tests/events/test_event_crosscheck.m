function test_suite = test_event_crosscheck()
%TEST_EVENT_CROSSCHECK  Event-driven runs and time stepping tend to the same motion, at order h.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function check(sys, T, q0, v0, bound)
% positions at 41 times; moreau with h and h/8; bound: error over h
  times = linspace(0, T, 41);
  exact = nsd_simulate(sys, times, q0, v0, 'Method', 'event');
  assertEqual(exact.status, 'ok');
  err = zeros(1, 2);
  h = T./[1600 12800];
  for k = 1:2
    rough = simulate_quietly(sys, times, q0, v0, 'Step', h(k));
    err(k) = max(max(abs(rough.q - exact.q)));
    assertTrue(err(k) <= bound*h(k), sprintf('%g of h = %g', err(k)/h(k), h(k)));
  end
  assertTrue(err(2) < err(1)/3, sprintf('%g, %g', err));
end

function test_bouncing_ball_past_its_accumulation()
  check(NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.5), 2, 1, 0, 20);
end

function test_forced_oscillator_against_a_stop()
  sys = NsdSystem.linear(1, 0.1, 1, nsd_harmonic(1, 1.3)).contact(1, 0.3, 'Restitution', 0.7);
  check(sys, 15, 0, 0, 20);
end

function test_impacting_pendulum_that_sticks_and_is_released()
  check(nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5), 10, 0.3, 0, 20);
end

function test_column_of_three_balls()
  sys = NsdSystem.linear(eye(3), 0, 0, -9.81*ones(3, 1));
  sys = sys.contact([1 -1 0; 0 1 -1; 0 0 1], [-0.5; -1; -1], 'Restitution', 0);
  check(sys, 1.2, [0.6; 1.75; 2.95], zeros(3, 1), 20);
end

function test_ball_on_a_vibrating_table()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81);
  sys = sys.contact(@(q,t) q - 0.04*sin(20*t), 'Restitution', 0.3);
  check(sys, 0.35, 0.1, 0, 20);
end
