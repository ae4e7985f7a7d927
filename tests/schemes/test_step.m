function test_suite = test_step()
%TEST_STEP  nsd_step: one step by hand, and loops of it against whole runs.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_step_of_a_falling_ball_is_that_of_the_hand()
  s = nsd_step(nsd_ball(), 'moreau', 2, struct('q', 1, 'v', -1), 0.1);
  assertElementsAlmostEqual([s.t, s.v, s.q], [2.1, -1.981, 1 - 0.1*1.4905], 'absolute', 1e-15);
  assertEqual([s.impulse, s.gap], [0, s.q]);
  assertEqual(s.status, 'ok');
end

function test_step_of_an_impact_is_that_of_the_hand()
  % v+ = -e v = 0.9, P = v+ - v + g h, q+ = q + h (v + v+)/2
  s = nsd_step(nsd_ball(), 'moreau', 0, struct('q', 0, 'v', -1), 0.1);
  assertElementsAlmostEqual([s.v, s.impulse, s.q], [0.9, 1.9 + 0.981, -0.005], 'absolute', 1e-15);
end

function test_loop_of_steps_is_the_run()
  % the same kernel: only t + h instead of t0 + k h may differ, by round-off in the force
  restore = seeded(31); %#ok<NASGU>
  for trial = 1:3
    [sys, q0, v0] = random_system(1 + 3*trial, 1 + trial, 0);
    for method = {'moreau', 'moreau-dissipative', 'kern'}
      sol = simulate_quietly(sys, [0 0.3], q0, v0, 'Step', 0.01, 'Method', method{1}, 'Theta', 0.6);
      state = struct('q', q0, 'v', v0);
      for k = 1:30
        state = nsd_step(sys, method{1}, (k-1)*0.01, state, 0.01, 'Theta', 0.6);
        assertElementsAlmostEqual(state.v, sol.v(k+1, :)', 'absolute', 1e-10);
        assertElementsAlmostEqual(state.impulse, sol.impulse(k+1, :)', 'absolute', 1e-10);
      end
      assertElementsAlmostEqual(state.q, sol.q(end, :)', 'absolute', 1e-10);
    end
  end
end

function test_loop_of_paoli_steps_is_the_run()
  % every step started anew: positions of two steps ago, which its law of impacts needs, were lost
  moved = NsdSystem.lagrangian(1, @(t, q, v) -4*q + sin(t)).contact(@(q) q + 0.25, ...
                                                                     'Restitution', 0.8);
  for sys = {nsd_oscillator(), moved}
    sol = simulate_quietly(sys{1}, [0 3], 1, 0, 'Step', 0.01, 'Method', 'paoli');
    state = struct('q', 1, 'v', 0);
    for k = 1:300
      state = nsd_step(sys{1}, 'paoli', (k-1)*0.01, state, 0.01);
      assertElementsAlmostEqual([state.q, state.v, state.impulse], ...
                                [sol.q(k+1), sol.v(k+1), sol.impulse(k+1)], 'absolute', 1e-10);
    end
  end
end

function test_loop_of_steps_knows_who_pushed_in_the_step_before()
  % between walls with friction: a single step forgot the impulses by which schemes tell contacts
  % that rest, and in every second of such systems one let go for a step
  restore = seeded(1); %#ok<NASGU>
  for seed = [2 5 7 8]
    rand('twister', seed);
    randn('twister', seed);
    H = randn(2, 3);
    H = bsxfun(@rdivide, H, sqrt(sum(H.^2, 1)));
    sys = NsdSystem.linear(eye(2), 0, 0, -3*H*rand(3, 1));
    sys = sys.contact(H, [0 0.01 0.02], 'Friction', [0.9 0.6 0.3], 'Tangent', [-H(2, :); H(1, :)]);
    state = struct('q', [0; 0], 'v', randn(2, 1));
    for method = {'moreau', 'newmark', 'genalpha', 'rattle'}
      assert_loop_is_the_run(sys, method{1}, state, 30);
    end
  end
end

function test_body_at_rest_on_a_gap_of_rounding_stays_at_rest()
  % the slack that keeps contacts at rest closed came from the step before, which the first step of
  % a run and a single step do not have: at the origin they fell, (FC.14)
  floor_of = @(sys, varargin) sys.contact([0; 1], 0, varargin{:});
  curved = NsdSystem.lagrangian(eye(2), @(t, q, v) [1; -9.81]);
  flat = NsdSystem.linear(eye(2), 0, 0, [1; -9.81]);
  rubs = {'Friction', 0.5, 'Tangent', [1; 0]};
  systems = {floor_of(flat), floor_of(flat, rubs{:}), curved.contact(@(q) q(2)), ...
             curved.contact(@(q) q(2), 'Friction', 0.5, 'Tangent', @(q) [1; 0])};
  for k = 1:numel(systems)
    for unit = [1 1e-6 1e6]                       % 2e-20 of the way of a step, in any unit
      state = nsd_step(systems{k}, 'moreau', 0, struct('q', [0; 2e-23]*unit, 'v', [0; 0]), 0.01);
      assertElementsAlmostEqual(state.v(2), 0, 'absolute', 1e-15);
    end
  end
  crowd = NsdSystem.linear(eye(5), 0, 0, -9.81*ones(5, 1)).contact(eye(5), 0);
  state = nsd_step(crowd, 'moreau', 0, struct('q', 2e-20*(1:5)', 'v', zeros(5, 1)), 0.01);
  assertElementsAlmostEqual(state.v, zeros(5, 1), 'absolute', 1e-15);
end

function test_body_near_the_floor_in_free_fall_is_not_held()
  % by more than a part of 1e-8 of the way of a step the first step lets it fall
  state = nsd_step(nsd_ball(), 'moreau', 0, struct('q', 1e-10, 'v', 0), 0.01);
  assertElementsAlmostEqual(state.v, -0.0981, 'absolute', 1e-15);
end

function test_impulses_before_must_fit_the_contacts()
  state = struct('q', 0.1, 'v', 0, 'impulse', [1; 2]);
  assertExceptionThrown(@() nsd_step(nsd_ball(), 'moreau', 0, state, 0.1), 'nsd:step:badSize');
  state.impulse = NaN;
  assertExceptionThrown(@() nsd_step(nsd_ball(), 'moreau', 0, state, 0.1), 'nsd:step:notFinite');
end

function test_what_another_scheme_remembers_is_not_used()
  state = nsd_step(nsd_ball(), 'newmark', 0, struct('q', 1, 'v', 0), 0.01);
  plain = struct('q', state.q, 'v', state.v);
  for method = {'paoli', 'hht', 'moreau'}
    a = nsd_step(nsd_ball(), method{1}, 0.01, state, 0.01);
    b = nsd_step(nsd_ball(), method{1}, 0.01, plain, 0.01);
    assertEqual([a.q, a.v], [b.q, b.v]);
  end
end

function test_second_output_is_the_step_with_its_energies()
  [s, sol] = nsd_step(nsd_oscillator(), 'moreau', 0, struct('q', 1, 'v', 0), 0.1);
  assertEqual(sol.q(end), s.q);
  assertEqual(numel(sol.t), 2);
  assertElementsAlmostEqual(sol.energy.total, [2; 2], 'absolute', 1e-14);
end

function test_joint_impulses_are_returned()
  sys = NsdSystem.linear(1, 0, 0, -9.81).joint(1, 0);
  s = nsd_step(sys, 'moreau', 0, struct('q', 0, 'v', 0), 0.1);
  assertElementsAlmostEqual(s.multiplier, 0.981, 'absolute', 1e-15);
end

function test_unsolved_step_returns_the_state_with_its_status()
  sys = NsdSystem.linear(1).contact([1 -1], [-0.1; -0.1], 'Restitution', [0.2; 0.8]);
  s = nsd_step(sys, 'moreau', 0, struct('q', 0, 'v', 1), 0.1);
  assertEqual(s.status, 'ray');
  assertEqual([s.q, s.v], [0 1]);
end

function test_bad_arguments_are_refused_by_reason()
  ball = nsd_ball();
  state = struct('q', 1, 'v', 0);
  assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, state), 'nsd:step:missing');
  assertExceptionThrown(@() nsd_step(1, 'moreau', 0, state, 0.1), 'nsd:step:badSystem');
  assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, 1, 0.1), 'nsd:step:badState');
  assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, struct('q', 1), 0.1), 'nsd:step:badState');
  none = struct('q', {}, 'v', {});
  assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, none, 0.1), 'nsd:step:badState');
  assertExceptionThrown(@() nsd_step(ball, 'moreau', NaN, state, 0.1), 'nsd:step:badTime');
  bad = struct('q', NaN, 'v', 0);
  assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, bad, 0.1), 'nsd:step:notFinite');
  bad = struct('q', [1 2], 'v', 0);
  assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, bad, 0.1), 'nsd:step:badSize');
  for h = {0, -1, NaN, [], [1 2]}
    assertExceptionThrown(@() nsd_step(ball, 'moreau', 0, state, h{1}), ...
                          {'nsd:options:badValue', 'nsd:step:badStep'});
  end
  assertExceptionThrown(@() nsd_step(ball, 'euler', 0, state, 0.1), 'nsd:options:badValue');
  assertExceptionThrown(@() nsd_step(ball, [], 0, state, 0.1), 'nsd:options:badValue');
