function test_suite = test_mlcp()
%TEST_MLCP  Mixed problems: exact answers, redundant and contradicting equalities, misuse.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- exact answers -------------------------------------------------------------------------

function test_joint_and_open_contact()
  [z, info] = nsd_mlcp([2 1; 1 2], [-4; 1], [true; false]);
  assertElementsAlmostEqual(z, [2; 0], 'absolute', 1e-15);
  assertEqual(info.status, 'ok');
end

function test_joint_and_closed_contact()
  % 2 x + z = 1, x + 2 z = 5 gives x = -1, z = 3: the free unknown may be negative.
  z = nsd_mlcp([2 1; 1 2], [-1; -5], [true; false]);
  assertElementsAlmostEqual(z, [-1; 3], 'absolute', 1e-14);
end

function test_order_of_rows_does_not_matter()
  z = nsd_mlcp([2 1; 1 2], [-5; -1], [false; true]);
  assertElementsAlmostEqual(z, [3; -1], 'absolute', 1e-14);
end

function test_only_equalities_is_a_linear_system()
  z = nsd_mlcp([2 1; 1 3], [-3; -4], [true; true]);
  assertElementsAlmostEqual(z, [1; 1], 'absolute', 1e-15);
end

function test_no_equalities_is_an_lcp()
  z = nsd_mlcp([2 1; 1 2], [-5; 6], [false; false]);
  assertElementsAlmostEqual(z, [5/2; 0], 'absolute', 1e-15);
end

function test_empty_problem_is_solved()
  [z, info] = nsd_mlcp(zeros(0), zeros(0, 1), true(0, 1));
  assertEqual(size(z), [0 1]);
  assertEqual(info.status, 'ok');
end

function test_ideal_diode_has_a_zero_equality_block()
  % 0 x + z = 1, w = x - 1 >= 0: z = 1 > 0, so w = 0 and x = 1. A = 0 cannot be eliminated.
  [z, info] = nsd_mlcp([0 1; 1 0], [-1; -1], [true; false]);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(z, [1; 1], 'absolute', 1e-10);
end

% ---- redundant equalities ------------------------------------------------------------------

function test_redundant_equalities_give_the_shortest_multipliers()
  % the same joint twice: each carries half, the contact does not notice
  [z, info] = nsd_mlcp([2 2 1; 2 2 1; 1 1 2], [-1; -1; -5], [true; true; false]);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(z, [-0.5; -0.5; 3], 'absolute', 1e-12);
end

function test_contradicting_equalities_give_a_ray()
  [~, info] = nsd_mlcp([2 2 1; 2 2 1; 1 1 2], [-1; -2; -5], [true; true; false]);
  assertEqual(info.status, 'ray');
end

function test_contradiction_is_found_beyond_the_reach_of_enumeration()
  M = blkdiag([1 1; 1 1], eye(30));
  q = [-1; -2; -ones(30, 1)];
  [~, info] = nsd_mlcp(M, q, [true; true; false(30, 1)]);
  assertEqual(info.status, 'ray');
end

function test_more_equalities_than_free_unknowns()
  % x = z, x + z = 1 and w = x + z - 1: the second equality repeats the complementarity.
  [z, info] = nsd_mlcp([1 -1; -1 -1; 1 1], [0; 1; -1], [true; true; false]);
  assertEqual(info.status, 'ok');
  assertElementsAlmostEqual(z, [0.5; 0.5], 'absolute', 1e-14);
end

function test_fewer_equalities_than_free_unknowns()
  % x1 + x2 + z = 2, w = x1 + x2 - 1: z = 0 is excluded only by nothing, x is the shortest.
  [z, info] = nsd_mlcp([1 1 1; 1 1 0], [-2; -1], [true; false]);
  assertEqual(info.status, 'ok');
  w = [1 1 1; 1 1 0]*z + [-2; -1];
  assertTrue(abs(w(1)) <= 1e-12 && min(w(2), z(3)) >= -1e-12 && w(2)*z(3) <= 1e-12);
end

function test_free_columns_can_be_named()
  z = nsd_mlcp([-1 1; -1 -1; 1 1], [0; 1; -1], [true; true; false], 'Free', [false; true]);
  assertElementsAlmostEqual(z, [0.5; 0.5], 'absolute', 1e-14);
