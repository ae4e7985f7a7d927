function test_suite = test_lcp_sparse()
%TEST_LCP_SPARSE  nsd_lcp and nsd_mlcp with sparse matrices: closed forms, the answers of full
%   matrices, large obstacles, and matrices that must be made full.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_string_over_an_obstacle_touches_where_tangents_do()
  % a string held at u(0) = u(1) = 0 over the parabola 1/4 - 4 (x - 1/2)^2: tangents from the ends,
  % the parabola between them
  n = 399;                                       % nodes between the ends, width 1/(n+1)
  x = (1:n)'/(n + 1);
  psi = 1/4 - 4*(x - 1/2).^2;
  A = second_differences(n);
  [z, info] = nsd_lcp(A, A*psi);
  % tangent from 0: psi(s) = s psi'(s) with psi = -3/4 + 4 x - 4 x^2, so s = sqrt(3)/4
  s = sqrt(3)/4;
  u = psi;
  left = x < s;
  u(left) = x(left)*(4 - 8*s);
  right = x > 1 - s;
  u(right) = (1 - x(right))*(4 - 8*s);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(z + psi, u, 'absolute', 2/(n + 1)^2);   % of the mesh
  assertTrue(residual(A, A*psi, z) <= 1e-10);
end

function test_full_and_sparse_matrices_have_the_same_answer()
  seeded(5);
  for n = [1 2 7 30 120]
    for k = 1:6
      M = definite(n, mod(k, 2) == 0);
      q = randn(n, 1);
      [z, info] = nsd_lcp(M, q);
      [expected, known] = nsd_lcp(full(M), q);
      assertEqual(info.status, 'ok');
      assertEqual(known.status, 'ok');
      assertEqual(info.solver, 'sparse');
      assertElementsAlmostEqual(z, expected, 'absolute', 1e-8*max(1, norm(expected)));
      assertTrue(residual(M, q, z) <= 1e-10);
      assertElementsAlmostEqual(info.residual, residual(M, q, z), 'absolute', 1e-13);
    end
  end
end

function test_levels_and_factors_have_the_same_answer()
  % 500 unknowns and more go through coarser levels when no coupling is positive; the same problem
  % with one pair of tiny positive entries goes through factors
  seeded(8);
  for k = 1:4
    M = network(900, 2 + k);
    q = randn(900, 1) + (k - 2);
    [z, info] = nsd_lcp(M, q);
    assertEqual(info.solver, 'multigrid');
    [other, info] = nsd_lcp(M + sparse([1 500], [500 1], 1e-13, 900, 900), q);
    assertEqual(info.solver, 'sparse');
    assertEqual(info.status, 'ok');
    assertTrue(residual(M, q, z) <= 1e-10);
    assertElementsAlmostEqual(z, other, 'absolute', 1e-7*max(1, norm(z)));
  end
end

function test_membrane_over_an_obstacle_of_200_by_200_nodes()
  % a full matrix would take 12.8 GB
  N = 200;
  [A, q] = membrane(N);
  [z, info] = nsd_lcp(A, q, 'Tolerance', 1e-9);
  assertEqual(info.status, 'ok');
  assertTrue(residual(A, q, z) <= 1e-9);
  touching = nnz(z == 0)/N^2;
  assertTrue(touching > 0.15 && touching < 0.25);
end

function test_answer_of_a_membrane_is_that_of_its_own_set()
  % on the set that was found, plain elimination gives the same numbers
  [A, q] = membrane(60);
  z = nsd_lcp(A, q);
  moves = z > 0;
  plain = zeros(size(z));
  plain(moves) = -A(moves, moves)\q(moves);
  assertElementsAlmostEqual(z, plain, 'absolute', 1e-8);
  assertTrue(all(A*plain + q >= -1e-9));
end

