function test_suite = test_lcp()
%TEST_LCP  Linear complementarity: exact answers, invariants, failure modes, every solver.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- exact answers -------------------------------------------------------------------------

function test_two_contacts_one_active()
  % M = [2 1; 1 2], q = [-5; 6]: only the first contact closes, so z = [5/2; 0].
  [z, info] = nsd_lcp([2 1; 1 2], [-5; 6]);
  assertElementsAlmostEqual(z, [5/2; 0], 'absolute', 1e-15);
  assertEqual(info.status, 'ok');
end

function test_known_solutions_are_found_by_every_solver_that_must()
  problems = lcp_collection();
  for p = problems
    if isempty(p.z)
      continue
    end
    for solver = {'auto', 'lemke', 'newton', 'active'}
      [z, info] = nsd_lcp(p.M, p.q, 'Solver', solver{1});
      if strcmp(p.kind, 'P') || strcmp(solver{1}, 'auto')
        assertEqual(info.status, 'ok', sprintf('%s on: %s', solver{1}, p.name));
      end
      if strcmp(info.status, 'ok')
        % 1e-9 relative: ten times the tolerance on the residual
        assertTrue(max(abs(z - p.z)) <= 1e-9*max(1, max(p.z)), ...
                   sprintf('%s on: %s', solver{1}, p.name));
      end
    end
  end
end

function test_semidefinite_problems_are_solved_or_proved_empty()
  problems = lcp_collection();
  for p = problems
    for solver = {'auto', 'lemke'}
      [~, info] = nsd_lcp(p.M, p.q, 'Solver', solver{1});
      if strcmp(p.kind, 'psd')
        assertEqual(info.status, 'ok', sprintf('%s on: %s', solver{1}, p.name));
      elseif strcmp(p.kind, 'none')
        assertEqual(info.status, 'ray', sprintf('%s on: %s', solver{1}, p.name));
      end
    end
  end
end

function test_auto_solves_all_that_can_be_solved()
  for p = lcp_collection()
    [~, info] = nsd_lcp(p.M, p.q);
    assertEqual(strcmp(info.status, 'ok'), ~strcmp(p.kind, 'none'), p.name);
  end
end