end

% ---- invariants ----------------------------------------------------------------------------

function test_random_mechanical_problems_with_redundant_joints()
  restore = seeded(1); %#ok<NASGU>
  for k = 1:150
    n = 3 + floor(6*rand());
    p = 1 + floor(3*rand());
    m = 1 + floor(8*rand());
    H = [randn(p, n); randn(m, n)];
    copies = [1:p, ceil(p*rand(1, floor(3*rand())))];           % some joints twice
    H = H([copies, p + (1:m)], :);
    eq = [true(numel(copies), 1); false(m, 1)];
    M = H*H';
    q = H*randn(n, 1);                                          % v = 0 is feasible
    order = randperm(numel(eq));
    [z, info] = nsd_mlcp(M(order, order), q(order), eq(order));
    assertEqual(info.status, 'ok', sprintf('problem %d', k));
    assertTrue(residual(M(order, order), q(order), eq(order), z) <= 1e-10);
  end
end

function test_random_problems_are_never_misreported()
  restore = seeded(2); %#ok<NASGU>
  solved = 0;
  for k = 1:200
    n = 1 + floor(7*rand());
    M = round(1.5*randn(n));
    eq = rand(n, 1) < 0.4;
    planted = round(2*rand(n, 1)).*(eq | rand(n, 1) < 0.5);
    planted(eq) = round(2*randn(nnz(eq), 1));
    w = (~eq & planted == 0).*round(2*rand(n, 1));
    q = w - M*planted;
    [z, info] = nsd_mlcp(M, q, eq);
    good = residual(M, q, eq, z) <= 1e-10;
    assertEqual(strcmp(info.status, 'ok'), good);
    solved = solved + good;
  end
  assertEqual(solved, 200);                                     % all are solvable by construction
end

function test_units_do_not_matter()
  M = [2 1; 1 2];
  for unit = [1e-9 1e9]
    [z, info] = nsd_mlcp(unit*M, unit*[-1; -5], [true; false]);
    assertEqual(info.status, 'ok');
    assertElementsAlmostEqual(z, [-1; 3], 'absolute', 1e-9);
  end
end

% ---- failure modes -------------------------------------------------------------------------

function test_no_solution_is_a_ray()
  [~, info] = nsd_mlcp([1 0 0; 0 1 -1; 0 -1 1], [-1; 0; -0.1], [true; false; false]);
  assertEqual(info.status, 'ray');
end

function test_misuse_is_refused()
  assertExceptionThrown(@() nsd_mlcp(eye(2), [1; 1]), 'nsd:mlcp:size');
  assertExceptionThrown(@() nsd_mlcp(eye(2), 1, [true; false]), 'nsd:mlcp:size');
  assertExceptionThrown(@() nsd_mlcp(eye(2), [1; 1], true), 'nsd:mlcp:size');
  assertExceptionThrown(@() nsd_mlcp(ones(3, 1), [1; 1; 1], [true; false; false]), 'nsd:mlcp:size');
  assertExceptionThrown(@() nsd_mlcp(eye(2), [1; 1], [true; false], 'Free', [true; true]), ...
                        'nsd:mlcp:size');
  assertExceptionThrown(@() nsd_mlcp(eye(2), [1; 1], [2; 3]), 'nsd:mlcp:type');
  assertExceptionThrown(@() nsd_mlcp(eye(2), {1; 1}, [true; false]), 'nsd:mlcp:type');
  assertExceptionThrown(@() nsd_mlcp(1i*eye(2), [1; 1], [true; false]), 'nsd:mlcp:complex');
  assertExceptionThrown(@() nsd_mlcp(eye(2), [NaN; 1], [true; false]), 'nsd:mlcp:notFinite');
  assertExceptionThrown(@() nsd_mlcp(1, 1, true, 'Tol', 1), 'nsd:mlcp:unknownOption');
  assertExceptionThrown(@() nsd_mlcp(1, 1, true, 'Tolerance', 0), 'nsd:mlcp:badOption');
end

% ---- helpers -------------------------------------------------------------------------------

function r = residual(M, q, eq, z)
  w = M*z + q;
  r = max([0; abs(w(eq)); abs(min(z(~eq), w(~eq)))])/max(1, max(abs(q)));
end
