function test_suite = test_friction_run()
%TEST_FRICTION_RUN  Coulomb friction in runs: closed forms, check values, ledger, events, failures.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_sliding_to_and_fro_is_logged_as_turns_with_their_direction()
  % mass on a spring with dry friction: seven turns and a stop. 'moreau' logged a stick of one step
  % at each of them, and the velocities of 'event', all zero, did not tell the direction
  sys = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -10]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]);
  turns = atan2(6, 13) + pi*(0:7)';
  for options = {{'Step', 0.01}, {'Step', 0.01, 'OutputEvery', 7}, ...
                 {'Method', 'newmark', 'Step', 0.01}, {'Method', 'event'}}
    e = nsd_simulate(sys, [0 30], [12; 0], [6; 0], options{1}{:}).events;
    mine = ~strcmp(e.kind, 'impact');
    assertEqual(e.kind(mine), [repmat({'slip'}, 7, 1); {'stick'}]);
    assertEqual(e.direction(mine), [-1; 1; -1; 1; -1; 1; -1; 0]);
    assertEqual(e.way, e.direction);                % the old name
    assertElementsAlmostEqual(e.t(mine), turns, 'absolute', 0.02);             % two steps
    assertEqual(size(e.q), [numel(e.t) 2]);
  end
end

function test_sliding_block_stops_in_step_68()
  for kind = {'linear', 'lagrangian'}
    sol = nsd_simulate(friction_block(kind{1}, 0.3), [0 1], [0; 0], [2; 0], 'Step', 0.01);
    assertEqual(sol.status, 'ok');
    assertEqual(find(abs(sol.v(:, 1)) < 1e-12, 1), 69);
    assertElementsAlmostEqual(sol.q(end, 1), 0.6795846, 'absolute', 1e-9);
    stick = strcmp(sol.events.kind, 'stick');
    assertEqual(sum(stick), 1);
    assertElementsAlmostEqual(sol.events.t(stick), 0.68, 'absolute', 1e-12);
    assertEqual(sol.events.vAfter(stick) < 1e-12 && sol.events.vBefore(stick) > 0, true);
    assertElementsAlmostEqual(sol.energy.friction(end), -2, 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.tangential(2:60, 1), repmat(-0.3*9.81*0.01, 59, 1), ...
                              'absolute', 1e-12);
    assertElementsAlmostEqual(sol.tangentialReaction(2, 1), -0.3*9.81, 'absolute', 1e-10);
  end
end

function test_box_on_incline_shares_its_weight()
  for kind = {'linear', 'lagrangian'}
    [sys, q0, v0] = box_on_incline(kind{1});
    sol = nsd_simulate(sys, [0 0.5], q0, v0, 'Step', 0.01);
    assertEqual(sol.status, 'ok');
    share = sol.impulse(2:end, :)/(2*9.81*0.01);
    assertElementsAlmostEqual(share(1, :), [0.4037881929, 0.5515482962], 'absolute', 1e-9);
    assertElementsAlmostEqual(share(end, :), [0.4037881929, 0.5515482962], 'absolute', 1e-8);
    assertElementsAlmostEqual(sum(sol.tangential(end, :)), -2*9.81*sin(0.3)*0.01, ...
                              'absolute', 1e-10);
    assertEqual(max(abs(sol.v(:))) < 1e-9, true);
  end
end

function test_incline_slips_above_the_friction_angle_only()
  for slope = atan(0.5) + [-1e-6, 1e-6]
    sys = NsdSystem.linear(eye(2), 0, 0, 9.81*[sin(slope); -cos(slope)]);
    sys = sys.contact([0; 1], 0, 'Friction', 0.5, 'Tangent', [1; 0]);
    sol = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'Step', 0.01);
    slides = abs(sol.v(end, 1)) > 1e-9;
    assertEqual(slides, slope > atan(0.5));
    exact = max(0, 9.81*(sin(slope) - 0.5*cos(slope)));
    assertElementsAlmostEqual(sol.v(end, 1), exact, 'absolute', 1e-11);
  end
end

