function test_suite = test_event_stiff()
%TEST_EVENT_STIFF  Method 'event' with Integrator 'rosenbrock': order, stiffness, sticking.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_same_events_as_the_explicit_pair_and_fourth_order()
  p = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
  tol = [1e-5 1e-8];
  for k = 1:2
    sol = nsd_simulate(p, [0 7], 0.3, 0, 'Method', 'event', 'Integrator', 'rosenbrock', ...
                       'RelTol', tol(k), 'AbsTol', tol(k));
    e = sol.events;
    err(k) = abs(e.t(4) - 4.918958713398); %#ok<AGROW>
    steps(k) = sol.stats.steps; %#ok<AGROW>
    assertElementsAlmostEqual(e.t(strcmp(e.kind, 'detach')), 6.808717393146, 'absolute', 1e-10);
  end
  assertTrue(err(2) < 1e-7);
  assertTrue(log(err(1)/err(2))/log(steps(2)/steps(1)) > 3.5);      % order 4
end

function test_stiff_pair_of_masses_falls_as_one()
  % a stiff, strongly damped spring between two masses; the lower one hits the floor
  pull = @(q, v) 1e8*(q(1) - q(2) - 0.1) + 1e6*(v(1) - v(2));
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [-9.81 - pull(q, v); -9.81 + pull(q, v)]);
  sys = sys.contact([0; 1], 0, 'Restitution', 0.3);
  sol = nsd_simulate(sys, [0 2], [1.1; 1], [0; 0], 'Method', 'event', ...
                     'Integrator', 'rosenbrock', 'RelTol', 1e-6, 'AbsTol', 1e-8);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.events.t(1), sqrt(2/9.81), 'absolute', 1e-10);
  assertTrue(sol.stats.steps < 1000);         % the explicit pair needs 600000 a second
  assertElementsAlmostEqual(sol.q(end, :), [0.1 - 9.81e-8, 0], 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end), 2*9.81, 'absolute', 1e-5);
end

function sys = damped_pair(c)
% two masses with a weak spring and a damper of rate 2c between them; the lower one hits the floor
  sys = NsdSystem.linear(eye(2), c*[1 -1; -1 1], 1e3*[1 -1; -1 1], [-9.81; -9.81]);
  sys = sys.contact([1; 0], 0, 'Restitution', 0.8);
end

function q = flight(sys, q0, T)
% positions after free flight from rest, by the exponential of the state's matrix
  n = numel(q0);
  A = [zeros(n), eye(n), zeros(n, 1); -sys.K, -sys.C, sys.F; zeros(1, 2*n + 1)];
  x = expm(A*T)*[q0; zeros(n, 1); 1];
  q = x(1:n)';
end

function test_auto_takes_steps_of_what_still_moves()
  % the damper ends motions of rate 4e4 within 0.1 ms; exact flight took 28868 steps for this run
  given = {[0 2], [1; 1.1], [0; 0], 'Method', 'event', 'RelTol', 1e-8, 'AbsTol', 1e-8};
  sol = nsd_simulate(damped_pair(2e4), given{:});
  assertEqual(sol.status, 'ok');
  assertTrue(sol.stats.steps < 1000);
  explicit = nsd_simulate(damped_pair(2e4), given{:}, 'Integrator', 'dp54');
  assertEqual(sol.events.kind, explicit.events.kind);
  % both err by their tolerances, which the rebounds multiply
  assertElementsAlmostEqual(sol.events.t, explicit.events.t, 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.q(end, :), explicit.q(end, :), 'absolute', 1e-7);
  T = sol.events.t(1);
  assertElementsAlmostEqual(flight(damped_pair(2e4), [1; 1.1], T)*[1; 0], 0, 'absolute', 1e-8);
end

function test_auto_stays_exact_where_nothing_is_dead()
  % few steps anyway, or vibrations as fast as the damper: round-off of some hundred terms
  for c = [0, 2, 2e4]
    T = 0.05*(c <= 2) + 0.02*(c > 2);
    sol = nsd_simulate(damped_pair(c), [0 T], [1; 1.1], [0; 0], 'Method', 'event');
    assertElementsAlmostEqual(sol.q(end, :), flight(damped_pair(c), [1; 1.1], T), ...
                              'absolute', 1e-12);
  end
end

function test_gyroscopic_forces_are_not_taken_for_dampers()
  % v turns with the rate 1e4: |v| stays, to the round-off of 6000 steps
  sys = NsdSystem.linear(eye(2), 1e4*[0 -1; 1 0]);
  sol = nsd_simulate(sys, [0 1], [0; 0], [1; 0], 'Method', 'event');
  assertElementsAlmostEqual(sol.v(end, :), [cos(1e4), -sin(1e4)], 'absolute', 1e-9);
end

function test_stiff_hybrid_relaxation()
  % V' = -1e5 (V - 2 w), w' = 1: V follows 2w closely, and is reset with w at V = 1
  sys = NsdSystem.hybrid(@(t,x) [-1e5*(x(1) - 2*x(2)); 1], @(x) 1 - x(1), @(x) [0; 0]);
  sol = nsd_simulate(sys, [0 2.2], [0; 0], 'Method', 'event', 'Integrator', 'rosenbrock', ...
                     'RelTol', 1e-7, 'AbsTol', 1e-9);
  assertElementsAlmostEqual(sol.events.t, (0.5 + 1e-5)*(1:4)', 'absolute', 1e-6);
  assertTrue(sol.stats.steps < 1000);
end
