function test_suite = test_recorded_sparse()
%TEST_RECORDED_SPARSE  Recorded models of many coordinates run with sparse matrices: the motions are
%   those of the functions called back, which have full ones.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_chains_move_as_with_full_matrices()
  sys = chain(40);
  for method = {'moreau', 'newmark', 'hht', 'genalpha'}
    same_motion(sys, method{1}, {});
  end
end

function test_contacts_joints_and_friction_move_as_with_full_matrices()
  n = 36;
  q0 = 0.3*sin((1:n)');
  start = q0(2:5:n) + 0.1*sin(q0(3:5:n)) - 0.005;
  sys = chain(n).contact(@(q) q(2:5:n) + 0.1*sin(q(3:5:n)) - start, ...
                         'Restitution', 0.4);
  T = zeros(n, 7);
  for k = 1:7, T(5*k - 2, k) = 1; end
  sys = sys.contact(sparse([8 20 31], 1:3, [1 1 -1], n, 3), -q0([8 20 31]).*[1; 1; -1] + 0.002);
  for method = {'moreau', 'newmark'}
    same_motion(sys.joint(@(q) q(10) - q(14) - q0(10) + q0(14)), method{1}, {});
  end
  same_motion(sys, 'newmark', {'GGL', 'on'});
  rough = chain(n).contact(@(q) q(2:5:34) - q0(2:5:34) + 0.004, 'Friction', 0.3, 'Tangent', T);
  same_motion(rough, 'moreau', {});
  same_motion(rough, 'newmark', {});
end

function test_many_closed_contacts_move_as_with_full_matrices()
  % stops at every mass; beads, whose gaps share coordinates; every stop twice: W is singular
  n = 30;
  base = chain(n).start(0.01*(1:n)', zeros(n, 1));
  same_motion(base.contact(@(q) q - 0.009*(1:n)', 'Restitution', 0.2), 'moreau', {});
  same_motion(base.contact(@(q) q - 0.009*(1:n)'), 'moreau', {'Project', 'on'});
  same_motion(base.contact(@(q) [q(1); diff(q)] - 0.009), 'moreau', {});
  [sol, full] = both(base.contact(@(q) [q; q] - 0.009*[1:n, 1:n]'), 'moreau', {});
  assertElementsAlmostEqual(sol.q, full.q, 'absolute', 1e-8);
end

function test_energies_are_those_of_full_matrices()
  sys = chain(30).potential(@(q) 50*sum(diff(q).^2) + 10*sum(q));
  [sol, full] = both(sys, 'moreau', {});
  assertElementsAlmostEqual(sol.energy.kinetic, full.energy.kinetic, 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.energy.external, full.energy.external, 'absolute', 1e-7);
end

function test_a_cart_with_many_pendulums_has_one_full_row()
  % n = 61: all pendulums meet the cart, no two of them each other
  k = 60;
  mass = @(q) [k + 5, cos(q(2:end))'; cos(q(2:end)), eye(k)];
  force = @(t, q, v) [sum(sin(q(2:end)).*v(2:end).^2) - 3*q(1); -9.81*sin(q(2:end))];
  sys = NsdSystem.lagrangian(mass, force).contact(@(q) 0.01 - q(1));
  same_motion(sys.start([0; 1 + 0.3*cos((1:k)')], [1; zeros(k, 1)]), 'moreau', {});
end

function test_a_step_as_long_as_an_instability_ends_the_run_or_is_halved()
  % M - h^2/4 dF/dq has a diagonal of zeros for dF/dq = 4/h^2: rows of sparse factors are not
  % exchanged, so that the step counts as singular, and says what to do
  [n, h] = deal(60, 0.01);
  force = @(t, q, v) 4/h^2*q - [q(2:n); 0] - [0; q(1:n-1)];
  sys = NsdSystem.lagrangian(eye(n), force).start(1e-3*ones(n, 1), zeros(n, 1));
  given = {'Step', h, 'Method', 'newmark'};
  sol = simulate_quietly(sys, [0 2*h], given{:});
  assertEqual({sol.status, sol.t(end)}, {'singular', 0});
  sol = simulate_quietly(sys, [0 2*h], given{:}, 'StepHalving', 1);
  assertEqual(sol.status, 'ok');
end

function test_a_mass_that_is_lost_ends_the_run()
  % M_1 = 1 - 12 q_1 vanishes on the way
  n = 30;
  sys = NsdSystem.lagrangian(@(q) diag([1 - 12*q(1); ones(n - 1, 1)]), @(t, q, v) -q);
  sol = run(sys.start(zeros(n, 1), ones(n, 1)), 'moreau', {});
  assertEqual(sol.status, 'notDefinite');
  assertTrue(sol.t(end) > 0.05 && sol.t(end) < 0.1);
end

function test_slopes_that_are_not_finite_are_differenced()
  % sqrt(q_1) has no slope at the start, where all other coordinates have one
  n = 30;
  sys = NsdSystem.lagrangian(@(q) diag(2 + cos(q)), @(t, q, v) 5 - q - 0.1*sqrt(abs(q)));
  sys = sys.start([0; ones(n - 1, 1)], zeros(n, 1));
  same_motion(sys, 'moreau', {});
end

function test_full_matrices_are_kept_where_they_are_cheaper()
  n = 30;
  A = hilb(n) + 2*eye(n);
  sys = NsdSystem.lagrangian(@(q) A*(2 + cos(sum(q))), @(t, q, v) -A*q);
  same_motion(sys.start(0.2*ones(n, 1), zeros(n, 1)), 'moreau', {});
end

function test_mass_matrices_of_a_thousand_coordinates_are_recorded()
  % recording refused results with more than 2^31 possible derivatives, though M asks for none
  n = 1100;
  sys = NsdSystem.lagrangian(@(q) diag(2 + cos(q)), @(t, q, v) -q);
  sys = sys.start(ones(n, 1), zeros(n, 1));
  sol = nsd_simulate(sys, [0 0.02], 'Method', 'moreau', 'Step', 0.01);
  one = NsdSystem.lagrangian(@(q) 2 + cos(q), @(t, q, v) -q).start(1, 0);
  ref = nsd_simulate(one, [0 0.02], 'Method', 'moreau', 'Step', 0.01);
  assertElementsAlmostEqual(sol.q(end, :), ref.q(end)*ones(1, n), 'absolute', 1e-12);
end

function sys = chain(n)
% masses that change with their places and drag their neighbours, springs, dampers, gravity
  C = full(spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n));
  B = full(spdiags(ones(n, 1)*[1 1], [-1 1], n, n));
  mass = @(q) diag(2 + 0.5*cos(q)) + 0.2*B;
  force = @(t, q, v) -100*(C*q) - 0.3*(C*v) - 10*sin(q) + 0.1*(B*v).*q - 4;
  sys = NsdSystem.lagrangian(mass, force).start(0.3*sin((1:n)'), zeros(n, 1));
end

function sol = run(sys, method, options)
  sol = nsd_simulate(sys, [0 0.1], 'Method', method, 'Step', 0.01, options{:});
end

function [sol, full] = both(sys, method, options)
  sol = run(sys, method, options);
  full = run(sys, method, [options, {'Compile', 'off'}]);
end

function same_motion(sys, method, options)
% called functions have differenced derivatives: Newton's iterations end within NewtonTol
  [sol, full] = both(sys, method, options);
  assertEqual(sol.status, 'ok');
  assertEqual(full.status, 'ok');
  assertElementsAlmostEqual(sol.q, full.q, 'absolute', 1e-8);
  assertElementsAlmostEqual(sol.v, full.v, 'absolute', 1e-6);
  if ~isempty(sol.impulse)
    assertElementsAlmostEqual(sol.impulse, full.impulse, 'absolute', 1e-6);
    assertTrue(any(sol.impulse(:) > 0));
  end
end