function test_enum_lists_all_three_solutions_of_the_bimatrix_game()
  M = [0 0 10 20; 0 0 30 15; 10 20 0 0; 30 15 0 0];
  [Z, info] = nsd_lcp(M, -ones(4, 1), 'Solver', 'enum');
  assertEqual(info.status, 'ok');
  expected = [1/10 0 1/10 0; 0 1/15 0 1/15; 1/90 2/45 1/90 2/45]';
  assertElementsAlmostEqual(sortrows(Z')', sortrows(expected')', 'absolute', 1e-14);
end

function test_enum_finds_the_unbounded_edge()
  % w = (0, z1 - 1): the support {1} is singular and its shortest solution has w2 < 0.
  [Z, info] = nsd_lcp([0 0; 1 0], [0; -1], 'Solver', 'enum');
  assertEqual(info.status, 'ok');
  assertTrue(any(abs(Z(1, :) - 1) < 1e-12));
end

function test_enum_counts_the_corners_of_the_negative_identity()
  Z = nsd_lcp(-eye(4), ones(4, 1), 'Solver', 'enum');
  assertEqual(size(Z), [4 16]);
  assertEqual(sort(2.^(0:3)*round(Z)), 0:15);
end

function test_enum_says_ray_when_there_is_nothing()
  [Z, info] = nsd_lcp([1 -1; -1 1], [0; -0.1], 'Solver', 'enum');
  assertEqual(size(Z), [2 0]);
  assertEqual(info.status, 'ray');
end

function test_empty_problem_is_solved()
  for solver = {'auto', 'lemke', 'newton', 'pgs', 'active', 'enum'}
    [z, info] = nsd_lcp(zeros(0), zeros(0, 1), 'Solver', solver{1});
    assertEqual(size(z), [0 1]);
    assertEqual(info.status, 'ok');
  end
  assertEqual(size(nsd_lcp([], [])), [0 1]);       % was refused by the gateway, q being 0-by-0
end

function test_repeated_contacts_share_the_load()
  % Three times the same contact: the shortest answer gives each a third.
  z = nsd_lcp(ones(3), -[3; 3; 3]);
  assertElementsAlmostEqual(z, [1; 1; 1], 'absolute', 1e-12);
end

% ---- invariants ----------------------------------------------------------------------------

function test_no_solver_says_ok_above_the_tolerance()
  for p = lcp_collection()
    for solver = {'auto', 'active', 'lemke', 'newton', 'pgs'}
      if strcmp(solver{1}, 'pgs') && any(diag(p.M) <= 0)
        continue
      end
      [z, info] = nsd_lcp(p.M, p.q, 'Solver', solver{1});
      r = residual(p.M, p.q, z);
      where = sprintf('%s on: %s', solver{1}, p.name);
      assertTrue(all(isfinite(z)), where);
      assertTrue(abs(r - info.residual) <= 1e-13*max(1, r), where);
      assertTrue(~strcmp(info.status, 'ok') || r <= 1e-10, where);
      assertTrue(~(strcmp(info.status, 'ok') && strcmp(p.kind, 'none')), where);
    end
  end
end

function test_random_problems_are_solved_and_never_misreported()
  restore = seeded(1); %#ok<NASGU>
  for k = 1:300
    n = 1 + floor(12*rand());
    G = randn(n);
    switch mod(k, 5)
      case 0, M = G'*G + 0.1*eye(n);  solvable = true;        % definite
      case 1, M = G'*G + 0.1*eye(n);  S = randn(n);           % unsymmetric P-matrix
              M = M + S - S';         solvable = true;
      case 2, G = G(1:ceil(n/3), :);  M = G'*G;               % low rank, planted
              solvable = true;
      case 3, c = ceil(n*rand(1, n)); M = G(c, :)*G(c, :)';   % repeated rows, planted
              solvable = true;
      case 4, M = G;                  solvable = false;       % anything
    end
    pick = floor(3*rand(n, 1));
    q = (pick == 1).*rand(n, 1) - M*((pick == 0).*rand(n, 1));
    if ~solvable
      q = randn(n, 1);
    end
    for solver = {'auto', 'lemke', 'newton'}
      [z, info] = nsd_lcp(M, q, 'Solver', solver{1});
      good = residual(M, q, z) <= 1e-10;
      assertEqual(strcmp(info.status, 'ok'), good);
      assertTrue(good || ~solvable || ~strcmp(solver{1}, 'auto'), sprintf('problem %d', k));
    end
  end
end

function test_copositive_plus_infeasible_problems_give_a_ray()
  restore = seeded(2); %#ok<NASGU>
  for k = 1:50
    n = 2 + floor(10*rand());
    G = randn(n - 1);
    c = rand(n - 1, 1);
    M = [0 -c'; c G'*G];                  % w_1 = q_1 - c'z <= q_1 < 0 for all z >= 0
    q = [-0.1 - rand(); randn(n - 1, 1)];
    for solver = {'auto', 'lemke'}
      [~, info] = nsd_lcp(M, q, 'Solver', solver{1});
      assertEqual(info.status, 'ray');
    end
  end
end

function test_enum_agrees_with_auto_on_small_random_problems()
  restore = seeded(3); %#ok<NASGU>
  for k = 1:60
    n = 1 + floor(6*rand());
    M = round(2*randn(n));
    q = round(2*randn(n, 1));
    [~, info] = nsd_lcp(M, q);
    [Z, every] = nsd_lcp(M, q, 'Solver', 'enum');
    assertEqual(info.status, every.status);
    for j = 1:size(Z, 2)
      assertTrue(residual(M, q, Z(:, j)) <= 1e-10);
    end
  end
end

function test_units_do_not_matter()
  restore = seeded(4); %#ok<NASGU>
  G = randn(8);
  M = G'*G + 0.1*eye(8);
  q = randn(8, 1);
  z = nsd_lcp(M, q);
  for unit = 10.^[-12 -6 6 12]
    for solver = {'auto', 'lemke', 'newton', 'pgs'}
      [y, info] = nsd_lcp(unit*M, unit^2*q, 'Solver', solver{1});
      assertEqual(info.status, 'ok');
      assertElementsAlmostEqual(y/unit, z, 'absolute', 1e-8);
    end
  end
end

function test_rows_in_other_units_have_the_same_answer()
  % The residual was measured beside the largest q: z = [1; 0] was 'ok' here, and 'enum' found two
  % answers of a definite matrix.
  for r = [1e-8 1e-10 1e-13 1e-16 1e-20 1e-40]
    for solver = {'auto', 'active', 'newton', 'pgs', 'enum'}
      [z, info] = nsd_lcp(diag([1 r]), [-1; -r], 'Solver', solver{1});
      where = sprintf('%s with r = %g', solver{1}, r);
      assertEqual(info.status, 'ok', where);
      assertElementsAlmostEqual(z, [1; 1], 'absolute', 1e-14, where);
    end
    assertElementsAlmostEqual(nsd_lcp(sparse(diag([1 r])), [-1; -r]), [1; 1], 'absolute', 1e-14);
    assertElementsAlmostEqual(nsd_mlcp(diag([1 r]), [-1; -r], [false; false]), [1; 1], ...
                              'absolute', 1e-14);
    assertElementsAlmostEqual(nsd_relay(diag([1 r]), [-1; -r], 0, 2), [1; 1], 'absolute', 1e-14);
  end
  assertEqual(nsd_lcp(diag([1e8 1e-8]), [-1e8; -1e-8]), [1; 1]);
  assertEqual(nsd_lcp([2 1; 1 2], [1e14; -1]), [0; 0.5]);       % z = 0 passed beside 1e14
end

function test_units_of_single_rows_and_unknowns_change_no_answer()
  % Rows and columns of definite matrices in units that differ by ten orders and more
  seeded(18);
  for k = 1:60
    n = 2 + mod(k, 6);
    A = randn(n);
    M = A*A' + eye(n)/5 + (A - A')*mod(k, 2);
    q = randn(n, 1);
    right = nsd_lcp(M, q);
    rows = 10.^(4*randn(n, 1));
    columns = 10.^(4*randn(n, 1));
    if mod(k, 3) == 0, columns = rows; end                      % M stays symmetric
    for solver = {'auto', 'enum'}
      z = nsd_lcp(diag(rows)*M*diag(columns), rows.*q, 'Solver', solver{1});
      assertEqual(size(z, 2), 1);
      assertElementsAlmostEqual(z.*columns, right, 'absolute', 1e-11);
    end
  end
end

function test_degenerate_games_are_solved_and_lemke_does_not_cycle()
  % Equilibria of polymatrix games with small integer payoffs: every vertex of Lemke's path is
  % degenerate. The lexicographic rule once compared rounding of zeros with each other; 15 of these
  % 100 games cycled, and 'auto' left 8 unsolved. Exact arithmetic needs up to 339 pivots.
  for seed = 1:100
    [M, q] = polymatrix_game(seed, 8, 4, 0.5, 6);
    for solver = {'lemke', 'auto'}
      [z, info] = nsd_lcp(M, q, 'Solver', solver{1});
      assertEqual(info.status, 'ok');
      assertTrue(max(abs(min(z, M*z + q))) <= 1e-10);     % max|q| = 1
      assertTrue(info.iterations < 1000);
    end
  end
end

function test_degenerate_answers_do_not_stall_on_a_row_of_zeros()
  % Of games 101 to 2500 four to six, others with other kernels of BLAS, ended as 'stalled' with a
  % residual of 1e-14: unknowns that are zero in a degenerate basis were 1e-14 by rounding, and the
  % terms of some row are all such unknowns, so that the row had no size to be judged by. The terms
  % of rows are up to 40, and a basis leaves 5e-13 to 1.1e-12 of them, by the kernel of BLAS.
  for seed = [35 148 185 760 1342 1516 1523 1766 1840 1872 2050 2215 2381]
    [M, q] = polymatrix_game(seed, 8, 4, 0.5, 6);
    for solver = {'lemke', 'auto'}
      [z, info] = nsd_lcp(M, q, 'Solver', solver{1});
      assertEqual(info.status, 'ok');
      assertTrue(max(abs(min(z, M*z + q))) <= 1e-13*max(abs(M)*z + abs(q)));
    end
  end
end

function test_a_larger_degenerate_game_is_solved()
  % 16 players with 6 strategies; without fresh inverses and the scale of rows the path cycles.
  for seed = [4 10 11 17]
    [M, q] = polymatrix_game(seed, 16, 6, 0.3, 4);
    [z, info] = nsd_lcp(M, q, 'Solver', 'lemke', 'MaxIter', 20000);
    assertEqual(info.status, 'ok');
    assertTrue(max(abs(min(z, M*z + q))) <= 1e-10);
  end
end

function [M, q] = polymatrix_game(seed, players, strategies, density, payoffs)
% costs of pairs of players, 0 to payoffs - 1, and one row per player: probabilities add up to one
  restore = seeded(seed); %#ok<NASGU>
  n = players*strategies;
  pairs = kron(rand(players) < density & ~eye(players), ones(strategies));
  A = floor(payoffs*rand(n)).*pairs;
  E = kron(eye(players), ones(1, strategies));
  M = [A -E'; E zeros(players)];
  q = [zeros(n, 1); -ones(players, 1)];
end

function test_bands_give_the_same_answer_as_full_matrices()
  restore = seeded(5); %#ok<NASGU>
  n = 60;
  for width = 0:4
    B = triu(tril(randn(n), width), -width)*0.3;
    for M = {B + B' + 3*eye(n), B - B' + 3*eye(n)}
      q = randn(n, 1);
      z = nsd_lcp(M{1}, q);
      corner = zeros(n);
      corner(1, n) = 1e-300;              % makes the bandwidth n - 1 and changes nothing else
      full_z = nsd_lcp(M{1} + corner, q);
      assertElementsAlmostEqual(z, full_z, 'absolute', 1e-12);
    end
  end
end

function test_a_good_start_saves_iterations()
  restore = seeded(6); %#ok<NASGU>
  G = randn(30);
  M = G'*G + 0.1*eye(30);
  q = randn(30, 1);
  [z, cold] = nsd_lcp(M, q);
  [y, warm] = nsd_lcp(M, q, 'Start', z);
  assertTrue(cold.iterations > 1);
  assertEqual(warm.iterations, 1);
  assertElementsAlmostEqual(y, z, 'absolute', 1e-12);
end

function test_every_start_leads_to_the_answer()
  % block exchanges cycle on this matrix from some supports; single ones must take over
  M = [1 2 0; 0 1 2; 2 0 1];
  for mask = 0:7
    start = double(bitget(mask, 1:3))';
    [z, info] = nsd_lcp(M, -ones(3, 1), 'Start', start, 'Solver', 'active');
    assertEqual(info.status, 'ok');
    assertElementsAlmostEqual(z, ones(3, 1)/3, 'absolute', 1e-14);
  end
end

function test_the_same_call_gives_the_same_bits()
  restore = seeded(7); %#ok<NASGU>
  G = randn(120);
  q = randn(120, 1);
  z = nsd_lcp(G'*G, q);
  assertEqual(nsd_lcp(G'*G, q), z);
end

function test_inputs_are_left_alone()
  M = [2 1; 1 2];
  q = [-5; 6];
  start = [1; 1];
  copy = start;
  nsd_lcp(M, q, 'Start', start, 'Solver', 'pgs');
  assertEqual(start, copy);
end

% ---- what is accepted ----------------------------------------------------------------------

function test_column_of_beads_needs_no_set_for_each_bead()
  % only the lowest contact closes, all others rest: from the empty set it took n + 1 sets
  n = 400;
  W = full(spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n));
  W(1, 1) = 1;
  q = [-1; zeros(n - 1, 1)];
  [z, info] = nsd_lcp(W, q);
  assertEqual(info.iterations, 1);
  assertElementsAlmostEqual(z, (n:-1:1)', 'relative', 1e-9);
  q(2:end) = 1e-15*sin(1:n-1)';                   % rounding of equal velocities
  [z, info] = nsd_lcp(W, q);
  assertTrue(info.iterations <= 3);
  assertElementsAlmostEqual(z, (n:-1:1)', 'relative', 1e-9);
end

function test_redundant_contacts_without_a_guess_are_solved()
  % all contacts rest and M is singular: the guess of all of them cannot be factored
  n = 60;
  B = [eye(30); eye(30)];
  q = [-ones(10, 1); zeros(20, 1); -ones(10, 1); zeros(20, 1)];
  [z, info] = nsd_lcp(B*B', q);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(z(1:30) + z(31:60), max(-q(1:30), 0), 'absolute', 1e-8);
  assertEqual(numel(z), n);
end

function test_sparse_integer_and_row_inputs_are_converted()
  z = nsd_lcp(sparse([2 1; 1 2]), int8([-5 6]));
  assertElementsAlmostEqual(z, [5/2; 0], 'absolute', 1e-15);
  z = nsd_lcp(single([2 1; 1 2]), [-5; 6]);
  assertEqual(class(z), 'double');
end

function test_options_come_as_pairs_or_as_a_struct_in_any_case()
  options = struct('Solver', 'pgs', 'Tolerance', 1e-6);
  [~, info] = nsd_lcp([2 1; 1 2], [-5; -6], options, 'maxiter', 500);
  assertEqual(info.solver, 'pgs');
  assertEqual(info.status, 'ok');
  assertTrue(info.residual > 1e-13);
end

function test_relaxation_changes_the_number_of_sweeps()
  M = [2 1.8; 1.8 2];
  [~, plain] = nsd_lcp(M, [-1; -1], 'Solver', 'pgs');
  [~, over] = nsd_lcp(M, [-1; -1], 'Solver', 'pgs', 'Relaxation', 1.3);
  assertTrue(over.iterations < plain.iterations);
end

% ---- failure modes -------------------------------------------------------------------------

function test_iteration_limit_is_reported_not_thrown()
  for solver = {'pgs', 'lemke'}
    [~, info] = nsd_lcp([2 1; 1 2], [-5; -6], 'MaxIter', 1, 'Solver', solver{1});
    assertEqual(info.status, 'maxIter');
    assertTrue(info.residual > 1e-10);
  end
end

function test_diverging_gauss_seidel_is_not_called_solved()
  [z, info] = nsd_lcp([1 10; 10 1], [-1; -1], 'Solver', 'pgs');
  assertTrue(all(isfinite(z)));
  assertTrue(any(strcmp(info.status, {'ok', 'maxIter', 'stalled'})));
  assertEqual(strcmp(info.status, 'ok'), residual([1 10; 10 1], [-1; -1], z) <= 1e-10);
end

function test_zero_diagonal_is_an_error_of_pgs_only()
  assertExceptionThrown(@() nsd_lcp([0 1; -1 2], [-1; -1], 'Solver', 'pgs'), 'nsd:lcp:zeroPivot');
  z = nsd_lcp([0 1; -1 2], [-1; -1]);
  assertElementsAlmostEqual(z, [1; 1], 'absolute', 1e-14);
end

function test_numbers_that_are_not_finite_are_named()
  % The message spoke of nsd_kernel, which nobody had called, and of M and q together.
  message = message_of(@() nsd_lcp([1 NaN; 0 1], [1; 1]));
  assertEqual(message, 'M(1,2) is NaN: every entry must be finite');
  assertEqual(message_of(@() nsd_lcp(eye(2), [1; Inf])), 'q(2) is Inf: every entry must be finite');
  assertExceptionThrown(@() nsd_lcp([1 NaN; 0 1], [1; 1]), 'nsd:lcp:notFinite');
end

function test_sizes_are_checked()
  assertExceptionThrown(@() nsd_lcp(eye(2), 1), 'nsd:lcp:size');
  assertExceptionThrown(@() nsd_lcp(ones(2, 3), [1; 1]), 'nsd:lcp:size');
  assertExceptionThrown(@() nsd_lcp(eye(4), ones(2)), 'nsd:lcp:size');
  assertExceptionThrown(@() nsd_lcp(eye(2), [1; 1], 'Start', 1), 'nsd:lcp:size');
  assertExceptionThrown(@() nsd_lcp(eye(2)), 'nsd:lcp:size');
end

function test_types_are_checked()
  assertExceptionThrown(@() nsd_lcp('a', 1), 'nsd:lcp:type');
  assertExceptionThrown(@() nsd_lcp(1, {1}), 'nsd:lcp:type');
  assertExceptionThrown(@() nsd_lcp(1i, 1), 'nsd:lcp:complex');
  assertExceptionThrown(@() nsd_lcp(1, NaN), 'nsd:lcp:notFinite');
  assertExceptionThrown(@() nsd_lcp(Inf, 1), 'nsd:lcp:notFinite');
end

function test_unknown_options_name_the_nearest()
  assertExceptionThrown(@() nsd_lcp(1, 1, 'Tolerence', 1), 'nsd:lcp:unknownOption');
  try
    nsd_lcp(1, 1, 'Tolerence', 1);
    message = '';
  catch caught
    message = caught.message;
  end
  assertTrue(~isempty(strfind(message, 'nearest: Tolerance'))); %#ok<STREMP>
end

function test_bad_option_values_are_refused()
  assertExceptionThrown(@() nsd_lcp(1, 1, 'Tolerance', -1), 'nsd:lcp:badOption');
  assertExceptionThrown(@() nsd_lcp(1, 1, 'Relaxation', 2), 'nsd:lcp:badOption');
  assertExceptionThrown(@() nsd_lcp(1, 1, 'MaxIter', 'many'), 'nsd:lcp:badOption');
  assertExceptionThrown(@() nsd_lcp(1, 1, 'MaxIter'), 'nsd:lcp:badOption');
  assertExceptionThrown(@() nsd_lcp(1, 1, 7), 'nsd:lcp:badOption');
  assertExceptionThrown(@() nsd_lcp(1, 1, 'Solver', 'simplex'), 'nsd:lcp:unknownSolver');
  assertExceptionThrown(@() nsd_lcp(1, 1, 'Solver', 3), 'nsd:lcp:unknownSolver');
end

function test_enum_refuses_large_problems()
  assertExceptionThrown(@() nsd_lcp(eye(21), ones(21, 1), 'Solver', 'enum'), 'nsd:lcp:tooLarge');
end

% ---- helpers -------------------------------------------------------------------------------

function r = residual(M, q, z)
  r = max(abs(min(z, M*z + q)))/max(1, max(abs(q)));
end