function test_block_thrown_up_an_incline_stops_and_sticks()
  % closed form: stops at t = v0/(g (sin + mu cos)), s = v0^2/2/(g (sin + mu cos)); mu > tan
  a = 9.81*(sin(pi/6) + 0.7*cos(pi/6));
  sys = NsdSystem.linear(eye(2), 0, 0, 9.81*[-sin(pi/6); -cos(pi/6)]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.7, 'Tangent', [1; 0]);
  h = 1e-4;
  sol = nsd_simulate(sys, [0 2], [0; 0], [5; 0], 'Step', h);
  stop = sol.t(find(abs(sol.v(:, 1)) < 1e-9, 1));
  assertElementsAlmostEqual([5/a, 12.5/a], [0.4607447140, 1.1518617851], 'absolute', 1e-10);
  assertEqual(abs(stop - 5/a) <= h, true);              % the step that holds it
  assertElementsAlmostEqual(sol.q(end, 1), 12.5/a, 'absolute', a*h^2);
  assertEqual(max(abs(sol.v(end-1000:end, 1))) < 1e-9, true);
end

function test_spinning_ball_slips_then_rolls()
  R = 0.1;
  sys = NsdSystem.linear(diag([1, 1, 0.4*R^2]), 0, 0, [0; -9.81; 0]);
  sys = sys.contact([0; 1; 0], -R, 'Friction', 0.2, 'Tangent', [1; 0; R]);
  h = 1e-5;
  sol = nsd_simulate(sys, [0 0.8], [0; 1; 0], [0; 0; 50], 'Step', h);
  k = find(sol.impulse > 0, 1);
  % the impact comes within a step of t1; its impulse is g t1 to O(h), and friction follows it
  slack = 3*0.2*9.81*h;
  assertElementsAlmostEqual(sol.v(k, 1), -0.8404284622, 'absolute', slack);
  assertElementsAlmostEqual(sol.v(k, 3), 28.9892884461, 'absolute', 25*slack);
  rolls = sol.events.t(strcmp(sol.events.kind, 'stick'));
  assertElementsAlmostEqual(rolls(1), 0.7281199942, 'absolute', 5*h);
  assertElementsAlmostEqual(sol.v(end, 1), -10/7, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v(end, 1) + R*sol.v(end, 3), 0, 'absolute', 1e-9);
end

function test_coulomb_oscillator_comes_to_rest_as_siconos_does()
  % x'' + x = -F sgn x', pressed by a force 1/mu: closed form (seven half cycles), and the value of
  % the same scheme elsewhere
  sys = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -10]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]);
  sol = quiet_run(@() nsd_simulate(sys, [0 30], [12; 0], [6; 0], 'Step', 0.01));
  assertElementsAlmostEqual(sol.q(sol.t >= 24, 1), ...
                            repmat(0.6820441352, sum(sol.t >= 24), 1), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.q(end, 1), 0.682178936724, 'absolute', 2e-4);  % O(h^2) x 7
  assertElementsAlmostEqual(max(sol.q(:, 1)), 13.3178210633, 'absolute', 3e-4);  % between rows
  turns = strcmp(sol.events.kind, 'slip');
  assertEqual(sum(turns), 7);                    % each half cycle slips with the other sign
  assertEqual(sign(sol.events.vAfter(turns)), [-1; 1; -1; 1; -1; 1; -1]);
  last = sol.events.t(find(strcmp(sol.events.kind, 'stick'), 1, 'last'));
  assertElementsAlmostEqual(last, 22.4235563507, 'absolute', 0.02);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
end

function test_rocking_block_keeps_31_of_34_of_its_rate()
  [sys, q0, v0] = rocking_block();
  h = 1e-4;
  sol = quiet_run(@() nsd_simulate(sys, [0 0.26], q0, v0, 'Step', h, 'Progress', 'off'));
  hit = find(sol.impulse(:, 2) > 0, 1);
  assertElementsAlmostEqual(sol.t(hit), 0.1246522555, 'absolute', 3*h);
  assertElementsAlmostEqual(sol.v(hit, 3)/sol.v(hit-1, 3), 31/34, 'absolute', 5e-3);  % O(h)
  assertElementsAlmostEqual(max(-sol.q(:, 3)), 0.1059734441, 'absolute', 6*h);   % first order
end

