function test_suite = test_event_friction_bodies()
%TEST_EVENT_FRICTION_BODIES  Friction in Method 'event': boxes, rods, chains; what is refused.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_rocking_block_keeps_31_of_34_of_its_rate()
  [sys, q0, v0] = rocking_block();
  sol = run_event(sys, [0 0.26], q0, v0, 'RelTol', 1e-10, 'AbsTol', 1e-12);
  hit = find(sol.impulse(:, 2) > 0, 1);
  assertElementsAlmostEqual(sol.t(hit), 0.1246522555, 'absolute', 2e-10);
  assertElementsAlmostEqual(sol.v(hit, 3)/sol.v(hit-1, 3), 31/34, 'absolute', 1e-9);
  q = sol.at(linspace(0.15, 0.25, 40001));
  assertElementsAlmostEqual(max(-q(:, 3)), 0.1059734441, 'absolute', 1e-9);
  assertElementsAlmostEqual(max(abs(sol.energy.numerical)), 0, 'absolute', 1e-8);
end

function test_rocking_block_comes_to_rest()
  % at an instant without impact the velocity of a corner that lifts off was taken for zero, and the
  % block stood still a moment after its first impact
  [sys, q0, v0] = rocking_block();
  sol = run_event(sys, [0 2.5], q0, v0);
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.v(end, :), zeros(1, 3), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.gap(end, :), zeros(1, 2), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end, :), 9.81/2*[1 1], 'absolute', 1e-6);
  assertElementsAlmostEqual(max(abs(sol.energy.numerical)), 0, 'absolute', 1e-7);
  assertEqual(numel(times_of(sol, 'slip')), 0);
  early = sol.events.t(strcmp(sol.events.kind, 'impact'));
  assertElementsAlmostEqual(early(2:3), [0.320470113; 0.484138395], 'absolute', 1e-7);
end

function test_box_shares_weight_and_friction_between_two_corners()
  for kind = {'linear', 'lagrangian'}
    [sys, q0] = box_on_incline(kind{1}, 0.5);
    sol = run_event(sys, [0 0.5], q0, zeros(3, 1));
    N = [0.4037881929, 0.5515482962]*2*9.81;
    assertElementsAlmostEqual(sol.reaction(end, :), N, 'absolute', 1e-8);
    assertElementsAlmostEqual(sol.tangentialReaction(end, :), -2*9.81*sin(0.3)*N/sum(N), ...
                              'absolute', 1e-8);
    assertEqual(max(abs(sol.v(:))) < 1e-12, true);
    sol = run_event(sys, [0 1], q0, [1; 0; 0]);
    assertEqual(sol.events.kind, {'stick'; 'stick'});
    stop = 1/(9.81*(0.5*cos(0.3) - sin(0.3)));
    assertElementsAlmostEqual(sol.events.t, [stop; stop], 'absolute', 1e-10);
  end
end

function test_box_that_is_pushed_yields_on_both_corners_at_once()
  % the push grows as t; the sum of both limits is reached at t = mu m g
  for kind = {'linear', 'lagrangian'}
    [a, b, m, g, mu] = deal(0.5, 0.25, 2, 9.81, 0.4);
    M = diag([m, m, m*(a^2 + b^2)/3]);
    if strcmp(kind{1}, 'linear')
      sys = NsdSystem.linear(M, 0, 0, @(t) [t; -m*g; 0]);
      sys = sys.contact([0 0; 1 1; -a a], 0, 'Friction', mu, 'Tangent', [1 1; 0 0; b b]);
    else
      sys = NsdSystem.lagrangian(M, @(t, q, v) [t; -m*g; 0]);
      sys = sys.contact([0 0; 1 1; -a a], 0, 'Friction', mu, 'Tangent', [1 1; 0 0; b b]);
    end
    sol = run_event(sys, [0 9], zeros(3, 1), zeros(3, 1));
    limit = mu*m*g;
    assertEqual(sol.events.kind, {'slip'; 'slip'});
    assertElementsAlmostEqual(sol.events.t, [limit; limit], 'absolute', 1e-7);
    assertElementsAlmostEqual(sol.v(end, 1), (9 - limit)^2/2/m, 'absolute', 1e-7);
  end
