function test_suite = test_sensitivity()
%TEST_SENSITIVITY  State transition matrices of event-driven runs, through impacts and sticking.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function o = tight()
  o = nsd_options('Method', 'event', 'RelTol', 1e-11, 'AbsTol', 1e-13, 'Progress', 'off');
end

function [Phi, sol] = transition(sys, T, q, v, options)
  if nargin < 5, options = tight(); end
  sol = nsd_simulate(sys, [0 T], q, v, options, 'Sensitivity', 'on');
  assertEqual(sol.status, 'ok');
  Phi = sol.sensitivity.Phi(:, :, end);
end

function D = differences(sys, T, q, v, d, options)
  if nargin < 6, options = tight(); end
  x = [q; v];
  n = numel(q);
  D = zeros(2*n);
  for j = 1:2*n
    low = x;
    low(j) = low(j) - d;
    high = x;
    high(j) = high(j) + d;
    low = nsd_simulate(sys, [0 T], low(1:n), low(n+1:end), options);
    high = nsd_simulate(sys, [0 T], high(1:n), high(n+1:end), options);
    D(:, j) = ([high.q(end, :), high.v(end, :)] - [low.q(end, :), low.v(end, :)])'/(2*d);
  end
end

% ---- closed forms ------------------------------------------------------------------------------

function test_ball_through_one_impact_is_its_formula()
  % free fall [1 t; 0 1] on both sides of [-r 0; (1 + r) g/|v-| -r]
  [g, r, T] = deal(9.81, 0.9, 0.8);
  t = sqrt(2/g);
  wanted = [1 T-t; 0 1]*[-r 0; (1 + r)*g/(g*t) -r]*[1 t; 0 1];
  Phi = transition(nsd_ball(), T, 1, 0);
  assertElementsAlmostEqual(Phi, wanted, 'absolute', 1e-8);
end

function test_linear_oscillator_is_the_product_of_exponentials()
  [sys, A] = deal(nsd_oscillator('Damping', 0.3), [0 1; -4 -0.3]);
  [Phi, sol] = transition(sys, 6, 1, 0);
  hits = sol.events.t;
  wanted = eye(2);
  last = 0;
  for k = 1:numel(hits)
    [a, b] = deal(sol.events.vBefore(k), sol.events.vAfter(k));
    push = @(v) 4*0.25 - 0.3*v;                   % acceleration at the wall, q = -0.25
    jump = [-0.8 0; (push(b) + 0.8*push(a))/a -0.8];
    wanted = jump*expm(A*(hits(k) - last))*wanted;
    last = hits(k);
  end
  assertTrue(numel(hits) >= 3);
  wanted = expm(A*(6 - last))*wanted;
  assertElementsAlmostEqual(Phi, wanted, 'absolute', 1e-8);
end

function test_determinant_is_that_of_damping_and_impacts()
  % det = r^(2 impacts) exp(-0.2 T) for the pendulum
  for T = [3 10 18]
    [Phi, sol] = transition(nsd_pendulum(), T, 0.1, 0);
    hits = sum(strcmp(sol.events.kind, 'impact'));
    wanted = 0.7^(2*hits)*exp(-0.2*T);
    assertElementsAlmostEqual(det(Phi)/wanted, 1, 'absolute', 1e-7);
  end
end

function test_multipliers_of_the_periodic_orbit()
  % complex pair: their modulus is sqrt(det) = 0.7 exp(-0.2 pi)
  way = nsd_simulate(nsd_pendulum(), [0 50*2*pi], tight());
  Phi = transition(nsd_pendulum(), 2*pi, way.q(end), way.v(end));
  assertElementsAlmostEqual(abs(eig(Phi)), 0.7*exp(-0.2*pi)*[1; 1], 'absolute', 1e-8);
end

function test_sticking_forgets_the_start()
  sys = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
  [Phi, sol] = transition(sys, 8, 0.3, 0);
  assertTrue(any(strcmp(sol.events.kind, 'detach')));
  assertElementsAlmostEqual(Phi, zeros(2), 'absolute', 1e-12);
