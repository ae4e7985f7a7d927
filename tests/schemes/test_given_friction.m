function test_suite = test_given_friction()
%TEST_GIVEN_FRICTION  sys.friction(T, limit): dry friction whose limit is given, in all methods.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [sol, exact] = run_with(sys, span, q0, v0, method)
% a run and the error it may have: located events to the tolerances, time stepping to its step
  if strcmp(method, 'event')
    sol = nsd_simulate(sys, span, q0, v0, 'Method', 'event', 'RelTol', 1e-10, 'AbsTol', 1e-12);
    exact = 1e-7;
  else
    sol = nsd_simulate(sys, span, q0, v0, 'Method', method, 'Step', 5e-4);
    exact = 3e-3;
  end
  assertEqual(sol.status, 'ok');
end

function methods = all_methods()
  methods = {'moreau', 'newmark', 'hht', 'genalpha', 'rattle', 'event'};
end

function test_an_oscillator_loses_four_limits_over_k_in_a_cycle()
% m = 1, k = 100, limit 2: it turns back at q = (-1)^n (1 - n 2 limit/k), every half period
  for method = all_methods()
    for kind = 1:3
      sys = NsdSystem.linear(1, 0, 100).friction(1, 2);
      if kind == 2, sys = NsdSystem.lagrangian(1, @(t, q, v) -100*q).friction(1, @(t) 2); end
      if kind == 3
        sys = NsdSystem.lagrangian(@(q) 1 + 0*q, @(t, q, v, p) -p.k*q);
        sys = sys.friction(@(q) 1 + 0*q, @(t, q, v, p) p.limit + 0*v);
        sys = sys.parameter('k', 100, 'limit', 2);
      end
      [sol, exact] = run_with(sys, [0 2], 1, 0, method{1});
      n = (1:6)';
      turned = sol.events;
      assertEqual(turned.kind(n), repmat({'slip'}, 6, 1));
      assertElementsAlmostEqual(turned.t(n), n*pi/10, 'absolute', exact);
      assertElementsAlmostEqual(turned.q(n, 1), (-1).^n.*(1 - n*4/100), 'absolute', exact);
      assertEqual(turned.direction(n), -(-1).^n);
      assertEqual(unique(turned.contact), 1);
      assertEqual(size(sol.q, 2), 1);
      assertEqual(size(sol.impulse, 2), 0);
      assertElementsAlmostEqual(max(abs(sol.tangentialReaction)), 2, 'absolute', 1e-9);
    end
  end
end

function test_it_stops_where_the_spring_is_weaker_than_the_limit()
% it turns at 0.11, -0.07, 0.03 and 0.01, where the spring pulls with 1 N against a limit of 2 N
  for method = all_methods()
    [sol, exact] = run_with(NsdSystem.linear(1, 0, 100).friction(1, 2), [0 3], 0.11, 0, method{1});
    assertElementsAlmostEqual(sol.q(end), 0.01, 'absolute', exact);
    assertElementsAlmostEqual(sol.v(end), 0, 'absolute', 1e-9);
    assertEqual(sol.events.kind{end}, 'stick');
    assertElementsAlmostEqual(sol.events.t(end), 3*pi/10, 'absolute', exact);
    assertElementsAlmostEqual(sol.tangentialReaction(end), 1, 'absolute', 100*exact);
  end
end

function test_a_block_on_a_belt_sticks_until_the_spring_pulls_with_the_limit()
% q = w t until k q = limit, at t = 0.4; then it swings about limit/k with amplitude w/omega
  [k, limit, w] = deal(25, 5, 0.5);
  belt = NsdSystem.linear(1, 0, k).friction(1, limit, 'SurfaceVelocity', w);
  for method = all_methods()
    [sol, exact] = run_with(belt, [0 1], 0, w, method{1});
    assertEqual(sol.events.kind{1}, 'slip');
    assertElementsAlmostEqual(sol.events.t(1), limit/(k*w), 'absolute', exact);
    q = sol.at([0.2; 0.9]);
    assertElementsAlmostEqual(q, [0.1; limit/k + w/5*sin(5*(0.9 - 0.4))], 'absolute', exact);
    % the work of the belt: limit times its path while it slips, and that of the spring before
    E = sol.energy;
    assertElementsAlmostEqual(E.friction(end) + E.numerical(end), E.total(end) - E.total(1), ...
                              'absolute', 1e-9);
    path = sol.q(end) - limit/k;
    assertElementsAlmostEqual(E.friction(end), limit^2/(2*k) + limit*path, 'absolute', 10*exact);
  end
end