end

function test_yielding_does_not_depend_on_the_steps()
  % round-off of a body that never moved was taken for sliding backwards: with steps up to 5 the two
  % corners changed between stick and slip until the run stalled
  M = diag([2, 2, 0.2]);
  sys = NsdSystem.linear(M, 0, 0, @(t) [t; -19.62; 0]);
  sys = sys.contact([0 0; 1 1; -0.5 0.5], 0, 'Friction', 0.4, 'Tangent', [1 1; 0 0; 0.25 0.25]);
  for longest = [5 2 0.9 0.1]
    sol = nsd_simulate(sys, [0 9], zeros(3, 1), zeros(3, 1), 'Method', 'event', 'MaxStep', longest);
    assertEqual(sol.events.kind, {'slip'; 'slip'});
    assertElementsAlmostEqual(sol.v(end, 1), (9 - 7.848)^2/4, 'absolute', 1e-7);
  end
end

function test_bead_in_a_rough_bowl_stops_where_energy_says()
  % u = w^2 over the angle: u' + 2 mu u = -2 (g/R)(sin + mu cos) while it moves up
  [R, g, mu, w0] = deal(1.5, 9.81, 0.2, 2);
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -g]);
  sys = sys.contact(@(q) R - sqrt(q(1)^2 + q(2)^2), 'Friction', mu, ...
                    'Tangent', @(q) [-q(2); q(1)]/R);
  sys = sys.potential(@(q) 0);
  k = 2*g/R/(1 + 4*mu^2);
  part = @(x) -k*(3*mu*sin(x) + (2*mu^2 - 1)*cos(x));
  u = @(x) part(x) + (w0^2 - part(0))*exp(-2*mu*x);
  turn = fzero(u, [0.1 1.5]);
  sol = run_event(sys, [0 1], [0; -R], [w0*R; 0], 'RelTol', 1e-10, 'AbsTol', 1e-12);
  first = sol.events.t(1);
  q = sol.at(first);
  assertElementsAlmostEqual(atan2(q(1), -q(2)), turn, 'absolute', 1e-8);
  assertEqual(sol.events.kind{1}, 'slip');                 % it is steeper than friction holds
  assertElementsAlmostEqual(hypot(sol.q(:, 1), sol.q(:, 2)), R*ones(size(sol.t)), ...
                            'absolute', 1e-12);
end

function sys = painleve_rod(mu)
  [s, m, J, g] = deal(1, 1, 1/3, 10);
  sys = NsdSystem.lagrangian(diag([m m J]), @(t, q, v) [0; -m*g; 0]);
  sys = sys.contact(@(q) q(2) - s*sin(q(3)), 'Friction', mu, ...
                    'Jacobian', @(q) [0, 1, -s*cos(q(3))], 'Tangent', @(q) [1; 0; -s*sin(q(3))]);
end

function test_painleve_rod_says_what_happened()
  rod = painleve_rod(5/3);
  phi = [31 60 60]*pi/180;
  spin = [0 0 5];
  words = {'jammed', 'noForces', 'ambiguous'};
  for k = 1:3
    % the tip slides on the floor: its normal velocity is zero
    q0 = [0; sin(phi(k)); phi(k)];
    v0 = [30; cos(phi(k))*spin(k); spin(k)];
    [id, message, sol] = warning_of(@() run_event(rod, [0 0.85], q0, v0));
    assertEqual(id, ['nsd:simulate:' words{k}]);
    assertEqual(sol.status, words{k});
    assertEqual(isempty(strfind(message, 'contact 1')), false);
    assertEqual(isempty(strfind(message, sprintf('t = %g', sol.t(end)))), false);
  end
end

