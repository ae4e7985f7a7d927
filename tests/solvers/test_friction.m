function test_suite = test_friction()
%TEST_FRICTION  Coulomb friction problems: exact answers, invariants, failures, every solver.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function solvers = every_solver()
  solvers = {'auto', 'nsgs', 'anderson', 'newton', 'lemke', 'interior', 'proximal'};
end

function test_local_problem_in_space_by_every_solver()
  W = [2 0.3 -0.2; 0.3 1.5 0.1; -0.2 0.1 1];
  q = [-1; 0.8; -0.5];
  expected = [0.538842740336; -0.176092408147; 0.124288791139];
  for solver = every_solver()
    [r, info] = nsd_friction(W, q, 0.4, 'Solver', solver{1});
    assertEqual(info.status, 'ok', solver{1});
    assertElementsAlmostEqual(r, expected, 'absolute', 1e-9);
    assertTrue(info.residual <= 1e-10);
  end
end

function test_a_block_in_the_plane_opens_sticks_or_slides()
  W = diag([1 2]);
  for solver = [every_solver() {'enum'}]
    solve = @(q) nsd_friction(W, q, 0.5, 'Solver', solver{1});
    assertElementsAlmostEqual(solve([1; 3]), [0; 0], 'absolute', 1e-9);
    assertElementsAlmostEqual(solve([-1; 0.5]), [1; -0.25], 'absolute', 1e-9);
    assertElementsAlmostEqual(solve([-1; 3]), [1; -0.5], 'absolute', 1e-9);
    assertElementsAlmostEqual(solve([-1; -3]), [1; 0.5], 'absolute', 1e-9);
  end
end

function test_box_on_an_incline_has_its_corner_loads()
  % half width 0.5, half height 0.25, mass 2, slope 0.3 rad: sticks for mu = 0.5. The balance
  % of moments fixes the loads; tangential parts are not unique
  I = 2*(1 + 0.25)/12;
  H = [0 1 -0.5; 1 0 0.25; 0 1 0.5; 1 0 0.25]';
  M = diag([2 2 I]);
  W = H'*(M\H);
  q = H'*[-sin(0.3); -cos(0.3); 0];
  for solver = every_solver()
    [r, info] = nsd_friction(W, q, [0.5; 0.5], 'Solver', solver{1});
    assertEqual(info.status, 'ok', solver{1});
    assertElementsAlmostEqual(sort(r([1 3]))/2, [0.4037881929; 0.5515482962], 'absolute', 1e-9);
    assertElementsAlmostEqual(r(2) + r(4), 2*sin(0.3), 'absolute', 1e-9);
  end
end

function test_without_friction_it_is_the_lcp_of_the_normals()
  restore = seeded(11); %#ok<NASGU>
  for d = 2:3
    G = randn(12, 4*d);
    W = G'*G;
    q = randn(4*d, 1);
    r = nsd_friction(W, q, zeros(4, 1));
    z = nsd_lcp(W(1:d:end, 1:d:end), q(1:d:end));
    assertElementsAlmostEqual(r(1:d:end), z, 'absolute', 1e-9*max(abs(z)));
    assertEqual(nnz(r) - nnz(r(1:d:end)), 0);
  end
end

function test_a_plane_problem_is_a_space_problem_without_the_third_direction()
  restore = seeded(12); %#ok<NASGU>
  G = randn(10, 6);
  W = zeros(9);
  q = zeros(9, 1);
  k = [1 2 4 5 7 8];
  W(k, k) = G'*G;
  q(k) = randn(6, 1);
  W(3:3:9, 3:3:9) = eye(3);
  mu = [0.2; 0.5; 1];
  plane = nsd_friction(W(k, k), q(k), mu);
  space = nsd_friction(W, q, mu);
  assertElementsAlmostEqual(space(k), plane, 'absolute', 1e-8);
  assertElementsAlmostEqual(space(3:3:9), zeros(3, 1), 'absolute', 1e-12);
end

