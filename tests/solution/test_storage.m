function test_suite = test_storage()
%TEST_STORAGE  Dense, diagonals, rows; Cholesky and LU; unrolled and general steppers agree.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_dense_diagonals_and_rows_give_the_same_motion()
  % one chain of 100, ordered (band 1), shuffled (sparse rows), and filled with 1e-30 (dense);
  % the same numbers in another order of operations: round-off of 500 steps of a stiff chain
  restore = seeded(51); %#ok<NASGU>
  shuffle = randperm(100)';
  for method = {'moreau', 'moreau-dissipative', 'kern'}
    [a, b, c] = three_runs(shuffle, method{1}, 0, 0);
    assert_same_motion(b, a, shuffle);
    assert_same_motion(c, a, (1:100)');
    assertTrue(sum(a.impulse(:) > 0) > 10);
  end
end

function test_unsymmetric_damping_and_stiffness_go_by_lu_in_every_storage()
  restore = seeded(52); %#ok<NASGU>
  shuffle = randperm(100)';
  for skew = [1 0; 0 1; 1 1]'
    for method = {'moreau', 'moreau-dissipative', 'kern'}
      [a, b, c] = three_runs(shuffle, method{1}, skew(1), skew(2));
      assert_same_motion(b, a, shuffle);
      assert_same_motion(c, a, (1:100)');
    end
  end
end

function test_unsymmetric_systems_agree_with_plain_code_in_every_storage()
  % plain code shares nothing with the kernels; sizes give dense (6), diagonals (12), rows (100)
  restore = seeded(53); %#ok<NASGU>
  for n = [3 6 12 100]
    [sys, q, v] = chain(n, 30, 20);
    if n == 100
      sys = shuffled(sys, randperm(n)');
    end
    sol = simulate_quietly(sys, [0 0.01], q, v, 'Step', 1e-3, 'Theta', 0.7);
    options = nsd_options('Step', 1e-3, 'Theta', 0.7, 'Activation', 0.5);
    F = full(sys.force(0, 0*q, 0*q));
    for k = 1:10
      [q, v] = plain_step(sys, 'moreau', [F F], q, v, options);
    end
    assertElementsAlmostEqual(sol.q(end, :)', q, 'absolute', 1e-11);
    assertElementsAlmostEqual(sol.v(end, :)', v, 'absolute', 1e-9);
  end
end

function test_unrolled_stepper_agrees_with_the_general_one()
  % one to four coordinates alone, and embedded in six with the others at rest
  restore = seeded(54); %#ok<NASGU>
  for n = 1:4
    for method = {'moreau', 'moreau-dissipative', 'kern'}
      for trial = [1 3]
        [sys, q0, v0, options] = random_system(n, min(trial, n), 0);
        options.Method = method{1};
        a = simulate_quietly(sys, [0 1], q0, v0, options);
        b = simulate_quietly(embedded(sys, 6), [0 1], [q0; zeros(6-n, 1)], ...
                             [v0; zeros(6-n, 1)], options);
        assertEqual(b.status, a.status);
        scale = max(1, max(abs(a.v(:))));
        assertElementsAlmostEqual(b.q(:, 1:n), a.q, 'absolute', 1e-10*scale);
        assertElementsAlmostEqual(b.v(:, 1:n), a.v, 'absolute', 1e-10*scale);
        assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', 1e-10*scale);
        for name = {'total', 'external', 'damping', 'impact', 'numerical'}
          size_E = max(a.energy.total) + max(abs(a.energy.external));
          assertElementsAlmostEqual(b.energy.(name{1}), a.energy.(name{1}), 'absolute', ...
                                    1e-9*size_E);
        end
      end
    end
  end
end

function test_more_contacts_than_coordinates_agree_with_the_embedded_run()
  % the unrolled stepper with m > n: a point in a box with slanted walls
  H = [1 0 -1 0 1 -1; 0 1 0 -1 1 -1];
  sys = NsdSystem.linear([2 0.5; 0.5 1], 0, 0, [1; -9]).contact(H, 1, 'Restitution', 0.8);
  a = simulate_quietly(sys, [0 5], [0; 0], [2; 1], 'Step', 0.005);
  b = simulate_quietly(embedded(sys, 6), [0 5], zeros(6, 1), [2; 1; 0; 0; 0; 0], 'Step', 0.005);
  assertElementsAlmostEqual(b.q(:, 1:2), a.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', 1e-9);
  assertTrue(sum(any(a.impulse > 0, 1)) >= 3);
end

function test_sparse_and_full_input_give_the_same_bits()
  restore = seeded(55); %#ok<NASGU>
  [sys, q0, v0] = random_system(6, 4, 0);
  K = sys.Stiffness;
  if isempty(K), K = zeros(6); end
  a = NsdSystem.linear(sys.Mass, 0.1*eye(6), K, ones(6, 1)).contact(sys.ContactNormals, 1);
  b = NsdSystem.linear(sparse(sys.Mass), 0.1*speye(6), sparse(K), sparse(ones(6, 1)));
  b = b.contact(full(sys.ContactNormals), 1);
  a = simulate_quietly(a, [0 1], q0, v0);
  b = simulate_quietly(b, [0 1], sparse(q0), v0);
  assertEqual(a.q, b.q);
  assertEqual(a.impulse, b.impulse);
end

function test_wide_rows_are_written_like_narrow_ones()
  % more than 32 columns go through tiles of 16 rows: lengths around multiples of 16
  n = 40;
  sys = NsdSystem.linear(eye(n));
  v0 = (1:n)';
  for steps = [1 14 15 16 17 31 32 33 100]
    sol = nsd_simulate(sys, [0 steps], zeros(n, 1), v0, 'Step', 1);
    assertEqual(sol.q, (0:steps)'*(1:n));
    assertEqual(sol.v, ones(steps + 1, 1)*(1:n));
  end
end

function test_diagonal_systems_couple_only_neighbouring_contacts()
  % many contacts on a diagonal mass: the packed Delassus band, against the same with one
  % long-range contact that is never closed (full matrix)
  n = 24;
  H = [1, zeros(1, n-1); diff(eye(n))]';
  sys = NsdSystem.linear(diag(1 + mod(1:n, 3)), 0, 0, -9.81*ones(n, 1));
  a = sys.contact(H, 0, 'Restitution', 0.3);
  b = a.contact([1; zeros(n-2, 1); -1], 1e6);
  q0 = cumsum(0.01 + 0.001*mod((1:n)', 5));
  a = simulate_quietly(a, [0 0.5], q0, zeros(n, 1), 'Step', 1e-3);
  b = simulate_quietly(b, [0 0.5], q0, zeros(n, 1), 'Step', 1e-3);
  assertEqual(a.status, 'ok');
  assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-9);
  assertTrue(sum(a.impulse(:) > 0) > 100);
end

function [a, b, c] = three_runs(shuffle, method, skewC, skewK)
  [sys, q0, v0] = chain(100, skewC, skewK);
  mixed = shuffled(sys, shuffle);
  dense = NsdSystem.linear(sys.Mass, sys.Damping, full(sys.Stiffness) + 1e-30*ones(100), ...
                           sys.force(0, 0*q0, 0*q0));
  dense = dense.contact(sys.ContactNormals, sys.ContactOffset, 'Restitution', sys.Restitution);
  o = nsd_options('Step', 1e-3, 'Theta', 0.6, 'Method', method);
  a = simulate_quietly(sys, [0 0.5], q0, v0, o);
  b = simulate_quietly(mixed, [0 0.5], q0(shuffle), v0(shuffle), o);
  c = simulate_quietly(dense, [0 0.5], q0, v0, o);
end

function assert_same_motion(b, a, order)
  assertEqual(b.status, 'ok');
  assertElementsAlmostEqual(b.q, a.q(:, order), 'absolute', 1e-10);
  assertElementsAlmostEqual(b.v, a.v(:, order), 'absolute', 1e-8);
  assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', 1e-8);
  size_E = max(abs(a.energy.total)) + max(abs(a.energy.external));
  for name = {'total', 'external', 'damping', 'impact', 'numerical'}
    assertElementsAlmostEqual(b.energy.(name{1}), a.energy.(name{1}), 'absolute', 1e-9*size_E);
  end
end

function [sys, q0, v0] = chain(n, skewC, skewK)
  one = ones(n, 1);
  ring = spdiags([-one one], [-1 1], n, n);
  K = 1e3*spdiags([-one 2*one -one], -1:1, n, n) + skewK*ring;
  C = speye(n) + skewC*0.1*ring;
  H = sparse(3:3:n, 1:floor(n/3), 1, n, floor(n/3));
  sys = NsdSystem.linear(spdiags(1 + mod((1:n)', 2), 0, n, n), C, K, -9.81*one);
  sys = sys.contact(H(:, 1:min(4, end)), 5e-3, 'Restitution', 0.5);
  q0 = 1e-3*sin((1:n)');
  v0 = -0.2*one;
end

function mixed = shuffled(sys, order)
  mixed = NsdSystem.linear(sys.Mass(order, order), sys.Damping(order, order), ...
                           sys.Stiffness(order, order), sys.Force.constant(order));
  mixed = mixed.contact(sys.ContactNormals(order, :), sys.ContactOffset, ...
                        'Restitution', sys.Restitution);
end

function big = embedded(sys, n)
  k = sys.Coordinates;
  pad = @(A) blkdiag(full(A), zeros(n - k));
  C = sys.Damping;
  K = sys.Stiffness;
  if isempty(C), C = zeros(k); end
  if isempty(K), K = zeros(k); end
  F = @(t) [force_rows(sys, t); zeros(n - k, numel(t))];
  big = NsdSystem.linear(blkdiag(full(sys.Mass), eye(n - k)), pad(C), pad(K), F);
  big = big.contact([full(sys.ContactNormals); zeros(n - k, sys.Contacts)], ...
                    sys.ContactOffset, 'Restitution', sys.Restitution);
end

function F = force_rows(sys, t)
  none = zeros(sys.Coordinates, 1);
  F = zeros(sys.Coordinates, numel(t));
  for k = 1:numel(t)
    F(:, k) = sys.force(t(k), none, none);
  end
end