function test_many_blocks_on_a_belt_agree_with_moreau()
  % six blocks with springs between them, each with its own friction
  n = 6;
  K = full(gallery_chain(n));
  M = eye(2*n);
  stiff = zeros(2*n);
  stiff(1:n, 1:n) = 30*K;
  damp = zeros(2*n);
  damp(1:n, 1:n) = 0.3*eye(n);
  sys = NsdSystem.linear(M, damp, stiff, [zeros(n, 1); -9.81*ones(n, 1)]);
  mu = 0.2 + 0.04*(1:n)';
  sys = sys.contact([zeros(n); eye(n)], zeros(n, 1), 'Friction', mu, ...
                    'Tangent', [eye(n); zeros(n)], 'SurfaceVelocity', 0.2);
  q0 = zeros(2*n, 1);
  q0(3) = 0.3;
  sol = run_event(sys, [0 2], q0, zeros(2*n, 1));
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(max(abs(sol.energy.numerical)), 0, 'absolute', 1e-9);
  h = 1e-4;
  other = nsd_simulate(sys, [0 2], q0, zeros(2*n, 1), 'Step', h, 'Progress', 'off');
  assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 20*h);
  assertEqual(numel(times_of(sol, 'stick')) > n/2, true);
end

function K = gallery_chain(n)
  K = 2*eye(n) - diag(ones(n-1, 1), 1) - diag(ones(n-1, 1), -1);
end

function test_functions_and_their_records_run_alike()
  [sys, q0, v0] = rocking_block();
  a = run_event(sys, [0 0.14], q0, v0);
  b = run_event(sys, [0 0.14], q0, v0, 'Compile', 'off');
  assertElementsAlmostEqual(a.q(end, :), b.q(end, :), 'absolute', 1e-7);
end

function test_contacts_without_friction_stay_smooth()
  % the second contact of the box has none: only the first slows it down
  [sys, q0] = box_on_incline('linear', [0.5; 0]);
  sol = run_event(sys, [0 0.1], q0, [1; 0; 0]);
  assertElementsAlmostEqual(sol.tangentialReaction(:, 2), zeros(size(sol.t)), 'absolute', 1e-15);
  assertElementsAlmostEqual(sol.tangentialReaction(:, 1), -0.5*sol.reaction(:, 1), ...
                            'absolute', 1e-12);
end

function test_what_has_no_law_is_refused()
  id = 'nsd:simulate:frictionMethod';
  go = @(sys) run_event(sys, [0 1], zeros(3, 1), zeros(3, 1));
  ball = NsdSystem.linear(eye(3), 0, 0, [0; 0; -9.81]);
  rolls = ball.contact([0; 0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0; 0], 'Rolling', 0.1, ...
                       'RollingTangent', [0; 1; 0]);
  assertExceptionThrown(@() go(rolls), id);
  aging = ball.contact([0; 0; 1], 0, 'Friction', nsd_rate_state(0.6, 0.01, 0.015, 1e-6, 1e-5), ...
                       'Tangent', [1; 0; 0]);
  assertExceptionThrown(@() go(aging), id);
  assertExceptionThrown(@() run_event(friction_block('linear', 0.3), [0 1], [0; 0], [2; 0], ...
                                      'Sensitivity', 'on'), id);
end

function test_shaken_stack_yields_on_both_corners_of_a_box()
  % forces of two corners come to their limit together; when only one of them slid the other held
  % its body, and rounding made it stick and slip at one time until the run stalled
  for boxes = [2 3]
    sys = stack_of(boxes, 0.4, 6, 7);
    start = zeros(3*boxes, 1);
    sol = run_event(sys, [0 2], start, start);
    assertEqual(sol.status, 'ok');
    slips = times_of(sol, 'slip');
    assertEqual(numel(slips), 8);
    assertElementsAlmostEqual(slips(1:2:end), slips(2:2:end), 'absolute', 1e-12);
    other = nsd_simulate(sys, [0 2], start, start, 'Step', 2e-4, 'Progress', 'off');
    assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 1e-5);
  end
end