end

function test_force_by_columns_has_no_place_in_a_single_step()
  % columns belong to the steps of a run; a step at time t cannot know which one
  sys = NsdSystem.linear(1, 0, 0, [1 2 3 4]);
  assertExceptionThrown(@() nsd_step(sys, 'moreau', 2, struct('q', 0, 'v', 0), 1), ...
                        {'nsd:system:badForce', 'nsd:step:badForce'});
end

function test_event_methods_go_from_t_to_t_plus_h()
  % the gateway asked for a field that only nsd_simulate had set
  ball = NsdSystem.lagrangian(1, @(t,q,v) -9.81).contact(@(q) q, 'Restitution', 0.5);
  hit = (-2 + sqrt(4 + 2*9.81*0.1))/9.81;
  up = 0.5*sqrt(4 + 2*9.81*0.1);
  for method = {'event', 'event-newmark'}
    state = nsd_step(ball, method{1}, 0, struct('q', 0.1, 'v', -2), 0.1);
    assertElementsAlmostEqual(state.v, up - 9.81*(0.1 - hit), 'absolute', 1e-9);
    assertElementsAlmostEqual(state.impulse, 3*up, 'absolute', 1e-9);
  end
end

function test_sampled_control_of_a_body_is_the_recurrence()
% a force that is constant in each step moves a body exactly: x + h v + h^2/2 u/m, v + h u/m
  [h, m, x, v] = deal(0.05, 2, 0, 0);
  world = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.1, 'Position', [0; 0; 0], 'Mass', m);
  state = struct('q', world.InitialPosition, 'v', world.InitialVelocity);
  for k = 1:60
    u = 8*(1 - state.q(1)) - 6*state.v(1);
    own = 8*(1 - x) - 6*v;
    state = nsd_step(world.force(1, [u; 0; 0]), 'moreau', (k - 1)*h, state, h);
    [x, v] = deal(x + h*v + h^2/2*own/m, v + h*own/m);
    assertElementsAlmostEqual([state.q(1) state.v(1)], [x v], 'absolute', 1e-12);
  end
  assertElementsAlmostEqual(state.t, 3, 'absolute', 1e-12);
  assertTrue(abs(x - 1) < 0.05);
