function test_suite = test_project()
%TEST_PROJECT  nsd_project: closed forms, optimality, redundancy, contradiction.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_point_inside_stays()
  [x, info] = nsd_project(eye(2), [1; 2], eye(2), 0);
  assertEqual(x, [1; 2]);
  assertEqual(info.status, 'ok');
  assertEqual(info.lambda, [0; 0]);
end

function test_half_space_has_the_closed_form()
  % x = q - M^-1 h (h'q + b)/(h'M^-1 h)
  M = [2 1; 1 3];
  h = [1; -2];
  q = [-1; 2];
  b = 0.5;
  [x, info] = nsd_project(M, q, h, b);
  lambda = -(h'*q + b)/(h'*(M\h));
  assertElementsAlmostEqual(info.lambda, lambda, 'absolute', 1e-14);
  assertElementsAlmostEqual(x, q + M\h*lambda, 'absolute', 1e-14);
  assertElementsAlmostEqual(h'*x + b, 0, 'absolute', 1e-14);
end

function test_corner_is_the_nearest_point_of_a_wedge()
  x = nsd_project(eye(2), [-3; -4], eye(2), [1; 2]);
  assertElementsAlmostEqual(x, [-1; -2], 'absolute', 1e-14);
end

function test_metric_decides_which_coordinate_gives_way()
  % x1 + x2 >= 0 from (-1,-1): moves go as 1/m
  x = nsd_project(diag([1 4]), [-1; -1], [1; 1], 0);
  assertElementsAlmostEqual(x, [-1; -1] + 2*[4; 1]/5, 'absolute', 1e-14);
end

function test_optimality_holds_on_random_problems()
  restore = seeded(41); %#ok<NASGU>
  for trial = 1:60
    n = 1 + mod(trial, 10);
    m = 1 + mod(trial, 7);
    G = randn(n);
    M = G'*G + 0.1*eye(n);
    inside = randn(n, 1);
    H = randn(n, m);
    b = rand(m, 1) - H'*inside;        % a point inside exists
    q = 5*randn(n, 1);
    if mod(trial, 2), M = sparse(M); end
    [x, info] = nsd_project(M, q, H, b);
    assertEqual(info.status, 'ok');
    gap = H'*x + b;
    size_q = norm(q) + norm(H, 1);
    assertTrue(min(gap) > -1e-8*size_q);
    assertTrue(min(info.lambda) >= -1e-12);
    assertElementsAlmostEqual(M*(x - q), H*info.lambda, 'absolute', 1e-8*norm(full(M))*size_q);
    assertTrue(max(abs(gap.*info.lambda)) < 1e-7*size_q*max(1, max(info.lambda)));
    % no admissible point found at random is nearer
    d = (x - q)'*M*(x - q);
    for k = 1:5
      z = inside + rand()*(x - inside);
      assertTrue((z - q)'*M*(z - q) >= d*(1 - 1e-10));
    end
  end
end

function test_redundant_constraints_give_the_same_point()
  H = [1 1 2; 1 1 2];
  [x, info] = nsd_project(eye(2), [-1; -1], H, 0);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(x, [0; 0], 'absolute', 1e-12);
end

function test_contradiction_is_a_ray_and_leaves_the_point()
  [x, info] = nsd_project(1, 0, [1 -1], [-1; -1]);   % x >= 1 and x <= -1
  assertEqual(info.status, 'ray');
  assertEqual(x, 0);
end

function test_large_sparse_mass_is_taken()
  n = 500;
  M = spdiags(ones(n, 1)*[-1 4 -1], -1:1, n, n);
  q = -ones(n, 1);
  [x, info] = nsd_project(M, q, speye(n), 0);
  assertEqual(info.status, 'ok');
  assertTrue(min(x) > -1e-9);
  assertElementsAlmostEqual(M*(x - q), info.lambda, 'absolute', 1e-9);
end

function test_geodesics_in_polar_coordinates_are_straight_lines()
  % the plane in (r, phi): the nearest point of x >= 1 is at the same height; M(q) recorded, and
  % with a branch, so that it is differenced (1e-7: differences of M)
  h = 0.9*sin(0.5);
  M = @(q) [1 0; 0 q(1)^2];
  for mass = {M, @branching}
    sys = NsdSystem.lagrangian(mass{1}, @(t, q, v) [0; 0]).contact(@(q) q(1)*cos(q(2)) - 1);
    [x, info] = nsd_project(sys, [0.9; 0.5]);
    assertEqual(info.status, 'ok');
    assertElementsAlmostEqual(x, [sqrt(1 + h^2); atan(h)], 'absolute', 1e-7);
    assertElementsAlmostEqual(info.distance, 1 - 0.9*cos(0.5), 'absolute', 1e-7);
  end
  sys = NsdSystem.lagrangian(M, @(t, q, v) [0; 0]).contact(@(q) q(1)*cos(q(2)) - 1);
  x = nsd_project(sys, [0.9; 0.5]);
  assertElementsAlmostEqual(x, [sqrt(1 + h^2); atan(h)], 'absolute', 1e-9);
  frozen = nsd_project(sys, [0.9; 0.5], 'Metric', 'frozen');
  assertTrue(norm(frozen - x) > 1e-4);             % not the same point
end

function test_joints_and_gaps_of_a_system_hold_after_projection()
  % nearest point of the unit circle, and of its part above y = 1/2; a wall that moves
  rod = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]).joint(@(q) q'*q - 1);
  x = nsd_project(rod, [1.2; -0.5]);
  assertElementsAlmostEqual(x, [1.2; -0.5]/1.3, 'absolute', 1e-9);
  [x, info] = nsd_project(rod.contact(@(q) q(2) - 0.5), [1.2; 0.3]);
  assertElementsAlmostEqual(x, [sqrt(3)/2; 0.5], 'absolute', 1e-9);
  assertTrue(info.lambda > 0 && info.residual < 1e-9);
  wall = NsdSystem.lagrangian(1, @(t, q, v) 0).contact(@(q, t) q - t);
  assertElementsAlmostEqual(nsd_project(wall, 1, 'Time', 3), 3, 'absolute', 1e-12);
  beam = NsdSystem.linear(diag([1 4])).contact([1 0; 1 1]', 0);
  assertElementsAlmostEqual(nsd_project(beam, [-1; -1]), ...
                            nsd_project(diag([1 4]), [-1; -1], [1 0; 1 1]', 0), 'absolute', 1e-12);
end

function test_admissible_positions_stay_and_bad_requests_are_refused()
  sys = NsdSystem.lagrangian(@(q) 1 + q^2, @(t, q, v) 0).contact(@(q) q - 1);
  assertEqual(nsd_project(sys, 2), 2);
  assertExceptionThrown(@() nsd_project(sys, [1; 2; NaN]), 'nsd:project:notFinite');
  assertExceptionThrown(@() nsd_project(sys, 0, 'Metric', 'flat'), 'nsd:project:badValue');
  assertExceptionThrown(@() nsd_project(sys, 0, 'Time', Inf), 'nsd:project:badValue');
  assertExceptionThrown(@() nsd_project(sys, 0, 'Metrik', 'flat'), 'nsd:project:unknownOption');
  first = NsdSystem.firstOrder(-1, 1, 1, 0);
  assertExceptionThrown(@() nsd_project(first, 0), 'nsd:project:badSystem');
end

function M = branching(q)
  M = [1 0; 0 q(1)^2];
  if q(1) < 0, M = eye(2); end
end

function test_bad_arguments_are_refused_by_reason()
  assertExceptionThrown(@() nsd_project(1, 1), 'nsd:project:missing');
  assertExceptionThrown(@() nsd_project(-1, 1, 1), 'nsd:system:notDefinite');
  assertExceptionThrown(@() nsd_project(eye(2), 1, [1; 1]), 'nsd:project:badSize');
  assertExceptionThrown(@() nsd_project(1, NaN, 1), 'nsd:project:notFinite');
  assertExceptionThrown(@() nsd_project(eye(2), [1; 1], [1 1]), 'nsd:system:badSize');
  assertExceptionThrown(@() nsd_project(1, 1, 1, 0, 'Tol', 1), 'nsd:project:unknownOption');
  assertExceptionThrown(@() nsd_project(1, 1, 1, 0, 'Tolerance', -1), 'nsd:project:badOption');
end

function test_no_constraint_leaves_the_point_where_it_is()
  % lists of constraints may be empty
  [x, info] = nsd_project(diag([1 4]), [-1 -2], zeros(2, 0), zeros(0, 1));
  assertEqual(x, [-1; -2]);
  assertEqual(info.status, 'ok');
  assertEqual(size(info.lambda), [0 1]);
  assertExceptionThrown(@() nsd_project(diag([1 4]), [-1 -2], []), 'nsd:system:badSize');
end