function sys = stack_of(boxes, mu, amplitude, omega)
% boxes of one by one half, small angles; the top one is shaken
  [a, b, n] = deal(0.5, 0.25, 3*boxes);
  [H, T] = deal(zeros(n, 2*boxes));
  for k = 1:boxes
    for s = [-1 1]
      [c, i] = deal(2*k - 1 + (s > 0), 3*(k - 1));
      H(i + (1:3), c) = [0; 1; s*a];
      T(i + (1:3), c) = [1; 0; b];
      if k > 1
        H(i + (-2:0), c) = [0; -1; -s*a];
        T(i + (-2:0), c) = [-1; 0; b];
      end
    end
  end
  shake = zeros(n, 1);
  shake(n - 2) = amplitude;
  weight = repmat([0; -9.81; 0], boxes, 1);
  sys = NsdSystem.linear(kron(eye(boxes), diag([1, 1, (a^2 + b^2)/3])), 0, 0, ...
                         nsd_harmonic(shake, omega, 0, weight));
  sys = sys.contact(H, 0, 'Friction', mu, 'Tangent', T);
end

function test_random_systems_agree_with_moreau()
  % blocks with springs, some coupled to the normals, belts, bounces, Stribeck laws
  restore = seeded(11); %#ok<NASGU>
  for k = 1:12
    n = 1 + floor(3*rand);
    R = rand(n);
    K = blkdiag(20*(R*R' + 0.5*eye(n)), zeros(n));
    if rand < 0.5
      K(1:n, n+1:end) = 1.5*randn(n);
      K(n+1:end, 1:n) = K(1:n, n+1:end)';
    end
    weight = [zeros(n, 1); -9.81*ones(n, 1)];
    force = nsd_harmonic([3*randn(n, 1); zeros(n, 1)], 1 + 5*rand, 0, weight);
    mu = 0.1 + 0.5*rand(n, 1);
    if rand < 0.3, mu = nsd_stribeck(0.5, 0.25, 0.2); end
    sys = NsdSystem.linear(diag(0.5 + rand(2*n, 1)), rand*blkdiag(eye(n), zeros(n)), K, force);
    sys = sys.contact([zeros(n); eye(n)], 0, 'Friction', mu, 'Tangent', [eye(n); zeros(n)], ...
                      'SurfaceVelocity', 0.3*randn, 'Restitution', 0.4*(rand < 0.5));
    q0 = [0.2*randn(n, 1); 0.1*rand(n, 1)*(rand < 0.5)];
    v0 = [randn(n, 1); zeros(n, 1)];
    sol = run_event(sys, [0 2], q0, v0);
    assertEqual(sol.status, 'ok');
    E = sol.energy;
    assertEqual(max(abs(E.numerical)) < 1e-7*max(abs(E.total)), true);
    other = quiet_run(@() nsd_simulate(sys, [0 2], q0, v0, 'Step', 2e-4, 'Progress', 'off'));
    assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 5e-3);   % O(h)
  end
end

function test_sweeps_have_the_runs_of_simulate()
  sys = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -10]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]);
  v0 = [linspace(-6, 6, 7); zeros(1, 7)];
  out = nsd_sweep(sys, [], [0 9], 'q0', [12; 0], 'v0', v0, 'Method', 'event', 'Reduce', ...
                  @(sol) sol.tangentialReaction(end));
  for k = [1 4 7]
    sol = run_event(sys, [0 9], [12; 0], v0(:, k));
    assertEqual(out.q(k, :), sol.q(end, :));
    assertEqual(out.value(k), sol.tangentialReaction(end));
  end
end