end

function test_steps_of_a_world_are_those_of_a_run()
% a ball falls, bounces and begins to roll. A run also knows which pairs pushed in the step before,
% and holds them where gravity opens a gap of up to h^2 g/2: single steps differ by as much
  world = NsdBodies('Friction', 0.4, 'Restitution', 0.3).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Position', [0; 0; 0.15], 'Velocity', [2; 1; 0]);
  sol = nsd_simulate(world, [0 0.8], 'Step', 0.01);
  state = struct('q', world.InitialPosition, 'v', world.InitialVelocity);
  for k = 1:80
    state = nsd_step(world, 'moreau', (k - 1)*0.01, state, 0.01);
    assertElementsAlmostEqual(state.q(1:3), sol.q(k + 1, 1:3)', 'absolute', 2*9.81*0.01^2);
    assertEqual(state.status, 'ok');
  end
  assertElementsAlmostEqual(state.v([1 2]), sol.v(end, [1 2])', 'absolute', 1e-9);
  assertElementsAlmostEqual(state.v(3), 0, 'absolute', 2*9.81*0.01);
end

function test_bad_steps_of_worlds_are_refused()
  world = NsdBodies().sphere('Radius', 1, 'Position', [0; 0; 0]);
  good = struct('q', world.InitialPosition, 'v', world.InitialVelocity);
  thrown = @(f, id) assertExceptionThrown(f, id);
  thrown(@() nsd_step(world, 'moreau', 0, struct('q', 1), 0.1), 'nsd:step:badState');
  thrown(@() nsd_step(world, 'moreau', 0, struct('q', 1, 'v', good.v), 0.1), 'nsd:step:badSize');
  thrown(@() nsd_step(world, 'kern', 0, good, 0.1), 'nsd:simulate:method');
  thrown(@() nsd_step(7, 'moreau', 0, good, 0.1), 'nsd:step:badSystem');
end

function assert_loop_is_the_run(sys, method, state, steps)
% 1e-7: the tolerance of contact problems, whose solvers start with nothing
  h = 0.01;
  sol = simulate_quietly(sys, [0 steps*h], state.q, state.v, 'Step', h, 'Method', method);
  for k = 1:steps
    state = nsd_step(sys, method, (k-1)*h, state, h);
    assertElementsAlmostEqual(state.v, sol.v(k+1, :)', 'absolute', 1e-7);
  end
end