function test_recorded_tangents_are_those_of_the_functions()
  [sys, q0] = box_on_incline('lagrangian');
  more = sys.contact(@(q) 5 - q(2), 'Friction', 0.2, 'Tangent', @(q, t) [1; 0; -q(2)]);
  for one = {sys, more}
    a = nsd_simulate(one{1}, [0 0.3], q0, [1; -1; 2], 'Step', 0.005);
    b = nsd_simulate(one{1}, [0 0.3], q0, [1; -1; 2], 'Step', 0.005, 'Compile', 'off');
    assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-9);
    assertEqual(any(a.tangential(:) ~= 0), true);
  end
end

function test_super_ball_reverses_its_spin()
  % e_N = e_T = 1, stick in the sense of the law: U_T+ = -U_T- when friction suffices
  R = 0.1;
  sys = NsdSystem.linear(diag([1, 1, 0.4*R^2]), 0, 0, [0; 0; 0]);
  sys = sys.contact([0; 1; 0], -R, 'Restitution', 1, 'Friction', 10, ...
                    'TangentialRestitution', 1, 'Tangent', [1; 0; R]);
  sol = nsd_simulate(sys, [0 1], [0; 0.6; 0], [1; -1; 0], 'Step', 0.01);
  U = sol.v*[1; 0; R];
  assertElementsAlmostEqual(U(end), -U(1), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(end, 2), 1, 'absolute', 1e-12);
  E = sol.energy.total;
  assertElementsAlmostEqual(E(end), E(1), 'absolute', 1e-12);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
end

