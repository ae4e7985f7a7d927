function test_suite = test_event_friction()
%TEST_EVENT_FRICTION  Coulomb friction in Method 'event': closed forms, other methods, failures.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = block_on(kind, mu, slope, varargin)
% a unit mass on a slope, x down along it
  F = 9.81*[sin(slope); -cos(slope)];
  if strcmp(kind, 'linear')
    sys = NsdSystem.linear(eye(2), 0, 0, F);
    sys = sys.contact([0; 1], 0, 'Friction', mu, 'Tangent', [1; 0], varargin{:});
  else
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) F);
    sys = sys.contact(@(q) q(2), 'Friction', mu, 'Tangent', @(q) [1; 0], varargin{:});
  end
end

function sys = oscillator_on(kind, mu, push, varargin)
% unit mass and spring, pressed down by a force, on a rough floor
  if strcmp(kind, 'linear')
    sys = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -push]);
    sys = sys.contact([0; 1], 0, 'Friction', mu, 'Tangent', [1; 0], varargin{:});
  else
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [-q(1); -push]);
    sys = sys.potential(@(q) q(1)^2/2);
    sys = sys.contact(@(q) q(2), 'Friction', mu, 'Tangent', @(q) [1; 0], varargin{:});
  end
end

function test_sliding_block_stops_at_the_closed_form()
  for kind = {'linear', 'lagrangian'}
    sol = run_event(friction_block(kind{1}, 0.3), [0 1], [0; 0], [2; 0]);
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind, {'stick'});
    stop = 2/(0.3*9.81);
    assertElementsAlmostEqual(sol.events.t, stop, 'absolute', 1e-13);
    assertElementsAlmostEqual(sol.q(end, :), [stop, 0], 'absolute', 1e-13);
    assertElementsAlmostEqual(sol.energy.friction(end), -2, 'absolute', 1e-13);
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-14);
    sliding = sol.t < 0.67;
    assertElementsAlmostEqual(sol.tangentialReaction(sliding), ...
                              repmat(-0.3*9.81, sum(sliding), 1), 'absolute', 1e-12);
    assertEqual(abs(sol.tangentialReaction(end)) < 1e-12, true);
    assertEqual(any(sol.tangential(:) ~= 0), false);      % no impulses
    % between rows: the force jumps at the stop, and both sides of it are rows
    t = linspace(0, stop, 57)';
    assertElementsAlmostEqual(sol.at(t), [2*t - 0.15*9.81*t.^2, 0*t], 'absolute', 1e-12);
    both = find(sol.t == sol.events.t);
    assertElementsAlmostEqual(sol.tangentialReaction(both), [-0.3*9.81; 0], 'absolute', 1e-12);
  end
end

function test_a_nearly_smooth_narrow_wedge_throws_an_elastic_ball_out()
  % Over 40 reflections in a wedge of 4 degrees, with a trace of friction; after 20 of them the
  % impact ended as a plastic one, and the ball had lost its speed.
  [c, s] = deal(cos(pi/90), sin(pi/90));
  wedge = NsdSystem.linear(eye(2)).contact([s s; -c c], [0; 0], 'Restitution', 1, ...
                                           'Friction', 1e-9, 'Tangent', [c c; s -s]);
  sol = simulate_quietly(wedge, [0 1e-9], [0; 0], [-1; 0.1], 'Method', 'event');
  assertElementsAlmostEqual(norm(sol.v(end, :)), norm([1 0.1]), 'absolute', 1e-6);
  assertTrue(all(sol.v(end, :)*[s s; -c c] > -1e-9));
end

function test_threshold_of_the_incline()
  % at the angle of friction exactly the block stays, and nothing is logged
  for kind = {'linear', 'lagrangian'}
    for off = [-1e-6 0 1e-6]
      slope = atan(0.5) + off;
      sol = run_event(block_on(kind{1}, 0.5, slope), [0 1], [0; 0], [0; 0]);
      exact = max(0, 9.81*(sin(slope) - 0.5*cos(slope)));
      exact = exact*(off > 0);
      assertEqual(sol.status, 'ok');
      assertElementsAlmostEqual(sol.v(end, 1), exact, 'absolute', 1e-12);
      assertEqual(numel(sol.events.t), 0);
    end
  end
end

