function test_suite = test_relay()
%TEST_RELAY  Relay problems: exact answers, random problems of every kind, data files, misuse.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- exact answers -------------------------------------------------------------------------

function test_both_on_a_bound_or_between()
  % w = (-4, 0): the first sits on its upper bound, the second would leave below and does not
  [z, info] = nsd_relay([2 1; 1 2], [-5; 1], -1, 1);
  assertElementsAlmostEqual(z, [1; -1], 'absolute', 1e-15);
  assertEqual(info.status, 'ok');
end

function test_a_relay_is_minus_the_sign()
  q = [3; -2; 0.25; -0.5];                   % M = 1: z = -q where that lies in [-1, 1]
  z = nsd_relay(eye(4), q);
  assertElementsAlmostEqual(z, [-1; 1; -0.25; 0.5], 'absolute', 1e-15);
end

function test_bounds_zero_and_infinity_give_the_lcp()
  z = nsd_relay([2 1; 1 2], [-5; 6], 0, Inf);
  assertElementsAlmostEqual(z, [5/2; 0], 'absolute', 1e-15);
end

function test_no_bounds_give_a_linear_system()
  z = nsd_relay([2 1; 1 3], [-3; -4], -Inf, Inf);
  assertElementsAlmostEqual(z, [1; 1], 'absolute', 1e-14);
end

function test_an_upper_bound_alone()
  % z <= 1: w = z - 5 < 0 at the bound
  z = nsd_relay(1, -5, -Inf, 1);
  assertElementsAlmostEqual(z, 1, 'absolute', 0);
  z = nsd_relay(1, 5, -Inf, 1);
  assertElementsAlmostEqual(z, -5, 'absolute', 1e-14);
end

function test_equal_bounds_fix_the_unknown()
  [z, info] = nsd_relay([1 2; 3 1], [1; -9], [2; -Inf], [2; Inf]);
  assertElementsAlmostEqual(z, [2; 3], 'absolute', 1e-14);
  assertEqual(info.status, 'ok');
end

function test_a_matrix_of_zeros_switches_by_the_sign_of_q()
  [z, info] = nsd_relay(zeros(3), [2; -3; 0], -1, 1);
  assertEqual(z(1:2), [-1; 1]);
  assertTrue(abs(z(3)) <= 1);
  assertEqual(info.status, 'ok');
end

function test_empty_problem_is_solved()
  [z, info] = nsd_relay(zeros(0), zeros(0, 1));
  assertEqual(size(z), [0 1]);
  assertEqual(info.status, 'ok');
end

% ---- properties ----------------------------------------------------------------------------

function test_finite_bounds_always_have_a_solution_and_it_is_found()
  % whatever M is: the box is compact, and the path (RL.5) cannot end early
  keep = seeded(71); %#ok<NASGU>
  for k = 1:400
    n = 1 + mod(k, 20);
    M = randn(n);
    if mod(k, 3) == 0, M = M*M'; end
    if mod(k, 5) == 0, M(:, 1) = 0; end
    q = 3*randn(n, 1);
    lb = -rand(n, 1);
    ub = rand(n, 1);
    [z, info] = nsd_relay(M, q, lb, ub);
    assertEqual(info.status, 'ok');
    assert_solved(M, q, lb, ub, z);
  end
end

function test_mixed_bounds_of_monotone_problems_are_solved()
  keep = seeded(72); %#ok<NASGU>
  for k = 1:300
    n = 1 + mod(k, 15);
    A = randn(n);
    M = A*A' + (A - A') + 1e-3*eye(n);       % definite: one solution, whatever the bounds
    q = 3*randn(n, 1);
    lb = -rand(n, 1);
    ub = rand(n, 1);
    lb(rand(n, 1) < 0.4) = -Inf;
    ub(rand(n, 1) < 0.4) = Inf;
    [z, info] = nsd_relay(M, q, lb, ub);
    assertEqual(info.status, 'ok');
    assert_solved(M, q, lb, ub, z);
    again = nsd_relay(M, q, lb, ub, 'Start', z + randn(n, 1));
    assertElementsAlmostEqual(again, z, 'absolute', 1e-8*max(1, max(abs(z))));
  end
end