function [sys, q0, v0] = cube()
% unit cube, small rotations: x, y, z and three angles; four corners below
  s = 0.5*[-1 -1; 1 -1; 1 1; -1 1];
  H = zeros(6, 4);
  T = zeros(6, 8);
  for k = 1:4
    arm = [s(k, :), -0.5];
    D = [eye(3); cross(repmat(arm, 3, 1), eye(3), 2)'];
    H(:, k) = D(:, 3);
    T(:, 2*k + (-1:0)) = D(:, 1:2);
  end
  sys = NsdSystem.linear(diag([1 1 1 1/6 1/6 1/6]), 0, 0, [0; 0; -9.81; 0; 0; 0]);
  sys = sys.contact(H, -0.5, 'Friction', 0.3, 'Tangent', T);
  q0 = [0; 0; 0.6; 0; 0; 0];
  v0 = [1; 0; 0; 0; 0; 0];
end

function test_cube_slides_and_stops_on_four_corners()
  % lands at sqrt(2 g 0.1), loses mu sqrt(2 g 0.1) at once, then mu g t
  [sys, q0, v0] = cube();
  h = 1e-3;
  sol = nsd_simulate(sys, [0 1], q0, v0, 'Step', h);
  assertEqual(sol.status, 'ok');
  t1 = sqrt(0.2/9.81);
  assertElementsAlmostEqual(sol.v(sol.t > t1 + 2*h & sol.t < 0.2, 1), ...
      1 - 0.3*9.81*sol.t(sol.t > t1 + 2*h & sol.t < 0.2), 'absolute', 1e-8);
  assertElementsAlmostEqual(sol.v(end, :), zeros(1, 6), 'absolute', 1e-9);
  assertEqual(size(sol.tangential), [numel(sol.t), 8]);
  assertElementsAlmostEqual(sum(sol.reaction(end, :)), 9.81, 'absolute', 1e-6);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
  assertEqual(sum(strcmp(sol.events.kind, 'stick')) >= 4, true);
end

function test_direction_of_sliding_does_not_matter_in_space()
  [sys, q0] = cube();
  straight = nsd_simulate(sys, [0 0.3], q0, [1; 0; 0; 0; 0; 0], 'Step', 1e-3);
  skew = nsd_simulate(sys, [0 0.3], q0, [0.6; 0.8; 0; 0; 0; 0], 'Step', 1e-3);
  assertElementsAlmostEqual(skew.q(end, 1:2)*[0.6; 0.8], straight.q(end, 1), 'absolute', 1e-4);
  assertElementsAlmostEqual(skew.energy.total(100), straight.energy.total(100), 'relative', 1e-2);
end

function test_mass_scale_and_inactive_contacts_change_nothing()
  [sys, q0, v0] = box_on_incline('linear');
  v0(1) = 1;
  sol = nsd_simulate(sys, [0 0.5], q0, v0, 'Step', 0.01);
  more = sys.contact([0; 1; 0], 10, 'Friction', 0.9, 'Tangent', [1; 0; 0]);
  also = nsd_simulate(more, [0 0.5], q0, v0, 'Step', 0.01);
  assertElementsAlmostEqual(also.q, sol.q, 'absolute', 1e-10);
  heavy = NsdSystem.linear(1e6*sys.Mass, 0, 0, 1e6*sys.Force.constant);
  heavy = heavy.contact(full(sys.ContactNormals), 0, 'Friction', 0.5, 'Tangent', ...
                        [1 1; 0 0; 0.25 0.25]);
  same = nsd_simulate(heavy, [0 0.5], q0, v0, 'Step', 0.01);
  assertElementsAlmostEqual(same.q, sol.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(same.impulse, 1e6*sol.impulse, 'absolute', 1e-2);
end

function test_smooth_contact_beside_a_rough_one()
  % mu = 0 without tangents beside mu > 0: each has its own law
  sys = NsdSystem.linear(eye(4), 0, 0, [0; -9.81; 0; -9.81]);
  sys = sys.contact([0; 1; 0; 0], 0);
  sys = sys.contact([0; 0; 0; 1], 0, 'Friction', 0.3, 'Tangent', [0; 0; 1; 0]);
  sol = nsd_simulate(sys, [0 1], zeros(4, 1), [2; 0; 2; 0], 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(end, [1 3]), [2 0], 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.q(end, 3), 0.6795846, 'absolute', 1e-9);
  assertEqual(any(sol.tangential(:, 1)), false);
end

function test_zero_friction_is_the_frictionless_system()
  [smooth, q0, v0] = deal(nsd_two_contacts(), [0; 0.3; 0.1], [1; -1; 2]);
  rough = smooth.contact([0; 1; 0], 5, 'Friction', 0, 'Tangent', [1; 0; 0]);
  one = quiet_run(@() nsd_simulate(smooth, [0 1], q0, v0, 'Step', 0.01));
  two = quiet_run(@() nsd_simulate(rough, [0 1], q0, v0, 'Step', 0.01));
  assertElementsAlmostEqual(two.q, one.q, 'absolute', 1e-9);
end

function sys = nsd_two_contacts()
  sys = NsdSystem.linear(diag([1 1 0.1]), 0, 0, [0; -9.81; 0]);
  sys = sys.contact([0 0; 1 1; -0.5 0.5], 0, 'Restitution', 0.5);
end

function test_joints_carry_what_friction_does_not_move()
  % a joint holds the tangential motion: friction carries nothing, the joint all
  sys = NsdSystem.linear(eye(2), 0, 0, [3; -9.81]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  sys = sys.joint([1; 0], 0);
  sol = nsd_simulate(sys, [0 0.1], [0; 0], [0; 0], 'Step', 0.01);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.tangential, zeros(11, 1), 'absolute', 1e-14);
  assertElementsAlmostEqual(sol.multiplier(2:end), repmat(-0.03, 10, 1), 'absolute', 1e-14);
  free = NsdSystem.linear(eye(3), 0, 0, [0; -9.81; 1]);   % a joint that shares the motion
  free = free.contact([0; 1; 0], 0, 'Friction', 0.3, 'Tangent', [1; 0; 0]).joint([1; 0; -1], 0);
  sol = nsd_simulate(free, [0 1], zeros(3, 1), [2; 0; 2], 'Step', 0.01);
  % two masses joined, one rubs and one is pulled: 2 a = 1 - 0.3 g
  assertElementsAlmostEqual(sol.v(50, 1), 2 - 0.49*(0.3*9.81 - 1)/2, 'absolute', 1e-12);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
end

function test_ledger_closes_for_every_theta_on_random_systems()
  for theta = [0.5 0.7 1]
    for method = {'moreau', 'moreau-dissipative'}
      A = reshape(mod((1:36)*0.37, 1) - 0.5, 6, 6);
      M = A*A' + eye(6);
      K = A'*A;
      sys = NsdSystem.linear(M, 0.1*K, 4*K, -ones(6, 1));
      T = A(:, [3 4 5 6]);
      sys = sys.contact(A(:, 1:2), 0.1, 'Restitution', 0.4, 'Friction', [0.3; 0.8], ...
                        'TangentialRestitution', 0.2, 'Tangent', T, 'SurfaceVelocity', 0.3);
      sol = nsd_simulate(sys, [0 2], zeros(6, 1), (1:6)'/3, 'Step', 0.005, 'Theta', theta, ...
                         'Method', method{1});
      assertEqual(sol.status, 'ok');
      assertEqual(any(sol.impulse(:) > 0), true);
      assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
      N = sol.impulse;
      T2 = sqrt(sol.tangential(:, [1 3]).^2 + sol.tangential(:, [2 4]).^2);
      assertEqual(all(all(T2 <= bsxfun(@times, N, [0.3 0.8]) + 1e-9*max(N(:)))), true);
    end
  end
end

function test_belt_drags_and_its_work_is_friction_work()
  % a block at rest on a belt of speed 1: accelerates with mu g until it moves with the belt
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.2, 'Tangent', [1; 0], 'SurfaceVelocity', 1);
  sol = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(11, 1), 0.2*9.81*0.1, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(end, 1), 1, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.energy.friction(end), 0.5, 'absolute', 1e-12);
  assertEqual(sol.stats.energyGain, 0);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-13);