function test_block_thrown_up_stops_or_comes_back()
  slope = pi/6;
  for kind = {'linear', 'lagrangian'}
    up = 9.81*(sin(slope) + 0.7*cos(slope));
    sol = run_event(block_on(kind{1}, 0.7, slope), [0 2], [0; 0], [-5; 0]);
    assertElementsAlmostEqual(sol.events.t, 0.4607447140, 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.q(end, 1), -1.1518617851, 'absolute', 1e-10);
    assertElementsAlmostEqual(sol.events.t, 5/up, 'absolute', 1e-13);
    assertEqual(sol.events.kind, {'stick'});
    up = 9.81*(sin(slope) + 0.2*cos(slope));
    down = 9.81*(sin(slope) - 0.2*cos(slope));
    sol = run_event(block_on(kind{1}, 0.2, slope), [0 2], [0; 0], [-5; 0]);
    assertEqual(sol.events.kind, {'slip'});               % the reversal
    assertElementsAlmostEqual(sol.v(end, 1), down*(2 - 5/up), 'absolute', 1e-12);
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-14);
  end
end

function test_coulomb_oscillator_has_half_swings_of_pi()
  % arcs of circles about +-1: each half swing takes pi and 2 off the amplitude; the last ends
  % inside the dead zone |x| <= 1
  radius = hypot(13, 6);
  for kind = {'linear', 'lagrangian'}
    sol = run_event(oscillator_on(kind{1}, 0.1, 10), [0 30], [12; 0], [6; 0], 'RelTol', 1e-11, ...
                    'AbsTol', 1e-13);
    slips = times_of(sol, 'slip');
    assertEqual(numel(slips), 7);
    assertElementsAlmostEqual(slips, atan2(6, 13) + pi*(0:6)', 'absolute', 1e-9);
    assertElementsAlmostEqual(times_of(sol, 'stick'), atan2(6, 13) + 7*pi, 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.q(end, 1), 15 - radius, 'absolute', 1e-9);
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
  end
end

function test_exact_flight_reaches_no_further_from_rest()
  % a swing that begins at rest has every other Taylor coefficient only; its reach was taken from
  % one that is zero, and the half swings of the oscillator were off by 1e-11
  sol = run_event(oscillator_on('linear', 0.1, 10), [0 30], [12; 0], [6; 0]);
  assertElementsAlmostEqual(diff(sol.events.t), repmat(pi, 7, 1), 'absolute', 1e-13);
  assertElementsAlmostEqual(sol.q(end, 1), 15 - hypot(13, 6), 'absolute', 1e-13);
end

function test_belt_catches_carries_and_lets_go()
  % slides with force mu N = 1 towards x = 1 - B cos t until it is as fast as the belt, is carried
  % to the limit x = 1, and swings about it
  [B, w] = deal(1.2, 0.3);
  caught = asin(w/B);
  leaves = caught + B*cos(caught)/w;
  for kind = {'linear', 'lagrangian'}
    sys = oscillator_on(kind{1}, 0.1, 10, 'SurfaceVelocity', w);
    sol = run_event(sys, [0 leaves + 3], [1 - B; 0], [0; 0], 'RelTol', 1e-10, 'AbsTol', 1e-12);
    assertEqual(sol.events.kind, {'stick'; 'slip'});
    assertElementsAlmostEqual(sol.events.t, [caught; leaves], 'absolute', 2e-9);
    assertElementsAlmostEqual(sol.q(end, 1), 1 + w*sin(3), 'absolute', 2e-9);
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
    assertElementsAlmostEqual(max(abs(sol.energy.numerical)), 0, 'absolute', 1e-8);
  end
end

function test_stribeck_belt_has_the_period_of_moreau()
  belt = NsdSystem.linear(eye(2), diag([0.6 0]), diag([40 0]), [0; -9.81]);
  belt = belt.contact([0; 1], 0, 'Friction', nsd_stribeck(0.5, 0.25, 0.15), 'Tangent', [1; 0], ...
                      'SurfaceVelocity', 0.1);
  sol = run_event(belt, [0 8], [0; 0], [0.1; 0]);
  slips = times_of(sol, 'slip');
  h = 2e-4;
  other = nsd_simulate(belt, [0 8], [0; 0], [0.1; 0], 'Step', h);
  moreau = times_of(other, 'slip');
  assertElementsAlmostEqual(slips(2:3), moreau(2:3), 'absolute', 10*h);
  assertElementsAlmostEqual(slips(1), 0.5*9.81/40/0.1 - 0.6*0.1/40/0.1, 'absolute', 1e-7);
  carried = sol.t < slips(1);
  assertElementsAlmostEqual(sol.surface.mu(carried), repmat(0.5, sum(carried), 1), ...
                            'absolute', 1e-12);
  assertEqual(min(sol.surface.mu) < 0.26, true);
end

function [v, P] = bounce(v, e, eT, mu, R, I)
% the law (EF.5) for one sphere: v = (vx, vy, spin)
  P = -(1 + e)*v(2);
  U = v(1) + R*v(3);
  T = -(1 + eT)*U/(1 + R^2/I);
  T = max(-mu*P, min(mu*P, T));
  v = v + [T; P; R*T/I];
end

function sys = spinning_ball(kind, e, eT, mu)
  R = 0.1;
  given = {'Restitution', e, 'Friction', mu, 'TangentialRestitution', eT};
  M = diag([1, 1, 0.4*R^2]);
  if strcmp(kind, 'linear')
    sys = NsdSystem.linear(M, 0, 0, [0; -9.81; 0]);
    sys = sys.contact([0; 1; 0], -R, given{:}, 'Tangent', [1; 0; R]);
  else
    sys = NsdSystem.lagrangian(M, @(t, q, v) [0; -9.81; 0]);
    sys = sys.contact(@(q) q(2) - R, given{:}, 'Tangent', @(q) [1; 0; R]);
  end
end

function test_bounces_of_a_spinning_ball_follow_the_law()
  [e, eT, mu, R] = deal(0.8, 0.5, 0.2, 0.1);
  for kind = {'linear', 'lagrangian'}
    sys = spinning_ball(kind{1}, e, eT, mu);
    sol = run_event(sys, [0 6], [0; 1; 0], [1; 0; 60]);
    v = [1; -sqrt(2*9.81*0.9); 60];
    hits = find(sol.impulse > 0);
    for k = 1:12
      [v, P] = bounce(v, e, eT, mu, R, 0.4*R^2);
      assertElementsAlmostEqual(sol.v(hits(k), :)', v, 'absolute', 1e-8);
      assertElementsAlmostEqual(sol.impulse(hits(k)), P, 'absolute', 1e-8);
      v(2) = -v(2);
    end
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
    other = nsd_simulate(sys, [0 6], [0; 1; 0], [1; 0; 60], 'Step', 1e-3, 'Progress', 'off');
    assertElementsAlmostEqual(sol.v(end, :), other.v(end, :), 'absolute', 5e-2);
  end
end

function test_spinning_ball_slips_then_rolls()
  for kind = {'linear', 'lagrangian'}
    sol = run_event(spinning_ball(kind{1}, 0, 0, 0.2), [0 0.8], [0; 1; 0], [0; 0; 50]);
    k = find(sol.impulse > 0, 1);
    assertElementsAlmostEqual(sol.v(k, [1 3]), [-0.8404284622, 28.9892884461], ...
                              'absolute', 1e-9);
    assertElementsAlmostEqual(times_of(sol, 'stick'), 0.7281199942, 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.v(end, [1 3]), [-10/7, 100/7], 'absolute', 1e-9);
  end
end

function test_bounces_to_rest_lose_friction_of_the_whole_normal_impulse()
  % the map that ends the bouncing takes its share of friction along: however high the hops are
  % that it skips, the speed afterwards is that of the momentum balance
  slope = 0.5;
  v = 2 + 4*9.81*(sin(slope) - 0.3*cos(slope));
  for kind = {'linear', 'lagrangian'}
    for height = [1e-9 1e-4]
      sys = block_on(kind{1}, 0.3, slope, 'Restitution', 0.6);
      sol = run_event(sys, [0 4], [0; 0.2], [2; 0], 'ChatterHeight', height);
      assertEqual(sum(strcmp(sol.events.kind, 'accumulation')), 1);
      assertElementsAlmostEqual(sol.v(end, 1), v, 'absolute', 1e-7);
    end
  end
end

function test_error_follows_the_tolerance()
  sys = oscillator_on('lagrangian', 0.1, 10);
  errors = zeros(1, 3);
  for k = 1:3
    tol = 10^(-2*k - 3);
    sol = run_event(sys, [0 12], [12; 0], [6; 0], 'RelTol', tol, 'AbsTol', tol/100);
    errors(k) = abs(sol.q(end, 1) - exact_swing(12));
  end
  assertEqual(errors(2) < errors(1)/20 && errors(3) < errors(2)/20, true);
  assertEqual(errors(3) < 1e-7, true);
end

function test_between_rows_the_state_follows_its_own_side_of_a_turn()
  % where the swing turns the acceleration jumps by 2; the step before took the one behind, and
  % sol.at was off by 1e-4 in it
  t = linspace(0, 12, 400)';
  exact = arrayfun(@exact_swing, t);
  for kind = {'linear', 'lagrangian'}
    sol = run_event(oscillator_on(kind{1}, 0.1, 10), [0 12], [12; 0], [6; 0], 'RelTol', 1e-10);
    q = sol.at(t);
    assertElementsAlmostEqual(q(:, 1), exact, 'absolute', 1e-8);
  end
end

function x = exact_swing(t)
% the oscillator of test_coulomb_oscillator at t
  radius = hypot(13, 6);
  [centre, start, angle] = deal(-1, 0, -atan2(6, 13));
  turn = atan2(6, 13);
  while t > turn
    x = centre + radius*cos(turn - start + angle);
    centre = -centre;
    radius = abs(x - centre);
    angle = acos(sign(x - centre));
    start = turn;
    turn = turn + pi;
  end
  x = centre + radius*cos(t - start + angle);
end

function test_rows_at_given_times_and_a_struct_keep_the_forces()
  sol = run_event(friction_block('linear', 0.3), [0 0.25 0.5 1], [0; 0], [2; 0]);
  assertElementsAlmostEqual(sol.t', [0 0.25 0.5 1], 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.v(:, 1)', max(0, 2 - 0.3*9.81*[0 0.25 0.5 1]), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.tangentialReaction', -0.3*9.81*[1 1 1 0], 'absolute', 1e-12);
  again = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(again.tangentialReaction, sol.tangentialReaction);
end

function test_stiff_integrator_takes_friction()
  sol = run_event(oscillator_on('lagrangian', 0.1, 10), [0 7], [12; 0], [6; 0], ...
                  'Integrator', 'rosenbrock');
  assertElementsAlmostEqual(sol.q(end, 1), exact_swing(7), 'absolute', 1e-5);
end

function test_every_way_to_end_the_bouncing_keeps_the_momentum()
  % 'threshold' ends it at once: a step of no length, whose inner rows were once NaN
  slope = 0.5;
  v = 2 + 4*9.81*(sin(slope) - 0.3*cos(slope));
  for way = {'threshold', 'off', 'map'}
    sol = run_event(block_on('linear', 0.3, slope, 'Restitution', 0.6), [0 4], [0; 0.2], ...
                    [2; 0], 'Chatter', way{1});
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.v(end, 1), v, 'absolute', 1e-6);
  end
end

function test_block_on_a_vibrating_table_agrees_with_moreau()
  % the limit of friction follows the push of the table; a push along it makes the block creep
  for amplitude = [0.01 0.04]
    sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [2; -9.81]);
    sys = sys.contact(@(q, t) q(2) - amplitude*sin(20*t), 'Friction', 0.3, ...
                      'Tangent', @(q) [1; 0], 'Restitution', 0.3);
    start = {[0; 0], [0.5; 20*amplitude]};
    sol = run_event(sys, [0 1], start{:});
    other = quiet_run(@() nsd_simulate(sys, [0 1], start{:}, 'Step', 2e-5, 'Progress', 'off'));
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 2e-4);
    assertElementsAlmostEqual(max(abs(sol.energy.numerical)), 0, 'absolute', 1e-6);
  end