end

% ---- against differences of runs ---------------------------------------------------------------

function test_pendulum_against_differences()
  cases = {nsd_pendulum(), 20; nsd_pendulum('Amplitude', 0.3, 'Stop', 0.2, 'Restitution', 0.8), 9};
  for k = 1:2
    [sys, T] = deal(cases{k, :});
    q = sys.InitialPosition;
    Phi = transition(sys, T, q, 0);
    D = differences(sys, T, q, 0, 1e-5);
    assertElementsAlmostEqual(Phi, D, 'absolute', 1e-6*max(1, norm(Phi)));
  end
end

function test_handles_moving_floor_and_varying_mass()
  % differenced derivatives, a floor that moves, M(q): R depends on q and t
  sys = NsdSystem.lagrangian(@(q) [2 + sin(q(2)), 0.3; 0.3, 1], ...
                             @(t, q, v) [-9.81; -3*q(2) - 0.2*v(2)*v(1)]);
  sys = sys.contact(@(q, t) q(1) + 0.1*q(2)^2 - 0.05*sin(3*t), 'Restitution', 0.7);
  [q, v, T] = deal([0.05; 0.2], [0; 0.3], 0.6);
  loose = nsd_options('Method', 'event', 'Progress', 'off');      % 1e-8: calls of handles are slow
  [Phi, sol] = transition(sys, T, q, v, loose);
  assertTrue(sum(strcmp(sol.events.kind, 'impact')) >= 2);
  D = differences(sys, T, q, v, 1e-3, loose);
  assertElementsAlmostEqual(Phi, D, 'absolute', 1e-3*max(1, norm(Phi)));  % d^2 and 1e-8/d
end

function test_an_impact_while_another_contact_sticks()
  % a block that rests on the floor and slides into a wall; e = 0 first, then with a bounce
  for e = [0 0.5]
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [-v(1)*0.3; -9.81]);
    sys = sys.contact([0; 1], 0, 'Restitution', 0).contact([-1; 0], 1, 'Restitution', e);
    [q, v, T] = deal([0; 0.1], [2; 0], 0.9);
    loose = nsd_options('Method', 'event', 'Progress', 'off');
    Phi = transition(sys, T, q, v, loose);
    D = differences(sys, T, q, v, 1e-4, loose);
    assertElementsAlmostEqual(Phi, D, 'absolute', 1e-3);         % 1e-8/d of the runs
  end
end

function test_pages_follow_the_events()
  sol = nsd_simulate(nsd_pendulum(), [0 18], tight(), 'Sensitivity', 'on');
  s = sol.sensitivity;
  assertElementsAlmostEqual(s.t, [sol.events.t; 18], 'absolute', 0);
  assertEqual(size(s.Phi), [2 2 4]);
  short = nsd_simulate(nsd_pendulum(), [0 s.t(2)+1e-9], tight(), 'Sensitivity', 'on');
  assertElementsAlmostEqual(short.sensitivity.Phi(:, :, end), s.Phi(:, :, 2), 'absolute', 1e-7);
  push = nsd_pendulum().force(sol.events.t(1), -0.1, sol.events.vBefore(1));
  assertTrue(s.depth > 0 && s.depth <= sol.events.vBefore(1)^2/(2*abs(push)) + 1e-9);
end

function test_the_run_itself_is_the_same()
  plain = nsd_simulate(nsd_pendulum(), [0 18], tight());
  sol = nsd_simulate(nsd_pendulum(), [0 18], tight(), 'Sensitivity', 'on');
  assertEqual([sol.t, sol.q, sol.v], [plain.t, plain.q, plain.v]);
  assertTrue(isempty(plain.sensitivity));
  back = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(back.sensitivity, sol.sensitivity);
end

