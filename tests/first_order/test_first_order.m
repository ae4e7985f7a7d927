function test_suite = test_first_order()
%TEST_FIRST_ORDER  First-order systems: closed forms, check values, orders, invariants.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- check values --------------------------------------------------------------------------

function test_diode_bridge_takes_the_values_of_the_scheme()
  % independent values, given to ten digits
  [sys, x0] = first_order_collection('bridge');
  sol = nsd_simulate(sys, [0 5e-3], x0, 'Step', 1e-6);
  assertElementsAlmostEqual(sol.x(end, :), [0.7883868726 -0.002751979515], 'absolute', 1e-10);
  sol = nsd_simulate(sys, [0 5e-3], x0, 'Step', 1e-6, 'Relation', 'midpoint');
  assertElementsAlmostEqual(sol.x(end, :), [0.7902790556 -0.002651220498], 'absolute', 1e-10);
end

function test_diode_bridge_at_4999_microseconds()
  [sys, x0] = first_order_collection('bridge');
  sol = nsd_simulate(sys, [0 4.999e-3], x0, 'Step', 1e-6);
  assertElementsAlmostEqual(sol.x(end, 1), 0.786383910728, 'absolute', 1e-11);
end

function test_diode_bridge_converges_with_order_one_and_two()
  % ideal diodes keep the load across the tank, so that x(t) = expm(.) x0 exactly
  assertElementsAlmostEqual(bridge_orders('implicit', 'theta'), ones(3, 1), 'absolute', 0.15);
  assertElementsAlmostEqual(bridge_orders('midpoint', 'theta'), 2*ones(3, 1), 'absolute', 0.1);
  assertElementsAlmostEqual(bridge_orders('implicit', 'zoh'), ones(3, 1), 'absolute', 0.15);
  assertElementsAlmostEqual(bridge_orders('midpoint', 'zoh'), 2*ones(3, 1), 'absolute', 0.1);
end

function test_relative_degree_one_hits_rests_and_leaves()
  [sys, x0] = first_order_collection('degree');
  miss = zeros(5, 4);
  for k = 1:5
    h = 7/(350*2^k);
    sol = nsd_simulate(sys, [0 7], x0, 'Step', h, 'Theta', 1);
    held = find(sol.lambda > 0);
    miss(k, :) = [sum(sol.impulse) - 2.484019281776, sol.x(end) - 0.641005880495, ...
                  sol.t(held(1)) - 2.754673754246, sol.t(held(end)) - 5*pi/3];
    assertTrue(all(abs(miss(k, 3:4)) <= h));      % no step is further away
    assertTrue(all(sol.x >= 0));
  end
  order = log2(abs(miss(1:4, 1:2)./miss(2:5, 1:2)));
  assertElementsAlmostEqual(order, ones(4, 2), 'absolute', 0.05);
end

function test_default_steps_follow_a_square_wave()
  % 200 periods were 5 steps each, and the mean of the buck converter 14.4 V instead of 12
  [P, tau, periods] = deal(2e-5, 2e-4, 300);
  b = exp(-P/2/tau);
  final = 0;
  for k = 1:periods, final = b*(b*final + 1 - b); end
  u = @(t) double(mod(t, P) < P/2);
  given = {NsdSystem.firstOrder(-1/tau, 0, 0, 1, 'Input', @(t) u(t)/tau), ...
           NsdSystem.firstOrder(@(t,x) (u(t) - x)/tau, @(x,l,t) l, @(x,l,t) 0*l)};
  for k = 1:2
    sol = nsd_simulate(given{k}, [0 periods*P], 0);
    assertTrue(sol.stats.step < P/150 && sol.stats.step > P/300, sprintf('%g', sol.stats.step));
    % an edge is known to a step, P/200, in which x moves by b*P/200/tau; 20 periods remember
    assertElementsAlmostEqual(sol.x(end), final, 'absolute', 5e-3);
  end
end