function test_long_chain_under_a_small_load_is_solved()
  % loads of 1e-10 beside products of 1e-2: rounding alone leaves 1e-18
  n = 2e4;
  A = second_differences(n);
  q = (0.3 + sin(40*(1:n)'/n))/n^2;
  [z, info] = nsd_lcp(A, q);
  assertEqual(info.status, 'ok');
  assertTrue(max(abs(min(z, A*z + q))) <= 1e-8*max(abs(q)));
end

function test_start_is_used()
  seeded(3);
  M = definite(80, false);
  q = randn(80, 1);
  [z, cold] = nsd_lcp(M, q);
  [again, warm] = nsd_lcp(M, q, 'Start', z);
  assertEqual(warm.iterations, 1);
  assertTrue(cold.iterations > 1);
  assertElementsAlmostEqual(again, z, 'absolute', 1e-12);
end

function test_free_unknowns_of_a_sparse_mixed_problem()
  seeded(4);
  for n = [3 40 700]
    M = network(n, 3);
    q = randn(n, 1);
    eq = rand(n, 1) < 0.4;
    [z, info] = nsd_mlcp(M, q, eq);
    w = M*z + q;
    assertEqual(info.status, 'ok');
    assertTrue(any(strcmp(info.solver, {'sparse', 'multigrid'})));
    assertTrue(max(abs([w(eq); min(z(~eq), w(~eq))])) <= 1e-9);
    if n < 700
      assertElementsAlmostEqual(z, nsd_mlcp(full(M), q, eq), 'absolute', 1e-8*max(1, norm(z)));
    end
  end
end

function test_zero_load_and_units()
  A = second_differences(600);
  [z, info] = nsd_lcp(A, zeros(600, 1));
  assertEqual(info.status, 'ok');
  assertEqual(z, zeros(600, 1));
  q = sin((1:600)'/50) - 0.2;
  z = nsd_lcp(A, q);
  for unit = [1e-9 1e9 1e-80 1e120]
    assertElementsAlmostEqual(nsd_lcp(A*unit, q), z/unit, 'relative', 1e-6);
    assertElementsAlmostEqual(nsd_lcp(A, q*unit), z*unit, 'relative', 1e-6);
  end
end

function test_matrices_that_do_not_fit_are_made_full()
  % not symmetric, zero diagonal, singular, indefinite: the answer of the full matrix
  for M = {[2 1; 0 2], [0 1; 1 0], [1 -1; -1 1], [1 2; 2 1]}
    [z, info] = nsd_lcp(sparse(M{1}), [-1; -2]);
    [expected, known] = nsd_lcp(M{1}, [-1; -2]);
    assertEqual(info.status, known.status);
    assertEqual(z, expected);
  end
end

function test_large_matrices_without_symmetry_stay_sparse()
  n = 1e5;
  M = speye(n) + sparse(1, 2, 1, n, n);
  expected = ones(n, 1);
  expected(1) = 0;                            % w(1) = 0 + 1 - 1
  [z, info] = nsd_lcp(M, -ones(n, 1));
  assertEqual(z, expected);
  assertEqual({info.status, info.solver}, {'ok', 'sparse'});
  assertEqual(nsd_mlcp(M, -ones(n, 1), false(n, 1)), expected);
  assertEqual(nsd_relay(M, -ones(n, 1), 0, 2), expected);
end

function test_wind_over_an_obstacle_is_solved()
  % a membrane with a wind: upwind differences, a P-matrix without symmetry
  N = 40;
  A = kron(speye(N), second_differences(N)) + kron(second_differences(N), speye(N)) ...
      + 0.3*kron(speye(N), spdiags(ones(N, 1)*[-1 1], -1:0, N, N));
  [X, Y] = ndgrid((1:N)/(N + 1) - 0.5);
  q = A*(0.3 - 2*(X(:).^2 + Y(:).^2));
  [z, info] = nsd_lcp(A, q);
  assertEqual({info.status, info.solver}, {'ok', 'sparse'});
  assertTrue(max(abs(min(z, A*z + q))) < 1e-10 && nnz(z) > 100 && nnz(z) < N^2 - 100);
  assertTrue(info.iterations < 40);           % 17: sets grow by several layers of nodes
end

function test_sparse_and_full_answers_agree_without_symmetry()
  for k = 1:6
    seeded(k);
    n = 150 + 10*k;
    M = sprand(n, n, 0.02) - sprand(n, n, 0.02);
    M = M - spdiags(diag(M), 0, n, n);
    M = M + spdiags(sum(abs(M), 2) + 0.1, 0, n, n);
    q = randn(n, 1);
    q(1:9:n) = 0;                             % degenerate: z and w may both be zero
    eq = rand(n, 1) < 0.3;
    [z, info] = nsd_lcp(M, q);
    assertEqual(info.solver, 'sparse');
    assertElementsAlmostEqual(z, nsd_lcp(full(M), q), 'absolute', 1e-9);
    assertElementsAlmostEqual(nsd_mlcp(M, q, eq), nsd_mlcp(full(M), q, eq), 'absolute', 1e-9);
    assertElementsAlmostEqual(nsd_relay(M, q, -0.3, 0.2), nsd_relay(full(M), q, -0.3, 0.2), ...
                              'absolute', 1e-9);
  end
end

function test_sparse_problems_without_a_solution_say_what_full_ones_say()
  n = 200;
  M = spdiags(ones(n, 1)*[-1 1], [0 1], n, n);    % z >= 0 makes w(n) = -z(n) - 1 negative
  [~, info] = nsd_lcp(M, -ones(n, 1));
  [~, known] = nsd_lcp(full(M), -ones(n, 1));
  assertEqual(info.status, known.status);
  assertFalse(strcmp(info.status, 'ok'));
end

function test_iteration_limit_is_reported()
  [A, q] = membrane(40);
  [~, info] = nsd_lcp(A, q, 'MaxIter', 1);
  assertEqual(info.status, 'maxIter');
  seeded(2);
  [~, info] = nsd_lcp(definite(60, false), randn(60, 1), 'MaxIter', 1);
  assertEqual(info.status, 'maxIter');
end

function test_entries_that_are_not_finite_are_refused()
  M = speye(3);
  M(2, 2) = NaN;
  assertExceptionThrown(@() nsd_lcp(M, [1; 2; 3]), 'nsd:lcp:notFinite');
end

function test_gateway_refuses_matrices_that_do_not_fit()
  options = struct('MaxIter', 10, 'Tolerance', 1e-10);
  bad = {sparse([1 2; 0 1]), sparse([0 1; 1 0]), sparse([-1 0; 0 1]), eye(2), sparse(3, 3)};
  for A = bad
    assertExceptionThrown(@() nsd_kernel('bounded', A{1}, [1; 1], [1; 1], [0; 0], options), ...
                          'nsd:mex:badInput');
  end
  for side = {[2; 1], 1, [NaN; 0]}
    assertExceptionThrown(@() nsd_kernel('bounded', speye(2), [1; 1], side{1}, [0; 0], ...
                                         options), 'nsd:mex:badInput');
  end
end

function r = residual(M, q, z)
  r = max(abs(min(z, M*z + q)))/max(1, max(abs(q)));
end

function A = second_differences(n)
  e = ones(n, 1);
  A = spdiags([-e 2*e -e], -1:1, n, n);
end

function [A, q] = membrane(N)
% z above the paraboloid 0.3 - 2 r^2 on the unit square
  A = kron(speye(N), second_differences(N)) + kron(second_differences(N), speye(N));
  [X, Y] = ndgrid((1:N)/(N + 1) - 0.5);
  q = A*(0.3 - 2*(X(:).^2 + Y(:).^2));
end

function M = definite(n, couplings_negative)
% sparse, symmetric, diagonally dominant
  B = sprandn(n, n, min(1, 3/n));
  B = B + B';
  if couplings_negative, B = -abs(B); end
  B = B - diag(diag(B));
  M = B + spdiags(full(sum(abs(B), 2)) + 0.01 + rand(n, 1), 0, n, n);
end

function M = network(n, degree)
% Laplacian of a random graph with couplings of many sizes, and weak springs to the ground
  i = ceil(n*rand(degree*n, 1));
  j = ceil(n*rand(degree*n, 1));
  W = sparse(i, j, 10.^(2*rand(degree*n, 1) - 1), n, n);
  W = W + W';
  W = W - diag(diag(W));
  M = spdiags(full(sum(W, 2)) + 0.01, 0, n, n) - W;
end