function test_joints_agree_with_minimal_coordinates()
  % a pendulum in x and y with a rod as its joint, and in its angle; a wall at x = -0.3
  rod = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  rod = rod.joint(@(q) q(1)^2 + q(2)^2 - 1, 'Jacobian', @(q) [2*q(1), 2*q(2)]);
  rod = rod.contact([1; 0], 0.3, 'Restitution', 0.6);
  angle = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q));
  angle = angle.contact(@(q) sin(q) + 0.3, 'Restitution', 0.6);
  loose = nsd_options('Method', 'event', 'Progress', 'off');
  [th, w] = deal(0.5, 0.1);
  A = transition(rod, 1.6, [sin(th); -cos(th)], w*[cos(th); sin(th)], loose);
  [B, sol] = transition(angle, 1.6, th, w, loose);
  assertEqual(numel(sol.events.t), 1);
  tangent = @(th, w) [cos(th) 0; sin(th) 0; -w*sin(th) cos(th); w*cos(th) sin(th)];
  assertElementsAlmostEqual(A*tangent(th, w), tangent(sol.q(end), sol.v(end))*B, ...
                            'absolute', 1e-5);          % fields are differenced, to 1e-7
end

function test_hybrid_systems()
  % the pendulum as x' = f with a guard and a reset; a counter that is set back: S = 1
  f = @(t, x) [x(2); -0.2*x(2) - sin(x(1)) + 0.1*cos(x(1))*sin(t)];
  sys = NsdSystem.hybrid(f, @(x) x(1) + 0.1, @(x) [x(1); -0.7*x(2)]);
  loose = nsd_options('Method', 'event', 'Progress', 'off');
  sol = nsd_simulate(sys, [0 8], [0.1; 0], loose, 'Sensitivity', 'on');
  Phi = transition(nsd_pendulum(), 8, 0.1, 0);
  assertElementsAlmostEqual(sol.sensitivity.Phi(:, :, end), Phi, 'absolute', 1e-6);
  counter = NsdSystem.hybrid(@(t, x) 1, @(x, t) 1 - x, @(x, t) 0.2*x);
  sol = nsd_simulate(counter, [0 3], 0, loose, 'Sensitivity', 'on');
  assertElementsAlmostEqual(squeeze(sol.sensitivity.Phi), ones(4, 1), 'absolute', 1e-7);
  back = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(back.sensitivity, sol.sensitivity);
end

% ---- where there is none -----------------------------------------------------------------------

function test_grazing_warns()
  % stop 1e-9 above the lowest angle of the swing
  sys = nsd_pendulum('Stop', 0.0529696338998 + 1e-9, 'Angle', 0.1);
  id = warning_of(@() nsd_simulate(sys, [0 2.2], tight(), 'Sensitivity', 'on'));
  assertEqual(id, 'nsd:simulate:grazingSensitivity');
end

function test_impacts_whose_order_matters_have_no_matrix()
  % Newton's cradle, three balls that touch: the middle one hits nothing and everything
  sys = NsdSystem.linear(eye(3)).contact([-1 0; 1 -1; 0 1], [-1; -1], 'Restitution', 1);
  run = @() nsd_simulate(sys, [0 2], [-1; 1; 2], [1; 0; 0], tight(), 'Sensitivity', 'on');
  assertEqual(warning_of(run), 'nsd:simulate:noSensitivity');
  restore = warning('off', 'nsd:simulate:noSensitivity');
  sol = run();
  warning(restore);
  assertTrue(all(all(isnan(sol.sensitivity.Phi(:, :, end)))));
  assertElementsAlmostEqual(sol.v(end, :), [-1 2 2]/3, 'absolute', 1e-12);
end

function test_other_methods_refuse()
  run = @() nsd_simulate(nsd_ball(), [0 1], 'Method', 'moreau', 'Sensitivity', 'on');
  assertExceptionThrown(run, 'nsd:options:badValue');
  sliding = NsdSystem.filippov(@(t, x, side) -side, @(x) x);
  run = @() nsd_simulate(sliding, [0 1], 0.3, 'Sensitivity', 'on');
  assertExceptionThrown(run, 'nsd:options:badValue');
end