function test_buck_converter_by_default_has_its_mean_voltage()
  [V, P, L, C, R] = deal(24, 2e-5, 1e-4, 1e-4, 2);
  for duty = [0.5, 0.25]
    f = @(t,x) [(V*(mod(t, P) < duty*P) - x(2))/L; (x(1) - x(2)/R)/C];
    buck = NsdSystem.firstOrder(f, @(x,l,t) x(1) + 0*l, @(x,l,t) [l/L; 0]);      % an ideal diode
    sol = nsd_simulate(buck, [0 4e-3], [0; 0]);
    last = sol.t > 4e-3 - 20*P;
    assertElementsAlmostEqual(mean(sol.x(last, 2)), duty*V, 'relative', 0.01);
  end
end

function test_default_steps_follow_oscillations_of_functions()
  swing = NsdSystem.firstOrder(@(t,x) [x(2); -1e6*x(1)], @(x,l,t) l, @(x,l,t) [0; 0]*l);
  sol = nsd_simulate(swing, [0 5], [1; 0]);
  assertTrue(sol.stats.step < 2*pi/1e3/190);
  jump = NsdSystem.firstOrder(@(t,x) [x(2); -sign(x(1))], @(x,l,t) l, @(x,l,t) [0; 0]*l);
  sol = simulate_quietly(jump, [0 1], [0; 1]);    % differences across the jump are no frequency
  assertElementsAlmostEqual(sol.stats.step, 1e-3, 'relative', 1e-9);
end

