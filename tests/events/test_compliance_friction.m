function test_suite = test_compliance_friction()
%TEST_COMPLIANCE_FRICTION  Method 'event': friction of compliant contacts, and beside them.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sol = run(sys, T, q0, v0, varargin)
  sol = nsd_simulate(sys, [0 T], q0, v0, 'Method', 'event', 'RelTol', 1e-10, 'AbsTol', 1e-12, ...
                     varargin{:});
  assertEqual(sol.status, 'ok');
end

function sys = block(mu, push, varargin)
  sys = NsdSystem.linear(eye(2), zeros(2), zeros(2), [push; -9.81]);
  sys = sys.contact([0; 1], 0, 'Friction', mu, 'Tangent', [1; 0], varargin{:});
end

function test_a_block_on_a_spring_slides_and_stops_by_the_closed_form()
  [mu, k, g, v0] = deal(0.3, 1e4, 9.81, 1);
  sol = run(block(mu, 0, 'Stiffness', k), 1, [0; -g/k], [v0; 0]);
  assertElementsAlmostEqual(sol.q(end, :), [v0^2/(2*mu*g), -g/k], 'absolute', 1e-10);
  stops = sol.events.t(strcmp(sol.events.kind, 'stick'));
  assertElementsAlmostEqual(stops, v0/(mu*g), 'absolute', 1e-9);
end

function test_friction_takes_mu_times_the_normal_impulse_of_a_bounce()
% an undamped surface gives all back: v_x after the bounce is v0 - 2 mu U, whatever the law
  [mu, h, v0] = deal(0.3, 0.05, 2);
  U = sqrt(2*9.81*h);
  for law = {{'Stiffness', 1e4}, {'Stiffness', 1e6, 'Compliance', 'hertz'}}
    sol = run(block(mu, 0, law{1}{:}), 0.18, [0; h], [v0; 0]);
    contact = sol.events.t(strcmp(sol.events.kind, 'detach')) ...
              - sol.events.t(strcmp(sol.events.kind, 'attach'));
    weight = 9.81*contact(1);                     % of the time of contact
    assertElementsAlmostEqual(sol.v(end, 1), v0 - mu*(2*U + weight), 'absolute', 1e-8);
    assertElementsAlmostEqual(sol.energy.total(end) - sol.energy.total(1), ...
        sol.energy.external(end) + sol.energy.friction(end) + sol.energy.damping(end), ...
        'absolute', 1e-8);
  end
end

function test_a_ball_on_a_spring_comes_to_roll_at_five_sevenths_of_its_speed()
  [mu, k, g, v0] = deal(0.3, 1e4, 9.81, 2);
  sys = NsdSystem.linear(diag([1 1 0.4]), zeros(3), zeros(3), [0; -g; 0]);
  sys = sys.contact([0; 1; 0], 0, 'Stiffness', k, 'Friction', mu, 'Tangent', [1; 0; 1]);
  sol = run(sys, 0.8, [0; -g/k; 0], [v0; 0; 0]);
  assertElementsAlmostEqual(sol.v(end, 1), 5/7*v0, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.events.t(strcmp(sol.events.kind, 'stick')), 2*v0/(7*mu*g), ...
                            'absolute', 1e-9);
end

function test_a_pushed_block_sticks_until_the_falling_force_lets_it_slide()
% lifted by 2 t, with a damper that carries 200*2/k of it: it slides where mu (9.85 - 2 t) = 2;
% vibrations of the start, exp(-100 t), are gone by then
  sys = NsdSystem.linear(eye(2), diag([0 200]), zeros(2), @(t) [2; -9.81 + 2*t]);
  sys = sys.contact([0; 1], 0, 'Stiffness', 1e4, 'Friction', 0.3, 'Tangent', [1; 0]);
  sol = run(sys, 2, [0; -9.81e-4], [0; 0]);
  slides = sol.events.t(strcmp(sol.events.kind, 'slip'));
  assertElementsAlmostEqual(slides(1), (9.85 - 2/0.3)/2, 'absolute', 1e-8);
  assertTrue(all(sol.q(sol.t < slides(1), 1) == 0));
end

function test_rigid_contacts_with_friction_stand_beside_compliant_walls()
% slides 1 m to an elastic wall, and back: the way until rest is v0^2/(2 mu g)
  [mu, g, v0] = deal(0.3, 9.81, 3);
  sys = block(mu, 0).contact([-1; 0], 1, 'Stiffness', 1e5);
  sol = run(sys, 3, [0; 0], [v0; 0]);
  deep = max(roots([0.5e5, mu*g, -(v0^2/2 - mu*g)]));     % k d^2/2 + mu g d is left there
  assertElementsAlmostEqual(sol.q(end, 1), 1 - (v0^2/(2*mu*g) - 1 - 2*deep), 'absolute', 1e-8);
end

function test_damped_and_pushed_blocks_agree_with_moreau()
  sys = block(0.3, 2, 'Stiffness', 1e4, 'Damping', 20);
  sol = run(sys, 0.6, [0; 0.05], [-1; 0]);
  ref = nsd_simulate(sys, [0 0.6], [0; 0.05], [-1; 0], 'Method', 'moreau', 'Step', 2e-5, ...
                     'OutputEvery', 1e6);
  assertElementsAlmostEqual([sol.q(end, :), sol.v(end, :)], [ref.q(end, :), ref.v(end, :)], ...
                            'absolute', 1e-5);
end

function test_sliding_in_space_is_that_of_the_plane_for_straight_motions()
  [mu, k, g] = deal(0.3, 1e4, 9.81);
  sys = NsdSystem.linear(eye(3), zeros(3), zeros(3), [0; 0; -g]);
  sys = sys.contact([0; 0; 1], 0, 'Stiffness', k, 'Friction', mu, 'Tangent', [1 0; 0 1; 0 0]);
  sol = run(sys, 0.5, [0; 0; -g/k], [0.6; 0.8; 0]);
  assertElementsAlmostEqual(sol.q(end, 1:2), [0.6 0.8]/(2*mu*g), 'absolute', 1e-9);
end

function test_a_drop_without_sliding_leaves_no_friction()
  sol = run(block(0.3, 0, 'Stiffness', 1e4), 0.3, [0; 0.05], [0; 0]);
  assertTrue(max(abs(sol.q(:, 1))) < 1e-12 && abs(sol.energy.friction(end)) < 1e-12);
end