function test_full_and_sparse_give_the_same_bits()
  restore = seeded(13); %#ok<NASGU>
  G = sprandn(12, 15, 0.3);
  W = G'*G + speye(15);
  q = randn(15, 1);
  mu = rand(5, 1);
  assertEqual(nsd_friction(W, q, mu), nsd_friction(full(W), q, mu));
  assertEqual(nsd_friction(W, q, mu, 'Solver', 'nsgs'), ...
              nsd_friction(full(W), q, mu, 'Solver', 'nsgs'));
end

function test_contacts_that_act_one_way_only_are_solved()
  % an unsymmetric pattern of blocks: their order was walked along columns, which do not lead
  % back; contacts were left without a place, and the call crashed or did not end
  W = eye(12);
  W(3, 1) = 0.1;
  q = -ones(12, 1);
  mu = 0.3*ones(6, 1);
  [r, info] = nsd_friction(W, q, mu);
  assertEqual(info.status, 'ok');
  assertTrue(friction_residual(W, q, mu, r) < 1e-9);
  m = 40;                                  % a chain, each contact acting on the one after the next
  W = eye(2*m) + 0.2*diag(ones(2*m-4, 1), -4);
  q = -ones(2*m, 1);
  mu = 0.3*ones(m, 1);
  [r, info] = nsd_friction(sparse(W), q, mu);
  assertEqual(info.status, 'ok');
  assertTrue(friction_residual(W, q, mu, r) < 1e-9);
  assertEqual(r, nsd_friction(W, q, mu));
end

function test_impulses_scale_with_q_whatever_the_units()
  restore = seeded(14); %#ok<NASGU>
  G = randn(9, 12);
  W = G'*G;
  q = G'*randn(9, 1);
  mu = [0.3; 0.6; 0; 1];
  r = nsd_friction(W, q, mu, 'Tolerance', 1e-12);
  for scale = [1e-12 1e9]
    [s, info] = nsd_friction(W, scale*q, mu, 'Tolerance', 1e-12);
    assertEqual(info.status, 'ok');
    assertElementsAlmostEqual(W*s/scale, W*r, 'absolute', 1e-8);   % r itself is not unique
  end
end

function test_badly_scaled_singular_problems_are_solved()
% Two contacts of a body with three freedoms, inverse masses from 1e-2 to 1e4: the fixed point on
% the slip was slowed down in every step, whether it came nearer or not; 'auto' gave up at 1e-5
  H = diag([0.1 0.1 100])*[-2 -2 9 -3 -3 9; -8 -5 1 -3 1 0; -3 -5 -2 6 -9 -7];
  W = H'*H;
  q = H'*[-2; 1; 2];                       % in the range of W: there is a solution
  mu = [0.6; 0.7];
  for solver = {'auto', 'interior'}
    [r, info] = nsd_friction(W, q, mu, 'Solver', solver{1});
    assertEqual(info.status, 'ok');
    assertTrue(friction_residual(W, q, mu, r) <= 1e-10);
  end
end

function [W, q, mu] = sphere_column(m)
% spheres of mass 1, radius 1 on top of each other, each pushed sideways; contact k below sphere k
  below = speye(m);
  above = spdiags(ones(m, 1), 1, m, m);              % contact k + 1 is above sphere k
  N = (below - above)'*(below - above);
  T = N + 5/2*(below + above)'*(below + above);      % both turn the sphere the same way
  W = kron(N, sparse(1, 1, 1, 3, 3)) + kron(T, sparse([2 3], [2 3], 1, 3, 3));
  q = zeros(3*m, 1);
  q(1:3:end) = -0.0981*(below - above)'*ones(m, 1);
  q(2:3:end) = (below - above)'*(0.1*sin((1:m)'));
  q(3:3:end) = (below - above)'*(0.05*cos(3*(1:m)'));
  mu = 0.3*ones(m, 1);
end