function test_default_steps_follow_the_lags_of_a_relay()
  % x''' + 3x'' + 3x' + x = -4 sgn(x) swings with the period 3.6798; with span/1000 as step it came
  % as 3.48 over [0 60], as 3.20 over [0 200], and over [0 2000] it did not swing, status 'ok'
  [A, B, C] = deal([-1 1 0; 0 -1 1; 0 0 -1], [0; 0; 4], [1 0 0]);
  matrices = NsdSystem.firstOrder(A, B, C, 0, 'Law', 'relay');
  functions = NsdSystem.firstOrder(@(t,x) A*x, @(x,l,t) C*x, @(x,l,t) B*l, 'Law', 'relay');
  for span = [20 60 200 2000]
    [~, id] = quiet_period(matrices, span, 3.6798, 0.012);
    assertEqual(id, '');
  end
  [~, id] = quiet_period(functions, 60, 3.6798, 0.012);
  assertEqual(id, '');
end

function [sol, id] = quiet_period(sys, span, wanted, tolerance)
% the period of the second half of a run from [1; 0; 0]
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 span], [1; 0; 0]));
  [t, y] = deal(sol.t, sol.x(:, 1));
  k = find(y(1:end-1) < 0 & y(2:end) >= 0);
  zero = t(k) - y(k).*(t(k+1) - t(k))./(y(k+1) - y(k));
  zero = zero(ceil(end/2):end);
  period = (zero(end) - zero(1))/(numel(zero) - 1);
  assertElementsAlmostEqual(period, wanted, 'relative', tolerance);
end

function test_stiff_modes_take_bounded_steps()
  % a relay whose loop has a lag of 1e-7 s: a hundred thousand steps, and a word
  stiff = NsdSystem.firstOrder([-1 1; 0 -1e7], [0; 1e7], [1 0], 0, 'Law', 'relay');
  [id, message, sol] = warning_of(@() nsd_simulate(stiff, [0 1], [1; 0]));
  assertEqual(id, 'nsd:simulate:longSpan');
  assertTrue(~isempty(strfind(message, 'decays or grows within 1e-07')), message);
  assertElementsAlmostEqual(sol.stats.step, 1e-5, 'relative', 1e-9);
  % modes beside the loop, or without weight where nothing switches to and fro, ask for nothing
  beside = NsdSystem.firstOrder([-1 0; 0 -1e9], [1; 0], [1 0], 0, 'Law', 'relay');
  diode = NsdSystem.firstOrder([-1 0; 0 -1e9], [1; 1], [1 1], 1);
  free = NsdSystem.firstOrder([-1 0; 0 -1e9], zeros(2, 0), zeros(0, 2));
  for sys = {beside, diode, free}
    [id, ~, sol] = warning_of(@() nsd_simulate(sys{1}, [0 1], [1; 0]));
    assertEqual(id, '');
    assertElementsAlmostEqual(sol.stats.step, 1e-3, 'relative', 1e-9);
  end
end

function test_periods_of_signals_are_found()
  period = @(f, span) nsd_signal_period(f, 0, span);
  for w = [10, 1e3, 3e6]
    assertElementsAlmostEqual(period(@(t) [1 + t; sin(w*t)], 10), 2*pi/w, 'relative', 0.1);
  end
  assertElementsAlmostEqual(period(@(t) (t > 50).*sin(1e3*t), 100), 2*pi/1e3, 'relative', 0.1);
  assertTrue(period(@(t) sin(t.^2), 100) < 2*2*pi/200);     % fastest at the end
  for duty = [0.1, 0.9]
    assertElementsAlmostEqual(period(@(t) mod(t, 1e-3) < duty*1e-3, 1), 1e-3, 'relative', 0.1);
  end
  slow = {@(t) 3 + 0*t, @(t) 3 + 1e-15*mod(1e6*t, 1), @(t) t > 0.3, @(t) exp(-t), @(t) sin(t), ...
          @(t) randn(size(t))};
  for k = 1:numel(slow), assertEqual(period(slow{k}, 5), Inf); end
end

function test_free_motion_is_the_exponential_with_the_exact_hold()
  A = [-1 3; -2 0.5];
  sys = NsdSystem.firstOrder(A, zeros(2, 0), zeros(0, 2));
  sol = nsd_simulate(sys, [0 2], [1; -1], 'Step', 0.1, 'Method', 'zoh');
  for k = [1 7 21]
    assertElementsAlmostEqual(sol.x(k, :)', expm(A*sol.t(k))*[1; -1], 'absolute', 1e-12);
  end
end

function test_constant_input_is_exact_with_the_exact_hold()
  sys = NsdSystem.firstOrder(-2, 1, 1, 1, 'Input', 3);     % lambda = 0 while x >= 0
  sol = nsd_simulate(sys, [0 1], 0, 'Step', 0.05, 'Method', 'zoh');
  assertElementsAlmostEqual(sol.x, 1.5*(1 - exp(-2*sol.t)), 'absolute', 1e-14);
  assertEqual(max(abs(sol.lambda)), 0);
end

function test_relay_brings_an_integrator_to_rest_in_finite_time()
  % x' = -sgn(x) from 1: zero from t = 1 on, exactly, and no chattering
  sys = NsdSystem.firstOrder(0, 1, 1, 0, 'Law', 'relay');
  sol = nsd_simulate(sys, [0 2], 1, 'Step', 0.01);
  assertElementsAlmostEqual(sol.x, max(1 - sol.t, 0), 'absolute', 1e-14);
  assertElementsAlmostEqual(sol.lambda(sol.t > 1.005), zeros(100, 1), 'absolute', 1e-12);
end

function test_explicit_relay_chatters()
  sys = NsdSystem.firstOrder(0, 1, 1, 0, 'Law', 'relay');
  sol = nsd_simulate(sys, [0 2], 1.005, 'Step', 0.01, 'Relation', 'explicit');
  late = sol.t > 1.2;
  assertEqual(unique(abs(sol.lambda(late))), 1);
  assertTrue(any(diff(sol.lambda(late)) == 2) && any(diff(sol.lambda(late)) == -2));
end

function test_equality_is_a_differential_algebraic_system()
  % x1' = x2, x2' = -x1 + lambda, 0 = x1 + x2 - lambda: lambda is eliminated by hand
  A = [0 1; -1 0];
  sys = NsdSystem.firstOrder(A, [0; 1], [1 1], -1, 'Law', 'equality');
  sol = nsd_simulate(sys, [0 1], [1; 0], 'Step', 1e-3, 'Relation', 'midpoint');
  exact = expm(A + [0; 1]*[1 1])*[1; 0];
  assertElementsAlmostEqual(sol.x(end, :)', exact, 'absolute', 1e-6);   % h^2
  assertElementsAlmostEqual(sol.lambda(1), 1, 'absolute', 1e-14);
end

function test_laws_of_several_kinds_at_once_hold_row_by_row()
  [sol, s] = mixed_run();
  y = sol.y;
  l = sol.lambda;
  assertEqual(s.laws, {'complementarity'; 'relay'; 'equality'});
  assertTrue(min(min([y(:, 1), l(:, 1)])) > -1e-9 && max(abs(y(:, 1).*l(:, 1))) < 1e-9);
  assertTrue(max(abs(y(:, 3))) < 1e-9);
  assertTrue(all(l(:, 2) >= -2 & l(:, 2) <= 3));
  on = abs(y(:, 2)) > 1e-8;
  assertEqual(l(on, 2), -2*(y(on, 2) > 0) + 3*(y(on, 2) < 0));
end

function test_output_is_what_the_relation_says()
  [sol, s] = mixed_run();
  t = sol.t;
  y = sol.x*s.C' + sol.lambda*s.D' + [sin(t), 0*t, 0*t];
  assertElementsAlmostEqual(sol.y, y, 'absolute', 1e-11);
end

% ---- starts --------------------------------------------------------------------------------

function test_inconsistent_start_jumps_once()
  sys = NsdSystem.firstOrder(-1, 1, 1, 0);
  for relation = {'implicit', 'midpoint'}
    sol = nsd_simulate(sys, [0 1], -2, 'Step', 0.01, 'Relation', relation{1});
    assertTrue(sol.stats.startJump);
    assertElementsAlmostEqual(sol.x(2:end), zeros(100, 1), 'absolute', 1e-14);
    assertElementsAlmostEqual(sum(sol.impulse), 2, 'absolute', 0.011);       % h x0/2
  end
end

function test_jump_keeps_order_two_with_the_midpoint_relation()
  % x1 is pushed to zero at once, and x2 goes on from there: x2' = -x2 + x1
  sys = NsdSystem.firstOrder([0 0; 1 -1], [1; 0], [1 0], 0, 'Input', [-1; 0]);
  miss = zeros(3, 1);
  for k = 1:3
    sol = nsd_simulate(sys, [0 1], [-1; 1], 'Step', 0.1/2^k, 'Relation', 'midpoint');
    miss(k) = abs(sol.x(end, 2) - exp(-1));
  end
  assertElementsAlmostEqual(log2(miss(1:2)./miss(2:3)), [2; 2], 'absolute', 0.2);
end

function test_first_row_is_consistent_where_the_relation_decides()
  [sys, x0] = first_order_collection('bridge');
  sol = nsd_simulate(sys, [0 1e-5], x0, 'Step', 1e-6);
  assertElementsAlmostEqual(sol.lambda(1, :), [10 0 0.01 0], 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.y(1, :), [0 0.01 0 10], 'absolute', 1e-12);
  assertEqual(sol.impulse(1, :), zeros(1, 4));
  assertEqual(sol.stats.startJump, false);
end

% ---- reference trajectories ----------------------------------------------------------------

function test_reference_trajectories_are_reproduced()
  % the same scheme (theta = 1/2, relation at the end of the step) in other arithmetic: rounding of
  % a few thousand steps with entries up to 1e6 in A; row 1 holds no lambda there
  folder = data_folder(fullfile('siconos', 'trajectories'));
  reference = read_table(fullfile(folder, 'DiodeBridge.ref'));
  [sys, x0] = first_order_collection('bridge');
  sol = nsd_simulate(sys, [0 4.999e-3], x0, 'Step', 1e-6);
  ours = [sol.t, sol.x, sol.y(:, 1), -sol.lambda(:, 1:2), sol.lambda(:, 3), ...
          sol.y(:, 1) + sol.lambda(:, 3)];
  assertElementsAlmostEqual(ours(2:end, :), reference(2:end, :), 'absolute', 1e-10);

  reference = read_table(fullfile(folder, 'CircuitRLCD.ref'));
  [sys, x0] = first_order_collection('rectifier');
  sol = nsd_simulate(sys, [0 4.99e-3], x0, 'Step', 1e-5);
  ours = [sol.t, sol.x, -sol.y, sol.lambda];
  assertElementsAlmostEqual(ours(2:end, :), reference(2:end, 1:5), 'absolute', 1e-11);

  reference = read_table(fullfile(folder, 'SimpleExampleRelay.ref'));
  [sys, x0] = first_order_collection('relays');
  sol = nsd_simulate(sys, [0 0.799], x0, 'Step', 1e-3);
  ours = [sol.t, sol.x, sol.lambda, sol.y];
  assertElementsAlmostEqual(ours(2:end, :), reference(2:end, :), ...
                            'absolute', 1e-11);
end

% ---- invariants ----------------------------------------------------------------------------

function test_linear_and_nonlinear_forms_agree()
  [sys, x0] = first_order_collection('bridge');
  s = sys.FirstOrder;
  same = NsdSystem.firstOrder(@(t, x) s.A*x, @(x, l, t) s.C*x + s.D*l, @(x, l, t) s.B*l, ...
                              'Relations', 4);
  exact = NsdSystem.firstOrder(@(t, x) s.A*x, @(x, l, t) s.C*x + s.D*l, @(x, l, t) s.B*l, ...
                               'Relations', 4, 'RateJacobian', @(t, x) s.A, ...
                               'OutputJacobian', @(x, l, t) deal(s.C, s.D), ...
                               'ActionJacobian', @(x, l, t) deal(zeros(2), s.B));
  for relation = {'implicit', 'midpoint'}
    a = nsd_simulate(sys, [0 5e-4], x0, 'Step', 5e-6, 'Relation', relation{1});
    b = nsd_simulate(same, [0 5e-4], x0, 'Step', 5e-6, 'Relation', relation{1});
    c = nsd_simulate(exact, [0 5e-4], x0, 'Step', 5e-6, 'Relation', relation{1});
    assertElementsAlmostEqual(b.x, a.x, 'absolute', 1e-9);      % LcpTol times the size of x
    assertElementsAlmostEqual(c.x, a.x, 'absolute', 1e-11);
    assertElementsAlmostEqual(c.lambda, a.lambda, 'absolute', 1e-10);
  end
end

function test_nonlinear_system_with_a_relay_slides()
  % Van der Pol's oscillator held on x1 + x2 = 0 by a relay: then x1' = -x1
  f = @(t, x) [x(2); (1 - x(1)^2)*x(2) - x(1)];
  sys = NsdSystem.firstOrder(f, @(x, l, t) x(1) + x(2), @(x, l, t) [0; 4*l], 'Law', 'relay');
  sol = nsd_simulate(sys, [0 6], [1; 0.5], 'Step', 0.01);
  late = find(sol.t > 1.5);
  assertTrue(max(abs(sol.y(late))) < 1e-9);
  ratio = sol.x(late(end), 1)/sol.x(late(1), 1);
  assertElementsAlmostEqual(ratio, exp(-(sol.t(late(end)) - sol.t(late(1)))), 'absolute', 1e-3);
end

function test_nonlinear_system_in_equilibrium_stays_there()
  % before the first step no residual was left, so no derivatives were made: a crash
  sys = NsdSystem.firstOrder(@(t, x) -x, @(x, l, t) x + l, @(x, l, t) l);
  sol = nsd_simulate(sys, [0 1], 0);
  assertEqual(sol.status, 'ok');
  assertEqual(sol.t(end), 1);
  assertTrue(all(sol.x == 0) && all(sol.lambda == 0));
  state = nsd_step(sys, 'theta', 0, struct('x', 0), 0.1);
  assertEqual([state.x state.lambda], [0 0]);
end

function test_nonlinear_action_has_order_two_with_the_midpoint_relation()
  % x' = -x + lambda^2, y = lambda - x: lambda = x > 0, x = x0 e^-t/(1 - x0 (1 - e^-t))
  sys = NsdSystem.firstOrder(@(t, x) -x, @(x, l, t) l - x, @(x, l, t) l^2);
  miss = zeros(3, 1);
  for k = 1:3
    sol = nsd_simulate(sys, [0 1], 0.5, 'Step', 0.1/2^k, 'Relation', 'midpoint');
    miss(k) = abs(sol.x(end) - 0.5*exp(-1)/(1 - 0.5*(1 - exp(-1))));
  end
  assertElementsAlmostEqual(log2(miss(1:2)./miss(2:3)), [2; 2], 'absolute', 0.05);
end

function test_inputs_of_every_kind_agree()
  runs = cell(1, 4);
  t = (0:100)*0.01;
  inputs = {nsd_harmonic(2, 3), @(t) 2*cos(3*t), nsd_table(t, 2*cos(3*t)), 2*cos(3*t)};
  for k = 1:4
    sys = NsdSystem.firstOrder(-1, 1, 1, 0, 'Input', inputs{k}, 'Offset', inputs{k});
    runs{k} = nsd_simulate(sys, [0 1], 1, 'Step', 0.01);
    assertElementsAlmostEqual(runs{k}.x, runs{1}.x, 'absolute', 1e-13);
    assertElementsAlmostEqual(runs{k}.lambda, runs{1}.lambda, 'absolute', 1e-11);
  end
end

function test_units_of_time_do_not_matter()
  [sys, x0] = first_order_collection('bridge');
  s = sys.FirstOrder;
  slow = NsdSystem.firstOrder(s.A*1e-6, s.B*1e-6, s.C, s.D);     % microseconds
  a = nsd_simulate(sys, [0 1e-3], x0, 'Step', 1e-6);
  b = nsd_simulate(slow, [0 1000], x0, 'Step', 1);
  assertElementsAlmostEqual(b.x, a.x, 'absolute', 1e-10);
end

function test_random_passive_systems_satisfy_their_laws()
  keep = seeded(81); %#ok<NASGU>
  for k = 1:40
    n = 1 + mod(k, 5);
    m = 1 + mod(k, 4);
    A = randn(n) - 3*eye(n);
    B = randn(n, m);
    D = 0.1*randn(m);
    D = D*D'*(mod(k, 2) == 0);
    sys = NsdSystem.firstOrder(A, B, B', D, 'Input', @(t) ones(n, 1)*sin(7*t), ...
                               'Offset', randn(m, 1));
    sol = simulate_quietly(sys, [0 2], randn(n, 1), 'Step', 0.01);
    if strcmp(sol.status, 'ok')
      l = sol.lambda(2:end, :);
      y = sol.y(2:end, :);
      assertTrue(min(l(:)) >= 0 && min(y(:)) > -1e-9 && max(abs(l(:).*y(:))) < 1e-7);
      assertTrue(sol.stats.lcpResidual <= 1e-10);
    else
      assertEqual(sol.status, 'ray');        % D = 0 and dependent rows that contradict
    end
  end
end

function test_rows_follow_the_conventions()
  [sys, x0] = first_order_collection('relays');
  all = nsd_simulate(sys, [0 0.3], x0, 'Step', 1e-3);
  few = nsd_simulate(sys, [0 0.3], x0, 'Step', 1e-3, 'OutputEvery', 100);
  some = nsd_simulate(sys.start(x0), [0 0.1 0.2], 'Step', 1e-3);
  assertEqual(few.x, all.x(1:100:end, :));
  assertEqual(few.lambda, all.lambda(1:100:end, :));
  assertElementsAlmostEqual(some.x, all.x([1 101 201], :), 'absolute', 1e-12);
  [x, lambda] = all.at(0.0105);
  assertElementsAlmostEqual(x, [0.979 -0.979], 'absolute', 1e-12);
  assertEqual(lambda, [-1 1]);
  [t, y] = nsd_simulate(sys, [0 0.3], x0, 'Step', 1e-3);
  assertEqual(size(y), [numel(t), 2]);
  assertTrue(isfield(all.toStruct(), 'lambda'));
  assertTrue(~isempty(strfind(evalc('disp(all)'), '2 relations')));
  assertTrue(~isempty(strfind(evalc('disp(sys)'), 'relay')));
end

function test_export_writes_states_outputs_and_multipliers()
  [sys, x0] = first_order_collection('relays');
  sol = nsd_simulate(sys, [0 0.01], x0, 'Step', 1e-3);
  file = [tempname() '.csv'];
  sol.export(file);
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  text = fileread(file);
  assertEqual(strtok(text, char(10)), 't,x1,x2,y1,y2,lambda1,lambda2');
  assertEqual(numel(strfind(text, char(10))), 12);
end

function test_pictures_show_states_multipliers_outputs_and_phase()
  [sys, x0] = first_order_collection('rectifier');
  sol = nsd_simulate(sys.named('tank', {'voltage (V)', 'current (A)'}), [0 1e-3], x0);
  figure('Visible', 'off');
  [~, ax] = plot(sol);
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax, 'UniformOutput', false);
  assertEqual(labels(:)', {'state', '\lambda_{1}', 'y_{1}', 'current (A)'});
  close(gcf());
  figure('Visible', 'off');
  assertEqual(numel(plot(sol, 'lambda', 'LineWidth', 2)), 1);
  close(gcf());
  assertExceptionThrown(@() plot(sol, 'position'), 'nsd:solution:badPlot');
end

function test_single_steps_make_the_run()
  [sys, x0] = first_order_collection('bridge');
  sol = nsd_simulate(sys, [0 5e-5], x0, 'Step', 5e-6);
  state = struct('x', x0);
  for k = 1:10
    state = nsd_step(sys, 'theta', sol.t(k), state, 5e-6);
    assertElementsAlmostEqual(state.x', sol.x(k+1, :), 'absolute', 1e-13);
    assertElementsAlmostEqual(state.lambda', sol.lambda(k+1, :), 'absolute', 1e-12);
  end
  assertExceptionThrown(@() nsd_step(sys, 'theta', 0, struct('q', x0), 1), 'nsd:step:badState');
end

% ---- helpers -------------------------------------------------------------------------------

function order = bridge_orders(relation, method)
  [sys, x0] = first_order_collection('bridge');
  miss = zeros(4, 1);
  for k = 1:4
    sol = nsd_simulate(sys, [0 5e-3], x0, 'Step', 5e-3/(1000*2^k), 'Relation', relation, ...
                       'Method', method);
    miss(k) = abs(sol.x(end, 1) - 0.790322819644);
  end
  order = log2(miss(1:3)./miss(2:4));
end

function [sol, s] = mixed_run()
  A = [-1 1 0; 0 -1 1; 1 0 -2];
  C = [1 0 0; 0 1 0; 0 0 1];
  sys = NsdSystem.firstOrder(A, eye(3), C, diag([0 0 0.5]), 'Lower', -2, 'Upper', 3, ...
                             'Law', {'complementarity', 'relay', 'equality'}, ...
                             'Input', @(t) [-1 + 0*t; 4*sin(3*t); 1 + 0*t], ...
                             'Offset', @(t) [sin(t); 0*t; 0*t]);
  sol = nsd_simulate(sys, [0 5], [1; 1; 0], 'Step', 0.01);
  s = sys.FirstOrder;
end

function table = read_table(file)
  numbers = sscanf(fileread(file), '%f');
  table = reshape(numbers(3:end), numbers(2), numbers(1))';
end

function test_functions_without_time_are_not_sampled_for_a_step()
  % 256 calls of f and more before every run, also where its text has no t
  assertFalse(nsd_names_time(@(t, x) [x(2); -x(1)*tau()], 1));
  assertFalse(nsd_names_time(@(x, lambda, t) x(1) + lambda, 3));
  assertTrue(nsd_names_time(@(t, x) -x + (mod(t, 1) < 0.5), 1));
  assertTrue(nsd_names_time(@(varargin) varargin{2}, 1));
  assertTrue(nsd_names_time(@tau, 1));           % a function of a file: nothing is known
end

function x = tau(), x = 1; end