function test_rod_with_a_joint_falls_and_slides()
  % two masses, their distance a joint; the foot sticks, slips, and both stick where they lie
  sys = NsdSystem.lagrangian(eye(4), @(t, q, v) [0; -9.81; 0; -9.81]);
  sys = sys.joint(@(q) (q(3) - q(1))^2 + (q(4) - q(2))^2 - 1);
  sys = sys.contact(@(q) [q(2); q(4)], 'Friction', 0.25, 'Tangent', @(q) [1 0; 0 0; 0 1; 0 0]);
  q0 = [0; 0; cos(1.2); sin(1.2)];
  sol = run_event(sys, [0 1], q0, zeros(4, 1));
  assertEqual(sol.status, 'ok');
  assertEqual(sol.events.kind', {'slip', 'impact', 'attach', 'stick', 'stick'});
  % before the slip it is a pendulum about its foot: m w^2 = 2 g (sin(a0) - sin(a)) and so on
  slip = sol.events.t(1);
  q = sol.at(slip);
  angle = atan2(q(4), q(3));
  rate2 = 2*9.81*(sin(1.2) - sin(angle));
  along = -rate2*cos(angle) + 9.81*cos(angle)*sin(angle);       % acceleration of the upper mass
  up = -rate2*sin(angle) - 9.81*cos(angle)^2;
  assertElementsAlmostEqual(abs(along), 0.25*(up + 2*9.81), 'absolute', 1e-6);
  other = nsd_simulate(sys, [0 1], q0, zeros(4, 1), 'Step', 1e-4, 'Progress', 'off');
  assertElementsAlmostEqual(sol.q(end, [1 3]), other.q(end, [1 3]), 'absolute', 5e-4);
end

function test_woodpecker_pecks_with_the_known_period()
  % data of Leine, Glocker and van Campen (2003): beak, lower and upper edge of the sleeve
  [mM, JM, mS, JS, c, g] = deal(3e-4, 5e-9, 4.5e-3, 7e-7, 0.0056, 9.81);
  [lM, lG, lS, rM, r0, hM, hS] = deal(0.010, 0.015, 0.0201, 3.1e-3, 2.5e-3, 5.8e-3, 0.02);
  M = [mS + mM, mS*lM, mS*lG; mS*lM, JM + mS*lM^2, mS*lM*lG; mS*lG, mS*lM*lG, JS + mS*lG^2];
  bird = NsdSystem.linear(M, 0, c*[0 0 0; 0 1 -1; 0 -1 1], -g*[mS + mM; mS*lM; mS*lG]);
  bird = bird.contact([0 0 0; 0 hM -hM; -hS 0 0], [lM + lG - lS - r0; rM - r0; rM - r0], ...
                      'Restitution', [0.5; 0; 0], 'Friction', 0.3, ...
                      'Tangent', [1 1 1; lM rM rM; lG - lS, 0, 0]);
  q0 = [0; -(rM - r0)/hM; -0.2788];                       % the lower edge holds
  sol = run_event(bird, [0 3], q0, [-0.3411; 0; -7.4583]);
  assertEqual(sol.status, 'ok');
  beak = strcmp(sol.events.kind, 'impact') & sol.events.contact == 1;
  pecks = diff(sol.events.t(beak));
  assertElementsAlmostEqual(pecks(end-1:end), [0.1460; 0.1460], 'absolute', 1e-4);
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
  assertEqual(max(abs(sol.energy.numerical)) < 1e-12, true);
end

function [sys, ts] = disc_in_groove(kind, walls, mu)
% a disc of radius 1 between walls that rise at the angles `walls`, a torque t about its centre; it
% slides on both walls from ts on
  n = [sin(walls(1)), -sin(walls(2)); cos(walls(1)), cos(walls(2))];
  T = [n(2, :); -n(1, :); 1 1];
  if strcmp(kind, 'linear')
    sys = NsdSystem.linear(diag([1 1 0.5]), 0, 0, @(t) bsxfun(@plus, [0; -10; 0], [0; 0; 1]*t));
    sys = sys.contact([n; 0 0], 0, 'Friction', mu, 'Tangent', T);
  else
    sys = NsdSystem.lagrangian(diag([1 1 0.5]), @(t, q, v) [0; -10; t]);
    sys = sys.contact(@(q) n'*q(1:2), 'Friction', mu, 'Tangent', T);
  end
  N = (n - mu*T(1:2, :))\[0; 10];
  ts = mu*sum(N);
end

function test_disc_in_a_groove_turns_when_both_walls_are_at_their_limit()
  % four forces for three coordinates. What the least ones need of a wall came to its limit sooner,
  % the disc changed between stick and slip there without motion, and most runs were 'stalled'
  cases = {[pi/4 pi/4], 0.3; [pi/4 pi/4], 0.1; [0.3 0.9], 0.2; [1.2 0.3], 0.2; [1 1], 0.5; ...
           [1.2 1.2], 0.1};
  for k = 1:size(cases, 1)
    for kind = {'linear', 'lagrangian'}
      [sys, ts] = disc_in_groove(kind{1}, cases{k, :});
      sol = run_event(sys, [0 1.5*ts], zeros(3, 1), zeros(3, 1));
      assertEqual(sol.status, 'ok');
      assertEqual(sol.events.kind, {'slip'; 'slip'});
      assertElementsAlmostEqual(sol.events.t/ts, [1; 1], 'absolute', 1e-6);
      still = sol.t < 0.999*ts;
      assertTrue(max(max(abs(sol.v(still, :)))) < 1e-12);
      assertTrue(all(all(sol.reaction(still, :) > 0)));
      limit = cases{k, 2}*sol.reaction(still, :)*(1 + 1e-8);
      assertTrue(all(all(abs(sol.tangentialReaction(still, :)) <= limit)));
      spin = 0.25*ts^2;                                     % (t - ts)^2/2 over 0.5
      assertElementsAlmostEqual(sol.v(end, 3), spin, 'absolute', 1e-5*ts^2);
    end
  end
end

function test_a_disc_slips_once_in_any_groove()
  % 1 to 2 in 100 of such runs were 'stalled' or changed between stick and slip: a limit that the
  % first try met to the last digit of the time, from below, was taken for none. The first four
  % did so, each with other BLAS kernels
  known = [1.1533437341472454 1.017949555359114 0.36905037867000889; ...
           0.9602045662305001 1.0938700997741848 0.40138284749901232; ...
           1.2482025055544259 1.1255257906720812 0.14826407280599713; ...
           0.93611522967859107 0.74996029547432552 0.1767199942653509];
  restore = seeded(5);
  for k = 1:24
    [walls, mu] = deal(0.5 + 0.8*rand(1, 2), 0.05 + 0.4*rand());
    if k <= 4, [walls, mu] = deal(known(k, 1:2), known(k, 3)); end
    if sum(walls) + 2*atan(mu) > pi - 0.05, continue; end       % wedged: it never slips
    [sys, ts] = disc_in_groove('linear', walls, mu);
    sol = run_event(sys, [0 1.5*ts], zeros(3, 1), zeros(3, 1));
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind, {'slip'; 'slip'});
    assertElementsAlmostEqual(sol.events.t/ts, [1; 1], 'absolute', 1e-6);
  end
  clear restore
end

function test_rods_come_to_rest_in_a_corner()
  % both ends may touch floor and wall: with Restitution some of these runs were 'stalled' where the
  % rod is wedged between two of them
  [L, g] = deal(0.5, 9.81);
  gap = @(q) [q(2) + L*sin(q(3)); q(2) - L*sin(q(3)); q(1) + L*cos(q(3)); q(1) - L*cos(q(3))];
  along = @(q) [1 1 0 0; 0 0 1 1; L*[-sin(q(3)), sin(q(3)), cos(q(3)), -cos(q(3))]];
  restore = seeded(6);
  for k = 1:20
    sys = NsdSystem.lagrangian(diag([1 1 L^2/3*(0.5 + rand())]), @(t, q, v) [0; -g; 0]);
    sys = sys.contact(gap, 'Restitution', 0.9*rand(), 'Friction', 0.8*rand(), 'Tangent', along);
    q0 = [0.6 + rand(2, 1); 6*rand()];
    v0 = [-3*rand(); 0; 4*randn()];
    sol = quiet_run(@() run_event(sys, [0 4], q0, v0));   % Newton's law may add energy (Kane)
    assertEqual(sol.status, 'ok');
    assertTrue(max(abs(sol.energy.numerical)) < 1e-6*max(abs(sol.energy.total)));
  end
  clear restore
end
