function test_suite = test_first_order_sparse()
%TEST_FIRST_ORDER_SPARSE  Circuits with many states: sparse A, B, C, D stay sparse.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_capacitors_with_diodes_follow_their_closed_form()
  % 300 separate cells x' = -x + f + lambda, 0 <= x _|_ lambda >= 0, by implicit Euler: with f < 0
  % and x_0 = 1 each falls to zero and stays; with f > 0 none conducts
  n = 300;
  f = linspace(-2, 2, n)';
  sys = NsdSystem.firstOrder(-speye(n), speye(n), speye(n), 0, 'Input', f);
  h = 0.01;
  sol = nsd_simulate(sys, [0 3], ones(n, 1), 'Step', h, 'Theta', 1);
  x = ones(n, 1);
  for k = 1:300, x = max(0, (x + h*f)/(1 + h)); end
  assertElementsAlmostEqual(sol.x(end, :)', x, 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.lambda(end, :)', max(0, -f).*(x == 0), 'absolute', 1e-9);
end

function test_ladder_follows_the_plain_loop()
  [A, B, C, f, x] = ladder(400);
  [m, h] = deal(size(B, 2), 2e-3);
  sys = NsdSystem.firstOrder(A, B, C, 0, 'Input', f, 'Offset', 0.01*ones(m, 1));
  sol = nsd_simulate(sys, [0 0.2], x, 'Step', h, 'Theta', 1);
  S = speye(400) - h*A;
  W = full(C*(S \ B));
  for k = 1:100
    free = S \ (x + h*f);
    z = nsd_lcp(W, C*free + 0.01);
    x = free + S \ (B*z);
  end
  assertElementsAlmostEqual(sol.x(end, :)', x, 'absolute', 1e-10);
  assertTrue(any(z > 0) && any(z == 0));
end

function test_full_and_sparse_matrices_give_the_same()
  % a circuit of 100 states has full matrices; with 100 states more that do not couple, sparse ones
  [A, B, C, f, x] = ladder(100);
  m = size(B, 2);
  laws = repmat({'complementarity'; 'relay'}, m/2, 1);
  D = spdiags(0.1*ones(m, 1), 0, m, m);
  for theta = [0.5 1]
    small = run(A, B, C, D, f, x, laws, theta);
    large = run(blkdiag(A, -speye(100)), [B; sparse(100, m)], [C, sparse(m, 100)], D, ...
                [f; zeros(100, 1)], [x; zeros(100, 1)], laws, theta);
    assertElementsAlmostEqual(large.x(:, 1:100), small.x, 'absolute', 1e-9);
    assertElementsAlmostEqual(large.lambda, small.lambda, 'absolute', 1e-8);
    assertElementsAlmostEqual(large.y, small.y, 'absolute', 1e-8);
  end
end

function test_inconsistent_starts_jump_as_full_ones_do()
  [A, B, C, ~, ~] = ladder(200);
  m = size(B, 2);
  sys = NsdSystem.firstOrder(A, B, C, 0);
  sol = nsd_simulate(sys, [0 0.01], -ones(200, 1), 'Step', 1e-3, 'Relation', 'midpoint');
  assertTrue(all(sol.x(2:end, 10) > -1e-9));
  assertEqual(size(sol.lambda, 2), m);
end

function test_ten_thousand_states_run()
  n = 1e4;
  [A, B, C, f, x] = ladder(n);
  sys = NsdSystem.firstOrder(A, B, C, 0, 'Input', f);
  assertTrue(issparse(sys.FirstOrder.A) && issparse(sys.FirstOrder.D));
  sol = nsd_simulate(sys, [0 0.02], x, 'Step', 1e-3);
  assertEqual(sol.status, 'ok');
  assertTrue(all(min(sol.lambda(end, :), sol.y(end, :)) > -1e-9));
end

function test_wrong_signs_are_warned_of()
  n = 200;
  sys = NsdSystem.firstOrder(-speye(n), -speye(n), speye(n), 0);
  id = warning_of(@() nsd_simulate(sys, [0 0.01], ones(n, 1), 'Step', 1e-3));
  assertEqual(id, 'nsd:simulate:illPosed');
end

function sol = run(A, B, C, D, f, x, laws, theta)
  sys = NsdSystem.firstOrder(A, B, C, D, 'Law', laws, 'Input', f);
  sol = nsd_simulate(sys, [0 0.3], x, 'Step', 2e-3, 'Theta', theta);
end

function [A, B, C, f, x] = ladder(n)
% resistors and capacitors in a row, a diode at every tenth node
  A = 50*spdiags(ones(n, 1)*[1 -2 1], -1:1, n, n);
  m = floor(n/10);
  B = sparse(10*(1:m), 1:m, 1, n, m);
  C = B';
  f = 5*sin(0.05*(1:n)');
  x = 0.1*cos(0.3*(1:n)');
end