function test_nothing_is_ok_with_a_large_residual()
  % any matrix, any bounds: ok means solved, and the reported residual is the true one
  keep = seeded(73); %#ok<NASGU>
  solved = 0;
  for k = 1:600
    n = 1 + mod(k, 6);
    M = round(2*randn(n));                   % singular blocks are frequent
    q = round(3*randn(n, 1));
    lb = -rand(n, 1);
    ub = rand(n, 1);
    lb(rand(n, 1) < 0.4) = -Inf;
    ub(rand(n, 1) < 0.4) = Inf;
    [z, info] = nsd_relay(M, q, lb, ub);
    true_residual = residual(M, q, lb, ub, z);
    if strcmp(info.status, 'ok')
      solved = solved + 1;
      assertTrue(true_residual <= 1e-10);
    end
    if isfinite(info.residual)
      assertElementsAlmostEqual(info.residual, true_residual, 'absolute', 1e-10);
    end
  end
  assertTrue(solved > 300);
end

function test_the_same_answer_as_the_lcp_and_mlcp_solvers()
  keep = seeded(74); %#ok<NASGU>
  for k = 1:50
    n = 2 + mod(k, 10);
    A = randn(n);
    M = A*A' + eye(n);
    q = 2*randn(n, 1);
    assertElementsAlmostEqual(nsd_relay(M, q, 0, Inf), nsd_lcp(M, q), 'absolute', 1e-9);
    eq = rand(n, 1) < 0.5;
    lb = zeros(n, 1);
    lb(eq) = -Inf;
    assertElementsAlmostEqual(nsd_relay(M, q, lb, Inf), nsd_mlcp(M, q, eq), 'absolute', 1e-9);
  end
end

function test_shifting_the_box_shifts_the_answer()
  keep = seeded(75); %#ok<NASGU>
  M = randn(6);
  M = M*M' + eye(6);
  q = 4*randn(6, 1);
  s = randn(6, 1);
  z = nsd_relay(M, q, -1, 1);
  assertElementsAlmostEqual(nsd_relay(M, q - M*s, s - 1, s + 1), z + s, 'absolute', 1e-12);
end

function test_relay_files_are_solved()
  folder = data_folder(fullfile('siconos', 'relay'));
  files = dir(fullfile(folder, '*.dat'));
  assertTrue(numel(files) >= 4);
  for k = 1:numel(files)
    [M, q, lb, ub] = data_siconos_relay(fullfile(folder, files(k).name));
    [z, info] = nsd_relay(M, q, lb, ub);
    assertEqual(info.status, 'ok');
    assert_solved(M, q, lb, ub, z);
  end
end

% ---- failures ------------------------------------------------------------------------------

function test_no_solution_is_a_ray()
  [~, info] = nsd_relay(-1, -1, 0, Inf);     % z >= 0, w = -z - 1 >= 0
  assertEqual(info.status, 'ray');
  [~, info] = nsd_relay([0 0; 0 1], [1; 0], -Inf, Inf);
  assertEqual(info.status, 'ray');           % the equality 1 = 0
end

function test_misuse_raises()
  assertExceptionThrown(@() nsd_relay(1), 'nsd:relay:size');
  assertExceptionThrown(@() nsd_relay(eye(2), 1), 'nsd:relay:size');
  assertExceptionThrown(@() nsd_relay(eye(2), [1; 1], [0; 0; 0], 1), 'nsd:relay:size');
  assertExceptionThrown(@() nsd_relay(1, 1, 2, 1), 'nsd:relay:bounds');
  assertExceptionThrown(@() nsd_relay(1, 1, Inf, Inf), 'nsd:relay:bounds');
  assertExceptionThrown(@() nsd_relay(1, 1, NaN, 1), 'nsd:relay:type');
  assertExceptionThrown(@() nsd_relay(1i, 1), 'nsd:relay:complex');
  assertExceptionThrown(@() nsd_relay(NaN, 1), 'nsd:relay:notFinite');
  assertExceptionThrown(@() nsd_relay('x', 1), 'nsd:relay:type');
  assertExceptionThrown(@() nsd_relay(1, 1, -1, 1, 'Tol', 1), 'nsd:relay:unknownOption');
  assertExceptionThrown(@() nsd_relay(1, 1, -1, 1, 'Tolerance', 2), 'nsd:relay:badOption');
  assertExceptionThrown(@() nsd_relay(1, 1, -1, 1, 'Start', [1 2]), 'nsd:relay:size');
end

% ---- helpers -------------------------------------------------------------------------------

function r = residual(M, q, lb, ub, z)
  w = M*z + q;
  r = max(abs(z - min(max(z - w, lb), ub)))/max(1, max(abs(q)));
end

function assert_solved(M, q, lb, ub, z)
  assertTrue(all(z >= lb) && all(z <= ub));
  assertTrue(residual(M, q, lb, ub, z) <= 1e-10);
end