function test_a_column_of_spheres_pushed_sideways_is_solved()
% 'auto' ended with 'maxIter' from 500 spheres on, after a minute of dense factorisations; 3000
% unknowns and more were left to sweeps alone
  [W, q, mu] = sphere_column(1000);
  [r, info] = nsd_friction(W, q, mu);
  assertEqual(info.status, 'ok');
  assertTrue(info.iterations <= 500);
  u = reshape(W*r + q, 3, []);
  r = reshape(r, 3, []);
  force = hypot(r(2, :), r(3, :));
  assertTrue(all(r(1, :) >= 0) && all(u(1, :) >= -1e-9) && all(force <= 0.3*r(1, :) + 1e-9));
  slip = hypot(u(2, :), u(3, :));
  assertElementsAlmostEqual(sum(r(2:3, :).*u(2:3, :), 1), -0.3*r(1, :).*slip, 'absolute', 1e-8);
  shuffled = reshape(bsxfun(@plus, [1; 2; 3], 3*(mod(377*(0:999), 1000))), [], 1);
  [s, info] = nsd_friction(W(shuffled, shuffled), q(shuffled), mu);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(W(:, shuffled)*s, W*r(:), 'absolute', 1e-8);
end

function test_rounding_of_large_impulses_is_named()
% the upper sphere is a million times as heavy: no r gives W*r + q to 1e-10
  [W, q, mu] = sphere_column(2);
  k = 4:6;
  W(k, k) = diag([1 3.5 3.5])*(1 + 1e-6);
  q(4) = -1;
  [r, info] = nsd_friction(W, q, mu);
  assertEqual(info.status, 'stalled');
  [id, message] = warning_of(@() nsd_friction(W, q, mu));
  assertEqual(id, 'nsd:friction:stalled');
  assertTrue(~isempty(strfind(message, sprintf('''Tolerance'', %.0e', 2*info.residual))));
  [s, info] = nsd_friction(W, q, mu, 'Tolerance', 2*info.residual);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(s, r, 'relative', 1e-8);
end

function test_a_right_guess_costs_no_sweep()
  W = [2 0.3 -0.2; 0.3 1.5 0.1; -0.2 0.1 1];
  q = [-1; 0.8; -0.5];
  r = nsd_friction(W, q, 0.4);
  [~, info] = nsd_friction(W, q, 0.4, 'Start', r);
  assertEqual(info.iterations, 0);
end

function test_a_rolling_sphere_sticks_slides_or_rolls()
  % one contact with W = I: every group alone, u_g = q_g + r_g
  for solver = every_solver()
    solve = @(q) nsd_friction(eye(5), q, 0.5, 'Rolling', 0.1, 'Solver', solver{1});
    r = solve([-1; 0.3; 0.4; 0; 0.05]);            % sticks at the limit, holds the rotation
    assertElementsAlmostEqual(r, [1; -0.3; -0.4; 0; -0.05], 'absolute', 1e-9);
    r = solve([-1; 3; 4; 0; -2]);                  % slides and rolls
    assertElementsAlmostEqual(r, [1; -0.3; -0.4; 0; 0.1], 'absolute', 1e-9);
  end
  r = nsd_friction(eye(6), [-1; 3; 4; 0; -2; 5], 0.5, 'Rolling', 0.1, 'Spinning', 0.01);
  assertElementsAlmostEqual(r, [1; -0.3; -0.4; 0; 0.1; -0.01], 'absolute', 1e-9);
  r = nsd_friction(eye(3), [-1; 3; -2], 0.5, 'Rolling', 0.1);       % a disc in the plane
  assertElementsAlmostEqual(r, [1; -0.5; 0.1], 'absolute', 1e-9);
end

function test_enumeration_finds_every_solution()
  % W_NN - mu W_NT < 0: with q_N > 0 the contact may stay open, stick, or slide against it
  W = [1 -0.9; -0.9 1];
  [R, info] = nsd_friction(W, [0.1; -1], 2, 'Solver', 'enum');
  assertEqual(info.status, 'ok');
  assertTrue(any(all(R == 0, 1)));                                  % open
  assertEqual(size(R, 2), 3);
  for k = 1:size(R, 2)
    assertTrue(friction_residual(W, [0.1; -1], 2, R(:, k)) <= 1e-10);
  end
  [R, info] = nsd_friction(W, [-0.1; -1], 2, 'Solver', 'enum');      % unique when q_N < 0
  assertEqual({size(R, 2), info.status}, {1, 'ok'});
end

function test_jammed_contacts_are_reported()
  W = zeros(4);
  W([1 3], [1 3]) = [1 -1; -1 1];
  W([2 4], [2 4]) = eye(2);
  q = [0; 0; -0.1; 0];
  [~, info] = nsd_friction(W, q, [0; 0]);
  assertEqual(info.status, 'ray');
  [R, info] = nsd_friction(W, q, [0; 0], 'Solver', 'enum');
  assertEqual({size(R, 2), info.status}, {0, 'ray'});
  assertEqual(warning_of(@() nsd_friction(W, q, [0; 0])), 'nsd:friction:ray');
  W3 = zeros(6);                                                    % the same in space
  W3([1 4], [1 4]) = [1 -1; -1 1];
  W3([2 3 5 6], [2 3 5 6]) = eye(4);
  [~, info] = nsd_friction(W3, [0; 0; 0; -0.1; 0; 0], [0; 0]);
  assertEqual(info.status, 'ray');
end

function test_iteration_limit_is_reported_not_thrown()
  W = [2 1.9; 1.9 2];
  W = kron(W, eye(3)) + 0.1*eye(6);
  q = [-1; 0.5; 0.1; -2; 0.2; 0];
  [r, info] = nsd_friction(W, q, [0.3; 0.3], 'Solver', 'nsgs', 'MaxIter', 1);
  assertEqual(info.status, 'maxIter');
  assertTrue(abs(friction_residual(W, q, [0.3; 0.3], r) - info.residual) < 1e-12);
end

function test_an_indefinite_matrix_is_named()
  id = warning_of(@() nsd_friction(diag([1 -1]), [-1; 0.1], 0.3));
  assertEqual(id, 'nsd:friction:notSemidefinite');
end

function test_misuse_is_named()
  W = eye(3);
  q = [-1; 0; 0];
  bad = @(id, varargin) assertExceptionThrown(@() nsd_friction(varargin{:}), ...
                                              ['nsd:friction:' id]);
  bad('size', W, q);
  bad('size', W, q, []);
  bad('size', eye(4), q, 0.1);
  bad('size', W, [q; 0], 0.1);
  bad('size', eye(5), zeros(5, 1), 0.1);               % rolling without its coefficient
  bad('size', W, eye(3), 0.1);
  bad('size', W, q, 0.1, 'Start', 1);
  bad('size', eye(5), zeros(5, 1), 0.1, 'Rolling', [1 2]);
  bad('type', 'W', q, 0.1);
  bad('type', W, q, {0.1});
  bad('complex', W, 1i*q, 0.1);
  bad('notFinite', W, [NaN; 0; 0], 0.1);
  bad('notFinite', [NaN 0 0; 0 1 0; 0 0 1], q, 0.1);
  bad('notFinite', W, q, Inf);
  bad('negativeMu', W, q, -0.1);
  bad('negativeMu', eye(5), zeros(5, 1), 0.1, 'Rolling', -1);
  bad('unknownOption', W, q, 0.1, 'Tol', 1);
  bad('badOption', W, q, 0.1, 'Tolerance', 0);
  bad('badOption', W, q, 0.1, 'MaxIter', 0);
  bad('badOption', W, q, 0.1, 'Tolerance');
  bad('unknownSolver', W, q, 0.1, 'Solver', 'simplex');
  bad('tooLarge', W, q, 0.1, 'Solver', 'enum');
  bad('tooLarge', eye(18), zeros(18, 1), ones(9, 1), 'Solver', 'enum');
end

function test_nothing_to_solve()
  [r, info] = nsd_friction(zeros(0), zeros(0, 1), zeros(0, 1));
  assertEqual({size(r), info.status}, {[0 1], 'ok'});
  [r, info] = nsd_friction(zeros(2), [0; 0], 0.3);
  assertEqual({r, info.status}, {[0; 0], 'ok'});
  [r, info] = nsd_friction(eye(3), [0; 0; 0], 0.3, 'Start', [1; 0; 0]);
  assertEqual({r, info.status}, {[0; 0; 0], 'ok'});
end