function test_a_limit_that_falls_with_time_lets_go()
% pulled by 1 N, limit 2 - t: slips at t = 1, then v = (t - 1)^2/2; none is left from t = 2 on
  for method = all_methods()
    for kind = 1:2
      sys = NsdSystem.linear(1, 0, 0, 1).friction(1, @(t) 2 - t);
      if kind == 2, sys = NsdSystem.lagrangian(1, @(t, q, v) 1).friction(1, @(t) 2 - t); end
      [sol, exact] = run_with(sys, [0 3], 0, 0, method{1});
      assertEqual(sol.events.kind{1}, 'slip');
      assertElementsAlmostEqual(sol.events.t(1), 1, 'absolute', exact);
      [q, v] = sol.at([0.9; 1.8; 3]);
      assertElementsAlmostEqual(v, [0; 0.32; 3/2], 'absolute', max(exact, 1e-6));
      assertElementsAlmostEqual(q, [0; 0.512/6; 7/6], 'absolute', max(exact, 1e-6));
    end
  end
end

function test_no_limit_is_no_friction_whatever_the_units()
% a force of 1e-9 or 1e9 N, a limit that ends at t = 1
  for unit = [1e-9 1 1e9]
    sys = NsdSystem.lagrangian(1, @(t, q, v) unit).friction(1, @(t) 3*unit*(1 - t));
    sol = nsd_simulate(sys, [0 2], 0, 0, 'Method', 'event');
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.events.t(1), 2/3, 'absolute', 1e-6);
    assertElementsAlmostEqual(sol.v(end)/unit, 1/3 - 1/6 + 1, 'absolute', 1e-5);
  end
end

function test_a_limit_may_depend_on_the_velocity()
% limit 1 + 2 |v|, no other force: v = 3/2 exp(-2t) - 1/2 stops at ln(3)/2
  for method = all_methods()
    sys = NsdSystem.lagrangian(1, @(t, q, v) 0*v).friction(1, @(t, q, v) 1 + 2*abs(v));
    [sol, exact] = run_with(sys, [0 1], 0, 1, method{1});
    stop = log(3)/2;
    assertEqual(sol.events.kind{end}, 'stick');
    assertElementsAlmostEqual(sol.events.t(end), stop, 'absolute', exact);
    assertElementsAlmostEqual(sol.q(end), 3/4*(1 - exp(-2*stop)) - stop/2, 'absolute', exact);
  end
end

function test_in_space_the_force_is_against_the_sliding()
% v0 = [3 4], mass 1, limit 1: it stops after 5 s, at [7.5 10]
  puck = NsdSystem.linear(eye(2), 0, 0).friction(eye(2), 1);
  for method = {'moreau', 'newmark', 'genalpha', 'rattle'}
    sol = nsd_simulate(puck, [0 6], [0; 0], [3; 4], 'Method', method{1}, 'Step', 1e-3);
    assertElementsAlmostEqual(sol.q(end, :), [7.5 10], 'absolute', 1e-2);
    assertElementsAlmostEqual(sol.v(end, :), [0 0], 'absolute', 1e-9);
    assertEqual(size(sol.tangential, 2), 2);
  end
  sol = nsd_simulate(puck, [0 6], [0; 0], [3; 4], 'Method', 'event');
  assertElementsAlmostEqual([sol.events.t, sol.q(end, :)], [5, 7.5, 10], 'absolute', 1e-8);
  assertEqual(nsd_simulate(puck, [0 1], [0; 0], [3; 4]).stats.method, 'event');
end

function test_it_is_the_friction_of_a_coordinate_pressed_on_the_floor()
% the way to write it before: a height with a weight and a contact. A capsule with an inner mass
% between two stops, stops and a function among the contacts.
  [m, limit] = deal([2 1], 0.8);
  F = @(t, q, v) [3*sin(5*t); -3*sin(5*t)];
  gaps = @(q) [0.05 - q(2) + q(1); 0.05 + q(2) - q(1)];
  capsule = NsdSystem.lagrangian(diag(m), F).contact(gaps, 'Restitution', 0.6);
  capsule = capsule.friction([1; 0], limit);
  old = NsdSystem.lagrangian(diag([m 1]), @(t, q, v) [F(t, q, v); -limit]);
  old = old.contact(@(q) gaps(q(1:2)), 'Restitution', 0.6);
  old = old.contact([0; 0; 1], 0, 'Friction', 1, 'Tangent', [1; 0; 0]);
  for method = all_methods()
    new = run_with(capsule, [0 3], [0; 0], [0; 0], method{1});
    before = run_with(old, [0 3], zeros(3, 1), zeros(3, 1), method{1});
    assertElementsAlmostEqual(new.q(end, :), before.q(end, 1:2), 'absolute', 1e-6);
    assertEqual(size(new.tangential, 2), 3);
    assertEqual(size(new.gap, 2), 2);
    assertEqual(size(new.impulse, 2), 2);
    slips = strcmp(new.events.kind, 'slip');
    assertEqual(unique(new.events.contact(slips)), 3);
    assertTrue(any(strcmp(new.events.kind, 'impact')));
  end
