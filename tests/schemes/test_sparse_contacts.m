function test_suite = test_sparse_contacts()
%TEST_SPARSE_CONTACTS  A stop at every node of a mesh: closed forms, the results of the matrix of
%   all contacts, the law recomputed from outside, and systems for which that matrix is made.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_chain_comes_to_rest_on_its_stops()
  % flat stops below a chain without springs to the ground: every mass rests, P = h m g
  [n, h] = deal(200, 1e-3);
  sys = mesh(n, 1, 1e3, 0).contact(speye(n), 1e-3*ones(n, 1));
  sol = nsd_simulate(sys, [0 0.3], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', 'Step', h);
  assertEqual(sol.status, 'ok');
  assertEqual(sol.stats.contactSolver, 'sparse');
  assertElementsAlmostEqual(sol.v(end, :), zeros(1, n), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.impulse(end, 2:end-1), repmat(10*h, 1, n - 2), 'relative', 1e-2);
end

function test_results_are_those_of_the_matrix_of_all_contacts()
  for dims = 1:2
    for e = [0 0.5]
      for method = {'moreau', 'moreau-dissipative'}
        sys = mesh(14*(dims == 2) + 90*(dims == 1), dims, 2e3, 0.3);
        n = sys.Coordinates;
        gap = 5e-3*(1 + sin(0.7*(1:n)'));
        run = @(s) nsd_simulate(s, [0 0.25], zeros(n, 1), 0.3*cos((1:n)'), 'Method', ...
                                method{1}, 'Step', 1e-3, 'Theta', 0.7);
        sol = run(sys.contact(speye(n), gap, 'Restitution', e));
        % one contact more, far away at a coordinate that has one already: nothing can be switched
        H = [speye(n), sparse(3, 1, 1, n, 1)];
        full_one = run(sys.contact(H, [gap; 1e6], 'Restitution', e));
        assertEqual(sol.stats.contactSolver, 'sparse');
        assertEqual(full_one.stats.contactSolver, 'full');
        assertEqual(sol.status, 'ok');
        assertElementsAlmostEqual(sol.q, full_one.q, 'absolute', 1e-9);
        assertElementsAlmostEqual(sol.v, full_one.v, 'absolute', 1e-7);
        assertElementsAlmostEqual(sol.impulse, full_one.impulse(:, 1:n), 'absolute', 1e-7);
        assertElementsAlmostEqual(sol.energy.total, full_one.energy.total, 'absolute', 1e-7);
      end
    end
  end
end

function test_newmark_family_gives_what_the_matrix_of_all_contacts_gives()
  % newmark switches rows of its iteration matrix, hht and genalpha rows of the contacts (MJ.12)
  for method = {'newmark', 'hht', 'genalpha'}
    sys = mesh(12, 2, 2e3, 0.3);
    n = sys.Coordinates;
    agrees(sys, 5e-3*(1 + sin(0.7*(1:n)')), 'Restitution', 0.5, {'Method', method{1}});
  end
end

function test_alpha_schemes_with_any_damping_give_what_the_full_matrix_gives()
  % C of M and K: contacts hold rows of their own (MJ.12); any other C: a sparse relay (MJ.11)
  sys = mesh(10, 2, 2e3, 0);
  [n, K] = deal(sys.Coordinates, sys.K);
  M = spdiags(1 + 0.5*cos((1:n)'), 0, n, n);
  others = {sparse(n, n), 0.3*M + 1e-4*K, spdiags((1:n)'/n, 0, n, n)};
  for C = others
    sys = NsdSystem.linear(M, C{1}, K, -10*ones(n, 1));
    agrees(sys, 5e-3*(1 + sin(0.7*(1:n)')), 'Restitution', 0.3, ...
           {'Method', 'genalpha', 'SpectralRadius', 0.4});
  end
  % normals of other lengths and signs
  c = spdiags((-1).^(1:n)'.*(1 + (1:n)'/n), 0, n, n);
  run = @(H, b) simulate_quietly(NsdSystem.linear(M, 0, K, 10*sin((1:n)')).contact(H, b), ...
                                 [0 0.1], zeros(n, 1), zeros(n, 1), 'Step', 1e-3, 'Method', 'hht');
  sol = run(c, 1e-3*ones(n, 1));
  full_one = run([c, sparse(3, 1, -1, n, 1)], [1e-3*ones(n, 1); 1e6]);  % on the side of the other
  assertEqual({sol.stats.contactSolver, full_one.stats.contactSolver}, {'sparse', 'full'});
  assertTrue(nnz(sol.impulse) > 100);
  assertElementsAlmostEqual(sol.q, full_one.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.impulse, full_one.impulse(:, 1:n), 'absolute', 1e-7);
end

function test_springs_that_are_not_symmetric_stay_sparse()
  % follower forces: K has a skew part, and so has the iteration matrix
  n = 90;
  sys = mesh(n, 1, 2e3, 0.3);
  skew = 200*spdiags(ones(n, 1)*[-1 1], [-1 1], n, n);
  sys = NsdSystem.linear(sys.M, sys.C, sys.K + skew, -10*ones(n, 1));
  agrees(sys, 5e-3*(1 + sin(0.7*(1:n)')), 'Restitution', 0, {'Method', 'moreau', 'Theta', 0.7});
end

function test_newmark_with_a_full_mass_matrix_stays_sparse()
  % finite elements: impulses act through S alone when Beta = Gamma/2
  n = 80;
  sys = mesh(n, 1, 2e3, 0.3);
  sys = NsdSystem.linear(spdiags(ones(n, 1)*[1 4 1]/6, -1:1, n, n), sys.C, sys.K, -10*ones(n, 1));
  agrees(sys, 5e-3*(1 + sin(0.7*(1:n)')), 'Restitution', 0, {'Method', 'newmark'});
end

function test_both_levels_give_what_the_matrix_of_all_contacts_gives()
  % positions on the iteration matrix, then velocities on M, diagonal or of finite elements (NMK.22)
  [n, K] = deal(100, mesh(10, 2, 2e3, 0).K);
  B = spdiags(ones(10, 1)*[1 4 1]/6, -1:1, 10, 10);
  for M = {speye(n), kron(B, B)}
    sys = NsdSystem.linear(M{1}, [], K, -10*ones(n, 1));
    for method = {'newmark', 'hht'}
      for e = [0 0.5]
        sol = agrees(sys, 5e-3*(1 + sin(0.7*(1:n)')), 'Restitution', e, ...
                     {'Method', method{1}, 'GGL', 'on'});
        assertTrue(min(sol.gap(:)) > -1e-12);
      end
    end
  end
end

function test_schemes_of_positions_give_what_the_matrix_of_all_contacts_gives()
  % the first step of 'paoli' has a matrix of its own where there are dampers; steps in which
  % nothing is closed added the velocities of the last impulses
  [n, K] = deal(100, mesh(10, 2, 2e3, 0).K);
  B = spdiags(ones(10, 1)*[1 4 1]/6, -1:1, 10, 10);
  gap = 5e-3*(1 + sin(0.7*(1:n)'));
  for C = {sparse(n, n), 0.3*speye(n)}
    sys = NsdSystem.linear(kron(B, B), C{1}, K, -10*ones(n, 1));
    agrees(sys, gap, 'Restitution', 0.5, {'Method', 'paoli', 'Weight', 0.25});
    agrees(sys, gap, 'Restitution', 0.5, {'Method', 'kern', 'Step', 5e-4});
    agrees(sys, gap, 'Restitution', 0, {'Method', 'naive'});
  end
end

function test_friction_in_space_gives_what_the_full_matrix_gives()
  % nodes (x, y, z) of a chain that rub on stops of many heights: Newton's method on rows of a
  % sparse matrix (FC.13). A matrix of all contacts was made: two thousand nodes took more than a
  % second per step
  [sys, T, H, gap, v0] = rubbing_chain(110, 2);
  [n, N] = size(H);
  methods = {'moreau', 'newmark', 'hht'};
  for k = 1:3
    mu = k/2 - 0.3;
    run = @(s) simulate_quietly(s, [0 0.1], zeros(n, 1), v0, 'Method', methods{k}, 'Step', 1e-3);
    rough = sys.contact(H, gap, 'Friction', mu, 'Tangent', T, 'Restitution', 0.3);
    sol = run(rough);
    full_one = run(sys.contact([H, H(:, 3)], [gap; 1e6], 'Friction', mu, 'Tangent', ...
                               [T, T(:, 5:6)], 'Restitution', 0.3));
    assertEqual({sol.stats.contactSolver, full_one.stats.contactSolver}, {'sparse', 'full'});
    assert_rubs_alike(sol, full_one, N);
    again = run(rough);                           % kept runs start as new ones do
    assertTrue(isequal(again.q, sol.q) && isequal(again.impulse, sol.impulse));
  end
end

function test_friction_beside_follower_forces_stays_sparse()
  % a matrix without symmetry: bounds of friction settle on a sparse relay (FC.12)
  [sys, T, H, gap, v0] = rubbing_chain(160, 1);
  [n, N] = size(H);
  skew = kron(speye(2), 100*spdiags(ones(N, 1)*[-1 1], [-1 1], N, N));
  sys = NsdSystem.linear(sys.M, sys.C, sys.K + skew, sys.F);
  run = @(s) simulate_quietly(s, [0 0.1], zeros(n, 1), v0, 'Method', 'moreau', 'Step', 1e-3);
  sol = run(sys.contact(H, gap, 'Friction', 0.4, 'Tangent', T));
  full_one = run(sys.contact([H, H(:, 3)], [gap; 1e6], 'Friction', 0.4, ...
                             'Tangent', [T, T(:, 3)]));
  assertEqual({sol.stats.contactSolver, full_one.stats.contactSolver}, {'sparse', 'full'});
  assertElementsAlmostEqual(sol.q, full_one.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.impulse, full_one.impulse(:, 1:N), 'absolute', 1e-8);
end

function test_tangents_of_a_large_mesh_stay_sparse_and_are_checked()
  % 3000 nodes: Tangent was made a full matrix of 144 MB
  N = 3000;
  [I, Z] = deal(speye(N), sparse(N, N));
  sys = NsdSystem.linear(speye(2*N), 0, 0, zeros(2*N, 1));
  rough = sys.contact([Z; I], zeros(N, 1), 'Friction', 0.3, 'Tangent', [I; Z]);
  assertTrue(issparse(rough.Gaps{1}.surface.tangent));
  T = [I; Z];
  T(:, 7) = 1e-200*[Z(:, 1); I(:, 7)];
  assertExceptionThrown(@() sys.contact([Z; I], zeros(N, 1), 'Friction', 0.3, 'Tangent', T), ...
                        'nsd:system:badTangent');
end

function [parts, T, H, gap, v0] = rubbing_chain(N, tangents)
% a chain whose nodes have TANGENTS coordinates along a rough floor and one across; contact by
% contact, and matrices as a struct where one is asked for
  D = spdiags(ones(N, 1)*[-1 2 -1], -1:1, N, N);
  d = tangents + 1;
  n = d*N;
  X = kron(spdiags(ones(d, 1)*[-1 1], [-1 1], d, d), ...
           0.1*spdiags(ones(N, 1)*[-1 1], [-1 1], N, N));
  K = 2e3*(kron(speye(d), D) + (X + X')/2) + 200*speye(n);
  F = [3*sin((1:(n - N))'/9); -10*ones(N, 1)];
  parts = NsdSystem.linear(speye(n), 0.3*speye(n), K, F);
  if tangents == 1, parts = struct('M', speye(n), 'C', 0.3*speye(n), 'K', K, 'F', F); end
  places = reshape(reshape(1:n - N, N, tangents)', 1, []);
  I = speye(n);
  T = I(:, places);
  H = I(:, n-N+1:n);
  gap = 2e-3*(1 + sin(0.7*(1:N)'));
  v0 = [0.5*cos((1:n - N)'); -0.3*ones(N, 1)];
end

function test_a_lumped_mass_in_explicit_schemes_makes_no_matrix_of_all_contacts()
  % the iteration matrix of 'kern' and 'paoli' is the mass then, and that is diagonal: a mesh of
  % 10^4 nodes took 104 ms per step and 970 MB, or was refused for its memory
  for dims = 1:2
    sys = mesh(12*(dims == 2) + 90*(dims == 1), dims, 2e3, 0);
    n = sys.Coordinates;
    sys = NsdSystem.linear(speye(n), [], sys.K, -10*ones(n, 1));
    for method = {'kern', 'paoli'}
      agrees(sys, 5e-3*(1 + sin(0.7*(1:n)')), 'Restitution', 0.5, ...
             {'Method', method{1}, 'Step', 5e-4});
    end
  end
  % masses that nothing joins: the matrix of all contacts is a band of one entry
  n = 100;
  sys = NsdSystem.linear(speye(n), 0, 0, -10*ones(n, 1)).contact(speye(n), zeros(n, 1));
  sol = nsd_simulate(sys, [0 0.01], zeros(n, 1), zeros(n, 1), 'Method', 'kern', 'Step', 1e-3);
  assertEqual(sol.stats.contactSolver, 'full');
end

function test_friction_in_the_plane_gives_what_the_full_matrix_gives()
  % a strip of nodes (x, y) that rub on stops of many heights; bounds of friction settle (FC.12)
  N = 160;
  D = spdiags(ones(N, 1)*[-1 2 -1], -1:1, N, N);
  X = spdiags(ones(N, 1)*[-1 1], [-1 1], N, N);
  n = 2*N;
  sys = NsdSystem.linear(speye(n), 0.3*speye(n), 2e3*[D, 0.1*X; 0.1*X', D] + 200*speye(n), ...
                         [3*sin((1:N)'/9); -10*ones(N, 1)]);
  [T, H] = deal([speye(N); sparse(N, N)], [sparse(N, N); speye(N)]);
  gap = 2e-3*(1 + sin(0.7*(1:N)'));
  v0 = [0.5*cos((1:N)'); -0.3*ones(N, 1)];
  for k = 1:3
    methods = {'moreau', 'newmark', 'hht'};
    [mu, method] = deal(k/2 - 0.3, methods{k});
    run = @(s) simulate_quietly(s, [0 0.1], zeros(n, 1), v0, 'Method', method, 'Step', 1e-3);
    sol = run(sys.contact(H, gap, 'Friction', mu, 'Tangent', T, 'Restitution', 0.3));
    full_one = run(sys.contact([H, H(:, 3)], [gap; 1e6], 'Friction', mu, 'Tangent', ...
                               [T, T(:, 3)], 'Restitution', 0.3));
    assertEqual(sol.stats.contactSolver, 'sparse');
    assertEqual(full_one.stats.contactSolver, 'full');
    assert_rubs_alike(sol, full_one, N);
    slip = sol.impulse > 0 & abs(sol.tangential) > mu*sol.impulse*(1 + 1e-7) + 1e-12;
    assertEqual(nnz(slip), 0);
  end
end

function test_a_strip_slides_to_rest_by_its_closed_form()
  % 200 nodes that slide together on flat stops: v = v_0 - mu g t, then rest
  N = 200;
  n = 2*N;
  D = spdiags(ones(N, 1)*[-1 2 -1], -1:1, N, N);
  D([1 end]) = 1;                                 % free ends: no force in a rigid translation
  sys = NsdSystem.linear(speye(n), 0, 1e3*blkdiag(D, D), [zeros(N, 1); -10*ones(N, 1)]);
  sys = sys.contact([sparse(N, N); speye(N)], zeros(N, 1), 'Friction', 0.3, 'Tangent', ...
                    [speye(N); sparse(N, N)]);
  sol = simulate_quietly(sys, [0 0.5], zeros(n, 1), [ones(N, 1); zeros(N, 1)], ...
                         'Method', 'moreau', 'Step', 1e-3);
  assertEqual(sol.stats.contactSolver, 'sparse');
  v = max(0, 1 - 3*sol.t);
  assertElementsAlmostEqual(sol.v(:, 1:N), repmat(v, 1, N), 'absolute', 1e-10);
end

function sol = agrees(sys, gap, name, e, options)
% the run with sparse contacts, and that with one contact more, far away, at a coordinate that has
% one
  n = numel(gap);
  run = @(s) simulate_quietly(s, [0 0.15], zeros(n, 1), 0.3*cos((1:n)'), 'Step', 1e-3, options{:});
  sol = run(sys.contact(speye(n), gap, name, e));
  full_one = run(sys.contact([speye(n), sparse(3, 1, 1, n, 1)], [gap; 1], name, e));
  assertEqual(sol.stats.contactSolver, 'sparse');
  assertEqual(full_one.stats.contactSolver, 'full');
  assertEqual(sol.status, 'ok');
  assertTrue(nnz(sol.impulse) > 100);
  assertElementsAlmostEqual(sol.q, full_one.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v, full_one.v, 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.impulse, full_one.impulse(:, 1:n), 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.energy.total, full_one.energy.total, 'absolute', 1e-7);
  for work = {'impact', 'external', 'damping', 'numerical'}
    assertElementsAlmostEqual(sol.energy.(work{1}), full_one.energy.(work{1}), 'absolute', 1e-7);
  end
end

function test_law_holds_when_recomputed_from_outside()
  % stops on both sides, contacts of several scales, half of the nodes without one
  N = 30;
  sys = mesh(N, 2, 5e3, 0.1);
  n = N^2;
  with = find(mod(1:n, 2) == 1);
  scale = (1 + mod(with, 3)).*(-1).^with.*sign(sin(with));
  H = sparse(with, 1:numel(with), scale, n, numel(with));
  h = 1e-3;
  v0 = 0.5*sin((1:n)'/7);
  sol = simulate_quietly(sys.contact(H, 2e-3*ones(numel(with), 1)), [0 0.1], zeros(n, 1), v0, ...
                     'Method', 'moreau', 'Step', h, 'Theta', 0.5);
  assertEqual(sol.stats.contactSolver, 'sparse');
  A = sys.M + h/2*sys.C + h^2/4*sys.K;
  worst = 0;
  for k = 2:numel(sol.t)
    [v, w] = deal(sol.v(k-1, :)', sol.v(k, :)');
    q = sol.q(k-1, :)';
    P = sol.impulse(k, :)';
    miss = A*(w - v) - h*(sys.F - sys.C*v - sys.K*(q + h/2*v)) - H*P;
    U = full(H'*w);
    pushing = P > 0;
    worst = max([worst; abs(miss); -P; abs(U(pushing))]);
  end
  assertTrue(any(sol.impulse(:) > 0) && any(sol.impulse(end, :) == 0));
  assertTrue(worst <= 1e-10);
end

function test_nothing_is_iterated_while_the_set_stays()
  [n, h] = deal(500, 1e-3);
  sys = mesh(n, 1, 1e3, 2).contact(speye(n), zeros(n, 1));
  sol = nsd_simulate(sys, [0 0.2], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', 'Step', h);
  assertEqual(sol.stats.lcpIterations, sol.stats.lcpProblems);
  assertTrue(all(sol.impulse(end, :) > 0));
end

function test_mesh_of_ten_thousand_contacts_runs()
  % the matrix of all contacts would take 800 MB, and minutes
  N = 100;
  n = N^2;
  sys = mesh(N, 2, 1e4, 0).contact(speye(n), 5e-3*(1 + sin(0.4*(1:n)')));
  sol = nsd_simulate(sys, [0 0.05], zeros(n, 1), -ones(n, 1), 'Method', 'moreau', 'Step', 1e-3, ...
                     'OutputEvery', 50);
  assertEqual(sol.status, 'ok');
  assertTrue(sol.stats.lcpResidual <= 1e-10);
  assertTrue(nnz(sol.impulse(end, :) > 0) > 100);
end

function test_other_systems_make_the_matrix_of_all_contacts()
  n = 60;
  sys = mesh(n, 1, 1e3, 0);
  one = sys.contact(speye(n), 1e-3*ones(n, 1));
  options = {'Method', 'moreau', 'Step', 1e-3};
  [q0, v0] = deal(zeros(n, 1));
  others = {one.joint(sparse([1 2], 1, [1 -1], n, 1), 0), ...
            sys.contact(speye(n) - sparse(2, 1, 1, n, n), 1e-3*ones(n, 1)), ...
            sys.contact(speye(n, 20), 1e-3*ones(20, 1))};
  for k = 1:numel(others)
    sol = simulate_quietly(others{k}, [0 0.05], q0, v0, options{:});
    assertEqual(sol.status, 'ok');
    assertEqual(sol.stats.contactSolver, 'full');
  end
  damped = mesh(n, 1, 1e3, 0.3).contact(speye(n), 1e-3*ones(n, 1));
  sol = simulate_quietly(damped, [0 0.05], q0, v0, 'Method', 'newmark', 'GGL', 'on', 'Step', 1e-3);
  assertEqual(sol.stats.contactSolver, 'full');
end

function test_stops_on_both_sides_give_what_the_matrix_of_all_contacts_gives()
  % a string between two rails: one sparse relay; it was the matrix of all contacts
  n = 100;
  [K, v0] = deal(mesh(n, 1, 1e4, 0).K, 0.3*cos((1:n)'));
  sys = NsdSystem.linear(speye(n), 0.3*speye(n), K, nsd_harmonic(-100*ones(n, 1), 20));
  gap = 1e-3*(2 + sin(0.37*(1:n)'));
  for method = {'moreau', 'newmark', 'hht', 'genalpha'}
    run = @(H, b) simulate_quietly(sys.contact(H, b, 'Restitution', 0.3), [0 0.2], zeros(n, 1), ...
                                   v0, 'Step', 1e-3, 'Method', method{1});
    sol = run([speye(n), -speye(n)], [gap; 0.8*gap]);
    full_one = run([speye(n), -speye(n), sparse(3, 1, 1, n, 1)], [gap; 0.8*gap; 1]);
    assertEqual(sol.stats.contactSolver, 'sparse');
    assertEqual(full_one.stats.contactSolver, 'full');
    assertEqual(sol.status, 'ok');
    assertTrue(nnz(sol.impulse(:, 1:n)) > 100 && nnz(sol.impulse(:, n+1:end)) > 100);
    assertElementsAlmostEqual(sol.q, full_one.q, 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.v, full_one.v, 'absolute', 1e-7);
    assertElementsAlmostEqual(sol.impulse, full_one.impulse(:, 1:2*n), 'absolute', 1e-7);
  end
end

function test_equations_of_nodes_far_from_a_shock_may_underflow()
  % its effect falls below 1e-308 within some hundred nodes; the run ended as 'stalled'
  n = 1000;
  K = 1e6*spdiags(ones(n, 1)*[-1.1 2 -0.9], -1:1, n, n);
  sys = NsdSystem.linear(speye(n), 0, K, zeros(n, 1)).contact(speye(n), 1e-3*ones(n, 1));
  sol = simulate_quietly(sys, [0 0.05], zeros(n, 1), [-3; zeros(n - 1, 1)], 'Method', 'moreau', ...
                         'Step', 1e-3);
  assertEqual(sol.status, 'ok');
  assertEqual(sol.stats.contactSolver, 'sparse');
  assertTrue(nnz(sol.impulse) > 0);
end

function test_rails_without_room_between_them_make_the_matrix_of_all_contacts()
  % both stops touch at once: their impulses are not unique, and sets with both are singular
  n = 60;
  sys = mesh(n, 1, 1e3, 0).contact([speye(n), -speye(n)], zeros(2*n, 1));
  sol = simulate_quietly(sys, [0 0.05], zeros(n, 1), zeros(n, 1), 'Method', 'moreau', ...
                         'Step', 1e-3);
  assertEqual(sol.stats.contactSolver, 'full');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q(end, :), zeros(1, n), 'absolute', 1e-12);
end

function test_ggl_with_dampers_warns_of_the_matrix_of_all_contacts()
  % 600 nodes, genalpha, 500 steps: no end after 100 s, and not a word before
  for n = [300 301]
    sys = mesh(n, 1, 1e3, 0.3).contact(speye(n), ones(n, 1));
    run = @(varargin) warning_of(@() nsd_simulate(sys, [0 1e-3], zeros(n, 1), zeros(n, 1), ...
                                                  'Method', 'genalpha', 'Step', 1e-4, varargin{:}));
    [id, text] = run('GGL', 'on');
    if n == 300, assertEqual(id, ''); continue; end
    assertEqual(id, 'nsd:simulate:fullMatrix');
    assertTrue(~isempty(strfind(text, 'all 301 contacts')) && ~isempty(strfind(text, 'or C')));
    assertEqual(run(), '');
  end
end

function test_wrong_arrays_are_refused_by_the_gateway()
  n = 50;
  sys = mesh(n, 1, 1e3, 0).contact(speye(n), ones(n, 1));
  good = nsd_linear_arrays(sys, 0, 0);
  for A = {sparse(n, n), speye(n - 1), speye(n) + sparse(1, 2, 1, n, n), eye(n)}
    arrays = good;
    arrays.A = A{1};
    assertExceptionThrown(@() nsd_kernel('run', 'linear', arrays, struct(), struct()), ...
                          'nsd:mex:badInput');
  end
end

function sys = mesh(N, dims, stiffness, damping)
% unit masses on a line or a square grid, held at the ends, weight -10 at each
  D = spdiags(ones(N, 1)*[-1 2 -1], -1:1, N, N);
  K = stiffness*D;
  if dims == 2, K = stiffness*(kron(speye(N), D) + kron(D, speye(N))); end
  n = N^dims;
  sys = NsdSystem.linear(speye(n), damping*speye(n), K, -10*ones(n, 1));
end

function assert_rubs_alike(sol, full_one, N)
% two runs with friction are the same motion, up to the tolerance of their contact problems
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.q, full_one.q, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v, full_one.v, 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.impulse, full_one.impulse(:, 1:N), 'absolute', 1e-8);
  assertElementsAlmostEqual(sol.energy.friction, full_one.energy.friction, 'absolute', 1e-7);
  assertTrue(sol.energy.friction(end) < -0.1);
end
