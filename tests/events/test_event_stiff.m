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

function [block, stop, place] = braked_block(c)
% a block that a damper and dry friction stop: after the time `stop`, at `place`
  block = NsdSystem.linear(eye(2), diag([c 0]), 0, [0.5; -9.81]);
  block = block.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]).start([0; 0], [1; 0]);
  a = 0.3*9.81 - 0.5;
  stop = log(1 + c/a)/c;
  place = (1 - a*stop)/c;
end

function test_a_fast_damper_beside_friction_does_not_take_millions_of_steps()
  % found by random calls: a block falls through oil onto a rough floor. With friction exact flight
  % went on with steps of 1.7/c: twelve million of them, five minutes for a hundredth of a second
  c = 2^31;
  oil = NsdSystem.linear(eye(2), diag([0.1 c]), eye(2), [0.3; -9.81]);
  oil = oil.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0], 'Restitution', 0.5);
  sol = nsd_simulate(oil, [0 0.01], [0; 1e-3], [1; -1], 'Method', 'event', 'MaxSteps', 1000);
  assertEqual(sol.status, 'ok');
  speed = (9.81 + 1e-3)/c;                            % the fall from there on
  assertElementsAlmostEqual(sol.v(end, 2), -speed, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.q(end, 2), 1e-3 - (1 - speed)/c - speed*0.01, 'absolute', 1e-13);
  w = sqrt(1 - 0.05^2);
  x = @(t) 0.3 + exp(-0.05*t)*(-0.3*cos(w*t) + (1 - 0.015)/w*sin(w*t));
  assertElementsAlmostEqual(sol.q(end, 1), x(0.01), 'absolute', 1e-9);
  assertTrue(max(abs(sol.energy.numerical)) < 1e-7);
end

function test_an_event_at_the_start_of_an_implicit_step_is_located()
% a step of length zero divided by its length: such runs ended with 'notFinite' or 'stalled'. The
% damper stops two masses as one at the first impact, and springs lift both from there
  for c = [1e8 2.8292e8 7e8]
    sys = NsdSystem.linear(eye(2), c*[1 -1; -1 1], 63*eye(2), @(t) 3*sin(2*t)*[1; 1]);
    sys = sys.contact([1; 0], 0.2, 'Restitution', 0.6);
    sol = nsd_simulate(sys, [0 0.3], [0.6; 0.7], [-1.168; 0.6793], 'Method', 'event', ...
                       'Integrator', 'rosenbrock', 'RelTol', 1e-5);
    assertEqual(sol.status, 'ok');
    [t0, w] = deal(sol.events.t(1), sqrt(63));
    forced = @(t) 3/(63 - 4)*sin(2*t);
    lifted = forced(0.3) + (-0.15 - forced(t0))*cos(w*(0.3 - t0)) - ...
             6/(63 - 4)*cos(2*t0)/w*sin(w*(0.3 - t0));
    assertElementsAlmostEqual(mean(sol.q(end, :)), lifted, 'absolute', 1e-6);
  end
end

function test_flight_stays_exact_where_friction_holds_what_the_damper_ends()
  for c = [1e3 1e5 1e7 1e9]
    [block, stop, place] = braked_block(c);
    sol = nsd_simulate(block, [0 1], 'Method', 'event');
    assertTrue(sol.stats.steps < 100);
    assertElementsAlmostEqual(sol.events.t, stop, 'relative', 1e-6);
    assertElementsAlmostEqual(sol.q(end, 1), place, 'relative', 1e-11);
  end
end

function test_dampers_of_contacts_and_beside_joints_are_noticed_too()
  % a mass sinks into a damper of a contact; a carriage on a joint creeps through oil
  soft = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Stiffness', 100, 'Damping', 1e8);
  sol = nsd_simulate(soft, [0 1], 0, -1, 'Method', 'event', 'MaxSteps', 1000);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q(end), -1e-8 - 9.81e-8, 'absolute', 1e-12);
  carriage = NsdSystem.linear(diag([1 2]), diag([3e8 0]), 0, [3; 6]).joint([1; -1]);
  sol = nsd_simulate(carriage, [0 1], [0; 0], [0; 0], 'Method', 'event', 'MaxSteps', 1000);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q(end, :), 9/3e8*[1 1], 'absolute', 1e-12);
end

function test_explicit_steps_give_way_to_stiff_forces()
  % 2e9 steps of the explicit pair, in the plane, in space, with a law of depth, and by functions
  c = 2^31;
  tangents = [1 0; 0 1; 0 0];
  sliding = NsdSystem.linear(eye(3), diag([c c 0]), 0, [5; 0; -9.81]);
  sliding = sliding.contact([0; 0; 1], 0, 'Friction', 0.3, 'Tangent', tangents);
  sinking = NsdSystem.linear(1, c, 0, -9.81).contact(1, 0, 'Stiffness', 1e4, 'Compliance', 'hertz');
  pulled = NsdSystem.lagrangian(eye(2), @(t, q, v) [5 - c*v(1); -9.81]);
  pulled = pulled.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  cases = {sliding, [0; 0; 0], (5 - 0.3*9.81)/c; sinking, 0.1, 0.1 - 9.81/c; ...
           pulled, [0; 0], (5 - 0.3*9.81)/c};
  for k = 1:3
    n = numel(cases{k, 2});
    sol = nsd_simulate(cases{k, 1}, [0 1], cases{k, 2}, zeros(n, 1), 'Method', 'event', ...
                       'MaxSteps', 3000);
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.q(end, 1), cases{k, 3}, 'absolute', 1e-12);
  end
end

function test_works_of_stiff_forces_add_up()
  % the force of a damper at a velocity within its tolerance is wrong by more than all of it: 194 J
  % appeared in a run with half a joule
  for c = [1e5 2^31]
    sys = NsdSystem.lagrangian(1, @(t, q, v) -c*(v - cos(t)) - sin(q)).contact(@(q) q + 0.5);
    sol = nsd_simulate(sys, [0 10], 0, 0, 'Method', 'event');
    assertEqual(sol.status, 'ok');
    assertTrue(max(abs(sol.energy.numerical)) < 1e-5);
  end
end

function test_an_integrator_that_was_asked_for_stays()
  sol = simulate_quietly(NsdSystem.lagrangian(1, @(t, q, v) 1 - 1e6*v), [0 1], 0, 0, ...
                         'Method', 'event', 'Integrator', 'dp54', 'MaxSteps', 5000);
  assertEqual(sol.status, 'maxSteps');
end
