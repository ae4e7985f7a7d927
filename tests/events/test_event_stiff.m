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

function test_stiff_hybrid_relaxation()
  % V' = -1e5 (V - 2 w), w' = 1: V follows 2w closely, and is reset with w at V = 1
  sys = NsdSystem.hybrid(@(t,x) [-1e5*(x(1) - 2*x(2)); 1], @(x) 1 - x(1), @(x) [0; 0]);
  sol = nsd_simulate(sys, [0 2.2], [0; 0], 'Method', 'event', 'Integrator', 'rosenbrock', ...
                     'RelTol', 1e-7, 'AbsTol', 1e-9);
  assertElementsAlmostEqual(sol.events.t, (0.5 + 1e-5)*(1:4)', 'absolute', 1e-6);
  assertTrue(sol.stats.steps < 1000);
end