end

function test_a_column_of_limits_is_one_friction_each()
% two masses without a spring: each stops after v m/limit
  sys = NsdSystem.linear(diag([1 2]), 0, 0).friction(eye(2), [1; 4]);
  for method = all_methods()
    [sol, exact] = run_with(sys, [0 3], [0; 0], [2; 1], method{1});
    assertEqual(sol.events.contact, [2; 1]);
    assertElementsAlmostEqual(sol.events.t, [0.5; 2], 'absolute', exact);
    assertElementsAlmostEqual(sol.q(end, :), [2 0.25], 'absolute', exact);
  end
end

function test_a_column_of_limits_goes_with_tangents_that_turn()
% T(q) of all patches of a body ended in the words of the host, 'called with too many inputs'; two
% calls with a patch each are the same body
  patch = @(q, s) [1 0; 0 1; -s*sin(q(3)), s*cos(q(3))];
  disc = NsdSystem.lagrangian(diag([1 1 0.005]), @(t, q, v) zeros(3, 1));
  both = @(q) [patch(q, 0.1), patch(q, -0.1)];
  [q0, v0] = deal([0; 0; 0], [1; 0; 3]);
  run = @(sys) nsd_simulate(sys, [0 0.5], q0, v0, 'Method', 'event');
  apart = run(disc.friction(@(q) patch(q, 0.1), 0.3).friction(@(q) patch(q, -0.1), 0.2));
  for T = {both, @(q, t) both(q)}
    sol = run(disc.friction(T{1}, [0.3; 0.2]));
    assertElementsAlmostEqual(sol.q(end, :), apart.q(end, :), 'absolute', 1e-12);
  end
  for limits = {0.3, [1; 2; 3]}
    assertExceptionThrown(@() run(disc.friction(both, limits{1})), 'nsd:system:badTangent');
  end
  plane = run(disc.friction(@(q) [1 0; 0 1; 0 0], [0.3; 0.2]));              % one along each axis
  assertElementsAlmostEqual(plane.v(end, :), [0.85 0 3], 'absolute', 1e-9);
end

function test_a_force_jacobian_of_two_outputs_goes_with_it()
  % "deal: nargin > 1 and nargin != nargout" was raised. In half a period 2 limit/k are lost.
  sys = NsdSystem.lagrangian(1, @(t,q,v) -q, 'ForceJacobian', @(t,q,v) deal(-1, 0)).friction(1, 1);
  sol = nsd_simulate(sys, [0 pi], 5, 0, 'Method', 'newmark', 'Step', 1e-3);
  assertElementsAlmostEqual(sol.q(end), -3, 'absolute', 1e-5);           % order 2: about 10 h^2
end

function test_functions_of_the_user_see_their_own_coordinates()
  sys = NsdSystem.linear(diag([1 1]), 0, 0, [0; 1]).friction([1; 0], 1);
  seen = containers.Map('KeyType', 'double', 'ValueType', 'any');
  output = @(t, y, flag) keep(seen, y);
  sol = nsd_simulate(sys, [0 2], [0; 0], [3; 0], 'Method', 'event', 'OutputFcn', output, ...
                     'Events', @(t, y) y(4) - 1.5);
  assertEqual(cellfun(@numel, seen.values()), repmat(4, 1, seen.Count));
  user = strcmp(sol.events.kind, 'user');
  assertElementsAlmostEqual(sol.events.t(user), 1.5, 'absolute', 1e-6);
  assertEqual(size(sol.events.q, 2), 2);
  sol = nsd_simulate(sys, [0 2], [0; 0], [3; 0], 'Method', 'event', ...
                     'Events', @(t, q, v) q(1) - 2.5);
  assertEqual(sum(strcmp(sol.events.kind, 'user')), 1);
end

function stop = keep(seen, y)
  if ~isempty(y) && ~ischar(y), seen(seen.Count + 1) = y; end
  stop = false;
end

function test_single_steps_go_as_the_run_goes()
  sys = NsdSystem.linear(1, 0, 100).friction(1, 2);
  for method = {'moreau', 'newmark', 'hht'}
    sol = nsd_simulate(sys, [0 0.5], 1, 0, 'Method', method{1}, 'Step', 0.01);
    state = struct('q', 1, 'v', 0);
    for k = 1:50, state = nsd_step(sys, method{1}, (k - 1)*0.01, state, 0.01); end
    assertElementsAlmostEqual([state.q, state.v], [sol.q(end), sol.v(end)], 'absolute', 1e-12);
  end
end