end

function test_rows_at_given_times_and_thinned_rows_agree()
  sys = friction_block('linear', 0.3);
  all_rows = nsd_simulate(sys, [0 1], [0; 0], [2; 0], 'Step', 0.01);
  thin = nsd_simulate(sys, [0 1], [0; 0], [2; 0], 'Step', 0.01, 'OutputEvery', 10);
  given = nsd_simulate(sys, 0:0.1:1, [0; 0], [2; 0], 'Step', 0.01);
  tens = [0; sum(reshape(all_rows.tangential(2:end), 10, []), 1)'];     % impulses of ten steps
  assertElementsAlmostEqual(thin.tangential, tens, 'absolute', 1e-15);
  assertElementsAlmostEqual(given.tangential, tens, 'absolute', 1e-15);
  assertElementsAlmostEqual(thin.tangentialReaction, tens/0.1, 'absolute', 1e-13);
  assertEqual(thin.events.t, all_rows.events.t);
end

function test_one_step_of_nsd_step_is_a_step_of_the_run()
  sys = friction_block('linear', 0.3);
  sol = nsd_simulate(sys, [0 0.05], [0; 0], [2; 0], 'Step', 0.01);
  state = struct('q', [0; 0], 'v', [2; 0]);
  for k = 0:4
    state = nsd_step(sys, 'moreau', k*0.01, state, 0.01);
  end
  assertElementsAlmostEqual(state.q', sol.q(end, :), 'absolute', 1e-14);
  assertElementsAlmostEqual(state.tangential, sol.tangential(end, :)', 'absolute', 1e-14);
end

function test_a_tangent_along_the_normal_is_refused()
  sys = NsdSystem.linear(eye(2), 0, 0, [-5; -9]);
  assertExceptionThrown(@() sys.contact([0; 1], 0, 'Friction', 0.7, 'Tangent', [0; 1]), ...
                        'nsd:system:badTangent');
end

function test_the_step_after_an_impact_takes_no_second_shock()
  % In the step after the impact the friction problem has four solutions: one with impulses of
  % order h, three that stop everything. The solver started from the impulses of the impact and took
  % one of the three: an error of 6e-3 at every h, status ok; a loop of nsd_step had 2e-6.
  [sys, v0] = four_solutions_after_an_impact('linear');
  function_sys = four_solutions_after_an_impact('lagrangian');
  exact = simulate_quietly(sys, [0 0.3], zeros(3, 1), v0, 'Method', 'event');
  for method = {{'moreau'}, {'newmark'}, {'hht'}, {'genalpha'}, {'newmark', 'GGL', 'on'}}
    for model = {sys, function_sys}
      run = @(h) simulate_quietly(model{1}, [0 0.3], zeros(3, 1), v0, 'Step', h, ...
                              'Method', method{1}{:});
      coarse = run(1e-3);
      fine = run(1e-4);
      assertEqual({coarse.status, fine.status}, {'ok', 'ok'});
      assertEqual(fine.stats.severalSolutions > 0, true);
      % the impact is met up to a step too late: errors of order h times the jump of v, 0.3
      assertEqual(norm(coarse.q(end, :) - exact.q(end, :)) < 3e-4, true);
      assertEqual(norm(fine.q(end, :) - exact.q(end, :)) < 3e-5, true);
    end
  end
end

function test_a_loop_of_steps_chooses_as_a_run_does()
  [sys, v0] = four_solutions_after_an_impact('linear');
  h = 1e-3;
  sol = simulate_quietly(sys, [0 0.05], zeros(3, 1), v0, 'Step', h);
  state = struct('q', zeros(3, 1), 'v', v0);
  for k = 1:50
    state = nsd_step(sys, 'moreau', (k-1)*h, state, h);
    assertElementsAlmostEqual(state.v', sol.v(k + 1, :), 'absolute', 1e-9);   % LcpTol is 1e-10
  end
end

function test_of_three_motions_from_rest_every_scheme_takes_the_same()
  % Both contacts stick, one slides, or both slide: all three satisfy the law, without any shock.
  % The schemes took what their solver met first, the second of them, and no one said so.
  [H, T, F, mu] = three_motions_from_rest();
  G = [H(:, 1), T(:, 1), H(:, 2), T(:, 2)];
  R = nsd_friction(G'*G, G'*F, mu, 'Solver', 'enum');
  assertEqual(size(R, 2), 3);
  [~, least] = min(sum(R.*(G'*G*R), 1));
  exact = (F + G*R(:, least))'/2*0.3^2;
  linear = NsdSystem.linear(eye(4), 0, 0, F);
  function_system = NsdSystem.lagrangian(eye(4), @(t, q, v) F);
  for method = {{'moreau'}, {'moreau', 'Theta', 0.7}, {'newmark'}, {'hht'}, {'genalpha'}, ...
                {'newmark', 'GGL', 'on'}}
    for model = {linear, function_system}
      sys = model{1}.contact(H, [0; 0], 'Friction', mu, 'Tangent', T);
      for h = [0.02 0.003]
        [sol, id] = from_rest(sys, [method{1}, {'Step', h}]);
        assertEqual(sol.status, 'ok');
        % first order at the start: a half, or a whole step late
        assertElementsAlmostEqual(sol.q(end, :), exact, 'absolute', 0.5*h);
        assertTrue(sol.stats.severalSolutions > 0);
        assertEqual(id, 'nsd:simulate:ambiguous');
      end
    end
  end
  [sol, id] = from_rest(sys, {'event'});           % which stops where it would choose
  assertEqual({sol.status, id}, {'ambiguous', 'nsd:simulate:ambiguous'});
  assertTrue(sol.stats.severalSolutions > 0);
end

function [sol, id] = from_rest(sys, method)
  start = zeros(4, 1);
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 0.3], start, start, 'Method', method{:}));
end

function [H, T, F, mu] = three_motions_from_rest()
  H = [0.1 0.8; 0.8 -0.1; -0.2 -0.5; -0.2 -0.5];
  T = [-0.1 0.6; -0.5 0.9; -0.1 -1; 0.8 0.3];
  F = [-0.9; -0.4; 0.9; -0.8];
  mu = [1.1; 0.9];
end

function [sys, v0] = four_solutions_after_an_impact(kind)
  normals = [-0.233 0 0; 0 -1 0.998; -0.972 0 -0.067];
  tangents = [-0.909 0.699 -1; 0.354 0 -0.001; 0.218 -0.715 -0.017];
  mass = diag([1.329 0.89 1.159]);
  force = [-0.992; -0.698; 0.999];
  if strcmp(kind, 'linear')
    sys = NsdSystem.linear(mass, 0, 0, force);
  else
    sys = NsdSystem.lagrangian(mass, @(t, q, v) force);
  end
  sys = sys.contact(normals, [0; 1e-3; 0], 'Friction', [0.272; 0.169; 0.441], 'Tangent', tangents);
  v0 = [-0.32769; 0.00527347; 0.0785511];
end