end

function test_what_sticks_while_other_coordinates_move_fast_has_no_impacts()
  % normal and tangent at right angles to (1,1,1), along which the body flies: H'v and T'v are then
  % rounding of the flight, but were compared with the speeds at the contact alone, which are zero.
  % Impacts of 1e-17 m/s were logged, the start of sliding was forgotten over one of them, and the
  % run with V = 1 ended 'stalled' where it should slide
  [H, T] = deal([0.1; 0.2; -0.3], [0.7; -0.1; -0.6]);
  for V = [1e-3 0.1 1 3 1e3 1e6]
    sys = NsdSystem.linear(eye(3), 0, 0, @(t) bsxfun(@plus, -5*H, T*t));
    sys = sys.contact(H, 0, 'Friction', 0.2, 'Tangent', T, 'Restitution', 0.5);
    sol = run_event(sys, [0 2], zeros(3, 1), V*ones(3, 1)/3);
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind, {'slip'});
    assertElementsAlmostEqual(sol.events.t, 1, 'absolute', 1e-9);     % where t = 0.2*5
  end
end

function test_stalled_runs_are_not_told_to_change_the_step()
  % the advice was that for time stepping: another Step, a larger LcpTol
  jumpy = NsdSystem.lagrangian(eye(2), @(t, q, v) [-sign(v(1)); -1]);
  jumpy = jumpy.contact(@(q) q(2), 'Friction', 0.1, 'Tangent', [1; 0]);
  f = @() run_event(jumpy, [0 3], [0; 50], [1; 0], 'Refine', 1);
  [id, message, sol] = warning_of(f);
  assertEqual({id, sol.status}, {'nsd:simulate:stalled', 'stalled'});
  assertEqual(isempty(strfind(message, 'Step')), true);
  assertEqual(isempty(strfind(message, 'sol.events')), false);
end