function test_systems_and_solutions_are_kept_in_files()
  sys = NsdSystem.lagrangian(1, @(t, q, v) -100*q).friction(1, @(t) 2 + 0*t);
  sol = nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-3);
  file = [tempname() '.mat'];
  done = onCleanup(@() delete(file));
  sys.save(file);
  again = nsd_simulate(NsdSystem.load(file), [0 1], 1, 0, 'Step', 1e-3);
  assertEqual(again.q, sol.q);
  sol.save(file);
  assertEqual(NsdSolution.load(file).tangential, sol.tangential);
end

function test_what_is_wrong_is_named()
  sys = NsdSystem.linear(eye(2), 0, 0);
  first = NsdSystem.firstOrder(1, 1, 1, 0);
  curved = NsdSystem.lagrangian(1, @(t, q, v) 0*v);
  refused = @(f, word) assertExceptionThrown(f, ['nsd:system:' word]);
  refused(@() sys.friction([1; 0]), 'missing');
  refused(@() sys.friction([1; 0], -1), 'friction');
  refused(@() sys.friction([1; 0], NaN), 'notFinite');
  refused(@() sys.friction([1 0], 1), 'badTangent');
  refused(@() sys.friction([0; 0], 1), 'badTangent');
  refused(@() sys.friction([1; 0], @(t, q, v) 1), 'linearOnly');
  refused(@() sys.friction(@(q) [1; 0], 1), 'linearOnly');
  refused(@() sys.friction([1; 0], 1, 'Restitution', 1), 'unknownOption');
  refused(@() sys.friction([1; 0], 1, 'SurfaceVelocity', [1 2 3]), 'badSize');
  refused(@() first.friction(1, 1), 'mechanicalOnly');
  refused(@() curved.friction(1, @(a, b, c, d, e) 1), 'badLimit');
  assertExceptionThrown(@() nsd_simulate(curved.friction(1, @(t) [1 2]), [0 1], 0, 1), ...
                        'nsd:system:badLimit');
  for method = {'paoli', 'kern', 'naive'}
    assertExceptionThrown(@() nsd_simulate(sys.friction([1; 0], 1), [0 1], [0; 0], [1; 0], ...
                                           'Method', method{1}), 'nsd:simulate:frictionMethod');
  end
end

function test_a_limit_that_is_no_real_number_is_an_error()
  % a cell raised an error of the interpreter, NaN was taken for no friction, with status 'ok'
  frame = @(limit) NsdSystem.lagrangian(1, @(t, q, v) -q).friction(1, limit, ...
                                                                   'SurfaceVelocity', 0.1);
  straight = @(limit) NsdSystem.linear(1, 0, 1, 0).friction(1, limit);
  for method = {'moreau', 'newmark', 'event'}
    run = @(sys) nsd_simulate(sys, [0 0.01], 1, 0, 'Step', 1e-3, 'Method', method{1});
    for wrong = {{}, {{1}}, 'a', struct('a', 1), [1 2], 1i}
      value = wrong{1};
      assertExceptionThrown(@() run(frame(@(t, q, v) value)), 'nsd:system:badLimit');
      assertExceptionThrown(@() run(straight(@(t) value)), 'nsd:system:badLimit');
    end
    assertExceptionThrown(@() run(frame(@(t, q, v) NaN)), 'nsd:simulate:forceNotFinite');
    assertExceptionThrown(@() run(straight(@(t) NaN)), 'nsd:simulate:forceNotFinite');
  end
end

function test_a_dropped_result_is_an_error()
  sys = NsdSystem.linear(1, 0, 0);
  raised = '';
  try
    sys.friction(1, 1);
  catch err
    raised = err.identifier;
  end
  assertEqual(raised, 'nsd:system:resultDropped');
end

function test_sweeps_give_the_numbers_of_single_runs()
  % refused until now. The mass stops in the dead zone |q| <= limit/k.
  p.stiffness = [100 150 200];
  sys = NsdSystem.linear(1, 0, 100).friction(1, 2).start(1, 0);
  out = nsd_sweep(sys, p, [0 3], 'Method', 'event', 'Reduce', 'last');
  rub = @(p) NsdSystem.linear(1, 0, 100).friction(1, p.limit).start(1, 0);
  other = nsd_sweep(rub, struct('limit', [2 3]), [0 3], 'Step', 1e-3, 'Reduce', 'last');
  for k = 1:3
    one = nsd_simulate(sys.parameter('stiffness', p.stiffness(k)), [0 3], 'Method', 'event');
    assertEqual(out.q(k), one.q(end));
  end
  for k = 1:2
    one = nsd_simulate(rub(struct('limit', 1 + k)), [0 3], 'Step', 1e-3);
    assertEqual(other.q(k), one.q(end));
  end
end
