function test_suite = test_joint_drift()
%TEST_JOINT_DRIFT  Joints of nonlinear systems hold by default; runs in which they do not warn.
%   Moreau's scheme holds joints on velocities alone: a pendulum's rod of 1 m grew to 2.2 m within
%   100 periods, and links of a chain 1.1 m, with status 'ok' and without a word.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_given_step_keeps_the_rod_of_a_pendulum_for_100_periods()
  [sys, q0, period] = pendulum();
  sol = nsd_simulate(sys, [0 100*period], q0, [0; 0], 'Step', 2e-3);
  assertElementsAlmostEqual(sqrt(sum(sol.q.^2, 2)), ones(size(sol.t)), 'absolute', 1e-6);
  assertElementsAlmostEqual(sol.q(end, :)', q0, 'absolute', 1e-5);   % 8e-7, of order h^2
  assertTrue(sol.stats.jointError < 1e-14);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'keeps joints exactly')));
end

function test_what_auto_takes_for_joints_is_of_order_two()
  [sys, q0, period] = pendulum();
  miss = zeros(1, 2);
  for k = 1:2
    sol = nsd_simulate(sys, [0 2], q0, [0; 0], 'Step', 0.02/2^k);
    fine = nsd_simulate(sys, [0 2], q0, [0; 0]);
    assertEqual({sol.stats.method, fine.stats.method}, {'newmark', 'event'});
    miss(k) = norm(sol.q(end, :) - fine.q(end, :));
  end
  assertElementsAlmostEqual(log2(miss(1)/miss(2)), 2, 'absolute', 0.05);
end

function test_a_chain_without_any_option_keeps_its_links()
  n = 30;
  [sys, q0, link] = chain(n);
  sol = nsd_simulate(sys, [0 3], q0, zeros(2*n, 1));
  assertEqual(sol.stats.method, 'newmark');       % too many coordinates for 'event'
  assertElementsAlmostEqual(link(sol.q), ones(numel(sol.t), n), 'absolute', 1e-12);
end

function test_a_long_chain_keeps_its_links_by_projection()
  n = 61;                                         % 122 coordinates: full matrices take long
  [sys, q0, link] = chain(n);
  sol = nsd_simulate(sys, [0 0.3], q0, zeros(2*n, 1));
  assertEqual(sol.stats.method, 'moreau');
  assertElementsAlmostEqual(link(sol.q), ones(numel(sol.t), n), 'absolute', 1e-10);
end

function test_projected_joints_leave_an_energy_balance_that_closes()
  % the potential knows all forces: what the projection lifts is numerical work, not work of forces
  [sys, q0, period] = pendulum();
  sol = nsd_simulate(sys, [0 period], q0, [0; 0], 'Step', 1e-4, 'Method', 'moreau');
  assertTrue(sol.stats.jointError < 1e-12);
  E = sol.energy;
  rest = E.total - E.total(1) - E.external - E.joint - E.numerical;
  assertElementsAlmostEqual(rest, zeros(size(rest)), 'absolute', 1e-11);
  assertTrue(max(abs(E.external)) < 1e-6*max(E.kinetic));     % gravity is in the potential
  assertTrue(E.numerical(end) > 1e-3);                        % the rod was pulled back, upwards
end

function test_projection_of_joints_does_not_press_contacts_deeper()
  % the bob rests on a floor at an arm that could turn: it stays, and is as deep as it landed
  [sys, ~] = pendulum();
  sys = sys.contact(@(q) q(2) + 0.6);
  sol = nsd_simulate(sys, [0 3], [1; 0], [0; 0], 'Step', 1e-3, 'Method', 'moreau');
  late = sol.t > 2;
  assertTrue(sol.stats.jointError < 1e-12);
  assertElementsAlmostEqual(sol.gap(late), repmat(sol.gap(end), sum(late), 1), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.q(end, 1), 0.8, 'absolute', 0.01);
end

function test_impact_laws_that_newmark_has_not_take_rattle()
  [sys, q0] = pendulum();
  sys = sys.contact(@(q) q(1) + 0.5, 'Restitution', 0.8, 'Impact', 'poisson');
  sol = nsd_simulate(sys, [0 1], q0, [0; 0], 'Step', 1e-3);
  assertEqual(sol.stats.method, 'rattle');
  assertTrue(sol.stats.jointError < 1e-12);
end

function test_joints_given_by_a_matrix_stay_with_moreau()
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -sin(q(1))]).joint([1; -1]);
  sol = nsd_simulate(sys, [0 1], [1; 1], [0; 0], 'Step', 1e-2);
  assertEqual(sol.stats.method, 'moreau');
  assertTrue(sol.stats.jointError < 1e-13);
end

function test_sweeps_and_single_runs_take_the_same_scheme()
  [sys, q0] = pendulum();
  sys = sys.start(q0, [0; 0]);
  out = nsd_sweep(sys, [], [0 1], 'Step', 1e-3, 'q0', q0, 'v0', [0; 0]);
  sol = nsd_simulate(sys, [0 1], 'Step', 1e-3);
  assertEqual(out.q(:)', sol.q(end, :));
end

function test_a_rod_that_stretches_warns_and_names_the_fix()
  [sys, q0, period] = pendulum();
  run = @(varargin) nsd_simulate(sys, [0 10*period], q0, [0; 0], varargin{:});
  [id, text] = warning_of(@() run('Method', 'moreau', 'Project', 'off', 'Step', 2e-3));
  assertEqual(id, 'nsd:simulate:joints');
  assertTrue(~isempty(strfind(text, 'leave out Project')));
  [id, text] = warning_of(@() run('Method', 'newmark', 'Step', 0.1));
  assertEqual(id, 'nsd:simulate:joints');
  assertTrue(~isempty(strfind(text, 'GGL')));
end

function test_joints_that_take_energy_warn()
  % brought back after each step the rod is exact, but the motion has lost a third of its energy
  [sys, q0, period] = pendulum();
  id = warning_of(@() nsd_simulate(sys, [0 10*period], q0, [0; 0], 'Method', 'moreau', ...
                                   'Step', 2e-3));
  assertEqual(id, 'nsd:simulate:joints');
end

function [sys, q0, period] = pendulum()
  g = 9.81;
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -g]).joint(@(q) q(1)^2 + q(2)^2 - 1) ...
                 .potential(@(q) g*q(2));
  q0 = [sin(2); -cos(2)];
  period = 4/sqrt(g)*ellipke(sin(1)^2);
end

function [sys, q0, link] = chain(n)
% masses on links of 1 m that start level; LINK: the lengths, row by row
  squares = @(q) [q(1)^2 + q(2)^2; (q(3:2:end) - q(1:2:end-2)).^2 + (q(4:2:end) - q(2:2:end-2)).^2];
  sys = NsdSystem.lagrangian(eye(2*n), @(t,q,v) repmat([0; -9.81], n, 1));
  sys = sys.joint(@(q) squares(q) - 1);
  q0 = zeros(2*n, 1);
  q0(1:2:end) = 1:n;
  before = @(q) [zeros(size(q, 1), 2), q(:, 1:end-2)];
  of_steps = @(d) sqrt(d(:, 1:2:end).^2 + d(:, 2:2:end).^2);
  link = @(q) of_steps(q - before(q));
end
